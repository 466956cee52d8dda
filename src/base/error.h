// SPDX-License-Identifier: MIT
// Shorthand for returning errors: `return Invalid("SLICE1: Axis is {}, but …", axis);`
#pragma once

#include <fmt/format.h>

#include <utility>

#include "weft/status.h"

namespace weft {

template <class... Args>
tl::unexpected<Error> Fail(ErrorCode code, fmt::format_string<Args...> text, Args&&... args) {
  return tl::unexpected<Error>(Error{code, fmt::format(text, std::forward<Args>(args)...)});
}

template <class... Args>
tl::unexpected<Error> Invalid(fmt::format_string<Args...> text, Args&&... args) {
  return Fail(ErrorCode::InvalidArgument, text, std::forward<Args>(args)...);
}

template <class... Args>
tl::unexpected<Error> NotSupported(fmt::format_string<Args...> text, Args&&... args) {
  return Fail(ErrorCode::NotSupported, text, std::forward<Args>(args)...);
}

}  // namespace weft

// Returns the error of a Status or Result from the enclosing function.
#define WEFT_RETURN_IF_ERROR(expression)                                      \
  do {                                                                        \
    if (auto weft_status = (expression); !weft_status)                        \
      return ::tl::unexpected<::weft::Error>(std::move(weft_status).error()); \
  } while (false)

#define WEFT_CONCATENATE_INNER(a, b) a##b
#define WEFT_CONCATENATE(a, b) WEFT_CONCATENATE_INNER(a, b)

// WEFT_ASSIGN(auto x, MaybeX()): x is the value, or the error is returned.
#define WEFT_ASSIGN(target, expression) \
  WEFT_ASSIGN_INNER(WEFT_CONCATENATE(weft_result_, __LINE__), target, expression)
#define WEFT_ASSIGN_INNER(result, target, expression)                             \
  auto result = (expression);                                                     \
  if (!result) return ::tl::unexpected<::weft::Error>(std::move(result).error()); \
  target = *std::move(result)
