// SPDX-License-Identifier: MIT
// The state of a CompiledOperator: the plan, and the requirements of its tensors on their buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "program/program.h"
#include "schema/tensor_slots.h"
#include "weft/device.h"
#include "weft/schema.h"

namespace weft {

// The requirements of a tensor on the buffer bound to it.
struct BufferNeed {
  bool present;  // false: nothing may be bound
  uint64_t bytes;
  uint64_t alignment;

  bool IsMetBy(const void* data, size_t size) const {
    if (!present) return data == nullptr;
    return size >= bytes && (data != nullptr || bytes == 0) &&
           (reinterpret_cast<uintptr_t>(data) & (alignment - 1)) == 0;
  }
};

inline bool IsOwned(const TensorSlot& slot) {
  return slot.desc != nullptr && slot.desc->flags == TensorFlags::OwnedByDml;
}

struct CompiledOperator::State {
  // Persistent memory holds a copy of each OWNED_BY_DML input, then what the program prepares.
  struct OwnedInput {
    size_t index;
    uint64_t offset;
    BufferNeed need;
  };

  // The members that every run reads come first.
  std::vector<BufferNeed> input_needs, output_needs;
  bool always_slow;  // runs need other memory, check values or are traced
  Program program;
  Operator op;  // of a graph: INVALID, and what the slots point into
  std::string_view name;
  bool in_place;
  std::vector<TensorSlot> inputs, outputs;
  std::vector<OwnedInput> owned = {};
  uint64_t prepared_offset = 0;  // of the program's own persistent memory
  uint64_t persistent_bytes = 0;

  static Result<std::shared_ptr<const State>> Make(const Operator& op, Program program);
  // For a graph, which has tensors and a program like an operator. `op` owns the slots' tensors.
  static Result<std::shared_ptr<const State>> Make(const Operator& op, std::string_view name,
                                                   bool in_place, std::vector<TensorSlot> inputs,
                                                   std::vector<TensorSlot> outputs,
                                                   Program program);
  static CompiledOperator Wrap(std::shared_ptr<const State> state) {
    return CompiledOperator(std::move(state));
  }
  static const State& Of(const CompiledOperator& compiled) { return *compiled.state_; }

  Status Initialize(std::span<const ConstBuffer> in, Buffer persistent) const;
  Status RunSlowPath(std::span<const ConstBuffer> in, std::span<const Buffer> out, Buffer temporary,
                     Buffer persistent) const;

 private:
  Status LayOutPersistent();
  Status CheckBuffers(std::span<const ConstBuffer> in, std::span<const Buffer> out) const;
  Status CheckExtra(const char* which, const Buffer& buffer, uint64_t bytes) const;
  Status CheckDisjoint(std::span<const ConstBuffer> in, std::span<const Buffer> out,
                       const Buffer& temporary, const Buffer& persistent) const;
  Status MoveAside(std::span<const Buffer> out, std::span<ConstBuffer> in,
                   std::vector<std::unique_ptr<std::byte[]>>& memory) const;
};

// The program of an operator that has been validated, or was derived from one that has.
Result<Program> PlanChecked(const Operator& op, const CompileOptions& options);

// Null if there is not enough memory.
std::unique_ptr<std::byte[]> TryAllocate(uint64_t bytes);

}  // namespace weft
