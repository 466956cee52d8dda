// SPDX-License-Identifier: MIT
// The tool's drawings: a tensor's memory in the terminal, and SVG pictures of a tensor's layout and
// of the elements a slice picks.
#pragma once

#include <string>

#include "weft/slice_text.h"
#include "weft/tensor.h"

namespace weft::cli {

// Boxes in rows of at most `width` columns, the offset of the first cell in front of each row.
std::string DrawMemory(const TensorDesc& tensor, int width, bool colour);

std::string TensorPicture(const TensorDesc& tensor, const std::string& properties);

std::string SlicePicture(const std::string& slice, const Sizes& sizes, const SliceWindow& window);

}  // namespace weft::cli
