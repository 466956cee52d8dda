// SPDX-License-Identifier: MIT
// The two helper functions DirectML's documentation offers to copy: how many bytes a tensor needs,
// and the strides of an NCHW or NHWC layout. Same names, parameters and results, except that
// nothing wraps around: sizes are exact in 64 bits.
#pragma once

#include <DirectML.h>

#include <array>
#include <cstdint>

// The bytes a buffer must have for this tensor: the offset of its last element, plus one, in bytes,
// rounded up to a multiple of 4. `strides` may be null for a packed tensor. Sizes {2,3} with
// strides {5,1} reach offset 7, so FLOAT32 needs 32 bytes. 0 for a description that is no tensor
// (unknown type, null or zero sizes, no dimensions or more than 8) or needs more than 64 bits.
inline UINT64 DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE dataType, UINT dimensionCount,
                                      _In_reads_(dimensionCount) const UINT* sizes,
                                      _In_reads_opt_(dimensionCount) const UINT* strides) {
  constexpr UINT64 kMax = UINT64_MAX;
  UINT64 bits = 0;
  switch (static_cast<UINT>(dataType)) {
    case DML_TENSOR_DATA_TYPE_FLOAT64:
    case DML_TENSOR_DATA_TYPE_UINT64:
    case DML_TENSOR_DATA_TYPE_INT64: bits = 64; break;
    case DML_TENSOR_DATA_TYPE_FLOAT32:
    case DML_TENSOR_DATA_TYPE_UINT32:
    case DML_TENSOR_DATA_TYPE_INT32: bits = 32; break;
    case DML_TENSOR_DATA_TYPE_FLOAT16:
    case DML_TENSOR_DATA_TYPE_UINT16:
    case DML_TENSOR_DATA_TYPE_INT16: bits = 16; break;
    case DML_TENSOR_DATA_TYPE_UINT8:
    case DML_TENSOR_DATA_TYPE_INT8: bits = 8; break;
    case 12:  // DML_TENSOR_DATA_TYPE_UINT4 and _INT4, which older target versions do not declare
    case 13: bits = 4; break;
    default: return 0;
  }
  if (!sizes || dimensionCount == 0 || dimensionCount > 8) return 0;

  UINT64 elements = 1;
  for (UINT dim = 0; dim < dimensionCount; ++dim) {
    if (sizes[dim] == 0) return 0;
    if (strides) {  // The last element lies (size - 1) * stride further in every dimension.
      const UINT64 step = (sizes[dim] - UINT64(1)) * strides[dim];
      if (step > kMax - elements) return 0;
      elements += step;
    } else {
      if (elements > kMax / sizes[dim]) return 0;
      elements *= sizes[dim];
    }
  }
  UINT64 bytes = elements / 2 + elements % 2;  // two 4-bit elements share a byte
  if (bits >= 8) {
    if (elements > kMax / (bits / 8)) return 0;
    bytes = elements * (bits / 8);
  }
  return bytes > kMax - 3 ? 0 : (bytes + 3) / 4 * 4;
}

enum class Layout { NCHW, NHWC };

// Strides that put a tensor of these sizes, given in the order N, C, H, W whatever the layout,
// without gaps into memory. A broadcast dimension gets stride 0 and takes no room: NHWC of
// {2,3,4,5} is {60,1,15,3}, and {20,0,5,1} with C broadcast. A stride beyond 32 bits becomes the
// largest one, which no buffer satisfies.
inline std::array<uint32_t, 4> CalculateStrides(Layout layout, std::array<uint32_t, 4> sizes,
                                                std::array<bool, 4> broadcast) {
  enum { N, C, H, W };
  const std::array<int, 4> fastest_first =
      layout == Layout::NHWC ? std::array<int, 4>{C, W, H, N} : std::array<int, 4>{W, H, C, N};
  std::array<uint32_t, 4> strides = {0, 0, 0, 0};
  uint64_t stride = 1;
  for (int dim : fastest_first) {
    if (broadcast[dim]) continue;
    strides[dim] = static_cast<uint32_t>(stride);
    stride *= sizes[dim];
    if (stride > UINT32_MAX) stride = UINT32_MAX;
  }
  return strides;
}
