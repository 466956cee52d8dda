// SPDX-License-Identifier: MIT
// See errors.h.
#include "native/errors.h"

namespace weft::python {
namespace {

// Never freed: they live as long as the interpreter.
PyObject* error_class = nullptr;
PyObject* not_supported_class = nullptr;

PyObject* NewException(const char* name, const char* doc, PyObject* base) {
  PyObject* made = PyErr_NewExceptionWithDoc(name, doc, base, nullptr);
  if (made == nullptr) throw py::error_already_set();
  return made;
}

PyObject* ClassOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument: return error_class;
    case ErrorCode::NotSupported: return not_supported_class;
    case ErrorCode::OutOfMemory: return PyExc_MemoryError;
    case ErrorCode::Internal: return PyExc_RuntimeError;
  }
  return error_class;
}

// A long list or array in a message helps nobody.
std::string Shown(py::handle value) {
  constexpr size_t kMost = 60;
  std::string text = py::repr(value);
  return text.size() > kMost ? text.substr(0, kMost) + "..." : text;
}

}  // namespace

void AddExceptions(py::module_& module) {
  error_class = NewException(
      "weft.Error",
      "A description, an argument or an array that cannot be. The message is one line: operator,\n"
      "field, value, rule.",
      PyExc_ValueError);
  not_supported_class = NewException(
      "weft.NotSupported", "A valid description of something Weft does not do yet.", error_class);
  module.attr("Error") = py::handle(error_class);
  module.attr("NotSupported") = py::handle(not_supported_class);
}

void Raise(const Error& error) {
  PyErr_SetString(ClassOf(error.code), error.message.c_str());
  throw py::error_already_set();
}

std::string Argument::Text() const {
  std::string text = op.empty() ? std::string(name) : fmt::format("{}: {}", op, name);
  return index < 0 ? text : fmt::format("{}[{}]", text, index);
}

void RaiseType(const Argument& where, py::handle value, std::string_view wanted) {
  const std::string found =
      value.is_none() ? "None" : fmt::format("a {}", Py_TYPE(value.ptr())->tp_name);
  throw py::type_error(fmt::format("{} is {}, but {} is required", where.Text(), found, wanted));
}

void RaiseValue(const Argument& where, py::handle value, std::string_view wanted) {
  RaiseInvalid("{} is {}, but {} is required", where.Text(), Shown(value), wanted);
}

}  // namespace weft::python
