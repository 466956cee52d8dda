// SPDX-License-Identifier: MIT
// The formats of typed buffer views: how many channels an element has and what is in them.
#pragma once

#include <cstdint>
#include <optional>

#include "d3d12/direct3d.h"

namespace weft::d3d12 {

struct Format {
  enum class Kind : uint8_t { Integer, Float, Unorm, Snorm };
  uint8_t channels;
  uint8_t channel_bytes;
  Kind kind;

  uint32_t bytes() const { return uint32_t(channels) * channel_bytes; }
  // The bits that a clear puts into a channel: of an integer the lowest, a float as the format
  // writes it.
  uint32_t Bits(uint32_t value) const { return value; }
  uint32_t Bits(float value) const;
};

// UNKNOWN means dwords; nothing for formats that buffers cannot have.
std::optional<Format> FormatOf(DXGI_FORMAT format);

}  // namespace weft::d3d12
