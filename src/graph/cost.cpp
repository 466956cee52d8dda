// SPDX-License-Identifier: MIT
// See cost.h.
#include "graph/cost.h"

#include "weft/operators.h"

namespace weft::graph {

uint64_t MovedBytes(const TensorDesc& tensor) {
  return (uint64_t(tensor.layout.ElementCount()) * uint64_t(SizeBits(tensor.type)) + 7) / 8;
}

uint64_t Products(const Operator& op) {
  const auto elements = [](const TensorDesc& tensor) {
    return uint64_t(tensor.layout.ElementCount());
  };
  if (op.type() == OperatorType::Gemm) {
    const Gemm& gemm = op.As<Gemm>();
    const int rank = gemm.a.rank();
    const bool transposed = gemm.trans_a == MatrixTransform::Transpose;
    return elements(gemm.output) * uint64_t(gemm.a.sizes()[rank - (transposed ? 2 : 1)]);
  }
  if (op.type() == OperatorType::Convolution) {
    const Convolution& convolution = op.As<Convolution>();
    // Each number of one image meets a filter's numbers for one of its channels.
    const bool forward = convolution.direction == ConvolutionDirection::Forward;
    const TensorDesc& image = forward ? convolution.output : convolution.input;
    if (image.sizes()[1] == 0) return 0;
    return elements(image) * (elements(convolution.filter) / uint64_t(image.sizes()[1]));
  }
  return 0;
}

}  // namespace weft::graph
