// SPDX-License-Identifier: MIT
// Measures how far results are from the exact ones, for the table of docs/numerics.md: every
// float16 and two million float32 through each operator, beside the oracle's answer in long double.
// A section prints the rows of one oracle; another family of operators is another section.
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

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
};

Worst WorstError(const UnaryRow& row, DataType type, const std::vector<uint64_t>& inputs) {
  const std::vector<long double> results = Results(row, type, inputs);
  Worst worst;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const long double x = oracle::ValueOf(type, inputs[i]).real;
    const double ulp = oracle::UlpError(type, results[i], row.answer(x));
    if (ulp > worst.ulp) worst = {ulp, x};
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

}  // namespace
}  // namespace weft

int main() { weft::PrintUnary(); }
