// SPDX-License-Identifier: MIT
// ONNX models for weft/onnx, which gives them their public names.
#pragma once

#include <pybind11/pybind11.h>

namespace weft::python {

void AddOnnx(pybind11::module_& module);

}  // namespace weft::python
