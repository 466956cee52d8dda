// SPDX-License-Identifier: MIT
// Python values into the members of a description, told by the schema's field table. No operator
// is named here.
#pragma once

#include "native/errors.h"
#include "weft/schema.h"

namespace weft::python {

// An attribute: any field but a tensor, a count or a Scalar.
void ReadAttribute(const Field& field, py::handle value, const Argument& where, void* op);
// A Scalar, whose type another field tells: it must be able to hold the number.
Scalar ReadScalar(py::handle value, DataType type, const Argument& where);

// weft.TensorDesc, or a dict with the members of DML_BUFFER_TENSOR_DESC.
TensorDesc ReadTensorDesc(py::handle value, const Argument& where);

float ReadFloat(py::handle value, const Argument& where);
int64_t ReadInteger(py::handle value, const Argument& where, int64_t least, int64_t most);
Sizes ReadSizes(py::handle value, const Argument& where);
// Calls item(value, where) for each of a list, a tuple or a one-dimensional array.
template <class Function>
void ForEachItem(py::handle value, const Argument& where, std::string_view wanted, Function item) {
  if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr()) || PyDict_Check(value.ptr()) ||
      !PySequence_Check(value.ptr()))
    RaiseType(where, value, wanted);
  const auto items = py::reinterpret_steal<py::object>(PySequence_Fast(value.ptr(), "no sequence"));
  if (!items) throw py::error_already_set();
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.ptr());
  for (Py_ssize_t i = 0; i < count; ++i)
    item(py::handle(PySequence_Fast_GET_ITEM(items.ptr(), i)), where.At(size_t(i)));
}

}  // namespace weft::python
