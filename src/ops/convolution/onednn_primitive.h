// SPDX-License-Identifier: MIT
// What oneDNN does for us, in float32: convolutions of packed images whose channels lie next to
// each other, on the calling thread alone. Weft can be built without it, and runs where it is not
// installed (onednn_library.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "weft/tensor.h"

namespace weft::ops {

bool HasOneDnn();

struct OneDnnShape {
  Sizes input, output;  // {batch, channels, sizes..}, which lie as ChannelsLast says
  Layout filter;        // {group, output channel, input channel, sizes..}
  std::vector<int64_t> strides, dilations, start_padding, end_padding;
  bool has_bias = false;
  bool adds = false;  // to what the output holds
  bool relu = false;  // of the result; or …
  struct Range {
    float min, max;
  };
  std::optional<Range> clip = {};  // … so limited, NaN to the largest
};

// Immutable from the outside, so it may run on many threads at once.
class OneDnnPrimitive {
 public:
  // Null where oneDNN has nothing but reference code. With `like`, packed weights are the same.
  static std::shared_ptr<const OneDnnPrimitive> Make(const OneDnnShape& shape,
                                                     const OneDnnPrimitive* like = nullptr);
  ~OneDnnPrimitive();

  int64_t weights_bytes() const;
  int64_t scratch_bytes() const;
  void PackWeights(std::byte* weights, const std::byte* filter) const;

  struct Operands {
    const std::byte *input, *weights, *bias;
    std::byte *output, *scratch;
  };
  void Run(const Operands& operands) const;

 private:
  struct State;
  explicit OneDnnPrimitive(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft::ops
