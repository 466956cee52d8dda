// SPDX-License-Identifier: MIT
// All sizes of a recurrent operator's tensors are one of six numbers, or a multiple of one. A
// message names the field that the number comes from.
#include <array>
#include <string>

#include "base/error.h"
#include "ops/recurrent/recurrent.h"
#include "ops/unary/activation.h"
#include "weft/schema.h"

namespace weft::ops {
namespace {

enum class Extent { One, Directions, Steps, Batch, Inputs, Hidden };

struct Size {
  Extent extent;
  int64_t factor = 1;
};

int64_t ValueOf(const RecurrentFields& fields, Extent extent) {
  switch (extent) {
    case Extent::Directions: return fields.directions();
    case Extent::Steps: return fields.steps();
    case Extent::Batch: return fields.batch();
    case Extent::Inputs: return fields.inputs();
    case Extent::Hidden: return fields.hidden();
    default: return 1;
  }
}

std::string Reason(const RecurrentFields& fields, const Size& size) {
  constexpr std::string_view kDirections[] = {"FORWARD", "BACKWARD", "BIDIRECTIONAL"};
  constexpr std::string_view kFields[] = {"InputTensor.Sizes[1]", "InputTensor.Sizes[2]",
                                          "InputTensor.Sizes[3]", "RecurrenceTensor.Sizes[3]"};
  if (size.extent == Extent::One) return "1 is required";
  const int64_t value = ValueOf(fields, size.extent);
  if (size.extent == Extent::Directions)
    return fmt::format("Direction is {}, which needs {}", kDirections[int(fields.direction)],
                       value);
  const std::string_view field = kFields[int(size.extent) - int(Extent::Steps)];
  if (size.factor == 1) return fmt::format("{} is {}", field, value);
  return fmt::format("{0} * {1} is {0} * {2} = {3}", size.factor, field, value,
                     size.factor * value);  // a size is below 2^32
}

Status CheckTensor(const RecurrentFields& fields, const RecurrentTensor& tensor,
                   const std::array<Size, 4>& sizes) {
  if (tensor.desc == nullptr) return Ok();
  if (tensor.desc->flags == TensorFlags::OwnedByDml)
    return Invalid("{}: {}.Flags is OWNED_BY_DML, but recurrent operators take no such tensor",
                   fields.op, tensor.field);
  for (int dim = 0; dim < 4; ++dim)
    if (const auto& [extent, factor] = sizes[size_t(dim)];
        tensor.desc->sizes()[dim] != factor * ValueOf(fields, extent))
      return Invalid("{}: {}.Sizes[{}] is {}, but {}", fields.op, tensor.field, dim,
                     tensor.desc->sizes()[dim], Reason(fields, sizes[size_t(dim)]));
  return Ok();
}

Status CheckActivations(const RecurrentFields& fields) {
  const size_t wanted = size_t(fields.activations) * size_t(fields.directions());
  if (fields.activation_descs.size() != wanted)
    return Invalid("{}: ActivationDescCount is {}, but {} for each direction make {}", fields.op,
                   fields.activation_descs.size(), fields.activations, wanted);
  for (size_t i = 0; i < wanted; ++i)
    if (const FusedActivation& activation = fields.activation_descs[i]; !ActivationRow(activation))
      return std::visit(
          [&]<class Op>(const Op&) -> Status {
            return Invalid(
                "{}: ActivationDescs[{}] is {}, but a function of one number is required",
                fields.op, i, Info(Op::kType).name);
          },
          activation);
  return Ok();
}

}  // namespace

Status CheckRecurrent(const RecurrentFields& fields) {
  using enum Extent;
  const int64_t gates = fields.gates;
  const std::array<Size, 4> state = {{{One}, {Directions}, {Batch}, {Hidden}}};
  const std::pair<const RecurrentTensor&, std::array<Size, 4>> rows[] = {
      {fields.input, {{{One}, {Steps}, {Batch}, {Inputs}}}},
      {fields.recurrence, {{{One}, {Directions}, {Hidden, gates}, {Hidden}}}},
      {fields.weight, {{{One}, {Directions}, {Hidden, gates}, {Inputs}}}},
      {fields.bias, {{{One}, {One}, {Directions}, {Hidden, 2 * gates}}}},
      {fields.hidden_init, state},
      {fields.cell_init, state},
      {fields.lengths, {{{One}, {One}, {One}, {Batch}}}},
      {fields.peephole, {{{One}, {One}, {Directions}, {Hidden, 3}}}},
      {fields.sequence, {{{Steps}, {Directions}, {Batch}, {Hidden}}}},
      {fields.single, state},
      {fields.cell_single, state},
  };
  for (const auto& [tensor, sizes] : rows) WEFT_RETURN_IF_ERROR(CheckTensor(fields, tensor, sizes));
  if (!fields.sequence.desc && !fields.single.desc && !fields.cell_single.desc)
    return Invalid("{}: all output tensors are missing, but at least 1 is required", fields.op);
  return CheckActivations(fields);
}

}  // namespace weft::ops
