// SPDX-License-Identifier: MIT
// See compiled_graph.h.
#include "native/compiled_graph.h"

#include <algorithm>
#include <variant>

#include "native/compiled.h"
#include "schema/tensor_slots.h"

namespace weft::python {
namespace {

CompiledGraph CompileUnlocked(const GraphDesc& desc, const GraphOptions& options) {
  return Check([&] {
    const py::gil_scoped_release unlocked;
    return CompileGraph(desc, options);
  }());
}

// As the nodes write them.
std::vector<TensorDesc> OutputsOf(const GraphDesc& desc) {
  std::vector<TensorDesc> outputs(desc.output_count);
  for (const GraphOutputEdge& edge : desc.output_edges) {
    const auto& op = std::get<Operator>(desc.nodes[edge.from_node].what);
    outputs[edge.graph_output] = *OutputSlots(op)[edge.from_output].desc;
  }
  return outputs;
}

}  // namespace

// Everything a run needs; the tensors keep their arrays alive.
struct CompiledGraphCall::Bound {
  std::vector<Tensor> inputs, outputs;
  std::vector<py::object> results;
  std::vector<ConstBuffer> read;
  std::vector<Buffer> written;
  py::object kept;  // another thread may initialize anew meanwhile
  Buffer persistent;
};

CompiledGraphCall::CompiledGraphCall(const GraphDesc& desc, const std::vector<TensorDesc>& inputs,
                                     const GraphOptions& options)
    : graph_(CompileUnlocked(desc, options)), outputs_(OutputsOf(desc)) {
  for (const TensorDesc& input : inputs) inputs_.push_back({input});
  for (const GraphInputEdge& edge : desc.input_edges) inputs_[edge.graph_input].is_used = true;
  // Constants are prepared as well, and nobody has to ask for that.
  if (!HasWeights() && graph_.persistent_bytes() > 0) Prepare(std::vector<Tensor>(inputs_.size()));
}

bool CompiledGraphCall::HasWeights() const {
  return std::ranges::any_of(inputs_, [](const Input& x) { return x.IsWeights() && x.is_used; });
}

std::vector<Tensor> CompiledGraphCall::BindInputs(const py::args& values, bool weights) const {
  const auto count = size_t(std::ranges::count_if(
      inputs_, [&](const Input& input) { return input.IsWeights() == weights; }));
  if (values.size() != count)
    RaiseInvalid("graph: {} {} are given, but it has {}", values.size(),
                 weights ? "weights" : "inputs", count);
  std::vector<Tensor> tensors(inputs_.size());
  size_t next = 0;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].IsWeights() != weights) continue;
    const py::handle value = values[next++];
    const std::string name = fmt::format("{} {}", weights ? "weights" : "input", next - 1);
    if (inputs_[i].is_used)
      tensors[i] = Bind(inputs_[i].desc, value, {"graph", name}, Access::Read);
  }
  return tensors;
}

void CompiledGraphCall::Prepare(const std::vector<Tensor>& weights) {
  std::vector<ConstBuffer> read;
  for (const Tensor& tensor : weights) read.push_back(tensor.Input());
  py::array_t<uint8_t> memory = NewMemory(graph_.persistent_bytes());
  const Buffer persistent(memory.mutable_data(), graph_.persistent_bytes());
  Status status;
  {
    const py::gil_scoped_release unlocked;
    status = graph_.Initialize(read, persistent);
  }
  Check(status);
  persistent_ = memory;
}

void CompiledGraphCall::Initialize(const py::args& weights) { Prepare(BindInputs(weights, true)); }

