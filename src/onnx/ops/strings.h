// SPDX-License-Identifier: MIT
// Strings as numbers and numbers as strings.
#pragma once

#include <string>
#include <vector>

#include "onnx/conversion.h"

namespace weft::onnx {

// The number of strings that a tensor of this shape has; an error where there are too many.
Result<size_t> StringCountOf(const Shape& shape);

// The elements of a tensor of strings; an error where there are others.
Result<std::vector<std::string>> TextsOf(const ValueRef& value);

// Input 0 as strings: the shortest texts that say which number it is. INF, -INF and NaN are written
// like this.
Status CastToStrings(Conversion& c, const ValueRef& x);
// Strings as numbers of a type, which has to have them.
Status CastFromStrings(Conversion& c, const ValueRef& x, ElementType type);

}  // namespace weft::onnx
