// SPDX-License-Identifier: MIT
// See quantized_patterns.h. A pattern is a function and a row of the table at the end.
#include "graph/quantized_patterns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace weft::graph {
namespace {

struct Bounds {
  float least, most;
};
std::optional<Bounds> BoundsOf(const FusedActivation& activation) {
  if (std::holds_alternative<ActivationRelu>(activation))
    return Bounds{0, std::numeric_limits<float>::infinity()};
  if (const auto* clip = std::get_if<ElementWiseClip>(&activation); clip && !clip->scale_bias)
    return Bounds{clip->min, clip->max};
  return std::nullopt;
}

std::optional<TensorDesc> DescOf(const std::optional<Operand>& operand) {
  return operand ? std::optional(operand->desc) : std::nullopt;
}
ValueId ValueOf(const std::optional<Operand>& operand) { return operand ? operand->value : kNone; }

// The tensors of a convolution: {N, C, sizes..}, a filter of {output channels, input channels of a
// group, sizes..}, a bias of {1, output channels, 1..}.
struct Convolved {
  Quantized input, filter, result;
  std::optional<Quantized> bias;
};

// The largest absolute value of an integer minus its zero point.
int64_t Highest(const Quantized& tensor) {
  return tensor.integers.desc.type == DataType::Int8 && !tensor.zero_point ? 128 : 255;
}

// Whether the bias has the scale InputScale * FilterScale, up to rounding, and no sum can exceed 32
// bits.
bool SumsFit(const Graph& graph, const Convolved& tensors) {
  constexpr double kRounding = 1e-5;
  const Layout& filter = tensors.filter.integers.desc.layout;
  const int64_t terms = filter.ElementCount() / filter.sizes[0];
  const int64_t most = std::numeric_limits<int32_t>::max();
  const int64_t highest = Highest(tensors.input) * Highest(tensors.filter);
  if (terms == 0 || terms > most / highest) return false;
  if (!tensors.bias) return true;
  if (tensors.bias->integers.desc.type != DataType::Int32 || tensors.bias->zero_point) return false;
  const std::optional<double> input_scale = KnownNumber(graph, tensors.input.scale, 0);
  for (int64_t i = 0; i < filter.sizes[0]; ++i) {
    const std::optional<double> filter_scale = KnownNumber(graph, tensors.filter.scale, i);
    const std::optional<double> scale = KnownNumber(graph, tensors.bias->scale, i);
    const std::optional<double> bias = KnownNumber(graph, tensors.bias->integers, i);
    if (!input_scale || !filter_scale || !scale || !bias) return false;
    const double unit = *input_scale * *filter_scale;
    if (!(std::abs(*scale - unit) <= kRounding * std::abs(unit)) ||
        std::abs(*bias) > double(most - terms * highest))
      return false;
  }
  return true;
}

// `op` has all that is no tensor.
std::optional<Replacement> Convolve(const Graph& graph, const Convolved& described,
                                    QuantizedLinearConvolution op) {
  const auto input = WithShortParameters(graph, described.input, -1);
  const auto filter = WithShortParameters(graph, described.filter, 0);
  if (!input || !filter || !IsBytes(*input) || !IsBytes(*filter)) return std::nullopt;
  Convolved tensors = {*input, *filter, described.result, {}};
  if (described.bias) {
    tensors.bias = WithShortParameters(graph, *described.bias, 1);
    if (!tensors.bias) return std::nullopt;
  }
  if (!SumsFit(graph, tensors)) return std::nullopt;
  const Quantized& result = tensors.result;
  std::optional<Operand> bias;
  if (tensors.bias) bias = tensors.bias->integers;
  op.input = input->integers.desc;
  op.input_scale = input->scale.desc;
  op.input_zero_point = DescOf(input->zero_point);
  op.filter = filter->integers.desc;
  op.filter_scale = filter->scale.desc;
  op.filter_zero_point = DescOf(filter->zero_point);
  op.bias = DescOf(bias);
  op.output_scale = result.scale.desc;
  op.output_zero_point = DescOf(result.zero_point);
  op.output = result.integers.desc;
  return Replacement{std::move(op),
                     {input->integers.value, input->scale.value, ValueOf(input->zero_point),
                      filter->integers.value, filter->scale.value, ValueOf(filter->zero_point),
                      ValueOf(bias), result.scale.value, ValueOf(result.zero_point)}};
}

std::optional<Replacement> ConvolutionOfIntegers(const Graph& graph, const Node& node,
                                                 const Quantized& result) {
  const auto& op = node.op.As<Convolution>();
  const bool has_output_padding =
      std::ranges::any_of(op.output_padding, [](uint32_t size) { return size != 0; });
  if (op.direction != ConvolutionDirection::Forward || op.output.rank() > 4 || has_output_padding ||
      op.mode != ConvolutionMode::CrossCorrelation ||
      (op.fused_activation && !IsSaturation(graph, *op.fused_activation, result)))
    return std::nullopt;
  const auto input = BeforeDequantizing(graph, node, 0),
             filter = BeforeDequantizing(graph, node, 1);
  const auto bias = BeforeDequantizing(graph, node, 2);
  if (!input || !filter || op.bias.has_value() != bias.has_value()) return std::nullopt;
  return Convolve(graph, {*input, *filter, result, bias},
                  {.strides = op.strides,
                   .dilations = op.dilations,
                   .start_padding = op.start_padding,
                   .end_padding = op.end_padding,
                   .group_count = op.group_count});
}

// A product of matrices is a convolution of one tap: the rows of A are pixels, its columns
// channels.
std::optional<Replacement> ProductOfIntegers(const Graph& graph, const Node& node,
                                             const Quantized& result) {
  const auto& op = node.op.As<Gemm>();
  if (op.alpha != 1 || (op.c && op.beta != 1) ||
      (op.fused_activation && !IsSaturation(graph, *op.fused_activation, result)))
    return std::nullopt;
  const int rank = op.output.rank(), row = rank - 2, column = rank - 1;
  // Matrices of matrices: -1 where there is no such dimension.
  const int outer = rank - 4 >= 0 ? 0 : -1, inner = rank - 3;
  const auto arranged = [&](size_t input, std::array<int, 4> dims) -> std::optional<Quantized> {
    const std::optional<Quantized> tensor = BeforeDequantizing(graph, node, input);
    return tensor ? Arranged(*tensor, dims) : tensor;
  };
  const bool turned_a = op.trans_a == MatrixTransform::Transpose;
  const bool turned_b = op.trans_b == MatrixTransform::Transpose;
  const auto a = arranged(0, {outer, turned_a ? row : column, inner, turned_a ? column : row});
  const auto b = arranged(1, {turned_b ? row : column, turned_b ? column : row, -1, -1});
  const auto c = arranged(2, {-1, column, -1, -1});
  const auto pixels = Arranged(result, std::array{outer, column, inner, row});
  if (!a || !b || !pixels || op.c.has_value() != c.has_value()) return std::nullopt;
  return Convolve(graph, {*a, *b, *pixels, c},
                  {.strides = {1, 1},
                   .dilations = {1, 1},
                   .start_padding = {0, 0},
                   .end_padding = {0, 0},
                   .group_count = 1});
}

template <class Op>
std::optional<Replacement> SumOfIntegers(const Graph& graph, const Node& node,
                                         const Quantized& result) {
  if constexpr (requires(const Op& op) { op.fused_activation; })
    if (const auto& activation = node.op.As<Op>().fused_activation;
        activation && !IsSaturation(graph, *activation, result))
      return std::nullopt;
  const auto a = BeforeDequantizing(graph, node, 0), b = BeforeDequantizing(graph, node, 1);
  if (!a || !b || !IsBytes(*a) || !IsBytes(*b)) return std::nullopt;
  return Replacement{
      ElementWiseQuantizedLinearAdd{.a = a->integers.desc,
                                    .a_scale = a->scale.desc,
                                    .a_zero_point = DescOf(a->zero_point),
                                    .b = b->integers.desc,
                                    .b_scale = b->scale.desc,
                                    .b_zero_point = DescOf(b->zero_point),
                                    .output_scale = result.scale.desc,
                                    .output_zero_point = DescOf(result.zero_point),
                                    .output = result.integers.desc},
      {a->integers.value, a->scale.value, ValueOf(a->zero_point), b->integers.value, b->scale.value,
       ValueOf(b->zero_point), result.scale.value, ValueOf(result.zero_point)}};
}

// `op` has all that is no tensor.
std::optional<Replacement> Average(const Graph& graph, const Node& node, const Quantized& result,
                                   QuantizedLinearAveragePooling op) {
  std::optional<Quantized> input = BeforeDequantizing(graph, node, 0);
  if (input) input = WithShortParameters(graph, *input, 1);
  if (!input || !IsBytes(*input)) return std::nullopt;
  op.input = input->integers.desc;
  op.input_scale = input->scale.desc;
  op.input_zero_point = DescOf(input->zero_point);
  op.output_scale = result.scale.desc;
  op.output_zero_point = DescOf(result.zero_point);
  op.output = result.integers.desc;
  return Replacement{std::move(op),
                     {input->integers.value, input->scale.value, ValueOf(input->zero_point),
                      result.scale.value, ValueOf(result.zero_point)}};
}

template <class Op>
std::optional<Replacement> MeansOfIntegers(const Graph& graph, const Node& node,
                                           const Quantized& result) {
  const auto& op = node.op.As<Op>();
  QuantizedLinearAveragePooling pooling = {.strides = op.strides,
                                           .window_size = op.window_size,
                                           .start_padding = op.start_padding,
                                           .end_padding = op.end_padding,
                                           .dilations = std::vector<uint32_t>(op.strides.size(), 1),
                                           .include_padding = op.include_padding};
  if constexpr (requires { op.dilations; }) pooling.dilations = op.dilations;
  return Average(graph, node, result, std::move(pooling));
}

// Each channel of an image is one window.
std::optional<Replacement> MeanOfIntegers(const Graph& graph, const Node& node,
                                          const Quantized& result) {
  const auto& op = node.op.As<Reduce>();
  const Sizes& sizes = op.input.sizes();
  const auto spatial = size_t(std::max(0, sizes.rank() - 2));
  const bool is_each_channel =
      op.axes.size() == spatial && std::ranges::all_of(op.axes, [](uint32_t a) { return a >= 2; });
  if (op.function != ReduceFunction::Average || !is_each_channel || spatial < 2 || spatial > 3)
    return std::nullopt;
  const std::vector<uint32_t> ones(spatial, 1), zeros(spatial, 0);
  return Average(graph, node, result,
                 {.strides = ones,
                  .window_size = std::vector<uint32_t>(sizes.begin() + 2, sizes.end()),
                  .start_padding = zeros,
                  .end_padding = zeros,
                  .dilations = ones});
}

// The operators that may precede QUANTIZE.
struct Pattern {
  OperatorType type;
  std::optional<Replacement> (*replacement)(const Graph& graph, const Node& node,
                                            const Quantized& result);
};
constexpr Pattern kPatterns[] = {
    {OperatorType::Convolution, ConvolutionOfIntegers},
    {OperatorType::Gemm, ProductOfIntegers},
    {OperatorType::ElementWiseAdd, SumOfIntegers<ElementWiseAdd>},
    {OperatorType::ElementWiseAdd1, SumOfIntegers<ElementWiseAdd1>},
    {OperatorType::AveragePooling, MeansOfIntegers<AveragePooling>},
    {OperatorType::AveragePooling1, MeansOfIntegers<AveragePooling1>},
    {OperatorType::Reduce, MeanOfIntegers},
};

}  // namespace

bool IsSaturation(const Graph& graph, const FusedActivation& activation, const Quantized& result) {
  const std::optional<Bounds> bounds = BoundsOf(activation);
  const std::optional<double> scale = KnownNumber(graph, result.scale, 0);
  const std::optional<double> zero =
      result.zero_point ? KnownNumber(graph, *result.zero_point, 0) : 0;
  if (!bounds || !scale || !zero || !(*scale > 0)) return false;
  const double lowest = result.integers.desc.type == DataType::Int8 ? -128 : 0;
  return std::nearbyint(bounds->least / *scale) + *zero <= lowest &&
         std::nearbyint(bounds->most / *scale) + *zero >= lowest + 255;
}

std::optional<Replacement> ReplacementFor(const Graph& graph, const Node& node,
                                          const Quantized& result) {
  const auto* pattern = std::ranges::find(kPatterns, node.op.type(), &Pattern::type);
  if (pattern == std::end(kPatterns)) return std::nullopt;
  return pattern->replacement(graph, node, result);
}

}  // namespace weft::graph
