// SPDX-License-Identifier: MIT
// What weft.GraphBuilder.compile returns: a compiled graph that takes arrays. They must lie as the
// graph's inputs and outputs are described, or be plain buffers, as those of a compiled operator.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "native/arrays.h"
#include "weft/graph.h"

namespace weft::python {

class CompiledGraphCall {
 public:
  // `inputs` are all that the builder was asked for, used or not.
  CompiledGraphCall(const GraphDesc& desc, const std::vector<TensorDesc>& inputs,
                    const GraphOptions& options);

  // The weights in the order they were made.
  void Initialize(const py::args& weights);
  // The other inputs in the order they were made; of those nobody uses anything is taken.
  py::object Call(const py::args& inputs, py::handle out) const;
  // The same, and how long each step took.
  std::vector<std::pair<std::string, double>> Profile(const py::args& inputs, py::handle out) const;

  const CompiledGraph& graph() const { return graph_; }

 private:
  struct Input {
    TensorDesc desc;
    bool is_used = false;
    bool IsWeights() const { return desc.flags == TensorFlags::OwnedByDml; }
  };
  struct Bound;

  std::vector<Tensor> BindInputs(const py::args& values, bool weights) const;
  Bound BindAll(const py::args& inputs, py::handle out) const;
  bool HasWeights() const;
  void Prepare(const std::vector<Tensor>& weights);

  CompiledGraph graph_;
  std::vector<Input> inputs_;
  std::vector<TensorDesc> outputs_;
  py::object persistent_;  // an array of bytes, once initialized
};

void AddCompiledGraph(py::module_& module);

}  // namespace weft::python
