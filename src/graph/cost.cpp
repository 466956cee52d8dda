// SPDX-License-Identifier: MIT
// See cost.h.
#include "graph/cost.h"

#include "ops/attention/attention_parts.h"
#include "weft/operators.h"

namespace weft::graph {
namespace {

uint64_t Elements(const TensorDesc& tensor) { return uint64_t(tensor.layout.ElementCount()); }

// Each element of `image` is multiplied by the weights of a filter for one channel.
uint64_t FilterProducts(const TensorDesc& image, const TensorDesc& filter) {
  const int64_t channels = image.sizes()[1];
  return channels == 0 ? 0 : Elements(image) * (Elements(filter) / uint64_t(channels));
}

template <class Op>
uint64_t MatrixProducts(const Op& op) {
  return Elements(op.output) * uint64_t(op.a.sizes()[op.a.rank() - 1]);
}

// Each vector of the sequence is multiplied by all weights, and so is the state.
template <class Op>
uint64_t RecurrentProducts(const Op& op) {
  const Sizes& sizes = op.input.sizes();
  const int rank = sizes.rank();
  return uint64_t(sizes[rank - 3] * sizes[rank - 2]) *
         (Elements(op.weight) + Elements(op.recurrence));
}

// The queries times the keys, and the result times the values.
uint64_t AttentionProducts(const MultiheadAttention1& op) {
  const Result<ops::AttentionParts> parts = ops::FindAttentionParts("", op);
  if (!parts) return 0;
  return uint64_t(parts->batch * parts->query_heads * parts->queries * parts->all) *
         uint64_t(parts->size + parts->value_size);
}

}  // namespace

uint64_t MovedBytes(const TensorDesc& tensor) {
  return (Elements(tensor) * uint64_t(SizeBits(tensor.type)) + 7) / 8;
}

uint64_t Products(const Operator& op) {
  switch (op.type()) {
    case OperatorType::Gemm: {
      const Gemm& gemm = op.As<Gemm>();
      const bool transposed = gemm.trans_a == MatrixTransform::Transpose;
      return Elements(gemm.output) * uint64_t(gemm.a.sizes()[gemm.a.rank() - (transposed ? 2 : 1)]);
    }
    case OperatorType::MatrixMultiplyInteger: return MatrixProducts(op.As<MatrixMultiplyInteger>());
    case OperatorType::MatrixMultiplyIntegerToFloat:
      return MatrixProducts(op.As<MatrixMultiplyIntegerToFloat>());
    case OperatorType::QuantizedLinearMatrixMultiply:
      return MatrixProducts(op.As<QuantizedLinearMatrixMultiply>());
    case OperatorType::Convolution: {
      const Convolution& convolution = op.As<Convolution>();
      const bool forward = convolution.direction == ConvolutionDirection::Forward;
      return FilterProducts(forward ? convolution.output : convolution.input, convolution.filter);
    }
    case OperatorType::ConvolutionInteger: {
      const ConvolutionInteger& convolution = op.As<ConvolutionInteger>();
      return FilterProducts(convolution.output, convolution.filter);
    }
    case OperatorType::QuantizedLinearConvolution: {
      const QuantizedLinearConvolution& convolution = op.As<QuantizedLinearConvolution>();
      return FilterProducts(convolution.output, convolution.filter);
    }
    case OperatorType::Rnn: return RecurrentProducts(op.As<Rnn>());
    case OperatorType::Gru: return RecurrentProducts(op.As<Gru>());
    case OperatorType::Lstm: return RecurrentProducts(op.As<Lstm>());
    case OperatorType::MultiheadAttention:
      return AttentionProducts(ops::AsAttention1(op.As<MultiheadAttention>()));
    case OperatorType::MultiheadAttention1: return AttentionProducts(op.As<MultiheadAttention1>());
    default: return 0;
  }
}

}  // namespace weft::graph
