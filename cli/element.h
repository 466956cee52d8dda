// SPDX-License-Identifier: MIT
// One element of a buffer: stored from a JSON number, printed in the shortest decimal form that
// reads back as the same element of its type.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "cli/json_text.h"
#include "weft/tensor.h"

namespace weft::cli {

// Bytes that `count` elements take; nothing on overflow. 4-bit types pack two in a byte.
std::optional<uint64_t> BytesFor(DataType type, uint64_t count);

// The element's bits, or nothing when the type cannot hold the value: 1.5 and 300 are no UINT8,
// 70000 is no FLOAT16. Rounding is no objection; "nan" and "inf" are numbers of the float types.
std::optional<uint64_t> ElementBits(const Json& value, DataType type);

// start + index * delta: float types round once at the end, integers wrap around.
uint64_t SequenceBits(const Json& start, const Json& delta, uint64_t index, DataType type);

uint64_t LoadElement(std::span<const std::byte> data, DataType type, uint64_t index);
void StoreElement(std::span<std::byte> data, DataType type, uint64_t index, uint64_t bits);
void AppendElement(fmt::memory_buffer& text, std::span<const std::byte> data, DataType type,
                   uint64_t index);

std::string ElementText(uint64_t bits, DataType type);
double ElementNumber(uint64_t bits, DataType type);  // the nearest, for 64-bit integers

}  // namespace weft::cli
