// SPDX-License-Identifier: MIT
// Success or one error: every call of Weft that can fail returns a Status or a Result<T>.
// A message is one line that names the operator, the field, its value and the rule it breaks.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace weft {

enum class ErrorCode {
  InvalidArgument,  // the caller described something that cannot be
  NotSupported,     // a valid description that Weft does not implement
  OutOfMemory,      // the machine could not give the memory asked for
  Internal,         // Weft's own fault
};

struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

inline Status Ok() { return {}; }

}  // namespace weft
