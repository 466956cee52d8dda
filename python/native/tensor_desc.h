// SPDX-License-Identifier: MIT
// weft.TensorDesc and the functions that make or measure one.
#pragma once

#include "native/errors.h"

namespace weft::python {

void AddTensorDesc(py::module_& module);

}  // namespace weft::python
