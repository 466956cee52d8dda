// SPDX-License-Identifier: MIT
// What the operator tests share: a row of a table is an operator with the numbers that go in and
// come out (RunRow) or with the one message that refuses it (ErrorOf). The schema's field table
// tells which members are tensors, so any operator can be described and laid out anew.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "ops/guarded_buffer.h"
#include "oracle/dense.h"
#include "weft/device.h"
#include "weft/schema.h"

namespace weft::test {

// The tensors of `op` in binding order: arrays expanded, null for an optional one that is absent.
inline std::vector<TensorDesc*> Tensors(Operator& op, FieldRole role) {
  std::vector<TensorDesc*> tensors;
  for (const Field& field : Info(op.type()).fields) {
    if (field.role != role) continue;
    if (field.type == FieldType::TensorArray) {
      for (TensorDesc& desc : MemberOf<std::vector<TensorDesc>>(op.mutable_data(), field))
        tensors.push_back(&desc);
    } else if (field.type == FieldType::Tensor && field.optional) {
      auto& desc = MemberOf<std::optional<TensorDesc>>(op.mutable_data(), field);
      tensors.push_back(desc ? &*desc : nullptr);
    } else if (field.type == FieldType::Tensor) {
      tensors.push_back(&MemberOf<TensorDesc>(op.mutable_data(), field));
    }
  }
  return tensors;
}

// Memory for each of `tensors`, in binding order. A buffer of an absent tensor is empty.
class TensorBuffers {
 public:
  TensorBuffers(const std::vector<TensorDesc*>& tensors, uint64_t seed, size_t lead = 64,
                size_t trail = 64)
      : tensors_(tensors) {
    for (const TensorDesc* desc : tensors) {
      const size_t bytes = desc ? oracle::BufferBytes(desc->type, desc->layout) : 0;
      buffers_.emplace_back(bytes, lead, trail, seed++);
    }
  }

  size_t size() const { return buffers_.size(); }
  GuardedBuffer& operator[](size_t i) { return buffers_[i]; }

  void Write(size_t i, const oracle::Dense& values) {
    oracle::Scatter(values, tensors_[i]->layout, buffers_[i].data());
  }
  oracle::Dense Read(size_t i) const {
    return oracle::Gather(tensors_[i]->type, tensors_[i]->layout, buffers_[i].data());
  }
  // Empty when writing `want` to `before` gives buffer i, and nothing else was written.
  std::string Difference(size_t i, const TensorBuffers& before, const oracle::Dense& want,
                         bool exact_nan = true) const {
    return buffers_[i].Difference(before.buffers_[i], want, tensors_[i]->layout, exact_nan);
  }
  friend bool operator==(const TensorBuffers& a, const TensorBuffers& b) {
    return a.buffers_ == b.buffers_;
  }

  std::vector<ConstBuffer> AsInputs() const { return As<ConstBuffer>(buffers_); }
  std::vector<Buffer> AsOutputs() { return As<Buffer>(buffers_); }

 private:
  template <class Binding>
  std::vector<Binding> As(auto& buffers) const {
    std::vector<Binding> bound;
    for (size_t i = 0; i < buffers.size(); ++i)
      bound.push_back(tensors_[i] ? Binding(buffers[i]) : Binding());
    return bound;
  }

  std::vector<TensorDesc*> tensors_;
  std::vector<GuardedBuffer> buffers_;
};

inline oracle::Dense DenseFrom(const TensorDesc& desc, const std::vector<long double>& values) {
  oracle::Dense dense{desc.type, desc.layout.sizes, {}};
  for (long double value : values)
    dense.elements.push_back(oracle::BitsOf(desc.type, {true, 0, value}));
  return dense;
}

// One list of numbers per tensor, in logical order; an empty list for an absent tensor.
struct TensorsRow {
  const char* name;
  Operator op;
  std::vector<std::vector<long double>> inputs;
  std::vector<std::vector<long double>> want;
  CompileOptions options = {};
};

// The row holds at several alignments, and for a compiled operator that runs twice.
inline void RunRow(TensorsRow row) {
  SCOPED_TRACE(row.name);
  const std::vector<TensorDesc*> ins = Tensors(row.op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = Tensors(row.op, FieldRole::Output);
  ASSERT_EQ(ins.size(), row.inputs.size());
  ASSERT_EQ(outs.size(), row.want.size());
  const Result<CompiledOperator> compiled = Compile(row.op, row.options);
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  for (size_t lead : {64, 65, 66, 68, 0}) {
    TensorBuffers inputs(ins, 1, lead, 0), outputs(outs, 2, lead, lead);
    for (size_t i = 0; i < ins.size(); ++i)
      if (ins[i]) inputs.Write(i, DenseFrom(*ins[i], row.inputs[i]));
    const TensorBuffers before = outputs;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const Status status = compiled->Run(inputs.AsInputs(), outputs.AsOutputs());
      ASSERT_TRUE(status.has_value()) << status.error().message;
      for (size_t i = 0; i < outs.size(); ++i) {
        if (!outs[i]) continue;
        ASSERT_EQ(outputs.Difference(i, before, DenseFrom(*outs[i], row.want[i]), false), "")
            << "output " << i << " at " << lead;
      }
    }
  }
}

// For an operator of one output whose inputs, if any, all hold the same numbers.
struct Row {
  const char* name;
  Operator op;
  std::vector<long double> input;
  std::vector<long double> want;
  CompileOptions options = {};
};
inline void RunRow(Row row) {
  const size_t inputs = Tensors(row.op, FieldRole::Input).size();
  RunRow(TensorsRow{row.name, row.op, {inputs, row.input}, {row.want}, row.options});
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
