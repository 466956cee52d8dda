// SPDX-License-Identifier: MIT
// What the operator tests share: a row of a table is an operator with the numbers that go in and
// come out (RunRow) or with the one message that refuses it (ErrorOf). The schema's field table
// tells which members are tensors, so any operator can be described and laid out anew.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ops/guarded_buffer.h"
#include "oracle/dense.h"
#include "weft/device.h"
#include "weft/schema.h"

namespace weft::test {

// The tensors of `op` in binding order. Only plain, present tensors: what the operators so far
// have.
inline std::vector<TensorDesc*> Tensors(Operator& op, FieldRole role) {
  std::vector<TensorDesc*> tensors;
  for (const Field& field : Info(op.type()).fields)
    if (field.type == FieldType::Tensor && field.role == role && !field.optional)
      tensors.push_back(&MemberOf<TensorDesc>(op.mutable_data(), field));
  return tensors;
}

inline oracle::Dense DenseFrom(const TensorDesc& desc, const std::vector<long double>& values) {
  oracle::Dense dense{desc.type, desc.layout.sizes, {}};
  for (long double value : values)
    dense.elements.push_back(oracle::BitsOf(desc.type, {true, 0, value}));
  return dense;
}

struct Row {
  const char* name;
  Operator op;
  std::vector<long double> input;  // in logical order; empty for an operator without inputs
  std::vector<long double> want;
  CompileOptions options = {};
};

// The row holds at several alignments, and for a compiled operator that runs twice.
inline void RunRow(Row row) {
  SCOPED_TRACE(row.name);
  const std::vector<TensorDesc*> inputs = Tensors(row.op, FieldRole::Input);
  const TensorDesc& out = *Tensors(row.op, FieldRole::Output)[0];
  const Result<CompiledOperator> compiled = Compile(row.op, row.options);
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  for (size_t lead : {64, 65, 66, 68, 0}) {
    std::vector<GuardedBuffer> buffers;
    std::vector<ConstBuffer> bound;
    for (const TensorDesc* input : inputs) {
      buffers.emplace_back(oracle::BufferBytes(input->type, input->layout), lead, 0, 1);
      oracle::Scatter(DenseFrom(*input, row.input), input->layout, buffers.back().data());
      bound.push_back(buffers.back());
    }
    GuardedBuffer output(oracle::BufferBytes(out.type, out.layout), lead, lead, 2);
    const GuardedBuffer before = output;
    const Buffer bound_output = output;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const Status status = compiled->Run(bound, std::span(&bound_output, 1));
      ASSERT_TRUE(status.has_value()) << status.error().message;
      ASSERT_EQ(output.Difference(before, DenseFrom(out, row.want), out.layout, false), "")
          << "at " << lead;
    }
  }
}

// The message that refuses `op`, which Validate and Compile must agree on; "" when it is accepted.
inline std::string ErrorOf(const Operator& op, const CompileOptions& options = {}) {
  const Status status = Validate(op, options);
  const Result<CompiledOperator> compiled = Compile(op, options);
  const std::string validated = status ? "" : status.error().message;
  const std::string planned = compiled ? "" : compiled.error().message;
  EXPECT_EQ(validated, planned);
  if (!status) {
    EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument) << validated;
  }
  return validated;
}

struct ErrorRow {
  Operator op;
  const char* message;
  CompileOptions options = {};
};

inline void ExpectErrors(const std::vector<ErrorRow>& rows) {
  for (const ErrorRow& row : rows) EXPECT_EQ(ErrorOf(row.op, row.options), row.message);
}

}  // namespace weft::test
