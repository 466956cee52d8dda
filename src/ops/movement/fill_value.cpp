// SPDX-License-Identifier: MIT
// FILL_VALUE_CONSTANT: every element is Value. FILL_VALUE_SEQUENCE: the element with row-major
// index i is ValueStart + i * ValueDelta.
#include <array>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/copy.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

Status CheckValueType(std::string_view op, DataType value, DataType output) {
  if (value == output) return Ok();
  return Invalid("{}: ValueDataType is {}, but OutputTensor.DataType is {}", op, Name(value),
                 Name(output));
}

template <class T>
T ElementFromBits(uint64_t bits) {
  T element;
  std::memcpy(&element, &bits, sizeof(T));
  return element;
}

// start + i * delta. Integers wrap; floats are computed in double and rounded once.
template <class T>
T SequenceElement(T start, T delta, uint64_t i) {
  if constexpr (std::integral<T>)
    return T(uint64_t(start) + i * uint64_t(delta));
  else
    return ConvertElement<T>(ConvertElement<double>(start) +
                             double(i) * ConvertElement<double>(delta));
}

// The second operand of the nest is the row-major index, so loops may have any order.
template <class T>
Program SequenceProgram(const Layout& output, T start, T delta) {
  LoopNest<2> nest = Nest(output, Layout::Packed(output.sizes));
  const int64_t bytes = nest.Iterations() * int64_t(sizeof(T));
  Simplify(nest);
  MakeTileInnermost(nest, 1, 1);
  return {.run = [=](const Bindings& bind) {
    constexpr int64_t kLineElements = kLineBytes / int64_t(sizeof(T));
    if (bytes == 0) return;
    ForEachTask(nest, {1, kLineElements}, ThreadsFor(bytes), [&](const LoopNest<2>& task) {
      const Loop<2> columns = task[task.depth - 1];
      const int64_t step = columns.stride[0] * int64_t(sizeof(T));
      ForEachOffset(task, task.depth - 1, [&](const std::array<int64_t, 2>& offset) {
        std::byte* to = bind.Output(0) + offset[0] * int64_t(sizeof(T));
        uint64_t i = uint64_t(offset[1]);
        for (int64_t c = 0; c < columns.count; ++c, to += step, i += columns.stride[1]) {
          const T element = SequenceElement(start, delta, i);
          std::memcpy(to, &element, sizeof(T));
        }
      });
    });
  }};
}

}  // namespace

// The caller gives the sizes.
void Infer(FillValueConstant& op) { FillType(op.output, op.value_data_type); }
void Infer(FillValueSequence& op) { FillType(op.output, op.value_data_type); }

Status Validate(const FillValueConstant& op) {
  return CheckValueType("FILL_VALUE_CONSTANT", op.value_data_type, op.output.type);
}

Result<Program> Plan(const FillValueConstant& op) {
  const Layout& output = op.output.layout;
  const CopyPlan plan(SizeBits(op.output.type), output, OneElement(output.sizes));
  const uint64_t bits = op.value.Bits(op.value_data_type);
  return Program{.run = [plan, bits](const Bindings& bind) {
    plan.Run(bind.Output(0), reinterpret_cast<const std::byte*>(&bits));
  }};
}

Status Validate(const FillValueSequence& op) {
  return CheckValueType("FILL_VALUE_SEQUENCE", op.value_data_type, op.output.type);
}

Result<Program> Plan(const FillValueSequence& op) {
  return DispatchType(op.output.type, [&]<class T>(ElementTag<T>) -> Result<Program> {
    return SequenceProgram<T>(op.output.layout,
                              ElementFromBits<T>(op.value_start.Bits(op.value_data_type)),
                              ElementFromBits<T>(op.value_delta.Bits(op.value_data_type)));
  });
}

}  // namespace weft::ops
