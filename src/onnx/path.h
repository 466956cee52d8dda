// SPDX-License-Identifier: MIT
// What a model became for inputs of certain shapes: segments, each a compiled graph, one after the
// other. Where what follows depends on values (a condition, a number of rows), a step ends with
// reading them, and the path is for those values alone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "onnx/value.h"
#include "weft/graph.h"

namespace weft::onnx {

// Bytes that begin at a cache line; not set to anything.
class Memory {
 public:
  static Result<Memory> Allocate(uint64_t bytes);
  std::byte* data() const { return data_.get(); }
  size_t size() const { return size_; }
  Buffer buffer() const { return {data_.get(), size_}; }

 private:
  std::shared_ptr<std::byte> data_;
  size_t size_ = 0;
};

inline constexpr int64_t kNoSlot = -1;  // of an input that nothing needs

// Where the bytes of device values are while a model runs: the tensors of the inputs first, those
// in sequences one after the other, then whatever segments give. `bytes` of inputs are the
// caller's.
struct Slot {
  Bytes bytes = {};
  Memory memory = {};
};

struct Segment {
  struct Output {
    int64_t slot;
    uint64_t bytes;
  };
  CompiledGraph graph;
  std::vector<int64_t> inputs;  // slots
  std::vector<Output> outputs;
};

struct Step {
  std::shared_ptr<const Segment> segment;  // null: nothing to compute
  int64_t read_slot = -1;                  // below 0: the last step
  std::vector<std::byte> seen;             // what was read
};

// The shape that an input has now, and all of it where it is strings: those are no device's.
struct InputShape {
  Value::Kind kind = Value::Kind::Tensor;
  ElementType type = ElementType::Undefined;
  Shape shape = {};
  std::vector<std::string> strings = {};
  std::vector<InputShape> items = {};  // of a sequence
  friend bool operator==(const InputShape&, const InputShape&) = default;
};

struct Path {
  std::vector<InputShape> inputs;
  std::vector<Step> steps;
  std::vector<ValueRef> outputs;  // host values, or slots
};

// Memory that one run at a time uses; kept between runs.
struct Workspace {
  Memory temporary;
};

// Runs a segment on slots; its outputs get memory.
Status RunSegment(const Segment& segment, std::vector<Slot>& slots, Workspace& workspace);

}  // namespace weft::onnx
