// SPDX-License-Identifier: MIT
// What differs between two tensors of one type, element by element.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::cli {

struct Tolerance {
  double absolute = 1e-5, relative = 1e-5;

  // |a - b| <= max(absolute, relative * max(|a|, |b|)). NaNs are equal, infinities only themselves.
  bool Allows(double a, double b) const;
};
// "ABSOLUTE,RELATIVE", one number for both, or empty.
Result<Tolerance> ParseTolerance(const std::string& text);

class Differences {
 public:
  Differences(DataType type, const Tolerance& tolerance) : type_(type), tolerance_(tolerance) {}

  void Add(uint64_t x, uint64_t y);  // the bits of the next element of both

  int64_t elements = 0;
  int64_t count = 0;  // of elements that differ by more than is allowed
  int64_t first = 0;  // of these
  // Of all elements; what is not finite has no difference.
  double largest = 0, largest_relative = 0;
  int64_t largest_at = 0, largest_relative_at = 0;

 private:
  DataType type_;
  Tolerance tolerance_;
};

// "[0, 2]": where the i-th element of a tensor of this shape is.
std::string PlaceText(int64_t i, std::span<const int64_t> shape);

}  // namespace weft::cli
