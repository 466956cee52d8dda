// SPDX-License-Identifier: MIT
// See graph.h.
#include "native/graph.h"

#include <algorithm>

#include "native/compiled_graph.h"
#include "native/fields.h"
#include "weft/operators.h"

namespace weft::python {
namespace {

constexpr Argument kOperand = {"graph", "operand"};
PyTypeObject* expression_class = nullptr;  // set once, lives as long as the module

// The graph and what its inputs are, in the order they were made.
struct Builder {
  GraphBuilder graph;
  std::vector<TensorDesc> inputs;
};

Expression Checked(Expression made, const Expression& from) {
  Check(from.Builder().TakeError());
  return made;
}

// A weft.TensorDesc, or a dtype that sizes and strides follow.
TensorDesc ReadDesc(const char* what, py::handle desc, py::handle sizes, py::handle strides) {
  TensorDesc tensor;
  if (py::isinstance<TensorDesc>(desc)) {
    for (const auto& [name, value] : {std::pair("sizes", sizes), std::pair("strides", strides)})
      if (!value.is_none())
        RaiseInvalid("{}: {} is given, but the TensorDesc has its own", what, name);
    tensor = desc.cast<TensorDesc>();
  } else {
    if (sizes.is_none()) RaiseType({what, "sizes"}, sizes, "a sequence of sizes");
    tensor = py::type::of<TensorDesc>()(desc, sizes, strides).cast<TensorDesc>();
  }
  Check(CheckTensor(tensor, TensorUse::Input, what));
  return tensor;
}

Expression AddInput(Builder& builder, const TensorDesc& desc) {
  builder.inputs.push_back(desc);
  return builder.graph.Input(desc);
}

// A view with gaps is packed first: the graph keeps its bytes as long as it lives.
Expression AddConstant(GraphBuilder graph, Tensor tensor, const std::string& name = {}) {
  if (tensor.bytes > size_t(tensor.desc.layout.ElementCount()) * SizeBits(tensor.desc.type) / 8 &&
      py::isinstance<py::array>(tensor.owner))
    tensor = ReadArray(py::module_::import("numpy").attr("ascontiguousarray")(tensor.owner),
                       {"constant", "array"}, Access::Read);
  Check(CheckTensor(tensor.desc, TensorUse::Input, "constant"));
  return graph.Constant(tensor.desc, tensor.Input(), name);
}

// Also an array of one number without dimensions, which is no tensor.
bool IsNumber(py::handle value) {
  if (py::isinstance<py::array>(value)) return py::reinterpret_borrow<py::array>(value).ndim() == 0;
  return !IsExpression(value) && (PyIndex_Check(value.ptr()) || py::hasattr(value, "__float__"));
}

// What stands beside an expression: another one, or an array or a number that becomes a constant.
Expression Operand(const Expression& beside, py::handle value) {
  const Argument where = {"graph", "operand"};
  if (IsExpression(value)) return value.cast<Expression>();
  if (!IsNumber(value)) return AddConstant(beside.Builder(), ReadArray(value, where, Access::Read));
  const DataType type = beside.desc().type;
  ReadScalar(value, type, kOperand);  // raises when the type cannot hold it
  const py::object full = py::module_::import("numpy").attr("full");
  const py::object one = full(py::make_tuple(1), value, DtypeOf(type));
  return AddConstant(beside.Builder(), ReadArray(one, kOperand, Access::Read));
}

using Binary = Expression (*)(const Expression&, const Expression&);

Expression Combined(Binary combine, const Expression& a, const Expression& b) {
  const Expression made = combine(a, b);
  const Status first = a.Builder().TakeError(), second = b.Builder().TakeError();
  Check(first);
  Check(second);
  return made;
}

// Numbers need no constant where the operator can scale.
bool IsScaled(const Expression& x, py::handle by) {
  const DataType type = x.desc().type;
  return (type == DataType::Float32 || type == DataType::Float16) && IsNumber(by);
}
float NumberOf(py::handle value) { return ReadFloat(value, kOperand); }

Expression Sum(const Expression& a, py::handle b) {
  if (IsScaled(a, b)) return Checked(a + NumberOf(b), a);
  return Combined(&weft::operator+, a, Operand(a, b));
}
Expression Product(const Expression& a, py::handle b) {
  if (IsScaled(a, b)) return Checked(a * NumberOf(b), a);
  return Combined(&weft::operator*, a, Operand(a, b));
}
Expression Difference(const Expression& a, py::handle b) {
  if (IsScaled(a, b)) return Checked(a - NumberOf(b), a);
  return Combined(&weft::operator-, a, Operand(a, b));
}
// A number is no factor here: 1 / 3 is rounded.
Expression Quotient(const Expression& a, py::handle b) {
  return Combined(&weft::operator/, a, Operand(a, b));
}
Expression DifferenceFrom(const Expression& b, py::handle a) {
  return Combined(&weft::operator-, Operand(b, a), b);
}
Expression QuotientOf(const Expression& b, py::handle a) {
  return Combined(&weft::operator/, Operand(b, a), b);
}
Expression Negative(const Expression& x) {
  return IsScaled(x, py::int_(0)) ? Checked(-x, x) : DifferenceFrom(x, py::int_(0));
}

Expression Reinterpreted(const Expression& x, py::handle desc) {
  const Argument where = {"reinterpret", "sizes"};
  const TensorDesc other = py::isinstance<TensorDesc>(desc)
                               ? desc.cast<TensorDesc>()
                               : TensorDesc(x.desc().type, ReadSizes(desc, where));
  Check(CheckTensor(other, TensorUse::Input, "reinterpret"));
  return Checked(x.Reinterpret(other), x);
}

Expression Broadcast(const Expression& x, py::handle sizes) {
  const Expression wide = Checked(x.Broadcast(ReadSizes(sizes, {"broadcast", "sizes"})), x);
  Check(CheckTensor(wide.desc(), TensorUse::Input, "broadcast"));
  return wide;
}

Expression Transposed(const Expression& x, py::handle order) {
  std::vector<int> dims;
  ForEachItem(order, {"transpose", "order"}, "a sequence of dimensions",
              [&](py::handle item, const Argument& place) {
                dims.push_back(int(ReadInteger(item, place, 0, x.desc().rank() - 1)));
              });
  return Checked(x.Transpose(dims), x);
}

py::tuple SizesOf(const Expression& x) {
  py::tuple sizes(size_t(x.desc().rank()));
  for (int dim = 0; dim < x.desc().rank(); ++dim) sizes[size_t(dim)] = x.sizes()[dim];
  return sizes;
}

CompiledGraphCall CompileOutputs(const Builder& builder, py::handle outputs, bool as_described,
                                 bool strict_indices, const std::string& candidate) {
  std::vector<Expression> wanted;
  const auto add = [&](py::handle item, const Argument& place) {
    if (!IsExpression(item)) RaiseType(place, item, "a weft.Expression");
    wanted.push_back(item.cast<Expression>());
  };
  const Argument where = {"compile", "outputs"};
  if (IsExpression(outputs)) {
    add(outputs, where);
  } else {
    ForEachItem(outputs, where, "a sequence of expressions", add);
  }
  if (wanted.empty())
    RaiseInvalid("{} has 0 expressions, but at least 1 is required", where.Text());
  GraphOptions options;
  options.as_described = as_described;
  options.operators.strict_indices = strict_indices;
  options.operators.candidate = candidate;
  return CompiledGraphCall(Check(builder.graph.Describe(wanted)), builder.inputs, options);
}

void AddExpression(py::module_& module) {
  py::class_<Expression> cls(
      module, "Expression",
      "A tensor of a graph, which is there when the graph runs.\n\n"
      "Every function of weft.operators takes expressions where it takes arrays, and then gives\n"
      "expressions; an array beside one is a constant of the graph. + - * / broadcast sizes as "
      "NumPy\n"
      "does, and take arrays and numbers as well.");
  expression_class = reinterpret_cast<PyTypeObject*>(cls.ptr());
  cls.attr("__array_ufunc__") = py::none();  // so that array + expression asks the expression
  cls.def_property_readonly("sizes", SizesOf, "Elements in each dimension.")
      .def_property_readonly(
          "desc", [](const Expression& x) { return x.desc(); }, "Its weft.TensorDesc.")
      .def("reinterpret", Reinterpreted, py::arg("desc"),
           "The same bytes described otherwise: by a weft.TensorDesc, or packed, by sizes.\n\n"
           ">>> x = weft.GraphBuilder().input(\"float32\", [2, 6])\n"
           ">>> x.reinterpret([3, 4]).sizes\n"
           "(3, 4)")
      .def("broadcast", Broadcast, py::arg("sizes"),
           "Repeats dimensions of size 1 to fill `sizes`; fewer dimensions are the last ones.\n\n"
           "No data moves.")
      .def("transpose", Transposed, py::arg("order"),
           "Dimension i of the result is dimension order[i]. No data moves.")
      .def("__add__", Sum, py::is_operator())
      .def("__radd__", Sum, py::is_operator())
      .def("__mul__", Product, py::is_operator())
      .def("__rmul__", Product, py::is_operator())
      .def("__sub__", Difference, py::is_operator())
      .def("__rsub__", DifferenceFrom, py::is_operator())
      .def("__truediv__", Quotient, py::is_operator())
      .def("__rtruediv__", QuotientOf, py::is_operator())
      .def("__neg__", Negative)
      .def("__repr__", [](const Expression& x) {
        return fmt::format("<weft.Expression {}>", ToString(x.desc()));
      });
}

void AddBuilder(py::module_& module) {
  py::class_<Builder>(
      module, "GraphBuilder",
      "Operators that feed each other, compiled together.\n\n"
      ">>> graph = weft.GraphBuilder()\n"
      ">>> x = graph.input(\"float32\", [2, 3])\n"
      ">>> w = graph.weights(\"float32\", [3, 2])\n"
      ">>> product = weft.gemm(x.reinterpret([1, 1, 2, 3]), w.reinterpret([1, 1, 3, 2]),\n"
      "...                     trans_a=\"NONE\", trans_b=\"NONE\", alpha=1, beta=0)\n"
      ">>> y = weft.activation_relu(product.reinterpret([2, 2]) - 10)\n"
      ">>> compiled = graph.compile(y)\n"
      ">>> compiled.initialize(np.ones((3, 2), np.float32))\n"
      ">>> compiled(np.arange(6, dtype=np.float32).reshape(2, 3))\n"
      "array([[0., 0.],\n"
      "       [2., 2.]], dtype=float32)\n\n"
      "Errors are raised where they are written, and leave the graph as it was.")
      .def(py::init<>())
      .def(
          "input",
          [](Builder& self, py::handle desc, py::handle sizes, py::handle strides) {
            return AddInput(self, ReadDesc("input", desc, sizes, strides));
          },
          py::arg("desc"), py::arg("sizes") = py::none(), py::arg("strides") = py::none(),
          "The next tensor to be given when the graph is called: a weft.TensorDesc, or a dtype,\n"
          "sizes and strides. One that is owned_by_dml counts as weights.")
      .def(
          "weights",
          [](Builder& self, py::handle desc, py::handle sizes, py::handle strides) {
            TensorDesc tensor = ReadDesc("weights", desc, sizes, strides);
            tensor.flags = TensorFlags::OwnedByDml;
            return AddInput(self, tensor);
          },
          py::arg("desc"), py::arg("sizes") = py::none(), py::arg("strides") = py::none(),
          "The next tensor to be given to initialize, once.")
      .def(
          "constant",
          [](Builder& self, py::handle array, const std::string& name) {
            return AddConstant(self.graph, ReadArray(array, {"constant", "array"}, Access::Read),
                               name);
          },
          py::arg("array"), py::arg("name") = "", "A copy of an array, which is part of the graph.")
      .def("compile", CompileOutputs, py::arg("outputs"), py::kw_only(),
           py::arg("as_described") = false, py::arg("strict_indices") = false,
           py::arg("candidate") = "",
           "Checks and plans the graph of one expression, or of a sequence of them.\n\n"
           "as_described runs every operator by itself, to compare with; strict_indices makes an\n"
           "index out of range an error; candidate has the names, with commas, of the ways to\n"
           "compute that are the only ones to be taken, as explain prints them.");
}

}  // namespace

bool IsExpression(py::handle value) { return Py_TYPE(value.ptr()) == expression_class; }

Tensor ReadExpression(py::handle expression) {
  return {.desc = expression.cast<const Expression&>().desc(),
          .owner = py::reinterpret_borrow<py::object>(expression)};
}

std::vector<py::object> AddNode(const Operator& op, const std::vector<Tensor>& inputs) {
  const auto is_expression = [](const Tensor& tensor) {
    return tensor.owner && IsExpression(tensor.owner);
  };
  const auto first = std::ranges::find_if(inputs, is_expression);
  GraphBuilder graph = first->owner.cast<const Expression&>().Builder();
  std::vector<Expression> expressions;
  for (const Tensor& tensor : inputs)
    expressions.push_back(is_expression(tensor) ? tensor.owner.cast<Expression>()
                          : tensor.owner        ? AddConstant(graph, tensor)
                                                : Expression());
  std::vector<py::object> results;
  for (const Expression& output : GraphBuilder::Add(op, expressions))
    results.push_back(output.IsPresent() ? py::cast(output) : py::none());
  Check(graph.TakeError());
  return results;
}

void AddGraph(py::module_& module) {
  AddExpression(module);
  AddBuilder(module);
  AddCompiledGraph(module);
}

}  // namespace weft::python
