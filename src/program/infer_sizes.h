// SPDX-License-Identifier: MIT
// Helpers of `Infer`: Fill sets the type and sizes that an output was not given, the others compute
// sizes. They take sizes and fields that have not been validated. Where those do not fit together
// they return the input's sizes, and Validate reports the error later.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "weft/tensor.h"

namespace weft {

// These change nothing that is set already. The layout becomes packed.
void FillType(TensorDesc& output, DataType type);
void Fill(TensorDesc& output, DataType type, const Sizes& sizes);
void Fill(std::optional<TensorDesc>& output, DataType type, const Sizes& sizes);

using Wide = __int128;       // holds any product of a size and a field
int64_t SizeOf(Wide value);  // clamped to 0 and kMaxElements + 1

// A pooling window, a convolution's filter or a block of UNFOLD, over the last dimensions. Empty
// `dilations` are ones, empty `output_padding` is zeros.
struct Windows {
  std::span<const uint32_t> sizes, strides, dilations, start_padding, end_padding, output_padding;
};

Sizes Replaced(Sizes sizes, uint32_t axis, int64_t size);
Sizes ReducedSizes(Sizes sizes, std::span<const uint32_t> axes);
Sizes SlicedSizes(Sizes sizes, std::span<const uint32_t> window, std::span<const int32_t> strides);
Sizes PaddedSizes(Sizes sizes, std::span<const uint32_t> start, std::span<const uint32_t> end);
Sizes TiledSizes(Sizes sizes, std::span<const uint32_t> repeats);
Sizes ScaledSizes(Sizes sizes, std::span<const float> scales);
Sizes WindowedSizes(Sizes sizes, const Windows& windows);    // how many windows there are
Sizes UnwindowedSizes(Sizes sizes, const Windows& windows);  // what these windows cover
// The filter has the sizes of the windows and the number of output channels.
Sizes ConvolvedSizes(const Sizes& input, const Sizes& filter, Windows windows);
Sizes TransposedConvolvedSizes(const Sizes& input, const Sizes& filter, Windows windows,
                               uint32_t group_count);
Sizes ColumnSizes(const Sizes& image, const Windows& windows);
Sizes BlockSizes(Sizes sizes, uint32_t block, bool to_space);
Sizes MatrixProductSizes(const Sizes& a, bool trans_a, const Sizes& b, bool trans_b);
Sizes GatheredSizes(const Sizes& input, const Sizes& indices, uint32_t axis, uint32_t index_dims);
Sizes TupledSizes(const Sizes& input, const Sizes& indices, uint32_t input_dims,
                  uint32_t index_dims, uint32_t batch_dims);

}  // namespace weft
