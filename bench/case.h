// SPDX-License-Identifier: MIT
// What to measure: a movement (which element of the input goes where in the output), an operator
// that is no single movement, or arithmetic. One description serves Weft, every peer and the Python
// program, so all of them do the same work.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/operators.h"

namespace weft::bench {

enum class Type { F32, F16, U8 };
int SizeBytes(Type type);
std::string_view Name(Type type);          // "f32"
Type TypeFromName(std::string_view name);  // throws std::invalid_argument
DataType DataTypeOf(Type type);

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

// An operator on packed tensors. Those it reads lie one after another in the input memory, those it
// writes in the output memory.
struct OperatorWork {
  Operator op;
  std::vector<Sizes> inputs, outputs;
  int64_t index_count = 0;  // GATHER: its indices, IF: its condition, have memory of their own
  int64_t index_limit = 0;
};
int64_t ElementsIn(const std::vector<Sizes>& tensors);
// The same each time. IF's condition comes as four bytes of 0 or 1 in each.
std::vector<uint32_t> MakeIndices(const OperatorWork& work);

struct Case {
  std::string id;          // "flip_w"
  std::string title;       // "flip W"
  int64_t size_class = 0;  // bytes the output has, about
  double target = 0;       // share of the non-temporal copy wanted at 64 MiB, 2 threads, f32
  Type input_type = Type::F32;
  Type output_type = Type::F32;
  std::vector<Dim> dims;             // the movement; empty when it takes several
  std::optional<OperatorWork> work;  // Weft's operator, where the movement alone does not name it
  // Arithmetic: how far results may differ, as a share of the value. A movement has none.
  std::optional<double> tolerance = {};

  std::string TypeName() const;  // "f32", or "u8>f32" for a cast
  bool HasWindow() const;        // something is cropped, skipped or reversed
  int64_t OutputElements() const;
  int64_t OutputBytes() const;  // of the elements, without gaps
  int64_t MovedBytes() const;   // of the distinct elements read and of those written
  int64_t CopiedBytes() const;  // by the plain copies a case is held against
  int64_t InputOffset() const;  // of the element that goes to output coordinate (0, 0, ...)
  int64_t InputExtent() const;  // elements from the buffer's start to the last one
  int64_t OutputExtent() const;
};

// What to measure; an empty list means everything.
enum class Suite { Move, Elementwise };
struct Selection {
  Suite suite = Suite::Move;
  std::vector<int64_t> size_classes;
  std::vector<Type> types;  // of the output
  std::vector<std::string> ids;
};
std::vector<Case> MakeCases(const Selection& selection);
std::vector<Case> OperatorCases(int64_t bytes, Type type);
std::vector<Case> ElementwiseCases(int64_t bytes);  // of float32 to read, at least

// The same movement with dimensions of size 1 dropped and neighbours joined where both tensors
// allow it: the shortest description gives a library its best chance.
Case Simplified(const Case& original);

// The answer, plainly; bytes of `output` that are no element stay as they are.
void PlainAnswer(const Case& description, const void* input, void* output);
void PlainLoop(const Case& description, const void* input, void* output);  // of a movement
void PlainArithmetic(const Case& description, const void* input, void* output);
// Whether `output` is the plain answer, as near as the case asks.
bool Agrees(const Case& description, const void* output, const void* expected, size_t bytes);

void to_json(nlohmann::json& json, const Case& description);
// The case of the list that has this name, size and type.
void from_json(const nlohmann::json& json, Case& description);

}  // namespace weft::bench
