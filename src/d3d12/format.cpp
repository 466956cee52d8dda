// SPDX-License-Identifier: MIT
// The table of formats, and float values written in them.
#include "d3d12/format.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/half.h"

namespace weft::d3d12 {

std::optional<Format> FormatOf(DXGI_FORMAT format) {
  using enum Format::Kind;
  switch (format) {
    case DXGI_FORMAT_UNKNOWN:
    case DXGI_FORMAT_R32_TYPELESS:
    case DXGI_FORMAT_R32_UINT:
    case DXGI_FORMAT_R32_SINT: return Format{1, 4, Integer};
    case DXGI_FORMAT_R32_FLOAT: return Format{1, 4, Float};
    case DXGI_FORMAT_R32G32_UINT:
    case DXGI_FORMAT_R32G32_SINT: return Format{2, 4, Integer};
    case DXGI_FORMAT_R32G32_FLOAT: return Format{2, 4, Float};
    case DXGI_FORMAT_R32G32B32_UINT:
    case DXGI_FORMAT_R32G32B32_SINT: return Format{3, 4, Integer};
    case DXGI_FORMAT_R32G32B32_FLOAT: return Format{3, 4, Float};
    case DXGI_FORMAT_R32G32B32A32_UINT:
    case DXGI_FORMAT_R32G32B32A32_SINT: return Format{4, 4, Integer};
    case DXGI_FORMAT_R32G32B32A32_FLOAT: return Format{4, 4, Float};
    case DXGI_FORMAT_R16_UINT:
    case DXGI_FORMAT_R16_SINT: return Format{1, 2, Integer};
    case DXGI_FORMAT_R16_FLOAT: return Format{1, 2, Float};
    case DXGI_FORMAT_R16_UNORM: return Format{1, 2, Unorm};
    case DXGI_FORMAT_R16_SNORM: return Format{1, 2, Snorm};
    case DXGI_FORMAT_R16G16_UINT:
    case DXGI_FORMAT_R16G16_SINT: return Format{2, 2, Integer};
    case DXGI_FORMAT_R16G16_FLOAT: return Format{2, 2, Float};
    case DXGI_FORMAT_R16G16B16A16_UINT:
    case DXGI_FORMAT_R16G16B16A16_SINT: return Format{4, 2, Integer};
    case DXGI_FORMAT_R16G16B16A16_FLOAT: return Format{4, 2, Float};
    case DXGI_FORMAT_R8_UINT:
    case DXGI_FORMAT_R8_SINT: return Format{1, 1, Integer};
    case DXGI_FORMAT_R8_UNORM: return Format{1, 1, Unorm};
    case DXGI_FORMAT_R8_SNORM: return Format{1, 1, Snorm};
    case DXGI_FORMAT_R8G8_UINT:
    case DXGI_FORMAT_R8G8_SINT: return Format{2, 1, Integer};
    case DXGI_FORMAT_R8G8B8A8_UINT:
    case DXGI_FORMAT_R8G8B8A8_SINT: return Format{4, 1, Integer};
    case DXGI_FORMAT_R8G8B8A8_UNORM: return Format{4, 1, Unorm};
    case DXGI_FORMAT_R8G8B8A8_SNORM: return Format{4, 1, Snorm};
    default: return std::nullopt;
  }
}

uint32_t Format::Bits(float value) const {
  const float most = kind == Kind::Snorm ? float((1 << (8 * channel_bytes - 1)) - 1)
                                         : float((uint64_t(1) << 8 * channel_bytes) - 1);
  const float number = std::isnan(value) ? 0 : value;
  switch (kind) {
    case Kind::Float:
      return channel_bytes == 2 ? FloatToHalf(value).bits : std::bit_cast<uint32_t>(value);
    case Kind::Unorm: return uint32_t(std::lrint(std::clamp(number, 0.f, 1.f) * most));
    case Kind::Snorm: return uint32_t(std::lrint(std::clamp(number, -1.f, 1.f) * most));
    case Kind::Integer: break;
  }
  // Raw views hold whatever the program says, so a float goes in as it is.
  return std::bit_cast<uint32_t>(value);
}

}  // namespace weft::d3d12
