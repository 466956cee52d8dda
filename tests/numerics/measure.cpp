// SPDX-License-Identifier: MIT
// Measures how far results are from the exact ones, for the table of docs/numerics.md: every
// float16 and two million float32 through each operator, or two million pairs of them, beside the
// oracle's answer in long double.
// A section prints the rows of one oracle; another family of operators is another section. With
// --sums it prints the table of how sums add up instead.
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "numerics/sums_table.h"
#include "ops/random_layout.h"
#include "oracle/normalization.h"
#include "oracle/reduce.h"
#include "oracle/softmax.h"
#include "oracle/ulp.h"
#include "oracle/unary.h"
#include "weft/device.h"
#include "weft/schema.h"

namespace weft {
namespace {

using oracle::UnaryRow;

// Results of the row for elements of `type` with these bits.
std::vector<long double> Results(const UnaryRow& row, DataType type,
                                 const std::vector<uint64_t>& inputs) {
  const size_t bytes = size_t(SizeBits(type)) / 8;
  const TensorDesc desc(type, {int64_t(inputs.size())});
  std::vector<std::byte> in(inputs.size() * bytes), out(in.size());
  oracle::Scatter({type, desc.sizes(), inputs}, desc.layout, in.data());
  const Status status = Run(row.make(desc, desc, {}), {ConstBuffer(in.data(), in.size())},
                            {Buffer(out.data(), out.size())});
  if (!status) std::printf("%s\n", status.error().message.c_str());
  std::vector<long double> results;
  for (uint64_t bits : oracle::Gather(type, desc.layout, out.data()).elements)
    results.push_back(oracle::ValueOf(type, bits).real);
  return results;
}

struct Worst {
  double ulp = 0;
  long double x = 0;
  long double y = 0;  // of operators of two numbers
};

Worst WorstError(const UnaryRow& row, DataType type, const std::vector<uint64_t>& inputs) {
  const std::vector<long double> results = Results(row, type, inputs);
  Worst worst;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const long double x = oracle::ValueOf(type, inputs[i]).real;
    const double ulp = oracle::UlpError(type, results[i], row.answer(x));
    if (ulp > worst.ulp) worst = {ulp, x, 0};
  }
  return worst;
}

// "ELEMENT_WISE_CLIP" and the parameters it was tried with, as JSON prints them.
std::string Title(const UnaryRow& row) {
  const TensorDesc desc(DataType::Float32, {1});
  const std::string text = ToString(row.make(desc, desc, {}));
  std::string attributes = text.substr(text.find('}', text.rfind("\"Sizes\"")) + 1);
  attributes.erase(attributes.find_last_not_of('}') + 1);
  std::string title(Info(row.type).name);
  for (char c : attributes)
    if (c != '"') title += c;
  return title;
}

std::string Text(long double value) {
  if (std::isnan(value)) return "NaN";
  char text[40];
  std::snprintf(text, sizeof text, "%.4Lg", value);
  return text;
}

void PrintUnary() {
  std::vector<uint64_t> halves, floats;
  for (uint64_t bits = 0; bits < 65536; ++bits) halves.push_back(bits);
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 2039) floats.push_back(bits);
  std::vector<uint64_t> special;
  for (long double x : {-HUGE_VALL, -0.0L, HUGE_VALL, std::nanl("")})
    special.push_back(oracle::BitsOf(DataType::Float32, {true, 0, x}));
  std::printf(
      "| Operator | float32 ULP | at x | float16 ULP | f(-Inf) | f(-0) | f(Inf) | f(NaN) |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  for (const UnaryRow& row : oracle::UnaryRows()) {
    const Worst worst = WorstError(row, DataType::Float32, floats);
    const Worst half = WorstError(row, DataType::Float16, halves);
    std::printf("| %s | %.2f | %s | %.2f |", Title(row).c_str(), worst.ulp,
                worst.ulp > 0 ? Text(worst.x).c_str() : "", half.ulp);
    for (long double result : Results(row, DataType::Float32, special))
      std::printf(" %s |", Text(result).c_str());
    std::printf("\n");
    std::fflush(stdout);
  }
}

struct BinaryRow {
  OperatorType type;
  long double (*answer)(long double a, long double b);
};

