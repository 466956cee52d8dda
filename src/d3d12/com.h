// SPDX-License-Identifier: MIT
// What every COM object here shares: references, QueryInterface, private data and a name. A class
// has its interfaces as template arguments, and an ID, kOwnId, by which `As` distinguishes it from
// objects of another implementation.
#pragma once

#include <wsl/wrladapter.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "d3d12/direct3d.h"
#include "d3d12/last_error.h"

namespace weft::com {

using Microsoft::WRL::ComPtr;

// IDs for kOwnId: one number for each class.
constexpr GUID OwnId(uint16_t number) {
  return {0x77656674, number, 0x4d4c, {0x9c, 0x5e, 0x2b, 0x71, 0x0d, 0xe8, 0x43, 0xa6}};
}

// `Interfaces` are all those a caller may ask for, ancestors included, but for IUnknown. `Base` is
// the newest of them, or a class that derives from it alone. `Self` is final: it is deleted here.
template <class Self, class Base, class... Interfaces>
class Object : public Base {
 public:
  HRESULT QueryInterface(REFIID riid, void** object) override {
    if (object == nullptr) return E_POINTER;
    *object = nullptr;
    if (riid == __uuidof(IUnknown) || (... || (riid == __uuidof(Interfaces))))
      *object = static_cast<Base*>(this);
    else if (riid == Self::kOwnId)
      *object = static_cast<Self*>(this);
    else
      return E_NOINTERFACE;
    AddRef();
    return S_OK;
  }
  ULONG AddRef() override { return references_.fetch_add(1, std::memory_order_relaxed) + 1; }
  ULONG Release() override {
    const ULONG left = references_.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if (left == 0) delete static_cast<Self*>(this);
    return left;
  }
  // Takes a reference unless the last one is gone and the object is being destroyed.
  bool TryAddRef() {
    ULONG seen = references_.load(std::memory_order_relaxed);
    while (seen != 0)
      if (references_.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire)) return true;
    return false;
  }

 protected:
  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

 private:
  std::atomic<ULONG> references_ = 1;  // the creator's
};

// Values and interfaces that programs attach to an object, by GUID.
class PrivateData {
 public:
  HRESULT Get(REFGUID guid, UINT* size, void* data) const;
  HRESULT Set(REFGUID guid, UINT size, const void* data);  // null data removes the entry
  HRESULT SetInterface(REFGUID guid, const IUnknown* data);
  HRESULT SetName(LPCWSTR name);
  std::string Name() const;  // in UTF-8; empty without a name

 private:
  struct Entry {
    GUID guid;
    std::vector<std::byte> bytes;
    ComPtr<IUnknown> object;
  };
  HRESULT Replace(Entry entry, bool keep);

  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

// An object with private data and a name: ID3D12Object or IDMLObject.
template <class Self, class Base, class... Interfaces>
class NamedObject : public Object<Self, Base, Interfaces...> {
 public:
  HRESULT GetPrivateData(REFGUID guid, UINT* size, void* data) override {
    return private_data_.Get(guid, size, data);
  }
  HRESULT SetPrivateData(REFGUID guid, UINT size, const void* data) override {
    return private_data_.Set(guid, size, data);
  }
  // ID3D12Object's parameter is const and IDMLObject's is not.
  using Attached =
      std::conditional_t<std::is_base_of_v<ID3D12Object, Base>, const IUnknown, IUnknown>;
  HRESULT SetPrivateDataInterface(REFGUID guid, Attached* data) override {
    return private_data_.SetInterface(guid, data);
  }
  HRESULT SetName(LPCWSTR name) override { return private_data_.SetName(name); }
  std::string Name() const { return private_data_.Name(); }

 private:
  PrivateData private_data_;
};

// The implementation behind an interface, without a reference; null for null and for objects of
// another implementation.
template <class T>
T* As(IUnknown* object) {
  void* own = nullptr;
  if (object == nullptr || FAILED(object->QueryInterface(T::kOwnId, &own))) return nullptr;
  T* const result = static_cast<T*>(own);
  result->Release();
  return result;
}

// Transfers the creator's reference to the caller, as the interface it asked for.
template <class T>
HRESULT HandOut(T* object, REFIID riid, void** out) {
  const HRESULT result = object->QueryInterface(riid, out);
  object->Release();
  return result == E_NOINTERFACE ? NoInterface(riid) : result;
}

}  // namespace weft::com
