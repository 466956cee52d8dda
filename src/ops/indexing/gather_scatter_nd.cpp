// SPDX-License-Identifier: MIT
// GATHER_ND, GATHER_ND1: output[batch, i, tail] = input[batch, tuple, tail] with
// tuple = indices[batch, i, ..]: the last dimension of the indices holds coordinates.
// SCATTER_ND: a copy of the input, then output[tuple, tail] = updates[i, tail].
#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

// Tensors may have leading dimensions of size 1 beyond those that count.
struct Tuples {
  const TensorDesc& whole;
  const TensorDesc& indices;
  uint32_t whole_count;    // InputDimensionCount
  uint32_t indices_count;  // IndicesDimensionCount
  uint32_t batch_count;    // BatchDimensionCount

  int WholeBegin() const { return whole.rank() - int(whole_count); }
  int IndicesBegin() const { return indices.rank() - int(indices_count); }
  int64_t Length() const { return indices.sizes()[indices.rank() - 1]; }

  PickedDims Picked() const {
    PickedDims dims(whole.layout, indices.layout);
    for (int i = 0; i < int(indices_count) - 1; ++i)
      dims.Push(i < int(batch_count) ? WholeBegin() + i : -1, IndicesBegin() + i);
    for (int dim = WholeBegin() + int(batch_count) + int(Length()); dim < whole.rank(); ++dim)
      dims.Push(dim, -1);
    return dims;
  }
  IndexTuple Axes() const {
    IndexTuple tuple = {.step = indices.strides()[indices.rank() - 1]};
    const int begin = WholeBegin() + int(batch_count);
    for (int dim = begin; dim < begin + int(Length()); ++dim)
      tuple.Push(whole.sizes()[dim], whole.strides()[dim]);
    return tuple;
  }
};

Status CheckCount(std::string_view op, std::string_view field, uint32_t count,
                  std::string_view tensor_field, const TensorDesc& tensor) {
  if (count == 0) return Invalid("{}: {} is 0, but at least 1 is required", op, field);
  return CheckLeadingOnes(op, tensor_field, tensor, field, count);
}

Status Check(std::string_view op, const Tuples& tuples, std::string_view picked_field,
             const TensorDesc& picked) {
  const auto& [whole, indices, whole_count, indices_count, batch_count] = tuples;
  WEFT_RETURN_IF_ERROR(CheckCount(op, "InputDimensionCount", whole_count, "InputTensor", whole));
  WEFT_RETURN_IF_ERROR(
      CheckCount(op, "IndicesDimensionCount", indices_count, "IndicesTensor", indices));
  if (batch_count >= whole_count)
    return Invalid("{}: BatchDimensionCount is {}, but InputDimensionCount is {}", op, batch_count,
                   whole_count);
  if (batch_count >= indices_count)
    return Invalid("{}: BatchDimensionCount is {}, but IndicesDimensionCount is {}", op,
                   batch_count, indices_count);
  const int64_t most = int64_t(whole_count) - int64_t(batch_count);
  if (tuples.Length() < 1 || tuples.Length() > most)
    return Invalid("{}: IndicesTensor.Sizes[{}] is {}, but a tuple has 1 to {} coordinates", op,
                   indices.rank() - 1, tuples.Length(), most);
  for (int i = 0; i < int(batch_count); ++i) {
    const int whole_dim = tuples.WholeBegin() + i, dim = tuples.IndicesBegin() + i;
    if (indices.sizes()[dim] != whole.sizes()[whole_dim])
      return Invalid("{}: IndicesTensor.Sizes[{}] is {}, but InputTensor.Sizes[{}] is {}", op, dim,
                     indices.sizes()[dim], whole_dim, whole.sizes()[whole_dim]);
  }
  for (int i = 0; i < int(tuples.Length()); ++i)
    WEFT_RETURN_IF_ERROR(
        CheckNotEmpty(op, "InputTensor", whole, tuples.WholeBegin() + int(batch_count) + i));
  return tuples.Picked().Check(op, picked_field, picked);
}

IndexMeaning MeaningOf(std::string_view op, const Tuples& tuples) {
  return {op, "InputTensor", tuples.whole, tuples.WholeBegin() + int(tuples.batch_count), true};
}

Result<Program> PlanGather(std::string_view op, const Tuples& tuples, const TensorDesc& output) {
  return GatherProgram(output, tuples.indices, MeaningOf(op, tuples),
                       tuples.Picked().Tensors(output.layout, tuples.Axes()));
}

Tuples TuplesOf(const GatherNd& op) {
  return {op.input, op.indices, op.input_dimension_count, op.indices_dimension_count, 0};
}
Tuples TuplesOf(const GatherNd1& op) {
  return {op.input, op.indices, op.input_dimension_count, op.indices_dimension_count,
          op.batch_dimension_count};
}
// The output has the input's sizes: it is what the updates go to.
Tuples TuplesOf(const ScatterNd& op) {
  return {op.output, op.indices, op.input_dimension_count, op.indices_dimension_count, 0};
}

}  // namespace

void Infer(GatherNd& op) {
  Fill(op.output, op.input.type,
       TupledSizes(op.input.sizes(), op.indices.sizes(), op.input_dimension_count,
                   op.indices_dimension_count, 0));
}

Status Validate(const GatherNd& op) {
  return Check("GATHER_ND", TuplesOf(op), "OutputTensor", op.output);
}
Result<Program> Plan(const GatherNd& op) {
  return PlanGather("GATHER_ND", TuplesOf(op), op.output);
}

void Infer(GatherNd1& op) {
  Fill(op.output, op.input.type,
       TupledSizes(op.input.sizes(), op.indices.sizes(), op.input_dimension_count,
                   op.indices_dimension_count, op.batch_dimension_count));
}

Status Validate(const GatherNd1& op) {
  return Check("GATHER_ND1", TuplesOf(op), "OutputTensor", op.output);
}
Result<Program> Plan(const GatherNd1& op) {
  return PlanGather("GATHER_ND1", TuplesOf(op), op.output);
}

Status Validate(const ScatterNd& op) {
  return Check("SCATTER_ND", TuplesOf(op), "UpdatesTensor", op.updates);
}
Result<Program> Plan(const ScatterNd& op) {
  const Tuples tuples = TuplesOf(op);
  return ScatterProgram(op.output, op.input, op.indices, MeaningOf("SCATTER_ND", tuples),
                        tuples.Picked().Tensors(op.updates.layout, tuples.Axes()));
}

}  // namespace weft::ops
