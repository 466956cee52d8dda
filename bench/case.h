// SPDX-License-Identifier: MIT
// A movement to measure: which element of the input goes where in the output. One description
// serves Weft's operator, every peer and the Python program, so all of them do the same work.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace weft::bench {

enum class Type { F32, F16, U8 };
int SizeBytes(Type type);
std::string_view Name(Type type);          // "f32"
Type TypeFromName(std::string_view name);  // throws std::invalid_argument

// output[.., i, ..] = input[.., first + step * i, ..]; both tensors have strides of their own.
struct Dim {
  int64_t input_size = 1;
  int64_t input_stride = 0;  // 0 repeats one element
  int64_t first = 0;  // what SLICE1's window begins with, or ends with when it runs backwards
  int64_t step = 1;
  int64_t output_size = 1;
  int64_t output_stride = 0;

  bool IsWhole() const { return first == 0 && step == 1 && input_size == output_size; }
};

struct Case {
  std::string id;          // "flip_w"
  std::string title;       // "flip W"
  int64_t size_class = 0;  // bytes the output has, about
  double target = 0;       // share of the non-temporal copy wanted at 64 MiB, 2 threads, f32
  Type input_type = Type::F32;
  Type output_type = Type::F32;
  std::vector<Dim> dims;

  std::string TypeName() const;  // "f32", or "u8>f32" for a cast
  bool HasWindow() const;        // something is cropped, skipped or reversed
  int64_t OutputElements() const;
  int64_t OutputBytes() const;  // of the elements, without gaps
  int64_t MovedBytes() const;   // of the distinct elements read and of those written
  int64_t InputOffset() const;  // of the element that goes to output coordinate (0, 0, ...)
  int64_t InputExtent() const;  // elements from the buffer's start to the last one
  int64_t OutputExtent() const;
};

// What to measure; an empty list means everything.
struct Selection {
  std::vector<int64_t> size_classes;
  std::vector<Type> types;  // of the output
  std::vector<std::string> ids;
};
std::vector<Case> MakeCases(const Selection& selection);

// The same movement with dimensions of size 1 dropped and neighbours joined where both tensors
// allow it: the shortest description gives a library its best chance.
Case Simplified(const Case& original);

// The answer, element by element; bytes of `output` that are no element stay as they are.
void PlainLoop(const Case& description, const void* input, void* output);

void to_json(nlohmann::json& json, const Case& description);
void from_json(const nlohmann::json& json, Case& description);

}  // namespace weft::bench
