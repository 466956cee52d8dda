// SPDX-License-Identifier: MIT
// See typed.h.
#include "onnx/ops/typed.h"

namespace weft::onnx {

bool Accepts(OperatorType op, DataType type) {
  const SupportTable* const table = SupportAt(Info(op), kNewestFeatureLevel);
  return table != nullptr && !table->tensors.empty() &&
         (table->tensors.front().data_types >> uint32_t(type) & 1) != 0;
}

Result<DataType> ComputeType(OperatorType op, ElementType type) {
  const DataType here = DataTypeOf(type);
  if (Accepts(op, here)) return here;
  if (here == DataType::Float64 && Accepts(op, DataType::Float32)) return DataType::Float32;
  const int bits = weft::SizeBits(here);
  const bool is_small = bits == 8 || bits == 16;
  if (is_small && Accepts(op, DataType::Int32)) return DataType::Int32;
  if (is_small && Accepts(op, DataType::Float32)) return DataType::Float32;
  return NotSupported("tensor({}) is not supported here", Name(type));
}

Status GiveEmpty(Conversion& c, size_t output, ElementType type, const Shape& shape) {
  WEFT_ASSIGN(NewHostValue empty, MakeHost(type, shape));
  c.Set(output, std::move(empty.value));
  return Ok();
}

}  // namespace weft::onnx
