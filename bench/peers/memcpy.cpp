// SPDX-License-Identifier: MIT
// memcpy of as many bytes as the output has elements for.
#include <cstring>

#include "peers/chunks.h"
#include "peers/peer.h"

namespace weft::bench {
namespace {

std::optional<Job> Prepare(const Case& description, const Memory& memory, int threads) {
  const int64_t bytes = description.CopiedBytes();
  auto* output = static_cast<char*>(memory.output);
  auto* input = static_cast<const char*>(memory.input);
  return Job{[=] {
    ForEachChunk(bytes, threads, [=](int64_t begin, int64_t end) {
      std::memcpy(output + begin, input + begin, size_t(end - begin));
    });
  }};
}

}  // namespace

const Peer kMemcpy = {"memcpy", Peer::Role::Limit, Prepare};

}  // namespace weft::bench
