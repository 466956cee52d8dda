// SPDX-License-Identifier: MIT
// The rules for one buffer tensor, checked in an order that lets each rely on those before it.
// Bytes are counted in 128 bits first, so that the largest legal layout cannot overflow.
#include <fmt/format.h>

#include <bit>
#include <limits>

#include "base/error.h"
#include "base/guard.h"
#include "weft/tensor.h"

namespace weft {
namespace {

using UInt128 = unsigned __int128;

UInt128 RoundUp(UInt128 value, UInt128 multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

UInt128 BytesNeeded(const TensorDesc& tensor) {
  const UInt128 elements = static_cast<uint64_t>(tensor.layout.RequiredElements());
  return RoundUp(elements * static_cast<unsigned>(SizeBits(tensor.type)), 8) / 8;
}

uint64_t Saturate(UInt128 bytes) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  return bytes > kMost ? kMost : static_cast<uint64_t>(bytes);
}

Status CheckTotalBytes(const TensorDesc& tensor, std::string_view where) {
  const UInt128 needed = RoundUp(BytesNeeded(tensor), 4);
  if (needed > std::numeric_limits<uint64_t>::max())
    return Invalid("{}.{}, {} need 2^64 bytes or more", where, ToString(tensor.layout),
                   Name(tensor.type));
  if (tensor.total_bytes == 0) return Ok();
  if (tensor.total_bytes < needed)
    return Invalid("{}.TotalTensorSizeInBytes is {}, but {}, {} need {}", where, tensor.total_bytes,
                   ToString(tensor.layout), Name(tensor.type), static_cast<uint64_t>(needed));
  if (tensor.total_bytes % 4 != 0)
    return Invalid("{}.TotalTensorSizeInBytes is {}, but it must be a multiple of 4", where,
                   tensor.total_bytes);
  return Ok();
}

Status CheckAlignment(const TensorDesc& tensor, std::string_view where) {
  const uint32_t alignment = tensor.base_offset_alignment;
  if (SizeBits(tensor.type) == 4 && tensor.layout.offset % 2 != 0)
    return Invalid("{}.Offset is {}, but a tensor of {} begins at a whole byte: an even offset",
                   where, tensor.layout.offset, Name(tensor.type));
  if (alignment == 0) return Ok();
  if (!std::has_single_bit(alignment))
    return Invalid("{}.GuaranteedBaseOffsetAlignment is {}, but it must be 0 or a power of two",
                   where, alignment);
  const uint32_t least = static_cast<uint32_t>(SizeBits(tensor.type) + 7) / 8;
  if (alignment < least)
    return Invalid("{}.GuaranteedBaseOffsetAlignment is {}, but an element of {} has {} bytes",
                   where, alignment, Name(tensor.type), least);
  return Ok();
}

Status CheckFlags(TensorFlags flags, TensorUse use, std::string_view where) {
  const uint32_t bits = static_cast<uint32_t>(flags);
  if (bits & ~static_cast<uint32_t>(TensorFlags::OwnedByDml))
    return Invalid("{}.Flags is {:#x}, but OWNED_BY_DML (0x1) is the only flag", where, bits);
  if (flags == TensorFlags::OwnedByDml && use == TensorUse::Output)
    return Invalid("{}.Flags is OWNED_BY_DML, but only an input can be", where);
  return Ok();
}

Status CheckWritable(const Layout& layout, std::string_view where) {
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] > 1 && layout.strides[dim] == 0)
      return Invalid("{0}.Strides[{1}] is 0, but Sizes[{1}] is {2} and an output cannot broadcast",
                     where, dim, layout.sizes[dim]);
  if (layout.IsOverlapping())
    return Invalid("{}.{} overlap, but each element of an output needs its own place", where,
                   ToString(layout));
  return Ok();
}

}  // namespace

uint64_t TensorDesc::RequiredBytes() const { return Saturate(BytesNeeded(*this)); }

uint64_t TensorDesc::MinimumTotalBytes() const { return Saturate(RoundUp(BytesNeeded(*this), 4)); }

std::string ToString(const TensorDesc& tensor) try {
  const Layout& layout = tensor.layout;
  std::string text = fmt::format("{{\"DataType\": \"{}\", \"Sizes\": {}", Name(tensor.type),
                                 ToString(layout.sizes));
  if (layout.strides != Layout::Packed(layout.sizes).strides)
    text += fmt::format(", \"Strides\": {}", ToString(layout.strides));
  if (layout.offset != 0) text += fmt::format(", \"Offset\": {}", layout.offset);
  if (tensor.total_bytes != 0)
    text += fmt::format(", \"TotalTensorSizeInBytes\": {}", tensor.total_bytes);
  if (tensor.base_offset_alignment != 0)
    text += fmt::format(", \"GuaranteedBaseOffsetAlignment\": {}", tensor.base_offset_alignment);
  if (tensor.flags == TensorFlags::OwnedByDml) text += ", \"Flags\": \"OWNED_BY_DML\"";
  return text + "}";
}
WEFT_CATCH_TEXT

Status CheckTensor(const TensorDesc& tensor, TensorUse use, std::string_view where,
                   const TensorRules& rules) try {
  const Layout& layout = tensor.layout;
  const uint32_t type = static_cast<uint32_t>(tensor.type);
  if (SizeBits(tensor.type) == 0)
    return Invalid("{}.DataType is {}, but {} to {} is required", where, type, 1,
                   kDataTypeCount - 1);
  const int least = rules.allow_empty ? 0 : 1;
  if (layout.rank() < least)
    return Invalid("{}.DimensionCount is 0, but 1 to {} is required", where, kMaxRank);
  if (const Status status = layout.Check(least); !status)
    return Invalid("{}.{}", where, status.error().message);
  WEFT_RETURN_IF_ERROR(CheckTotalBytes(tensor, where));
  WEFT_RETURN_IF_ERROR(CheckAlignment(tensor, where));
  WEFT_RETURN_IF_ERROR(CheckFlags(tensor.flags, use, where));
  if (use == TensorUse::Output) WEFT_RETURN_IF_ERROR(CheckWritable(layout, where));
  return Ok();
}
WEFT_CATCH

}  // namespace weft
