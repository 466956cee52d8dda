// SPDX-License-Identifier: MIT
// Drawings for people: a tensor's memory in the terminal, and SVG pictures of a tensor's layout, of
// the elements a slice picks and of a graph's steps. Tensors have at least one element.
#pragma once

#include <string>

#include "weft/graph.h"
#include "weft/slice_text.h"
#include "weft/tensor.h"

namespace weft::draw {

// Boxes in rows of at most `width` columns, the offset of the first cell in front of each row.
std::string DrawMemory(const TensorDesc& tensor, int width, bool colour);

std::string TensorPicture(const TensorDesc& tensor);

// "packed", "padded, broadcast": what strides make of the memory, in words.
std::string Properties(const Layout& layout);

std::string SlicePicture(const std::string& slice, const Sizes& sizes, const SliceWindow& window);

std::string GraphPicture(const GraphOutline& outline);

}  // namespace weft::draw
