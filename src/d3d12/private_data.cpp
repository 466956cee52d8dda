// SPDX-License-Identifier: MIT
// The store behind GetPrivateData, SetPrivateData, SetPrivateDataInterface and SetName. A name is
// an ordinary entry under the GUID that Direct3D reserves for it.
#include <algorithm>
#include <cstring>
#include <cwchar>

#include "d3d12/caught.h"
#include "d3d12/com.h"

namespace weft::com {
namespace {

constexpr GUID kNameId = {
    0x4cca5fd8, 0x921f, 0x42c8, {0x85, 0x66, 0x70, 0xca, 0xf2, 0xa9, 0xb7, 0x41}};

void AppendUtf8(uint32_t code, std::string& text) {
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) code = 0xfffd;
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr unsigned kLead[] = {0x00, 0xc0, 0xe0, 0xf0};
  text += char(kLead[more] | code >> 6 * more);
  for (int i = more - 1; i >= 0; --i) text += char(0x80 | (code >> 6 * i & 0x3f));
}

}  // namespace

HRESULT PrivateData::Get(REFGUID guid, UINT* size, void* data) const try {
  if (size == nullptr) return E_POINTER;
  const std::lock_guard lock(mutex_);
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& e) { return e.guid == guid; });
  const UINT room = *size;
  *size = entry == entries_.end() ? 0 : entry->object ? sizeof(void*) : UINT(entry->bytes.size());
  if (entry == entries_.end()) return DXGI_ERROR_NOT_FOUND;
  if (data == nullptr) return S_OK;
  if (room < *size) return DXGI_ERROR_MORE_DATA;
  if (entry->object) {
    IUnknown* const object = entry->object.Get();
    object->AddRef();  // now the caller's
    std::memcpy(data, &object, sizeof object);
  } else if (*size > 0) {
    std::memcpy(data, entry->bytes.data(), *size);
  }
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT PrivateData::Set(REFGUID guid, UINT size, const void* data) try {
  if (data == nullptr && size != 0) return E_INVALIDARG;
  const std::byte* bytes = static_cast<const std::byte*>(data);
  return Replace({guid, {bytes, bytes + size}, nullptr}, data != nullptr);
}
WEFT_CATCH_HRESULT

HRESULT PrivateData::SetInterface(REFGUID guid, const IUnknown* data) try {
  return Replace({guid, {}, const_cast<IUnknown*>(data)}, data != nullptr);
}
WEFT_CATCH_HRESULT

HRESULT PrivateData::Replace(Entry entry, bool keep) try {
  Entry old{};  // released after the lock: an interface's last Release may call this object
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& e) { return e.guid == entry.guid; });
  if (found != entries_.end()) {
    old = std::move(*found);
    entries_.erase(found);
  }
  if (keep) entries_.push_back(std::move(entry));
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT PrivateData::SetName(LPCWSTR name) try {
  return name ? Set(kNameId, UINT((std::wcslen(name) + 1) * sizeof *name), name)
              : Set(kNameId, 0, nullptr);
}
WEFT_CATCH_HRESULT

std::string PrivateData::Name() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const Entry& entry : entries_) {
    if (entry.guid != kNameId) continue;
    for (size_t i = 0; i + sizeof(wchar_t) <= entry.bytes.size(); i += sizeof(wchar_t)) {
      wchar_t code;
      std::memcpy(&code, &entry.bytes[i], sizeof code);
      if (code == 0) break;
      AppendUtf8(uint32_t(code), text);
    }
  }
  return text;
}

}  // namespace weft::com
