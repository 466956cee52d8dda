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
void SetLastErrorMessage(std::string_view message);
HRESULT Failure(HRESULT result, std::string_view message);  // sets it, returns `result`
HRESULT Failure(const Error& error);
HRESULT NoInterface(REFIID riid);  // E_NOINTERFACE, for an object just made
// For the methods of an interface that Weft leaves out.
HRESULT NotImplemented(const char* method, void** out = nullptr);

}  // namespace weft::com
