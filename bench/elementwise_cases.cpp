// SPDX-License-Identifier: MIT
// The cases that compute: functions of elements, reductions, softmax, a running sum, all on packed
// float32. The plain answers are worked out in double.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "case.h"

namespace weft::bench {
namespace {

constexpr int64_t kRow = 1000;   // softmax of a thousand classes
constexpr double kLoose = 1e-4;  // libraries differ in their last digits

const TensorDesc F32(const Sizes& sizes) { return {DataType::Float32, sizes}; }

struct Maker {
  int64_t bytes;

  Case Make(std::string id, std::string title, double tolerance, const Operator& op,
            const std::vector<Sizes>& inputs, const Sizes& output, Type output_type = Type::F32,
            double target = 0) const {
    return {std::move(id), std::move(title), bytes, target,
            Type::F32,     output_type,      {},    OperatorWork{op, inputs, {output}},
            tolerance};
  }
  template <class Op>
  Case Unary(std::string id, std::string title, int64_t n, double target = 0) const {
    Op op;
    op.input = op.output = F32({n});
    return Make(std::move(id), std::move(title), kLoose, op, {{n}}, {n}, Type::F32, target);
  }
  template <class Op>
  Case Binary(std::string id, std::string title, int64_t n, double target = 0) const {
    Op op;
    op.a = op.b = op.output = F32({n});
    return Make(std::move(id), std::move(title), kLoose, op, {{n}, {n}}, {n}, Type::F32, target);
  }
  Case Sum(std::string id, std::string title, const Sizes& sizes,
           const std::vector<uint32_t>& axes) const {
    Sizes output = sizes;
    for (uint32_t axis : axes) output[int(axis)] = 1;
    return Make(std::move(id), std::move(title), kLoose,
                Reduce{ReduceFunction::Sum, F32(sizes), F32(output), axes}, {sizes}, output);
  }
};

// By the operator's name; null for those that are no function of one element.
double (*FunctionOf(OperatorType type))(double) {
  switch (type) {
    case OperatorType::ElementWiseExp: return [](double x) { return std::exp(x); };
    case OperatorType::ElementWiseTanh: return [](double x) { return std::tanh(x); };
    case OperatorType::ElementWiseErf: return [](double x) { return std::erf(x); };
    case OperatorType::ActivationSigmoid: return [](double x) { return 1 / (1 + std::exp(-x)); };
    case OperatorType::ActivationRelu: return [](double x) { return x > 0 ? x : 0; };
    case OperatorType::ActivationGelu:
      return [](double x) { return 0.5 * x * (1 + std::erf(x * std::sqrt(0.5))); };
    default: return nullptr;
  }
}

// Sums over the dimensions that have size 1 in the output.
void AnswerSum(const Sizes& in, const Sizes& out, const float* input, float* output) {
  std::vector<double> sums(size_t(ElementsIn({out})));
  std::vector<int64_t> at(size_t(in.rank()), 0);
  for (int64_t i = 0; i < ElementsIn({in}); ++i) {
    int64_t place = 0;
    for (int dim = 0; dim < in.rank(); ++dim)
      place = place * out[dim] + (out[dim] == 1 ? 0 : at[size_t(dim)]);
    sums[size_t(place)] += double(input[i]);
    for (int dim = in.rank() - 1; dim >= 0 && ++at[size_t(dim)] == in[dim]; --dim)
      at[size_t(dim)] = 0;
  }
  std::copy(sums.begin(), sums.end(), output);
}

void AnswerRow(OperatorType type, const float* row, int64_t count, float* output) {
  if (type == OperatorType::Argmax) {
    const auto index = uint32_t(std::max_element(row, row + count) - row);
    std::memcpy(output, &index, sizeof index);
    return;
  }
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    sum += type == OperatorType::ActivationSoftmax1 ? std::exp(double(row[i])) : double(row[i]);
    output[i] = float(sum);  // what CUMULATIVE_SUMMATION wants
  }
  if (type == OperatorType::ActivationSoftmax1)
    for (int64_t i = 0; i < count; ++i) output[i] = float(std::exp(double(row[i])) / sum);
}

}  // namespace

