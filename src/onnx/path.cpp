// SPDX-License-Identifier: MIT
// See path.h.
#include "onnx/path.h"

#include <new>

#include "base/error.h"

namespace weft::onnx {
namespace {

constexpr std::align_val_t kLine{64};

}  // namespace

void Memory::Free::operator()(std::byte* memory) const { ::operator delete(memory, kLine); }

Result<Memory> Memory::Allocate(uint64_t bytes) {
  Memory memory;
  auto* const data = static_cast<std::byte*>(::operator new(size_t(bytes), kLine, std::nothrow));
  if (data == nullptr)
    return Fail(ErrorCode::OutOfMemory, "model: {} bytes of memory are not to be had", bytes);
  memory.data_ = std::shared_ptr<std::byte>(data, Free());
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
