// SPDX-License-Identifier: MIT
// The thread's last message, and the one mapping from Weft's error codes to HRESULTs.
#include "d3d12/last_error.h"

#include <fmt/format.h>

#include "WeftError.h"

namespace weft::com {
namespace {

std::string& LastMessage() {
  thread_local std::string message;
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

void SetLastErrorMessage(std::string_view message) { LastMessage() = message; }

HRESULT Failure(HRESULT result, std::string_view message) {
  SetLastErrorMessage(message);
  return result;
}

HRESULT Failure(const Error& error) { return Failure(ToHresult(error.code), error.message); }

HRESULT NoInterface(REFIID riid) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += fmt::format("{}{:02x}", i == 2 ? "-" : "", riid.Data4[i]);
  return Failure(
      E_NOINTERFACE,
      fmt::format("riid is {:08x}-{:04x}-{:04x}-{}, but the object has no such interface",
                  riid.Data1, riid.Data2, riid.Data3, bytes));
}

HRESULT NotImplemented(const char* method, void** out) {
  if (out != nullptr) *out = nullptr;
  return Failure(E_NOTIMPL, fmt::format("{}: Weft does not implement this method", method));
}

}  // namespace weft::com

extern "C" const char* WeftGetLastErrorMessage(void) { return weft::com::LastMessage().c_str(); }
