// SPDX-License-Identifier: MIT
// No exception may cross into a program: whatever is thrown in a method becomes its HRESULT, and
// its text the thread's last error. Methods without one note the error where a later call returns
// it, or remove the device.
#pragma once

#include "base/guard.h"
#include "d3d12/last_error.h"

namespace weft::com {

// In a handler, of the exception.
inline HRESULT Caught() noexcept { return Failure(CaughtError()); }

}  // namespace weft::com

// Ends a method or function, which is a try block.
#define WEFT_CATCH_HRESULT        \
  catch (...) {                   \
    return ::weft::com::Caught(); \
  }
