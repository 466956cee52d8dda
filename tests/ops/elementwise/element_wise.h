// SPDX-License-Identifier: MIT
// What the tests of element-wise operators share: an operator of any type made from the schema, all
// of its tensors of the same sizes, and the values where arithmetic has something to get wrong.
#pragma once

#include <cmath>
#include <vector>

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft::test {

// `types` are those of the inputs in order, then of the outputs; the last one serves the rest.
inline Operator MakeElementWise(OperatorType type, std::vector<DataType> types,
                                const Sizes& sizes) {
  Operator op = Info(type).make();
  size_t next = 0;
  for (FieldRole role : {FieldRole::Input, FieldRole::Output})
    for (TensorDesc* tensor : Tensors(op, role)) {
      if (tensor) *tensor = TensorDesc(types[std::min(next, types.size() - 1)], sizes);
      ++next;
    }
  return op;
}

// The types of the newest table for field `index` among the tensors of the operator.
inline std::vector<DataType> SupportedTypes(OperatorType type, size_t index = 0) {
  const OperatorInfo& info = Info(type);
  std::vector<DataType> types;
  for (const TensorSupport& row : info.support.front().tensors)
    if (row.field == index)
      for (int each = 1; each < kDataTypeCount; ++each)
        if (row.data_types >> each & 1) types.push_back(DataType(each));
  return types;
}

// NaN, infinities, zeros, denormals, limits, halfway cases; for integers those that fit.
inline std::vector<long double> SpecialValues(DataType type) {
  const oracle::Format format = oracle::FormatOf(type);
  std::vector<long double> values = {0, 1, 2, 3, 5, 7, 8, 31, 32, 33, 63, 64, 65, 100, 127};
  if (format.is_float) {
    for (long double x : {0.5L, 1.5L, 2.5L, 0.1L, 3.75L, 1e-3L, 1e4L, 65504.0L, 0x1p-14L, 0x1p-24L,
                          0x1p-126L, 0x1p-149L, 0x1.8p-140L, 3e38L, 1e30L, 16777215.0L, HUGE_VALL})
      values.push_back(x);
    values.push_back(std::nanl(""));
  } else {
    const long double range = std::ldexp(1.0L, 8 * format.bytes);
    const long double highest = format.is_signed ? range / 2 - 1 : range - 1;
    for (long double x : {highest, highest - 1, highest / 2 - 0.5L, range / 4}) values.push_back(x);
    if (format.is_signed) values.push_back(highest + 1);  // its negative is the lowest
  }
  if (format.is_signed)
    for (size_t i = 0, count = values.size(); i < count; ++i) values.push_back(-values[i]);
  return values;
}

// Every pair of special values, as packed tensors of `a` and `b`.
inline std::vector<oracle::Dense> SpecialPairs(DataType a, DataType b) {
  std::vector<long double> as, bs;
  for (long double x : SpecialValues(a))
    for (long double y : SpecialValues(b)) {
      as.push_back(x);
      bs.push_back(y);
    }
  const Sizes sizes = {int64_t(as.size())};
  return {DenseFrom(TensorDesc(a, sizes), as), DenseFrom(TensorDesc(b, sizes), bs)};
}

// Runs `op` on packed inputs, and gives its first output.
inline oracle::Dense RunPacked(Operator op, const std::vector<oracle::Dense>& inputs) {
  const std::vector<TensorDesc*> ins = Tensors(op, FieldRole::Input);
  TensorBuffers in(ins, 1), out(Tensors(op, FieldRole::Output), 2);
  for (size_t i = 0; i < ins.size(); ++i)
    if (ins[i]) in.Write(i, inputs[i]);
  const Status status = Run(op, in.AsInputs(), out.AsOutputs());
  EXPECT_TRUE(status.has_value()) << status.error().message;
  return out.Read(0);
}

inline uint64_t AnyElement(Rng& rng, size_t, DataType type) { return RandomElement(rng, type); }

// Empty when the two agree in every element, any NaN being as good as another.
inline std::string Difference(const oracle::Dense& got, const oracle::Dense& want,
                              const std::vector<oracle::Dense>& inputs) {
  for (size_t i = 0; i < want.elements.size(); ++i) {
    if (got.elements[i] == want.elements[i]) continue;
    if (oracle::IsNan(want.type, want.elements[i]) && oracle::IsNan(got.type, got.elements[i]))
      continue;
    const auto text = [](DataType type, uint64_t bits) {
      return Scalar::FromBits(bits).Text(type);
    };
    std::string of;
    for (const oracle::Dense& input : inputs) of += " " + text(input.type, input.elements[i]);
    return "of" + of + ": " + text(got.type, got.elements[i]) + " instead of " +
           text(want.type, want.elements[i]);
  }
  return "";
}

// Random tensors of these types in random layouts.
inline void ExpectOracleAgrees(OperatorType type, const std::vector<DataType>& types,
                               const Oracle& oracle, int repeats = 25) {
  SCOPED_TRACE(Info(type).name);
  SCOPED_TRACE(Name(types[0]));
  for (uint64_t seed = 1; seed <= uint64_t(repeats); ++seed) {
    Rng rng(seed);
    const Operator op = InRandomLayouts(rng, MakeElementWise(type, types, RandomSizes(rng)));
    ASSERT_EQ(AgainstOracle(rng, op, oracle, {.exact_nan = false, .element = AnyElement}), "")
        << "seed " << seed;
  }
}

}  // namespace weft::test
