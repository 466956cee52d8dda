// SPDX-License-Identifier: MIT
// QUANTIZE, DEQUANTIZE: between numbers and 8-bit or 4-bit integers. A block of neighbours shares a
// scale and a zero point: along a dimension of 12, quantization tensors of size 4 have one for
// every 3 elements. Tensors of 4-bit elements are expanded to one byte per element in temporary
// memory.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/align.h"
#include "base/error.h"
#include "base/split.h"
#include "generated/ops/implementations.h"
#include "ops/quantization/nibbles.h"
#include "ops/quantization/quantize_rows.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/map.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

std::string FieldName(size_t i) { return fmt::format("QuantizationTensors[{}]", i); }

Status CheckType(std::string_view op, size_t i, const TensorDesc& tensor, std::string_view field,
                 const TensorDesc& wanted) {
  if (tensor.type == wanted.type) return Ok();
  return Invalid("{}: {}.DataType is {}, but {}.DataType is {}", op, FieldName(i),
                 Name(tensor.type), field, Name(wanted.type));
}

// Checks everything about the quantization tensors but their types.
template <class Op>
Status CheckTensors(std::string_view op_name, const Op& op) {
  const std::vector<TensorDesc>& tensors = op.quantizations;
  if (op.quantization_type == QuantizationType::None)
    return Invalid("{}: QuantizationType is NONE, but SCALE or SCALE_ZERO_POINT is required",
                   op_name);
  const bool scale_only = op.quantization_type == QuantizationType::Scale;
  const size_t wanted = scale_only ? 1 : 2;
  if (tensors.size() != wanted)
    return Invalid("{}: QuantizationTensorCount is {}, but QuantizationType {} needs {}", op_name,
                   tensors.size(), scale_only ? "SCALE" : "SCALE_ZERO_POINT", wanted);
  for (size_t i = 0; i < tensors.size(); ++i)
    for (int dim = 0; dim < op.input.rank(); ++dim) {
      const int64_t size = op.input.sizes()[dim], parts = tensors[i].sizes()[dim];
      if (parts == 0 ? size != 0 : size % parts != 0)
        return Invalid("{}: {}.Sizes[{}] is {}, but InputTensor.Sizes[{}] is {}, no multiple of it",
                       op_name, FieldName(i), dim, parts, dim, size);
      const int64_t of_scale = tensors[0].sizes()[dim];
      if (parts != 1 && parts != size && of_scale != 1 && of_scale != size && parts != of_scale)
        return Invalid("{}: {}.Sizes[{}] is {}, but {}.Sizes[{}] is {}, which makes other blocks",
                       op_name, FieldName(i), dim, parts, FieldName(0), dim, of_scale);
    }
  return Ok();
}

bool IsNibbles(const TensorDesc& tensor) { return SizeBits(tensor.type) == 4; }

// A tensor of 4-bit elements expanded in temporary memory; any other type is used in its own
// memory.
class Widened {
 public:
  Widened(const TensorDesc& tensor, uint64_t& temporary_bytes) : layout_(tensor.layout) {
    if (!IsNibbles(tensor)) return;
    plan_.emplace(tensor);
    layout_ = Layout::Packed(tensor.sizes());
    offset_ = temporary_bytes;
    temporary_bytes += uint64_t(RoundUp(plan_->bytes(), kLineBytes));
  }
  const Layout& layout() const { return layout_; }
  const std::byte* Read(const Bindings& bind, const std::byte* tensor) const {
    if (!plan_) return tensor;
    plan_->Widen(bind.temporary + offset_, tensor);
    return bind.temporary + offset_;
  }
  // The address to write to, and the conversion that must follow.
  std::byte* Target(const Bindings& bind, std::byte* tensor) const {
    return plan_ ? bind.temporary + offset_ : tensor;
  }
  void Finish(const Bindings& bind, std::byte* tensor) const {
    if (plan_) plan_->Narrow(tensor, bind.temporary + offset_);
  }

 private:
  Layout layout_;
  std::optional<NibblePlan> plan_;
  uint64_t offset_ = 0;
};

int BytesOf(const TensorDesc& tensor) { return (SizeBits(tensor.type) + 7) / 8; }

