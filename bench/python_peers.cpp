// SPDX-License-Identifier: MIT
// libbench_weft.so: the cases and the two limits for move.py, which calls these functions through
// ctypes on NumPy's buffers. The case comes as the JSON text of `bench_move --list-cases`.
#include <algorithm>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>

#include "measure.h"
#include "memory.h"
#include "weft/export.h"

using weft::bench::Case;
using weft::bench::Job;
using weft::bench::Memory;
using weft::bench::Peer;

extern "C" {

// A handle for weft_bench_run, or null when there is no such peer or it cannot do the case.
WEFT_API void* weft_bench_prepare(const char* peer_name, const char* case_json, const void* input,
                                  size_t input_bytes, void* output, size_t output_bytes,
                                  int threads) try {
  const Case description = nlohmann::json::parse(case_json).get<Case>();
  const Memory memory = {input, input_bytes, output, output_bytes};
  for (const Peer* peer : {&weft::bench::kMemcpy, &weft::bench::kNonTemporal})
    if (peer->name == peer_name)
      if (auto job = peer->prepare(description, memory, threads)) return new Job(*std::move(job));
  return nullptr;
} catch (const std::exception&) {
  return nullptr;
}

WEFT_API double weft_bench_run(const void* job, int64_t repetitions) {
  return weft::bench::TimeRuns(*static_cast<const Job*>(job), repetitions);
}

WEFT_API void weft_bench_free(void* job) { delete static_cast<Job*>(job); }

WEFT_API int weft_bench_plain_answer(const char* case_json, const void* input, void* output) try {
  weft::bench::PlainAnswer(nlohmann::json::parse(case_json).get<Case>(), input, output);
  return 0;
} catch (const std::exception&) {
  return 1;
}

// GATHER's indices: as many as the case's index_count.
WEFT_API int weft_bench_indices(const char* case_json, uint32_t* output) try {
  const Case description = nlohmann::json::parse(case_json).get<Case>();
  std::ranges::copy(weft::bench::MakeIndices(description.work.value()), output);
  return 0;
} catch (const std::exception&) {
  return 1;
}

WEFT_API int weft_bench_fill(const char* type, void* bytes, size_t size) try {
  weft::bench::FillWithNumbers(weft::bench::TypeFromName(type), static_cast<unsigned char*>(bytes),
                               size);
  return 0;
} catch (const std::exception&) {
  return 1;
}

}  // extern "C"
