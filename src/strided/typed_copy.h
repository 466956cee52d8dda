// SPDX-License-Identifier: MIT
// A copy between two layouts of the same sizes, whose element types may differ and have 8 bits or
// more: elements are converted on the way.
#pragma once

#include <optional>

#include "strided/convert.h"
#include "strided/copy.h"
#include "strided/map.h"

namespace weft {

// Rows of one of these types to rows of the other.
inline RowFunction ConversionRow(DataType to, DataType from) {
  return {
      [](std::byte* output, const std::byte* const* inputs, int64_t count, const void* parameters) {
        (*static_cast<const ConvertRow*>(parameters))(output, inputs[0], count);
      },
      ConverterFor(to, from)};
}

class TypedCopy {
 public:
  TypedCopy() = default;  // copies nothing
  TypedCopy(DataType to, const Layout& dst, DataType from, const Layout& src) {
    if (to == from)
      copy_ = CopyPlan(SizeBits(to), dst, src);
    else
      convert_.emplace(MapOperand{dst, SizeBits(to) / 8},
                       std::array<MapOperand, 1>{MapOperand{src, SizeBits(from) / 8}},
                       ConversionRow(to, from));
  }

  void Run(std::byte* dst, const std::byte* src) const {
    if (convert_)
      convert_->Run(dst, {src});
    else
      copy_.Run(dst, src);
  }

 private:
  CopyPlan copy_;
  std::optional<MapPlan<1>> convert_;
};

}  // namespace weft
