// SPDX-License-Identifier: MIT
// No exception leaves the library. Each function that programs call is a block that ends with one
// of these, so that whatever is thrown inside becomes an error. They allocate nothing: there may be
// no memory.
//
//   Status Validate(const Operator& op) try {
//     …
//   }
//   WEFT_CATCH
#pragma once

#include "weft/status.h"

namespace weft {

// The error of the exception that is being handled.
Error CaughtError() noexcept;

}  // namespace weft

// For functions that return a Status or Result.
#define WEFT_CATCH                                                 \
  catch (...) {                                                    \
    return ::tl::unexpected<::weft::Error>(::weft::CaughtError()); \
  }

// For functions that return something else: that instead, which may not throw.
#define WEFT_CATCH_RETURN(...) \
  catch (...) {                \
    return __VA_ARGS__;        \
  }

// For functions that return text: it fits into a string that has no memory of its own.
#define WEFT_CATCH_TEXT WEFT_CATCH_RETURN("out of memory")