// Pairs of numbers of moderate size, since most pairs of bit patterns have an infinite power.
Worst WorstError(const BinaryRow& row, DataType type) {
  constexpr int64_t kPairs = 2'000'000;
  const TensorDesc desc(type, {kPairs});
  const size_t bytes = size_t(kPairs * SizeBits(type) / 8);
  std::vector<std::byte> a(bytes), b(bytes), out(bytes);
  test::Rng rng(1);
  for (std::vector<std::byte>* operand : {&a, &b})
    for (int64_t i = 0; i < kPairs; ++i) {
      const long double x = std::ldexp((long double)(rng.Next() | 1), int(rng.Between(-68, -60)));
      const bool negative = operand == &b && rng.Chance(50);
      const uint64_t bits = oracle::BitsOf(type, {true, 0, negative ? -x : x});
      oracle::StoreElement(type, bits, operand->data(), i);
    }
  Operator op = Info(row.type).make();
  for (const Field& field : Info(row.type).fields)
    if (field.type == FieldType::Tensor) MemberOf<TensorDesc>(op.mutable_data(), field) = desc;
  const Status status = Run(op, {ConstBuffer(a.data(), bytes), ConstBuffer(b.data(), bytes)},
                            {Buffer(out.data(), bytes)});
  if (!status) std::printf("%s\n", status.error().message.c_str());
  Worst worst;
  const auto value = [type](const std::vector<std::byte>& elements, int64_t i) {
    return oracle::ValueOf(type, oracle::LoadElement(type, elements.data(), i)).real;
  };
  for (int64_t i = 0; i < kPairs; ++i) {
    const long double x = value(a, i), y = value(b, i);
    const double ulp = oracle::UlpError(type, value(out, i), row.answer(x, y));
    if (ulp > worst.ulp) worst = {ulp, x, y};
  }
  return worst;
}

void PrintBinary() {
  const std::vector<BinaryRow> rows = {
      {OperatorType::ElementWiseAdd, [](long double a, long double b) { return a + b; }},
      {OperatorType::ElementWiseMultiply, [](long double a, long double b) { return a * b; }},
      {OperatorType::ElementWiseDivide, [](long double a, long double b) { return a / b; }},
      {OperatorType::ElementWiseModulusTruncate, std::fmod},
      {OperatorType::ElementWisePow, std::pow},
      {OperatorType::ElementWiseAtanYx, std::atan2},
  };
  std::printf("\n| Operator | float32 ULP | at a, b | float16 ULP |\n|---|---|---|---|\n");
  for (const BinaryRow& row : rows) {
    const Worst worst = WorstError(row, DataType::Float32);
    const std::string at = Text(worst.x) + ", " + Text(worst.y);
    std::printf("| %s | %.2f | %s | %.2f |\n", std::string(Info(row.type).name).c_str(), worst.ulp,
                worst.ulp > 0 ? at.c_str() : "", WorstError(row, DataType::Float16).ulp);
    std::fflush(stdout);
  }
}

// An operator of whole lines and the answer for its inputs, all of which but the first hold one
// number per column or line.
struct LineRow {
  const char* title;
  Operator (*make)(const TensorDesc& lines);
  std::vector<oracle::Bounded> (*answer)(const std::vector<oracle::Dense>& inputs);
  bool cancels = false;  // a result near 0 has the error of the numbers that cancel in it
};

// In units of the last place of the result; where numbers cancel, at least of 1.
double WorstError(const LineRow& row, DataType type) {
  const TensorDesc lines(type, {500, 1000});
  Operator op = row.make(lines);
  test::Rng rng(1);
  std::vector<oracle::Dense> inputs;
  std::vector<std::vector<std::byte>> memory;
  TensorDesc output;
  for (const Field& field : Info(op.type()).fields) {
    if (field.type != FieldType::Tensor) continue;
    TensorDesc desc;
    if (field.optional)
      desc = MemberOf<std::optional<TensorDesc>>(op.mutable_data(), field).value_or(desc);
    else
      desc = MemberOf<TensorDesc>(op.mutable_data(), field);
    if (field.role == FieldRole::Output) output = desc;
    if (field.role != FieldRole::Input) continue;
    oracle::Dense dense{desc.type, desc.sizes(), {}};
    for (int64_t i = 0; desc.rank() > 0 && i < desc.layout.ElementCount(); ++i) {
      const long double number = (long double)(rng.Between(1, 4'000'000)) / 1e6L;
      dense.elements.push_back(oracle::BitsOf(desc.type, {true, 0, number}));
    }
    inputs.push_back(dense);
    memory.emplace_back(desc.RequiredBytes());
    if (desc.rank() > 0) oracle::Scatter(dense, desc.layout, memory.back().data());
  }
  std::vector<ConstBuffer> in;
  for (const auto& each : memory)
    in.push_back(each.empty() ? ConstBuffer() : ConstBuffer(each.data(), each.size()));
  std::vector<std::byte> result(output.RequiredBytes());
  const std::vector<Buffer> out = {Buffer(result.data(), result.size())};
  const Status status = Run(op, in, out);
  if (!status) std::printf("%s\n", status.error().message.c_str());
  const std::vector<oracle::Bounded> want = row.answer(inputs);
  double worst = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    const uint64_t bits = oracle::LoadElement(type, result.data(), int64_t(i));
    const long double unit =
        oracle::UlpAt(type, std::fmax(std::fabs(want[i].value), row.cancels ? 1 : 0));
    worst = std::fmax(worst,
                      double(std::fabs(oracle::ValueOf(type, bits).real - want[i].value) / unit));
  }
  return worst;
}

