// SPDX-License-Identifier: MIT
// See float_operand.h.
#include "program/float_operand.h"

#include <cmath>
#include <cstring>

#include "strided/convert.h"
#include "strided/view.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

constexpr int64_t kFloatBytes = 4;

void Convert(std::byte* output, const std::byte* const* inputs, int64_t count,
             const void* parameters) {
  (*static_cast<const ConvertRow*>(parameters))(output, inputs[0], count);
}

template <class Integer>
void RoundRow(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  for (int64_t i = 0; i < count; ++i) {
    float x;
    std::memcpy(&x, inputs[0] + i * kFloatBytes, sizeof x);
    output[i] = std::byte(FloatToInteger<Integer>(std::nearbyint(x)));
  }
}

bool IsUsableAsIs(const TensorDesc& tensor, FloatOrder order) {
  if (tensor.type != DataType::Float32) return false;
  if (order == FloatOrder::Any) return true;
  const Layout packed = Layout::Packed(tensor.sizes());
  bool in_order = tensor.layout.offset == 0;
  for (int dim = 0; dim < packed.rank(); ++dim)
    in_order &= packed.sizes[dim] == 1 || packed.strides[dim] == tensor.layout.strides[dim];
  return in_order;
}

Layout PackedFor(const TensorDesc& tensor, FloatOrder order) {
  return order == FloatOrder::Any ? PackedLike(tensor.layout) : Layout::Packed(tensor.sizes());
}

RowFunction FromFloat(DataType type) {
  if (type == DataType::Int8) return RoundRow<int8_t>;
  if (type == DataType::UInt8) return RoundRow<uint8_t>;
  return {Convert, ConverterFor(type, DataType::Float32)};
}

}  // namespace

FloatInput::FloatInput(const TensorDesc& tensor, Temporary& space, FloatOrder order)
    : layout_(tensor.layout) {
  if (IsUsableAsIs(tensor, order)) return;
  layout_ = PackedFor(tensor, order);
  at_ = space.Add(layout_.ElementCount() * kFloatBytes);
  convert_.emplace(MapOperand{layout_, int(kFloatBytes)},
                   std::array<MapOperand, 1>{MapOperand{tensor.layout, SizeBits(tensor.type) / 8}},
                   RowFunction{Convert, ConverterFor(DataType::Float32, tensor.type)});
}

const std::byte* FloatInput::Load(const std::byte* input, std::byte* temporary) const {
  if (!convert_) return input;
  convert_->Run(temporary + at_, {input});
  return temporary + at_;
}

FloatOutput::FloatOutput(const TensorDesc& tensor, Temporary& space, FloatOrder order)
    : layout_(tensor.layout) {
  if (IsUsableAsIs(tensor, order)) return;
  layout_ = PackedFor(tensor, order);
  at_ = space.Add(layout_.ElementCount() * kFloatBytes);
  convert_.emplace(MapOperand{tensor.layout, SizeBits(tensor.type) / 8},
                   std::array<MapOperand, 1>{MapOperand{layout_, int(kFloatBytes)}},
                   FromFloat(tensor.type));
}

std::byte* FloatOutput::Target(std::byte* output, std::byte* temporary) const {
  return convert_ ? temporary + at_ : output;
}

void FloatOutput::Store(std::byte* output, const std::byte* temporary) const {
  if (convert_) convert_->Run(output, {temporary + at_});
}

}  // namespace weft::ops
