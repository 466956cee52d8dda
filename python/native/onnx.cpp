// SPDX-License-Identifier: MIT
// See onnx.h. Values of inputs are NumPy arrays or weft.Int4Arrays, lists of them for sequences,
// and None; weft/onnx/values.py makes them of whatever else is given.
#include "native/onnx.h"

#include <algorithm>
#include <set>

#include "native/arrays.h"
#include "onnx/model.h"
#include "weft/onnx.h"

namespace weft::python {
namespace {

using onnx::ElementType;
using onnx::Input;
using onnx::Output;
using onnx::OutputTensor;
using onnx::Session;
using onnx::TensorInfo;

// ---- inputs

// Inputs of one call, and the arrays their bytes are in.
struct Feeds {
  std::vector<std::pair<std::string, Input>> inputs;
  std::vector<py::object> kept;
};

constexpr std::string_view kOptional = "optional(", kSequence = "seq(", kTensor = "tensor(";

// "tensor(float)" of "optional(tensor(float))".
std::string_view Inside(std::string_view type, std::string_view outer) {
  return type.substr(outer.size(), type.size() - outer.size() - 1);
}

// As ONNX names it; empty for what no tensor holds.
std::string ElementOf(const py::dtype& dtype) {
  switch (dtype.kind()) {
    case 'b': return "bool";
    case 'O':
    case 'U':
    case 'S': return "string";
    case 'f':
    case 'i':
    case 'u':
      if (dtype.itemsize() <= 8)
        return std::string(onnx::Name(onnx::ElementTypeOf(ReadDataType(dtype, {{}, "dtype"}))));
      [[fallthrough]];
    default: return "";
  }
}

std::vector<std::string> StringsOf(const py::array& array, const std::string& where) {
  std::vector<std::string> strings;
  for (const py::handle item : array.attr("ravel")().attr("tolist")()) {
    if (!py::isinstance<py::str>(item) && !py::isinstance<py::bytes>(item))
      RaiseType({{}, where}, item, "a str");
    strings.push_back(item.cast<std::string>());
  }
  return strings;
}

Input TensorFrom(py::handle value, std::string_view type, const std::string& where, Feeds& feeds) {
  if (!py::isinstance<py::array>(value)) {
    const Tensor tensor = ReadArray(value, {{}, where}, Access::Read);
    feeds.kept.push_back(tensor.owner);
    const Sizes& sizes = tensor.desc.layout.sizes;
    return {
        .type = tensor.desc.type, .shape = {sizes.begin(), sizes.end()}, .data = tensor.Input()};
  }
  const auto array = py::reinterpret_borrow<py::array>(value);
  Input input = {.shape = {array.shape(), array.shape() + array.ndim()}};
  const std::string_view wanted = type.starts_with(kTensor) ? Inside(type, kTensor) : "";
  const std::string given = ElementOf(array.dtype());
  if (given != wanted)
    RaiseInvalid("{} has the dtype {}{}, but {} is required", where,
                 std::string(py::str(array.dtype())),
                 given.empty() ? "" : fmt::format(" (tensor({}))", given), type);
  if (given == "string") {
    input.strings = StringsOf(array, where);
    return input;
  }
  const py::array packed = Packed(array);
  input.type = ReadDataType(packed.dtype(), {{}, where});
  input.data = {packed.data(), size_t(packed.nbytes())};
  feeds.kept.push_back(packed);
  return input;
}

// Types that no array can have are left for the session to refuse.
bool CanBeGiven(std::string_view type) {
  for (const std::string_view outer : {kOptional, kSequence})
    if (type.starts_with(outer)) type = Inside(type, outer);
  if (!type.starts_with(kTensor)) return false;
  const std::string_view element = Inside(type, kTensor);
  for (int32_t i = 1; i <= int32_t(ElementType::Float4E2M1); ++i)
    if (onnx::Name(ElementType(i)) == element)
      return ElementType(i) == ElementType::String ||
             onnx::DataTypeOf(ElementType(i)) != DataType::Unknown;
  return false;
}

Input InputFrom(py::handle value, std::string_view type, const std::string& where, Feeds& feeds) {
  if (value.is_none()) return {.kind = Input::Kind::Nothing};
  if (type.starts_with(kOptional)) return InputFrom(value, Inside(type, kOptional), where, feeds);
  if (!py::isinstance<py::list>(value)) return TensorFrom(value, type, where, feeds);
  Input input = {.kind = Input::Kind::Sequence};
  const std::string_view inner = type.starts_with(kSequence) ? Inside(type, kSequence) : type;
  for (const py::handle item : value)
    input.items.push_back(
        InputFrom(item, inner, fmt::format("{}[{}]", where, input.items.size()), feeds));
  return input;
}

// In the order they are given. Where `shapes_too`, a tuple of sizes stands for an array.
Feeds FeedsFrom(const Session& session, const py::dict& given, bool shapes_too = false) {
  Feeds feeds;
  for (const auto& [key, value] : given) {
    if (!py::isinstance<py::str>(key)) RaiseType({"model", "an input's name"}, key, "a str");
    const auto name = key.cast<std::string>();
    const auto info = std::ranges::find(session.inputs(), name, &TensorInfo::name);
    Input input;
    if (info != session.inputs().end() && CanBeGiven(info->type)) {
      if (shapes_too && py::isinstance<py::tuple>(value))
        input = {.type = info->data_type, .shape = value.cast<std::vector<int64_t>>()};
      else
        input = InputFrom(value, info->type, fmt::format("model: input '{}'", name), feeds);
    }
    feeds.inputs.emplace_back(name, std::move(input));
  }
  return feeds;
}

// ---- outputs

py::object StringsFrom(const OutputTensor& tensor) {
  const py::module_ numpy = py::module_::import("numpy");
  const py::object array = numpy.attr("empty")(tensor.strings.size(), "object");
  for (size_t i = 0; i < tensor.strings.size(); ++i)
    array[py::int_(i)] = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        tensor.strings[i].data(), py::ssize_t(tensor.strings[i].size()), "surrogateescape"));
  return array.attr("reshape")(tensor.shape);
}

