// SPDX-License-Identifier: MIT
// weft._native: what the Python package needs of the engine. Everything else of the package is
// Python, and most of that is generated.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "native/arrays.h"
#include "native/call.h"
#include "native/compiled.h"
#include "native/graph.h"
#include "native/onnx.h"
#include "native/tensor_desc.h"
#include "weft/isa.h"
#include "weft/schema.h"
#include "weft/threads.h"

namespace weft::python {
namespace {

void AddCalls(py::module_& module) {
  module.def(
      "call",
      [](std::string_view name, const py::tuple& inputs, const py::tuple& attributes,
         py::object out, bool allow_empty, py::object output_sizes, py::object output_dtype,
         py::object skip) {
        return Call(name, inputs, attributes,
                    {std::move(out), std::move(output_sizes), std::move(output_dtype),
                     std::move(skip), allow_empty});
      },
      py::arg("name"), py::arg("inputs"), py::arg("attributes"), py::arg("out"),
      py::arg("allow_empty"), py::arg("output_sizes") = py::none(),
      py::arg("output_dtype") = py::none(), py::arg("skip") = py::none());
  module.def(
      "run", Run, py::arg("operator"), py::arg("desc"), py::arg("inputs"),
      py::arg("outputs") = py::none(), py::kw_only(), py::arg("allow_empty") = false,
      "Runs an operator described with the C struct's field names.\n\n"
      "`desc` is a dict; count fields may be left out, and so may tensors, which are then\n"
      "those of the arrays. `inputs` are arrays in the order of the struct (None for an\n"
      "optional one that is absent) or a dict by field name. `outputs` is an array or a\n"
      "tuple of them; without it new arrays are returned where sizes follow from the rest.\n\n"
      ">>> x = np.arange(4, dtype=np.float32)\n"
      ">>> weft.run(\"TILE\", {\"Repeats\": [2]}, [x])\n"
      "array([0., 1., 2., 3., 0., 1., 2., 3.], dtype=float32)");
  module.def("compile", Compile, py::arg("operator"), py::arg("desc"), py::kw_only(),
             py::arg("allow_empty") = false,
             "Checks and plans an operator once, to call it often and from many threads.\n\n"
             "`desc` has the C struct's field names; a tensor is a weft.TensorDesc or a dict with\n"
             "DataType, Sizes and Strides. Outputs may be left out where they follow from the "
             "rest.\n\n"
             ">>> tensor = weft.TensorDesc(\"float32\", [4])\n"
             ">>> twice = weft.compile(\"TILE\", {\"InputTensor\": tensor, \"Repeats\": [2]})\n"
             ">>> twice(np.arange(4, dtype=np.float32))\n"
             "array([0., 1., 2., 3., 0., 1., 2., 3.], dtype=float32)");
}

void AddInstructionSets(py::module_& module) {
  module.def(
      "set_max_isa", [](std::string_view name) { Check(SetMaxIsa(name)); }, py::arg("name"),
      "The best instruction set that operators compiled from now on may use, by Highway's name:\n"
      "AVX3 (AVX-512), AVX2, SSE4 or SCALAR on x86, NEON on ARM. \"\" is no limit. WEFT_MAX_ISA\n"
      "sets it to begin with.");
  module.def(
      "isa",
      [] {
        py::dict sets;
        sets["machine"] = py::tuple(py::cast(MachineIsas()));
        sets["compiled"] = py::tuple(py::cast(CompiledIsas()));
        sets["max"] = MaxIsa();
        sets["used"] = UsedIsa();
        return sets;
      },
      "Instruction sets, best first: those of the machine, those Weft has kernels for, the limit\n"
      "(\"\" for none), and the best that is used.");
}

void AddCompiled(py::module_& module) {
  py::class_<Compiled>(module, "CompiledOperator",
                       "An operator ready to run, made by weft.compile.")
      .def(
          "__call__",
          [](const Compiled& self, const py::args& inputs, py::handle out) {
            return self.Call(Flattened(inputs), out);
          },
          py::arg("out") = py::none(),
          "Runs it on arrays that lie as its tensors are described. A flat array (one dimension,\n"
          "packed) is taken as a plain buffer instead. Returns `out`, or new arrays.")
      .def(
          "initialize",
          [](Compiled& self, const py::args& inputs) { self.Initialize(Flattened(inputs)); },
          "Takes the inputs whose tensors are OWNED_BY_DML, once; later calls leave them out.")
      .def_property_readonly("temporary_bytes", &Compiled::temporary_bytes,
                             "Scratch memory each call allocates and frees.")
      .def_property_readonly("persistent_bytes", &Compiled::persistent_bytes,
                             "Memory initialize fills and calls read.")
      .def_property_readonly("description", &Compiled::Description,
                             "The operator as a line of JSON, as `weft run` takes it.")
      .def("__repr__", [](const Compiled& self) {
        return fmt::format("<weft.CompiledOperator {}>", self.Description());
      });
}

}  // namespace

PYBIND11_MODULE(_native, module) {
  module.attr("__version__") = WEFT_VERSION;
  AddExceptions(module);
  PrepareArrays();
  AddTensorDesc(module);
  AddCalls(module);
  AddCompiled(module);
  AddGraph(module);
  AddOnnx(module);
  module.def(
      "from_dlpack",
      [](py::handle value) {
        return FromDlpack(value, {{}, "value"});
      },
      py::arg("value"),
      "A NumPy array over the memory of any object with __dlpack__, without a copy.");
  module.def("set_thread_count", SetThreadCount, py::arg("threads"),
             "How many threads operators may use, 1 to 256.");
  module.def("thread_count", ThreadCount, "How many threads operators may use.");
  AddInstructionSets(module);
  module.def("operator_types", [] {
    py::dict types;
    for (const OperatorInfo& info : AllOperators())
      types[py::str(info.name.data(), info.name.size())] = uint32_t(info.type);
    return types;
  });
  module.def("is_implemented", [](std::string_view name) {
    const OperatorInfo* info = FindOperator(name);
    return info != nullptr && info->implemented;
  });
}

}  // namespace weft::python
