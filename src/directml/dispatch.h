// SPDX-License-Identifier: MIT
// The bindings that a dispatchable requires, and its work. Immutable except for names. The COM
// object, its binding tables and recorded work share it, and recorded work holds nothing else.
//
// A dispatch's descriptors are its slots, in their order: inputs, outputs, the temporary resource
// and, for a compiled operator, the persistent resource.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "d3d12/interop.h"
#include "weft/buffer.h"
#include "weft/status.h"

namespace weft::directml {

// Something that messages name: "GATHER", or "GATHER, named 'x'".
class Named {
 public:
  explicit Named(std::string kind) : kind_(std::move(kind)) {}
  void SetName(std::string name);
  std::string Title() const;

 private:
  const std::string kind_;
  mutable std::mutex mutex_;
  std::string name_;
};

struct Slot {
  enum class Presence {
    Never,     // nothing may be bound
    Optional,  // a resource of 0 bytes
    Required,
  };

  std::string name;  // "InputTensor", "temporary resource"
  const Named* owner;
  Presence presence;
  bool is_owned = false;  // OWNED_BY_DML
  bool is_written = false;
  bool is_scratch = false;
  uint64_t bytes = 0;      // at least as many are bound
  uint64_t alignment = 0;  // of the offset

  std::string Text() const;  // "IndicesTensor of GATHER, named 'x'"
};

class Dispatch : public Named {
 public:
  using Named::Named;
  virtual ~Dispatch() = default;

  std::span<const Slot> slots() const { return slots_; }
  std::span<const Slot> inputs() const { return slots().first(input_count_); }
  std::span<const Slot> outputs() const { return slots().subspan(input_count_, output_count_); }
  size_t temporary() const { return input_count_ + output_count_; }
  std::optional<size_t> persistent() const {
    return slots_.size() > temporary() + 1 ? std::optional(temporary() + 1) : std::nullopt;
  }
  // How many inputs each operator of an initializer has; none for a compiled operator.
  std::span<const size_t> groups() const { return groups_; }
  virtual bool is_initializer() const = 0;
  virtual bool is_volatile() const = 0;  // bindings are read when the work runs, not before

  // An error unless everything required is bound and writable ranges overlap nothing they must not.
  Status CheckComplete(std::span<const d3d12::Descriptor> descriptors) const;

  // The recorded work: reads the descriptors, finds their memory and runs. Must not throw.
  Status Execute(ID3D12Device* device, D3D12_GPU_DESCRIPTOR_HANDLE handle) const;

 protected:
  // One buffer per slot, null where nothing is required.
  virtual Status Run(std::span<const Buffer> buffers) const = 0;
  virtual bool is_in_place() const = 0;

  void AddTemporary(uint64_t bytes);

  std::vector<Slot> slots_;
  size_t input_count_ = 0, output_count_ = 0;
  std::vector<size_t> groups_;

 private:
  Status TryExecute(ID3D12Device* device, D3D12_GPU_DESCRIPTOR_HANDLE handle) const;
  Status CheckHazards(std::span<const d3d12::Descriptor> descriptors) const;
};

}  // namespace weft::directml