// Types that NumPy does not have are integers with the same bits.
py::dtype DtypeOf(const OutputTensor& tensor, int64_t count) {
  if (tensor.type == "bool" || tensor.type.starts_with("complex")) return py::dtype(tensor.type);
  if (tensor.data_type != DataType::Unknown) return python::DtypeOf(tensor.data_type);
  return py::dtype(int64_t(tensor.bytes.size()) == 2 * count ? "uint16" : "uint8");
}

// Memory that is the tensor's alone goes to Python as it is; `taken` has what went already.
py::object ArrayFrom(const OutputTensor& tensor, std::set<const void*>& taken) {
  if (tensor.type == "string") return StringsFrom(tensor);
  int64_t count = 1;
  for (const int64_t size : tensor.shape) count *= size;
  const void* const data = tensor.bytes.data();
  py::object owner;  // none: the bytes are copied
  if (!tensor.is_constant && count > 0 && taken.insert(data).second)
    owner = py::capsule(new std::shared_ptr<const void>(tensor.owner),
                        [](void* kept) { delete static_cast<std::shared_ptr<const void>*>(kept); });
  if (int64_t(tensor.bytes.size()) < count) {  // two elements in a byte
    const auto bytes = py::ssize_t(tensor.bytes.size());
    const py::array packed(py::dtype("uint8"), {bytes}, data, owner);
    return py::module_::import("weft.int4")
        .attr("Int4Array")(packed, tensor.shape, tensor.type == "int4");
  }
  return py::array(DtypeOf(tensor, count), tensor.shape, data, owner);
}

py::object ValueFrom(const Output& output, std::set<const void*>& taken) {
  if (output.kind == Output::Kind::Nothing) return py::none();
  if (output.kind == Output::Kind::Tensor) return ArrayFrom(output.tensors.at(0), taken);
  py::list items;
  for (const OutputTensor& tensor : output.tensors) items.append(ArrayFrom(tensor, taken));
  return items;
}

py::list Run(const Session& session, const py::dict& given, const std::vector<std::string>& names) {
  const Feeds feeds = FeedsFrom(session, given);
  std::vector<Output> outputs = Check([&] {
    const py::gil_scoped_release unlocked;
    return session.Run(feeds.inputs, names);
  }());
  py::list values;
  std::set<const void*> taken;
  for (const Output& output : outputs) values.append(ValueFrom(output, taken));
  return values;
}

// ---- the module

py::object ShapeFrom(const TensorInfo& info) {
  if (!info.shape) return py::none();
  py::list shape;
  for (const onnx::DimensionInfo& dim : *info.shape)
    if (dim.size >= 0)
      shape.append(dim.size);
    else if (dim.symbol.empty())
      shape.append(py::none());
    else
      shape.append(dim.symbol);
  return shape;
}