std::vector<Case> ElementwiseCases(int64_t bytes) {
  const Maker maker{bytes};
  const int64_t n = bytes / 4, rows = std::max<int64_t>(1, n / kRow);
  const Sizes matrix = {rows, kRow}, column = {rows, 1};
  const Sizes middle = {std::max<int64_t>(1, n >> 18), 256, 1024};
  const TensorDesc row_of_each(DataType::Float32, matrix, Strides{0, 1});
  const ElementWiseAdd add_row{F32(matrix), row_of_each, F32(matrix)};
  const ElementWiseIf pick{{DataType::UInt8, {n}}, F32({n}), F32({n}), F32({n})};
  const ElementWiseLogicalGreaterThan greater{F32({n}), F32({n}), {DataType::UInt8, {n}}};
  std::vector<Case> cases = {
      maker.Binary<ElementWiseAdd>("add", "add", n, 0.9),
      maker.Make("add_row", "add a row to each", kLoose, add_row, {matrix, {kRow}}, matrix),
      maker.Binary<ElementWiseMultiply>("mul", "multiply", n),
      maker.Unary<ElementWiseExp>("exp", "exp", n),
      maker.Unary<ElementWiseTanh>("tanh", "tanh", n),
      maker.Unary<ElementWiseErf>("erf", "erf", n),
      maker.Unary<ActivationSigmoid>("sigmoid", "sigmoid", n),
      maker.Unary<ActivationGelu>("gelu", "gelu", n),
      maker.Unary<ActivationRelu>("relu", "relu", n, 0.9),
      maker.Make("greater", "compare", 0, greater, {{n}, {n}}, {n}, Type::U8),
      maker.Make("if", "if", 0, pick, {{n}, {n}}, {n}),
      maker.Make("softmax", "softmax of 1000", kLoose,
                 ActivationSoftmax1{F32(matrix), F32(matrix), {1}}, {matrix}, matrix),
      maker.Sum("sum_last", "sum over the last axis", matrix, {1}),
      maker.Sum("sum_first", "sum over the first axis", matrix, {0}),
      maker.Sum("sum_middle", "sum over a middle axis", middle, {1}),
      maker.Sum("sum_all", "sum of all", {n}, {0}),
      maker.Make("argmax", "argmax of 1000", 0,
                 Argmax{F32(matrix), {DataType::UInt32, column}, {1}, AxisDirection::Increasing},
                 {matrix}, column),
      maker.Make("cumsum", "running sum of 1000", kLoose,
                 CumulativeSummation{F32(matrix), F32(matrix), 1, AxisDirection::Increasing, false},
                 {matrix}, matrix),
  };
  cases[size_t(10)].work->index_count = n / 4;
  Case cast = {"cast",    "cast f32 to f16",    bytes, 0, Type::F32,
               Type::F16, {{n, 1, 0, 1, n, 1}}, {},    0};
  cases.push_back(std::move(cast));
  return cases;
}

void PlainArithmetic(const Case& description, const void* input, void* output) {
  const OperatorWork& work = description.work.value();
  const OperatorType type = work.op.type();
  const auto* a = static_cast<const float*>(input);
  const float* b = a + ElementsIn({work.inputs[0]});
  auto* to = static_cast<float*>(output);
  const int64_t count = ElementsIn({work.inputs[0]});
  const int64_t repeat = work.inputs.size() > 1 ? ElementsIn({work.inputs[1]}) : 0;
  if (const auto function = FunctionOf(type)) {
    for (int64_t i = 0; i < count; ++i) to[i] = float(function(double(a[i])));
  } else if (type == OperatorType::ElementWiseAdd) {
    for (int64_t i = 0; i < count; ++i) to[i] = a[i] + b[i % repeat];
  } else if (type == OperatorType::ElementWiseMultiply) {
    for (int64_t i = 0; i < count; ++i) to[i] = a[i] * b[i];
  } else if (type == OperatorType::ElementWiseLogicalGreaterThan) {
    for (int64_t i = 0; i < count; ++i) static_cast<uint8_t*>(output)[i] = a[i] > b[i];
  } else if (type == OperatorType::ElementWiseIf) {
    const std::vector<uint32_t> words = MakeIndices(work);
    const auto* condition = reinterpret_cast<const uint8_t*>(words.data());
    for (int64_t i = 0; i < count; ++i) to[i] = condition[i] ? a[i] : b[i];
  } else if (type == OperatorType::Reduce) {
    AnswerSum(work.inputs[0], work.outputs[0], a, to);
  } else if (work.inputs[0].rank() == 2) {
    const int64_t step = work.outputs[0][1];
    for (int64_t row = 0; row < work.inputs[0][0]; ++row)
      AnswerRow(type, a + row * kRow, kRow, to + row * step);
  } else {
    throw std::invalid_argument("no plain answer for " + description.id);
  }
}

bool Agrees(const Case& description, const void* output, const void* expected, size_t bytes) {
  if (description.tolerance.value_or(0) == 0) return std::memcmp(output, expected, bytes) == 0;
  const auto* got = static_cast<const float*>(output);
  const auto* want = static_cast<const float*>(expected);
  for (size_t i = 0; i < bytes / sizeof(float); ++i)
    if (!(std::fabs(got[i] - want[i]) <= *description.tolerance * (1 + std::fabs(want[i]))))
      return false;
  return true;
}

}  // namespace weft::bench
