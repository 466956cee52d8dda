// SPDX-License-Identifier: MIT
// Python's slice notation, lowered to SLICE1: "[..., ::-1, 1:8:2]" on sizes {4,4,9} becomes the
// window offsets, sizes and strides SLICE1 wants. NumPy's rules, except that a new axis is an
// error, and so is an empty result, as DirectML has no empty tensors, unless it is allowed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/export.h"
#include "weft/tensor.h"

namespace weft {

struct SliceWindow {
  std::vector<uint32_t> offsets;  // InputWindowOffsets
  std::vector<uint32_t> sizes;    // InputWindowSizes
  std::vector<int32_t> strides;   // InputWindowStrides
  Sizes output_sizes;             // what SLICE1 writes: as many dimensions as the input
  Sizes result_sizes;             // as NumPy counts: a dimension picked by one index is dropped
};

// Integers, start:stop:step and one "..." separated by commas; other dimensions are taken whole.
// Brackets around the text are optional. The window is as small as the elements allow: for
// "[10:0:-3]" it is offset 1, size 10, stride -3, because SLICE1 starts at the window's end when
// the stride is negative. A dimension of which nothing is selected has a window of size 0.
WEFT_API Result<SliceWindow> ParseSlice(std::string_view text, const Sizes& sizes,
                                        const TensorRules& rules = {});

}  // namespace weft
