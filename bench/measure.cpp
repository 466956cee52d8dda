// SPDX-License-Identifier: MIT
// Buffers, checks, rounds.
#include "measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <thread>

#include "memory.h"

namespace weft::bench {
namespace {

// A peer slower than this gives one sample, or it would take all the time there is.
constexpr double kSlowSeconds = 0.2;
// Idle threads of the libraries spin about this long before they sleep.
constexpr auto kRest = std::chrono::milliseconds(10);
constexpr unsigned char kUntouched = 0xA5;

struct Contestant {
  const Peer* peer;
  Job job;
  int64_t repetitions = 1;
  std::vector<double> samples;
};

void Rest(int threads) {
  if (threads > 1) std::this_thread::sleep_for(kRest);
}

// Finds how many runs make a sample; a very slow peer keeps its first time and is done.
bool Calibrate(Contestant& contestant, double first_seconds, double sample_seconds) {
  if (first_seconds > kSlowSeconds) {
    contestant.samples.push_back(first_seconds);
    return false;
  }
  int64_t runs = 1;
  double seconds = TimeRuns(contestant.job, runs);
  while (seconds < sample_seconds / 8) {
    runs *= 4;
    seconds = TimeRuns(contestant.job, runs);
  }
  const double wanted = std::ceil(sample_seconds / (seconds / double(runs)));
  contestant.repetitions = std::max<int64_t>(1, int64_t(wanted));
  return true;
}

class CaseMeasurement {
 public:
  CaseMeasurement(const Case& description, const Memory& memory,
                  std::span<const unsigned char> expected, const MeasureOptions& options)
      : case_(description), memory_(memory), expected_(expected), options_(options) {}

  Row Run(std::span<const Peer* const> peers, int threads, Results& results) {
    std::vector<Contestant> running, finished;
    for (const Peer* peer : peers) {
      std::optional<Job> job = peer->prepare(case_, memory_, threads);
      if (!job) continue;
      Contestant contestant{peer, *std::move(job), 1, {}};
      Rest(threads);
      double first_seconds = 0;
      if (!IsRight(contestant, first_seconds)) {
        results.wrong.push_back(fmt::format("{}: {} {}, {} bytes, {} threads: wrong output",
                                            peer->name, case_.id, case_.TypeName(),
                                            case_.OutputBytes(), threads));
        results.weft_is_wrong |= peer->role == Peer::Role::Weft;
        continue;
      }
      const bool goes_on = Calibrate(contestant, first_seconds, options_.sample_seconds);
      (goes_on ? running : finished).push_back(std::move(contestant));
    }
    for (int round = 0; round < options_.rounds; ++round)
      for (size_t turn = 0; turn < running.size(); ++turn) {
        Contestant& next = running[(turn + size_t(round)) % running.size()];
        Rest(threads);
        next.samples.push_back(TimeRuns(next.job, next.repetitions) / double(next.repetitions));
      }
    Row row = MakeRow(case_, threads);
    for (const auto* group : {&running, &finished})
      for (const Contestant& each : *group) {
        Times times = Summarize(each.samples);
        times.how = each.job.how;
        times.is_library = each.peer->role == Peer::Role::Library;
        row.peers.emplace(each.peer->name, times);
      }
    SetRatios(row);
    return row;
  }

 private:
  // Also sees to it that bytes between and after the elements are left alone.
  bool IsRight(const Contestant& contestant, double& seconds) {
    std::memset(memory_.output, kUntouched, expected_.size());
    seconds = TimeRuns(contestant.job, 1);
    return contestant.peer->role == Peer::Role::Limit ||
           Agrees(case_, memory_.output, expected_.data(), expected_.size());
  }

  const Case& case_;
  Memory memory_;
  std::span<const unsigned char> expected_;
  const MeasureOptions& options_;
};

}  // namespace

double TimeRuns(const Job& job, int64_t repetitions) {
  const auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < repetitions; ++i) job.run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void Measure(std::span<const Case> cases, std::span<const Peer* const> peers,
             const MeasureOptions& options, Results& results, const Progress& progress) {
  // All cases share three inputs and two outputs, large enough for the largest.
  size_t input_bytes = 0, output_bytes = 0;
  for (const Case& each : cases) {
    input_bytes = std::max({input_bytes, InputBytesNeeded(each), OutputBytesNeeded(each)});
    output_bytes = std::max(output_bytes, OutputBytesNeeded(each));
  }
  std::map<Type, AlignedBytes> inputs;
  const AlignedBytes output = AllocateBytes(output_bytes);
  const AlignedBytes expected = AllocateBytes(output_bytes);
  for (const Case& each : cases) {
    AlignedBytes& input = inputs[each.input_type];
    if (!input) {
      input = AllocateBytes(input_bytes);
      FillWithNumbers(each.input_type, input.get(), input_bytes);
    }
    const size_t extent = size_t(each.OutputExtent() * SizeBytes(each.output_type));
    std::memset(expected.get(), kUntouched, extent);
    PlainAnswer(each, input.get(), expected.get());
    CaseMeasurement measurement(each, {input.get(), input_bytes, output.get(), output_bytes},
                                {expected.get(), extent}, options);
    for (int threads : options.threads) {
      results.rows.push_back(measurement.Run(peers, threads, results));
      if (progress) progress(results.rows.back());
    }
  }
}

Times MeasureSmall(const MeasureOptions& options) {
  // Every second row of {1,1,4,8}, backwards: a window that is no plain copy.
  Case small;
  small.id = "small";
  small.dims = {
      {1, 32, 0, 1, 1, 16}, {1, 32, 0, 1, 1, 16}, {4, 8, 3, -2, 2, 8}, {8, 1, 0, 1, 8, 1}};
  std::array<float, 32> input;
  std::array<float, 16> output;
  std::iota(input.begin(), input.end(), 0.0f);
  const Memory memory = {input.data(), sizeof(input), output.data(), sizeof(output)};
  Contestant weft{&kWeft, *kWeft.prepare(small, memory, 1), 1, {}};
  Calibrate(weft, 0, options.sample_seconds);
  for (int round = 0; round < 5 * options.rounds; ++round)
    weft.samples.push_back(TimeRuns(weft.job, weft.repetitions) / double(weft.repetitions));
  return Summarize(weft.samples);
}

}  // namespace weft::bench