CompiledGraphCall::Bound CompiledGraphCall::BindAll(const py::args& inputs, py::handle out) const {
  Bound bound;
  bound.inputs = BindInputs(inputs, false);
  if (HasWeights() && !persistent_)
    RaiseInvalid("graph: initialize must be called first, because it has weights");
  bound.results = python::OutputsOf(out, outputs_.size(), outputs_.size() == 1, {"graph", "out"});
  for (size_t i = 0; i < outputs_.size(); ++i) {
    py::object& result = bound.results[i];
    const std::string name = fmt::format("output {}", i);
    bound.outputs.push_back(result.is_none()
                                ? NewArray(outputs_[i])
                                : Bind(outputs_[i], result, {"graph", name}, Access::Write));
    if (result.is_none()) result = bound.outputs.back().owner;
  }
  for (const Tensor& tensor : bound.inputs) bound.read.push_back(tensor.Input());
  for (const Tensor& tensor : bound.outputs) bound.written.push_back(tensor.Output());
  bound.kept = persistent_;
  if (bound.kept)
    bound.persistent = Buffer(py::array(bound.kept).mutable_data(), graph_.persistent_bytes());
  return bound;
}

py::object CompiledGraphCall::Call(const py::args& inputs, py::handle out) const {
  const Bound bound = BindAll(inputs, out);
  Status status;
  {
    const py::gil_scoped_release unlocked;
    status = graph_.Run(bound.read, bound.written, {}, bound.persistent);
  }
  Check(status);
  return Results(bound.results, outputs_.size() == 1);
}

std::vector<std::pair<std::string, double>> CompiledGraphCall::Profile(const py::args& inputs,
                                                                       py::handle out) const {
  const Bound bound = BindAll(inputs, out);
  std::vector<GraphStepTime> times;
  Status status;
  {
    const py::gil_scoped_release unlocked;
    status = graph_.Profile(bound.read, bound.written, bound.persistent, times);
  }
  Check(status);
  std::vector<std::pair<std::string, double>> steps;
  for (const GraphStepTime& time : times) steps.emplace_back(time.step, time.seconds);
  return steps;
}

void AddCompiledGraph(py::module_& module) {
  const auto ask = [](auto question) {
    return [question](const CompiledGraphCall& self) { return (self.graph().*question)(); };
  };
  py::class_<CompiledGraphCall>(
      module, "CompiledGraph",
      "A graph ready to run, made by weft.GraphBuilder.compile. Many threads may call it at once.")
      .def(
          "__call__", &CompiledGraphCall::Call, py::arg("out") = py::none(),
          "Runs it on an array for each of the graph's inputs, in the order they were made. They\n"
          "lie as they were described, or are flat (one dimension, packed) and taken as plain\n"
          "buffers. Returns `out`, or new arrays: one, or a tuple where there are several outputs.")
      .def("initialize", &CompiledGraphCall::Initialize,
           "Takes an array for each of the graph's weights, in the order they were made, once.")
      .def("profile", &CompiledGraphCall::Profile, py::arg("out") = py::none(),
           "Runs it, and gives (step, seconds) for each step; explain says what the steps are.")
      .def(
          "explain",
          [](const CompiledGraphCall& self) {
            std::string text = self.graph().Explain();
            text.pop_back();  // the prompt and print() end the last line themselves
            return py::module_::import("weft.drawing").attr("Drawing")(text);
          },
          "What became of the graph: its steps in order, where their tensors lie, the memory.")
      .def("to_dot", ask(&CompiledGraph::ToDot), "The same as a picture, for Graphviz.")
      .def_property_readonly("temporary_bytes", ask(&CompiledGraph::temporary_bytes),
                             "Scratch memory each call allocates and frees.")
      .def_property_readonly("least_temporary_bytes", ask(&CompiledGraph::least_temporary_bytes),
                             "What tensors between the steps need at one time, in any order.")
      .def_property_readonly("persistent_bytes", ask(&CompiledGraph::persistent_bytes),
                             "Memory initialize fills and calls read.")
      .def("__repr__", [](const CompiledGraphCall& self) {
        return fmt::format("<weft.CompiledGraph {} bytes temporary, {} bytes persistent>",
                           self.graph().temporary_bytes(), self.graph().persistent_bytes());
      });
}

}  // namespace weft::python
