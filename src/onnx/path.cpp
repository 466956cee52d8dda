// SPDX-License-Identifier: MIT
// See path.h.
#include "onnx/path.h"

#include "base/allocate.h"
#include "base/error.h"

namespace weft::onnx {

Result<Memory> Memory::Allocate(uint64_t bytes) {
  Memory memory;
  memory.data_ = AllocateLines(bytes);
  if (!memory.data_)
    return Fail(ErrorCode::OutOfMemory, "model: {} bytes of memory are not to be had", bytes);
  memory.size_ = size_t(bytes);
  return memory;
}

Status RunSegment(const Segment& segment, std::vector<Slot>& slots, Workspace& workspace) {
  std::vector<ConstBuffer> inputs;
  inputs.reserve(segment.inputs.size());
  for (const int64_t slot : segment.inputs)
    inputs.push_back(slot == kNoSlot ? ConstBuffer() : ConstBuffer(slots[size_t(slot)].bytes));
  std::vector<Buffer> outputs;
  outputs.reserve(segment.outputs.size());
  for (const Segment::Output& output : segment.outputs) {
    if (slots.size() <= size_t(output.slot)) slots.resize(size_t(output.slot) + 1);
    Slot& slot = slots[size_t(output.slot)];
    WEFT_ASSIGN(slot.memory, Memory::Allocate(output.bytes));
    slot.bytes = {slot.memory.data(), slot.memory.size()};
    outputs.push_back(slot.memory.buffer());
  }
  const uint64_t temporary = segment.graph.temporary_bytes();
  if (workspace.temporary.size() < temporary) {
    workspace.temporary = {};
    WEFT_ASSIGN(workspace.temporary, Memory::Allocate(temporary));
  }
  return segment.graph.Run(inputs, outputs, workspace.temporary.buffer());
}

}  // namespace weft::onnx
