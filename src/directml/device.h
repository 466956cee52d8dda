// SPDX-License-Identifier: MIT
// IDMLDevice1 and, on a debug device, IDMLDebugDevice. The device is a factory without state but
// for one thing: whether it has been removed. `Do` and `DoOrRemove` are how every method of the
// device and its children runs: nothing after removal, no exception across COM, errors with words.
#pragma once

#include <DirectML.h>

#include <atomic>
#include <memory>
#include <string_view>

#include "base/error.h"
#include "base/guard.h"
#include "d3d12/com.h"
#include "d3d12/direct3d.h"
#include "d3d12/last_error.h"
#include "directml/messages.h"
#include "weft/status.h"

namespace weft::directml {

using com::ComPtr;

class DmlDevice final
    : public com::NamedObject<DmlDevice, IDMLDevice1, IDMLObject, IDMLDevice, IDMLDevice1> {
 public:
  static constexpr GUID kOwnId = com::OwnId(0x100);

  DmlDevice(ID3D12Device* parent, bool debug);

  HRESULT QueryInterface(REFIID riid, void** object) override;

  HRESULT CheckFeatureSupport(DML_FEATURE feature, UINT query_bytes, const void* query,
                              UINT support_bytes, void* support) override;
  HRESULT CreateOperator(const DML_OPERATOR_DESC* desc, REFIID riid, void** ppv) override;
  HRESULT CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags, REFIID riid,
                          void** ppv) override;
  HRESULT CreateOperatorInitializer(UINT count, IDMLCompiledOperator* const* operators, REFIID riid,
                                    void** ppv) override;
  HRESULT CreateCommandRecorder(REFIID riid, void** ppv) override;
  HRESULT CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID riid, void** ppv) override;
  HRESULT Evict(UINT count, IDMLPageable* const* objects) override;
  HRESULT MakeResident(UINT count, IDMLPageable* const* objects) override;
  HRESULT GetDeviceRemovedReason() override;
  HRESULT GetParentDevice(REFIID riid, void** ppv) override;
  HRESULT CompileGraph(const DML_GRAPH_DESC* desc, DML_EXECUTION_FLAGS flags, REFIID riid,
                       void** ppv) override;

  ID3D12Device* parent() const { return parent_.Get(); }
  const std::shared_ptr<Messages>& messages() const { return messages_; }

  // Runs `work`, which returns Result<HRESULT>. An error's message gets "IDMLDevice::Method: " in
  // front, goes where messages go, and its code becomes the HRESULT.
  template <class Work>
  HRESULT Do(std::string_view method, Work work) {
    if (RemovedReason() != S_OK) return RefuseAfterRemoval(method);
    try {
      const Result<HRESULT> result = work();
      return result ? Finish(method, *result) : Fail(method, result.error());
    } catch (...) {
      return Fail(method, CaughtError());
    }
  }

  // For methods that return nothing: an error removes the device. `work` returns Status.
  template <class Work>
  void DoOrRemove(std::string_view method, Work work) {
    if (RemovedReason() != S_OK) return;
    try {
      if (const Status status = work(); !status) Remove(method, status.error());
    } catch (...) {
      Remove(method, CaughtError());
    }
  }

 private:
  // The second interface shares the device's references.
  class DebugFace final : public IDMLDebugDevice {
   public:
    explicit DebugFace(DmlDevice& device) : device_(device) {}
    HRESULT QueryInterface(REFIID riid, void** object) override {
      return device_.QueryInterface(riid, object);
    }
    ULONG AddRef() override { return device_.AddRef(); }
    ULONG Release() override { return device_.Release(); }
    void SetMuteDebugOutput(BOOL mute) override { device_.messages_->Mute(mute != 0); }

   private:
    DmlDevice& device_;
  };

  HRESULT RemovedReason() const;
  HRESULT RefuseAfterRemoval(std::string_view method);
  HRESULT Finish(std::string_view method, HRESULT result);
  HRESULT Fail(std::string_view method, const Error& error) noexcept;
  void Remove(std::string_view method, const Error& error) noexcept;
  Result<HRESULT> CheckPageable(UINT count, IDMLPageable* const* objects);

  const ComPtr<ID3D12Device> parent_;
  const std::shared_ptr<Messages> messages_;
  const bool debug_;
  DebugFace debug_face_{*this};
  std::atomic<HRESULT> removed_reason_ = S_OK;
};

// An object made by a device, which it keeps alive.
template <class Self, class Base, class... Interfaces>
class DeviceChild
    : public com::NamedObject<Self, Base, IDMLObject, IDMLDeviceChild, Interfaces..., Base> {
 public:
  HRESULT GetDevice(REFIID riid, void** ppv) override { return device_->QueryInterface(riid, ppv); }
  DmlDevice& device() const { return *device_.Get(); }

 protected:
  explicit DeviceChild(DmlDevice& device) : device_(&device) {}

 private:
  const ComPtr<DmlDevice> device_;
};

// The object behind an interface a call of `device` was given. Errors name the parameter: "op is
// null".
template <class T>
Result<T*> ChildOf(const DmlDevice& device, IUnknown* object, std::string_view parameter) {
  if (object == nullptr) return Invalid("{} is null", parameter);
  T* const own = com::As<T>(object);
  if (own == nullptr || &own->device() != &device)
    return Invalid("{} belongs to another device", parameter);
  return own;
}

// Gives a new object to the caller. Without `ppv` a caller only wants to know whether it could.
template <class T>
HRESULT HandOutOrProbe(T* object, REFIID riid, void** ppv) {
  if (ppv != nullptr) return com::HandOut(object, riid, ppv);
  ComPtr<IUnknown> unused;
  const HRESULT result =
      com::HandOut(object, riid, reinterpret_cast<void**>(unused.GetAddressOf()));
  return SUCCEEDED(result) ? S_FALSE : result;
}

}  // namespace weft::directml
