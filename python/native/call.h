// SPDX-License-Identifier: MIT
// Operators by name: the call behind every function of weft.operators, weft.run and weft.compile.
#pragma once

#include <string_view>

#include "native/compiled.h"

namespace weft::python {

struct CallOptions {
  py::object out = py::none();
  py::object output_sizes = py::none();  // of the first output, or of each where they are an array
  py::object output_dtype = py::none();  // of the first output
  py::object skip = py::none();          // names of optional outputs nobody wants
  bool allow_empty = false;
};

// `inputs` has a value for each input field (a sequence for an array of tensors), `attributes` one
// for each attribute that is no count, both in the order of the C struct.
py::object Call(std::string_view name, const py::tuple& inputs, const py::tuple& attributes,
                const CallOptions& options);

// `desc` has the C struct's field names. Tensors it leaves out are those of the arrays; outputs
// follow from the rest where they can.
py::object Run(std::string_view name, const py::dict& desc, py::handle inputs, py::handle outputs,
               bool allow_empty);
Compiled Compile(std::string_view name, const py::dict& desc, bool allow_empty);

}  // namespace weft::python
