// SPDX-License-Identifier: MIT
// The device's life, its failures, and the objects it makes that are not memory.
#include "d3d12/device.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <system_error>

#include "d3d12/adapter.h"
#include "d3d12/caught.h"
#include "d3d12/command_queue.h"
#include "d3d12/descriptor_heap.h"
#include "d3d12/query_heap.h"

namespace weft::d3d12 {
namespace {

// More than any program needs, and still cheap to allocate.
constexpr UINT kMostDescriptors = 1'000'000;
constexpr UINT kMostQueries = 1'000'000;

struct CurrentDevice {
  std::mutex mutex;
  Device* device = nullptr;  // without a reference: programs own it
};

CurrentDevice& TheCurrent() {
  // Never destroyed: programs release objects at exit.
  alignas(CurrentDevice) static std::byte memory[sizeof(CurrentDevice)];
  static CurrentDevice& current = *new (memory) CurrentDevice;
  return current;
}

Status CheckListType(const char* method, const char* field, const D3D12_COMMAND_LIST_TYPE& type) {
  const auto number = Number(type);
  if (number == D3D12_COMMAND_LIST_TYPE_DIRECT || number == D3D12_COMMAND_LIST_TYPE_COMPUTE ||
      number == D3D12_COMMAND_LIST_TYPE_COPY)
    return Ok();
  return Invalid("{}: {} is {}, but DIRECT (0), COMPUTE (2) or COPY (3) is required", method, field,
                 number);
}

Status CheckNodeMask(const char* method, const char* field, UINT mask) {
  if (mask <= 1) return Ok();
  return Invalid("{}: {} is {:#x}, but there is one node: 0 or 1 is required", method, field, mask);
}

}  // namespace

Device* Device::Current() {
  CurrentDevice& current = TheCurrent();
  const std::lock_guard lock(current.mutex);
  if (current.device == nullptr || current.device->removed() || !current.device->TryAddRef())
    current.device = new Device;
  return current.device;
}

Device::~Device() {
  CurrentDevice& current = TheCurrent();
  const std::lock_guard lock(current.mutex);
  if (current.device == this) current.device = nullptr;
}

HRESULT Device::QueryInterface(REFIID riid, void** out) try {
  if (out != nullptr && (riid == __uuidof(ID3D12InfoQueue) || riid == __uuidof(ID3D12InfoQueue1))) {
    *out = static_cast<ID3D12InfoQueue1*>(&messages_);
    AddRef();
    return S_OK;
  }
  return NamedObject::QueryInterface(riid, out);
}
WEFT_CATCH_HRESULT

LUID Device::GetAdapterLuid() { return kAdapterLuid; }

HRESULT Device::Fail(HRESULT result, std::string_view message) noexcept {
  try {
    messages_.Add(D3D12_MESSAGE_CATEGORY_MISCELLANEOUS, D3D12_MESSAGE_SEVERITY_ERROR,
                  D3D12_MESSAGE_ID_UNKNOWN, message);
  } catch (...) {  // then the queue goes without it
  }
  return com::Failure(result, message);
}

HRESULT Device::FailRemoved(std::string_view method) try {
  return com::Failure(
      DXGI_ERROR_DEVICE_REMOVED,
      fmt::format("{}: the device has been removed, GetDeviceRemovedReason is {:#x}", method,
                  uint32_t(GetRemovedReason())));
}
WEFT_CATCH_HRESULT

void Device::Remove(HRESULT reason, std::string_view message) noexcept {
  HRESULT none = S_OK;
  if (!removed_reason_.compare_exchange_strong(none, reason)) return;
  Fail(reason, message);
  std::vector<std::weak_ptr<FenceState>> fences;
  {
    const std::lock_guard lock(fences_mutex_);
    fences.swap(fences_);  // whoever makes another one sees that the device is removed
  }
  for (const auto& fence : fences)
    if (const std::shared_ptr<FenceState> state = fence.lock()) state->Remove();
}

void Device::RemoveBecause(const Error& error) noexcept {
  Remove(com::ToHresult(error.code), error.message);
}

void Device::RemoveDevice() {
  Remove(DXGI_ERROR_DEVICE_REMOVED, "ID3D12Device5::RemoveDevice: the program removed the device");
}

HRESULT Device::CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID riid,
                                   void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateCommandQueue";
  if (out != nullptr) *out = nullptr;
  if (removed()) return FailRemoved(kMethod);
  if (desc == nullptr) return Fail(E_INVALIDARG, fmt::format("{}: pDesc is null", kMethod));
  if (const Status status = CheckListType(kMethod, "Type", desc->Type); !status)
    return Fail(status.error());
  if (const Status status = CheckNodeMask(kMethod, "NodeMask", desc->NodeMask); !status)
    return Fail(status.error());
  if (out == nullptr) return S_FALSE;
  try {
    return com::HandOut(new CommandQueue(this, *desc), riid, out);
  } catch (const std::system_error& error) {  // the system refuses another thread
    return Fail(E_OUTOFMEMORY, fmt::format("{}: {}", kMethod, error.what()));
  }
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateCommandQueue1(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID, REFIID riid,
                                    void** out) try {
  return CreateCommandQueue(desc, riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE type, REFIID riid, void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateCommandAllocator";
  if (out != nullptr) *out = nullptr;
  if (removed()) return FailRemoved(kMethod);
  if (const Status status = CheckListType(kMethod, "type", type); !status)
    return Fail(status.error());
  return out ? com::HandOut(new CommandAllocator(this, type), riid, out) : S_FALSE;
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateCommandList(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                                  ID3D12CommandAllocator* allocator, ID3D12PipelineState*,
                                  REFIID riid, void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateCommandList";
  void* closed = nullptr;
  if (out != nullptr) *out = nullptr;
  if (const HRESULT result = CreateCommandList1(node_mask, type, D3D12_COMMAND_LIST_FLAG_NONE,
                                                CommandList::kOwnId, &closed);
      FAILED(result))
    return result;
  com::ComPtr<CommandList> list;
  list.Attach(static_cast<CommandList*>(closed));
  const Status status = list->Begin(kMethod, allocator);
  if (status && out != nullptr) return com::HandOut(list.Detach(), riid, out);
  return status ? S_FALSE : Fail(status.error());
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateCommandList1(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                                   D3D12_COMMAND_LIST_FLAGS, REFIID riid, void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateCommandList";
  if (out != nullptr) *out = nullptr;
  if (removed()) return FailRemoved(kMethod);
  if (const Status status = CheckListType(kMethod, "type", type); !status)
    return Fail(status.error());
  if (const Status status = CheckNodeMask(kMethod, "nodeMask", node_mask); !status)
    return Fail(status.error());
  return out ? com::HandOut(new CommandList(this, type), riid, out) : S_FALSE;
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateFence(UINT64 value, D3D12_FENCE_FLAGS flags, REFIID riid, void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateFence";
  if (out != nullptr) *out = nullptr;
  if (removed()) return FailRemoved(kMethod);
  if (out == nullptr) return S_FALSE;
  auto state = std::make_shared<FenceState>(value);
  {
    const std::lock_guard lock(fences_mutex_);
    std::erase_if(fences_, [](const auto& fence) { return fence.expired(); });
    fences_.push_back(state);
  }
  if (removed()) state->Remove();  // the removal may have missed it
  return com::HandOut(new Fence(this, std::move(state), flags), riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC* desc, REFIID riid,
                                     void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateDescriptorHeap";
  if (out != nullptr) *out = nullptr;
  if (removed()) return FailRemoved(kMethod);
  const auto check = [&]() -> Status {
    if (desc == nullptr) return Invalid("{}: pDescriptorHeapDesc is null", kMethod);
    const auto type = Number(desc->Type);
    if (type >= D3D12_DESCRIPTOR_HEAP_TYPE_NUM_TYPES)
      return Invalid("{}: Type is {}, but 0 to {} are heap types", kMethod, type,
                     int(D3D12_DESCRIPTOR_HEAP_TYPE_NUM_TYPES) - 1);
    if (desc->NumDescriptors > kMostDescriptors)
      return Invalid("{}: NumDescriptors is {}, but {} are the most", kMethod, desc->NumDescriptors,
                     kMostDescriptors);
    if ((Number(desc->Flags) & D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE) &&
        type >= D3D12_DESCRIPTOR_HEAP_TYPE_RTV)
      return Invalid(
          "{}: Flags has SHADER_VISIBLE, but Type is {}: only CBV_SRV_UAV (0) and "
          "SAMPLER (1) heaps can be",
          kMethod, type);
    return CheckNodeMask(kMethod, "NodeMask", desc->NodeMask);
  };
  if (const Status status = check(); !status) return Fail(status.error());
  return out ? com::HandOut(new DescriptorHeap(this, *desc), riid, out) : S_FALSE;
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateQueryHeap(const D3D12_QUERY_HEAP_DESC* desc, REFIID riid, void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateQueryHeap";
  if (out != nullptr) *out = nullptr;
  if (removed()) return FailRemoved(kMethod);
  const auto check = [&]() -> Status {
    if (desc == nullptr) return Invalid("{}: pDesc is null", kMethod);
    const auto type = Number(desc->Type);
    if (type != D3D12_QUERY_HEAP_TYPE_TIMESTAMP &&
        type != D3D12_QUERY_HEAP_TYPE_COPY_QUEUE_TIMESTAMP)
      return NotSupported(
          "{}: Type is {}, but only TIMESTAMP (1) and COPY_QUEUE_TIMESTAMP (5) are "
          "supported",
          kMethod, type);
    if (desc->Count == 0 || desc->Count > kMostQueries)
      return Invalid("{}: Count is {}, but 1 to {} are possible", kMethod, desc->Count,
                     kMostQueries);
    return CheckNodeMask(kMethod, "NodeMask", desc->NodeMask);
  };
  if (const Status status = check(); !status) return Fail(status.error());
  return out ? com::HandOut(new QueryHeap(this, desc->Count), riid, out) : S_FALSE;
}
WEFT_CATCH_HRESULT

}  // namespace weft::d3d12
