// SPDX-License-Identifier: MIT
// The thread's last message, and the one mapping from Weft's error codes to HRESULTs.
#include "d3d12/last_error.h"

#include <fmt/format.h>

#include "WeftError.h"

namespace weft::com {
namespace {

// A text of the thread's own, or without memory for it one that is always there.
struct Message {
  std::string text;
  const char* fixed = nullptr;
};
Message& LastMessage() {
  thread_local Message message;
  return message;
}

}  // namespace

HRESULT ToHresult(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument: return E_INVALIDARG;
    case ErrorCode::NotSupported: return DXGI_ERROR_UNSUPPORTED;
    case ErrorCode::OutOfMemory: return E_OUTOFMEMORY;
    case ErrorCode::Internal: break;
  }
  return E_FAIL;
}

void SetLastErrorMessage(std::string_view message) noexcept {
  Message& last = LastMessage();
  last.fixed = nullptr;
  try {
    last.text = message;
  } catch (...) {
    last.fixed = "an error, but there was no memory for its text";
  }
}

HRESULT Failure(HRESULT result, std::string_view message) noexcept {
  SetLastErrorMessage(message);
  return result;
}

HRESULT Failure(const Error& error) noexcept {
  return Failure(ToHresult(error.code), error.message);
}

HRESULT NoInterface(REFIID riid) noexcept try {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += fmt::format("{}{:02x}", i == 2 ? "-" : "", riid.Data4[i]);
  return Failure(
      E_NOINTERFACE,
      fmt::format("riid is {:08x}-{:04x}-{:04x}-{}, but the object has no such interface",
                  riid.Data1, riid.Data2, riid.Data3, bytes));
} catch (...) {
  return Failure(E_NOINTERFACE, "riid is no interface of the object");
}

HRESULT NotImplemented(const char* method, void** out) noexcept try {
  if (out != nullptr) *out = nullptr;
  return Failure(E_NOTIMPL, fmt::format("{}: Weft does not implement this method", method));
} catch (...) {
  return Failure(E_NOTIMPL, "Weft does not implement this method");
}

}  // namespace weft::com

extern "C" const char* WeftGetLastErrorMessage(void) {
  const weft::com::Message& last = weft::com::LastMessage();
  return last.fixed ? last.fixed : last.text.c_str();
}
