// SPDX-License-Identifier: MIT
// weft.GraphBuilder and weft.Expression. Whatever is wrong is raised where it is written, and the
// graph stays as it was; C++ keeps the error until the graph is compiled.
#pragma once

#include <vector>

#include "native/arrays.h"
#include "weft/graph_builder.h"

namespace weft::python {

void AddGraph(py::module_& module);

bool IsExpression(py::handle value);
// A tensor whose owner is the expression and which has no data yet.
Tensor ReadExpression(py::handle expression);

// A node for `op` in the graph of the expressions among its inputs, of which there is at least one.
// Arrays beside them become constants. One expression for each output, None where it is absent.
std::vector<py::object> AddNode(const Operator& op, const std::vector<Tensor>& inputs);

}  // namespace weft::python
