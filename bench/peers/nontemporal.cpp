// SPDX-License-Identifier: MIT
// A copy with non-temporal stores, which skip reading the destination into the cache: the limit of
// what memory can do once the buffers are larger than the cache. Below that it is a poor copy.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "peers/nontemporal.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Streams whole vectors; `output` is aligned to 64 bytes.
void StreamCopy(const uint8_t* HWY_RESTRICT input, uint8_t* HWY_RESTRICT output, int64_t bytes) {
  const hn::ScalableTag<uint8_t> tag;
  const int64_t lanes = int64_t(hn::Lanes(tag));
  int64_t i = 0;
  for (; i + 4 * lanes <= bytes; i += 4 * lanes) {
    const auto v0 = hn::LoadU(tag, input + i);
    const auto v1 = hn::LoadU(tag, input + i + lanes);
    const auto v2 = hn::LoadU(tag, input + i + 2 * lanes);
    const auto v3 = hn::LoadU(tag, input + i + 3 * lanes);
    hn::Stream(v0, tag, output + i);
    hn::Stream(v1, tag, output + i + lanes);
    hn::Stream(v2, tag, output + i + 2 * lanes);
    hn::Stream(v3, tag, output + i + 3 * lanes);
  }
  hwy::FlushStream();
  std::memcpy(output + i, input + i, size_t(bytes - i));
}

}  // namespace weft::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "peers/chunks.h"
#include "peers/peer.h"

namespace weft::bench {
HWY_EXPORT(StreamCopy);

namespace {

std::optional<Job> Prepare(const Case& description, const Memory& memory, int threads) {
  const int64_t bytes = description.CopiedBytes();
  auto* output = static_cast<uint8_t*>(memory.output);
  auto* input = static_cast<const uint8_t*>(memory.input);
  return Job{[=] {
    ForEachChunk(bytes, threads, [=](int64_t begin, int64_t end) {
      HWY_DYNAMIC_DISPATCH(StreamCopy)(input + begin, output + begin, end - begin);
    });
  }};
}

}  // namespace

const Peer kNonTemporal = {"nt copy", Peer::Role::Limit, Prepare};

}  // namespace weft::bench
#endif
