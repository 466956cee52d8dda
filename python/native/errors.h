// SPDX-License-Identifier: MIT
// Errors of the engine as Python exceptions, and the words for arguments of a wrong type.
#pragma once

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include <string>
#include <string_view>
#include <utility>

#include "weft/status.h"

namespace weft::python {

namespace py = pybind11;

// weft.Error is a ValueError, weft.NotSupported a weft.Error.
void AddExceptions(py::module_& module);

[[noreturn]] void Raise(const Error& error);
template <class... Args>
[[noreturn]] void RaiseInvalid(fmt::format_string<Args...> text, Args&&... args) {
  Raise({ErrorCode::InvalidArgument, fmt::format(text, std::forward<Args>(args)...)});
}
inline void Check(const Status& status) {
  if (!status) Raise(status.error());
}
template <class T>
T Check(Result<T> result) {
  if (!result) Raise(result.error());
  return *std::move(result);
}

// An argument as messages name it: "SLICE1: input_window_offsets[2]". Nothing is formatted until
// there is a message.
struct Argument {
  std::string_view op;
  std::string_view name;
  int index = -1;

  Argument At(size_t place) const { return {op, name, int(place)}; }
  std::string Text() const;
};

// TypeError: "SLICE1: axis is a str, but an integer is required".
[[noreturn]] void RaiseType(const Argument& where, py::handle value, std::string_view wanted);
// weft.Error: "SLICE1: axis is -1, but 0 to 4294967295 is required".
[[noreturn]] void RaiseValue(const Argument& where, py::handle value, std::string_view wanted);

}  // namespace weft::python
