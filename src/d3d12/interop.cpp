// SPDX-License-Identifier: MIT
// The DirectML face's way into the device's objects.
#include "d3d12/interop.h"

#include "d3d12/command_list.h"
#include "d3d12/resource.h"

namespace weft::d3d12 {
namespace {

Result<DescriptorTable*> TableOf(ID3D12Device* device) {
  auto* const own = com::As<Device>(device);
  if (own == nullptr) return Invalid("ID3D12Device: the device is not Weft's");
  return &own->descriptors();
}

}  // namespace

Result<BufferInfo> BufferOf(ID3D12Resource* resource) {
  auto* const own = com::As<Resource>(resource);
  if (own == nullptr)
    return Invalid("ID3D12Resource: the resource is not a buffer of Weft's device");
  return own->Info();
}

Status WriteDescriptors(ID3D12Device* device, D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t first,
                        const std::vector<Descriptor>& descriptors) {
  WEFT_ASSIGN(DescriptorTable* const table, TableOf(device));
  std::vector<View> views;
  for (const Descriptor& descriptor : descriptors) views.push_back({descriptor, {}});
  return table->Write(handle, first, views);
}

Status CheckDescriptors(ID3D12Device* device, D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t count) {
  WEFT_ASSIGN(DescriptorTable* const table, TableOf(device));
  return table->Check(handle, count);
}

Status CheckDescriptors(ID3D12Device* device, D3D12_GPU_DESCRIPTOR_HANDLE handle, uint32_t count) {
  WEFT_ASSIGN(DescriptorTable* const table, TableOf(device));
  return table->Check(handle, count);
}

Result<std::vector<Descriptor>> ReadDescriptors(ID3D12Device* device,
                                                D3D12_GPU_DESCRIPTOR_HANDLE handle,
                                                uint32_t count) {
  WEFT_ASSIGN(DescriptorTable* const table, TableOf(device));
  WEFT_ASSIGN(const std::vector<View> views, table->Read(handle, count));
  return std::vector<Descriptor>(views.begin(), views.end());
}

Status Record(ID3D12CommandList* list, std::function<Status()> work) {
  constexpr const char* kWhat = "ID3D12GraphicsCommandList";
  auto* const own = com::As<CommandList>(list);
  if (own == nullptr) return Invalid("{}: the list is not of Weft's device", kWhat);
  if (own->GetType() == D3D12_COMMAND_LIST_TYPE_COPY)
    return Invalid("{}: the list has type COPY, but DIRECT or COMPUTE is required", kWhat);
  return own->Record(kWhat, std::move(work));
}

void Report(ID3D12Device* device, D3D12_MESSAGE_SEVERITY severity, std::string_view message) {
  if (auto* const own = com::As<Device>(device))
    own->messages().Add(D3D12_MESSAGE_CATEGORY_MISCELLANEOUS, severity, D3D12_MESSAGE_ID_UNKNOWN,
                        message);
}

void Remove(ID3D12Device* device, HRESULT reason) {
  if (auto* const own = com::As<Device>(device))
    own->Remove(reason, "ID3D12Device: DirectML removed the device");
}

}  // namespace weft::d3d12
