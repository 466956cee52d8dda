// SPDX-License-Identifier: MIT
// How a failure reaches the caller: an HRESULT, and its text for WeftGetLastErrorMessage.
#pragma once

#include <string>
#include <string_view>

#include "d3d12/direct3d.h"
#include "weft/status.h"

namespace weft::com {

HRESULT ToHresult(ErrorCode code);

// The message of this thread's last failure. For void methods; the others return Failure(...).
void SetLastErrorMessage(std::string_view message) noexcept;
HRESULT Failure(HRESULT result, std::string_view message) noexcept;  // sets it, returns `result`
HRESULT Failure(const Error& error) noexcept;
HRESULT NoInterface(REFIID riid) noexcept;  // E_NOINTERFACE, for an object just made
// For the methods of an interface that Weft leaves out.
HRESULT NotImplemented(const char* method, void** out = nullptr) noexcept;

}  // namespace weft::com