// Operands: output, input, scale, zero point. A dimension whose elements share scales in blocks is
// two loops: over the blocks, and within one.
LoopNest<4> BlockNest(const std::array<Layout, 4>& layouts) {
  LoopNest<4> nest;
  for (int operand = 0; operand < 4; ++operand) nest.offset[operand] = layouts[operand].offset;
  const Sizes& sizes = layouts[0].sizes;
  for (int dim = 0; dim < sizes.rank(); ++dim) {
    int64_t blocks = 1;
    for (const Layout& layout : layouts)
      if (layout.sizes[dim] != sizes[dim]) blocks = std::max(blocks, layout.sizes[dim]);
    Loop<4> over{blocks, {}}, inside{sizes[dim] / blocks, {}};
    for (int operand = 0; operand < 4; ++operand) {
      const int64_t size = layouts[operand].sizes[dim], stride = layouts[operand].strides[dim];
      if (size == sizes[dim] && inside.count > 1) inside.stride[operand] = stride;
      if (blocks > 1 && size > 1)
        over.stride[operand] = size == sizes[dim] ? inside.count * stride : stride;
    }
    nest.Push(over);
    nest.Push(inside);
  }
  return nest;
}

// The default zero point of unsigned integers is in the middle: 8 for 0 to 15.
std::byte ImpliedZeroPoint(DataType type) {
  return std::byte(type == DataType::UInt4 ? 8 : type == DataType::UInt8 ? 128 : 0);
}

template <class Op>
Program QuantizationProgram(const Op& op, const RowFunction& row, DataType integer) {
  uint64_t temporary_bytes = 0;
  const Widened output(op.output, temporary_bytes), input(op.input, temporary_bytes);
  const TensorDesc& scale = op.quantizations[0];
  std::optional<Widened> zero_point;
  if (op.quantizations.size() == 2) zero_point.emplace(op.quantizations[1], temporary_bytes);
  const Layout zero_point_layout = zero_point ? zero_point->layout() : OneElement(scale.sizes());
  const MapPlan<3> plan(
      BlockNest({output.layout(), input.layout(), scale.layout, zero_point_layout}),
      {BytesOf(op.output), BytesOf(op.input), BytesOf(scale), 1}, row);
  return {.run =
              [=, implied = ImpliedZeroPoint(integer)](const Bindings& bind) {
                const std::byte* zero =
                    zero_point ? zero_point->Read(bind, bind.Input(2)) : &implied;
                plan.Run(output.Target(bind, bind.Output(0)),
                         {input.Read(bind, bind.Input(0)), bind.Input(1), zero});
                output.Finish(bind, bind.Output(0));
              },
          .temporary_bytes = temporary_bytes};
}

}  // namespace

void Infer(Quantize& op) {
  Fill(op.output, op.quantizations.size() > 1 ? op.quantizations[1].type : DataType::UInt8,
       op.input.sizes());
}

Status Validate(const Quantize& op) {
  WEFT_RETURN_IF_ERROR(CheckTensors("QUANTIZE", op));
  const std::vector<TensorDesc>& tensors = op.quantizations;
  WEFT_RETURN_IF_ERROR(CheckType("QUANTIZE", 0, tensors[0], "InputTensor", op.input));
  if (tensors.size() == 1) return Ok();
  return CheckType("QUANTIZE", 1, tensors[1], "OutputTensor", op.output);
}

Result<Program> Plan(const Quantize& op) {
  return QuantizationProgram(op, QuantizeRow(op.input.type, op.input.type, op.output.type),
                             op.output.type);
}

void Infer(Dequantize& op) {
  Fill(op.output, op.quantizations.empty() ? DataType::Float32 : op.quantizations[0].type,
       op.input.sizes());
}

Status Validate(const Dequantize& op) {
  WEFT_RETURN_IF_ERROR(CheckTensors("DEQUANTIZE", op));
  const std::vector<TensorDesc>& tensors = op.quantizations;
  WEFT_RETURN_IF_ERROR(CheckType("DEQUANTIZE", 0, tensors[0], "OutputTensor", op.output));
  if (tensors.size() == 1) return Ok();
  return CheckType("DEQUANTIZE", 1, tensors[1], "InputTensor", op.input);
}

Result<Program> Plan(const Dequantize& op) {
  return QuantizationProgram(op, DequantizeRow(op.input.type, op.output.type), op.input.type);
}

}  // namespace weft::ops
