// SPDX-License-Identifier: MIT
// Rotary embeddings: pairs of a head's elements are turned by angles that depend on the position.
#pragma once

#include "onnx/conversion.h"

namespace weft::onnx {

// Cosines and sines of half as many elements as are turned; both are broadcast to x's other
// dimensions.
struct Angles {
  Expression cosine, sine;
};
// x of four dimensions, its last one the elements of a head: the first ones are turned, two that
// are next to each other where they are interleaved, else those at the same index of both halves.
Expression Rotated(Conversion& c, const Expression& x, const Angles& angles, bool is_interleaved);

// Rows of input i, a table of cosines or sines, at these positions of two dimensions.
Result<Expression> RowsAt(Conversion& c, size_t i, const Expression& positions);

}  // namespace weft::onnx