void AddInfo(py::module_& module) {
  py::class_<TensorInfo>(module, "OnnxTensorInfo", "An input or output of a model.")
      .def_readonly("name", &TensorInfo::name, "As the model names it.")
      .def_readonly("type", &TensorInfo::type, "\"tensor(float)\", \"seq(tensor(int64))\"")
      .def_property_readonly(
          "shape", ShapeFrom,
          "A list of sizes: an int, a symbol as a str, or None. None: any shape.")
      .def("__repr__", [](const TensorInfo& info) {
        return fmt::format("<weft.onnx.TensorInfo '{}' {} {}>", info.name, info.type,
                           std::string(py::str(ShapeFrom(info))));
      });
  using onnx::ModelInfo;
  using Count = ModelInfo::OperatorCount;
  py::class_<Count>(module, "OnnxOperatorCount", "An operator that a model uses.")
      .def_readonly("domain", &Count::domain, "\"\" for ONNX's own.")
      .def_readonly("name", &Count::name, "The operator, such as \"Conv\".")
      .def_readonly("count", &Count::count, "How many nodes it has.")
      .def_readonly("why_not", &Count::why_not, "\"\", or why it is not supported.");
  py::class_<ModelInfo>(module, "OnnxModelInfo", "What a model says about itself.")
      .def_readonly("ir_version", &ModelInfo::ir_version, "The version of the file's format.")
      .def_readonly("model_version", &ModelInfo::model_version, "The version of the model.")
      .def_readonly("producer_name", &ModelInfo::producer_name, "The tool that wrote it.")
      .def_readonly("producer_version", &ModelInfo::producer_version, "The tool's version.")
      .def_readonly("domain", &ModelInfo::domain, "The domain of the model's name.")
      .def_readonly("description", &ModelInfo::description, "For people.")
      .def_readonly("graph_name", &ModelInfo::graph_name, "The name of the model's graph.")
      .def_readonly("graph_description", &ModelInfo::graph_description, "For people, too.")
      .def_readonly("opsets", &ModelInfo::opsets, "Versions of operators by domain; \"\" is ONNX.")
      .def_readonly("metadata", &ModelInfo::metadata, "Whatever the model holds besides.")
      .def_readonly("operators", &ModelInfo::operators, "What its nodes are, by name.")
      .def_readonly("weight_bytes", &ModelInfo::weight_bytes, "The size of all weights.");
}

}  // namespace

void AddOnnx(py::module_& module) {
  AddInfo(module);
  py::class_<Session>(module, "OnnxSession", "A model that is loaded; weft.onnx.load makes it.")
      .def_static(
          "load",
          [](const py::bytes& source, bool is_path, bool strict, bool as_described,
             int shapes_to_keep, const std::string& candidate) {
            const std::string_view text = source;
            return Check([&] {
              const py::gil_scoped_release unlocked;
              onnx::SessionOptions options = {strict, as_described, shapes_to_keep};
              options.candidate = candidate;
              if (is_path) return Session::Load(std::string(text), options);
              return Session::Load(std::as_bytes(std::span(text)), options);
            }());
          },
          py::arg("source"), py::arg("is_path"), py::arg("strict"), py::arg("as_described"),
          py::arg("shapes_to_keep"), py::arg("candidate"), "From a file, or from its bytes.")
      .def_property_readonly("inputs", &Session::inputs, "Its inputs in order.")
      .def_property_readonly("outputs", &Session::outputs, "Its outputs in order.")
      .def("info", &Session::info, "What the model says about itself.")
      .def("run", Run, py::arg("feeds"), py::arg("outputs"),
           "A list of all outputs, or of those that are named.")
      .def(
          "explain",
          [](const Session& session, const py::dict& given) {
            const Feeds feeds = FeedsFrom(session, given, true);
            return Check([&] {
              const py::gil_scoped_release unlocked;
              return session.Explain(feeds.inputs);
            }());
          },
          py::arg("feeds"), "The steps for these inputs; tuples are shapes of inputs.")
      .def(
          "profile",
          [](const Session& session, const py::dict& given) {
            const Feeds feeds = FeedsFrom(session, given);
            const std::vector<GraphStepTime> times = Check([&] {
              const py::gil_scoped_release unlocked;
              return session.Profile(feeds.inputs);
            }());
            std::vector<std::pair<std::string, double>> steps;
            for (const GraphStepTime& time : times) steps.emplace_back(time.step, time.seconds);
            return steps;
          },
          py::arg("feeds"), "(step, seconds) for each step of a run.");
}

}  // namespace weft::python