template <ReduceFunction kFunction>
LineRow ReduceRow(const char* title) {
  return {title,
          [](const TensorDesc& lines) -> Operator {
            return Reduce{kFunction, lines, {lines.type, {lines.sizes()[0], 1}}, {1}};
          },
          [](const std::vector<oracle::Dense>& in) {
            return oracle::ReduceFloats(kFunction, in[0], {1});
          }};
}
template <bool kLog>
LineRow SoftmaxRow(const char* title) {
  return {title,
          [](const TensorDesc& lines) -> Operator {
            if (kLog) return ActivationLogSoftmax1{lines, lines, {1}};
            return ActivationSoftmax1{lines, lines, {1}};
          },
          [](const std::vector<oracle::Dense>& in) { return oracle::Softmax(in[0], {1}, kLog); },
          kLog};
}

void PrintLines() {
  const std::vector<LineRow> rows = {
      ReduceRow<ReduceFunction::Sum>("REDUCE, Function: SUM"),
      ReduceRow<ReduceFunction::Average>("REDUCE, Function: AVERAGE"),
      ReduceRow<ReduceFunction::L2>("REDUCE, Function: L2"),
      ReduceRow<ReduceFunction::LogSumExp>("REDUCE, Function: LOG_SUM_EXP"),
      SoftmaxRow<false>("ACTIVATION_SOFTMAX1"),
      SoftmaxRow<true>("ACTIVATION_LOG_SOFTMAX1"),
      {"MEAN_VARIANCE_NORMALIZATION2",
       [](const TensorDesc& lines) -> Operator {
         const TensorDesc columns(lines.type, {1, lines.sizes()[1]});
         return MeanVarianceNormalization2{.input = lines,
                                           .scale = columns,
                                           .bias = columns,
                                           .output = lines,
                                           .axes = {1},
                                           .use_mean = true,
                                           .use_variance = true};
       },
       [](const std::vector<oracle::Dense>& in) {
         return oracle::MeanVariance(in, {in[0].sizes[0], 1}, true, true, 0);
       },
       true},
      {"BATCH_NORMALIZATION",
       [](const TensorDesc& lines) -> Operator {
         const TensorDesc columns(lines.type, {1, lines.sizes()[1]});
         return BatchNormalization{.input = lines,
                                   .mean = columns,
                                   .variance = columns,
                                   .scale = columns,
                                   .bias = columns,
                                   .output = lines};
       },
       [](const std::vector<oracle::Dense>& in) { return oracle::BatchNormalization(in, 0); },
       true},
      {"LP_NORMALIZATION, P: 2",
       [](const TensorDesc& lines) -> Operator {
         return LpNormalization{.input = lines, .output = lines, .axis = 1, .p = 2};
       },
       [](const std::vector<oracle::Dense>& in) { return oracle::LpNormalize(in[0], 1, 2, 0); }},
  };
  std::printf("\n| Operator | float32 ULP | float16 ULP |\n|---|---|---|\n");
  for (const LineRow& row : rows)
    std::printf("| %s%s | %.2f | %.2f |\n", row.title, row.cancels ? " *" : "",
                WorstError(row, DataType::Float32), WorstError(row, DataType::Float16));
}

}  // namespace
}  // namespace weft

int main(int count, char** arguments) {
  if (count == 2 && arguments[1] == std::string_view("--sums")) {
    std::fputs(weft::test::SumsTable().c_str(), stdout);
    return 0;
  }
  weft::PrintUnary();
  weft::PrintBinary();
  weft::PrintLines();
}
