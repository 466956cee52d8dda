// SPDX-License-Identifier: MIT
// See cost.h.
#include "device/cost.h"

#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "ops/attention/attention_parts.h"
#include "schema/tensor_slots.h"
#include "weft/operators.h"
#include "weft/schema.h"

namespace weft {
namespace {

uint64_t Elements(const TensorDesc& tensor) { return uint64_t(tensor.layout.ElementCount()); }

// Of two factors that are products themselves there may be more than an integer counts.
uint64_t Saturated(double products) { return products < 0x1p64 ? uint64_t(products) : UINT64_MAX; }

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
  return Saturated(double(sizes[rank - 3]) * double(sizes[rank - 2]) *
                   double(Elements(op.weight) + Elements(op.recurrence)));
}

// The queries times the keys, and the result times the values.
uint64_t AttentionProducts(const MultiheadAttention1& op) {
  const Result<ops::AttentionParts> parts = ops::FindAttentionParts("", op);
  if (!parts) return 0;
  return Saturated(double(parts->batch) * double(parts->query_heads) * double(parts->queries) *
                   double(parts->all) * double(parts->size + parts->value_size));
}

// How often each element of the output makes the operator look at some of the input.
template <class Op>
double WindowOf(const Op& op) {
  double window = 1;
  for (const uint32_t size : op.window_size) window *= double(size);
  return window;
}
double SamplesOf(uint32_t along_each_axis) {
  return double(along_each_axis) * double(along_each_axis);
}
double RepeatsOf(const Operator& op) {
  switch (op.type()) {
    case OperatorType::AveragePooling: return WindowOf(op.As<AveragePooling>());
    case OperatorType::AveragePooling1: return WindowOf(op.As<AveragePooling1>());
    case OperatorType::LpPooling: return WindowOf(op.As<LpPooling>());
    case OperatorType::LpPooling1: return WindowOf(op.As<LpPooling1>());
    case OperatorType::MaxPooling: return WindowOf(op.As<MaxPooling>());
    case OperatorType::MaxPooling1: return WindowOf(op.As<MaxPooling1>());
    case OperatorType::MaxPooling2: return WindowOf(op.As<MaxPooling2>());
    case OperatorType::RoiAlign: return SamplesOf(op.As<RoiAlign>().minimum_samples_per_output);
    case OperatorType::RoiAlign1: return SamplesOf(op.As<RoiAlign1>().minimum_samples_per_output);
    case OperatorType::RoiAlignGrad:
      return SamplesOf(op.As<RoiAlignGrad>().minimum_samples_per_output);
    default: return 1;
  }
}

uint64_t MostWork(const CompileOptions& options) {
  if (options.most_work > 0) return options.most_work;
  static const uint64_t from_environment = [] {
    const char* const text = std::getenv("WEFT_MAX_WORK");
    const uint64_t number = text ? std::strtoull(text, nullptr, 10) : 0;
    return number > 0 ? number : kUsualMostWork;
  }();
  return from_environment;
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

double Steps(const Operator& op) {
  double elements = 0, repeated = 0;
  for (const TensorSlot& slot : InputSlots(op))
    if (slot.desc) elements += double(slot.desc->layout.ElementCount());
  for (const TensorSlot& slot : OutputSlots(op))
    if (slot.desc) repeated += double(slot.desc->layout.ElementCount());
  // A gradient has its regions among the inputs.
  if (op.type() == OperatorType::RoiAlignGrad)
    repeated = double(op.As<RoiAlignGrad>().input_gradient.layout.ElementCount());
  return elements + repeated * RepeatsOf(op) + double(Products(op));
}

Status CheckWork(const Operator& op, const CompileOptions& options) {
  const uint64_t most = MostWork(options);
  const double steps = Steps(op);
  if (steps <= double(most)) return Ok();
  return NotSupported(
      "{}: it takes {:.4g} steps, elements that are visited and products, but at most {:.4g} are "
      "allowed (WEFT_MAX_WORK)",
      Info(op.type()).name, steps, double(most));
}

}  // namespace weft
