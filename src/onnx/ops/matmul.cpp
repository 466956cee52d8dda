// SPDX-License-Identifier: MIT
// Products of matrices. DirectML's have up to two dimensions of pairs; more are made two.
#include <algorithm>
#include <map>
#include <optional>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

Status Gemm(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  const bool trans_a = c.Int("transA", 0) != 0, trans_b = c.Int("transB", 0) != 0;
  if (a->rank() != 2 || b->rank() != 2 || a->shape[trans_a ? 0 : 1] != b->shape[trans_b ? 1 : 0])
    return Invalid(
        "A has the shape {} and B {}, with transA {} and transB {}, which do not fit together",
        ToString(a->shape), ToString(b->shape), int(trans_a), int(trans_b));
  const Shape shape = {a->shape[trans_a ? 1 : 0], b->shape[trans_b ? 0 : 1]};
  if (shape[0] == 0 || shape[1] == 0) return GiveEmpty(c, 0, a->type, shape);
  const DataType compute = a->type == ElementType::Float16 ? DataType::Float16 : DataType::Float32;
  const DataType type = DataTypeOf(a->type);
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  std::vector<Expression> inputs = {c.Cast(left, compute), c.Cast(right, compute)};
  weft::Gemm op = {.output = TensorDesc(compute, SizesOf(shape)),
                   .trans_a = trans_a ? MatrixTransform::Transpose : MatrixTransform::None,
                   .trans_b = trans_b ? MatrixTransform::Transpose : MatrixTransform::None,
                   .alpha = c.Float("alpha", 1)};
  if (const ValueRef& added = c.Optional(2)) {
    WEFT_ASSIGN(const Shape fits, BroadcastShape(added->shape, shape));
    if (fits != shape)
      return Invalid("C has the shape {}, but the result has {}", ToString(added->shape),
                     ToString(shape));
    WEFT_ASSIGN(const Expression third, c.Device(added));
    inputs.push_back(c.Cast(third, compute).Broadcast(SizesOf(shape)));
    op.c = inputs.back().desc();
    op.beta = c.Float("beta", 1);
  }
  return c.Give(0, c.Cast(GraphBuilder::AddOne(std::move(op), inputs), type), a->type, shape);
}

Status MatMul(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  Shape left = a->shape, right = b->shape;
  const bool is_row = left.size() == 1, is_column = right.size() == 1;
  if (left.empty() || right.empty()) return Invalid("inputs of rank 0 have no product");
  if (is_row) left.insert(left.begin(), 1);
  if (is_column) right.push_back(1);
  const int64_t m = left[left.size() - 2], k = left.back(), n = right.back();
  if (k != right[right.size() - 2])
    return Invalid("A has the shape {} and B {}, which do not fit together", ToString(a->shape),
                   ToString(b->shape));
  const Shape left_pairs(left.begin(), left.end() - 2), right_pairs(right.begin(), right.end() - 2);
  WEFT_ASSIGN(const Shape pairs, BroadcastShape(left_pairs, right_pairs));
  Shape shape = pairs;
  if (!is_row) shape.push_back(m);
  if (!is_column) shape.push_back(n);
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, a->type, shape);
  if (k == 0)
    return c.Give(0, c.Scalar(DataTypeOf(a->type), 0).Broadcast(SizesOf(shape)), a->type, shape);
  const DataType type = DataTypeOf(a->type);
  const bool is_float = type == DataType::Float32 || type == DataType::Float16;
  // Integers are exact in float32 as long as their sums are below 2^24, which nobody promises.
  if (!is_float && type != DataType::Float64)
    return NotSupported("tensor({}) is not supported here", Name(a->type));
  const DataType compute = is_float ? type : DataType::Float32;
  WEFT_ASSIGN(Expression first, c.Device(a));
  WEFT_ASSIGN(Expression second, c.Device(b));
  first = c.Cast(c.Reshape(first, SizesOf(left)), compute);
  second = c.Cast(c.Reshape(second, SizesOf(right)), compute);
  // Pairs of one B are rows of one A, where A's rows follow each other.
  const bool one_b = std::ranges::all_of(right_pairs, [](int64_t size) { return size == 1; });
  if (one_b && left_pairs == pairs && !pairs.empty()) {
    int64_t rows = m;
    for (const int64_t size : pairs) rows *= size;
    const Expression out =
        expr::Gemm(c.Reshape(first, {rows, k}), c.Reshape(second, {k, n}), {}, {.alpha = 1});
    return c.Give(0, c.Cast(out, type), a->type, shape);
  }
  Sizes left_sizes = SizesOf(pairs), right_sizes = left_sizes;
  if (pairs.empty()) left_sizes = right_sizes = {};
  for (const int64_t size : {m, k}) left_sizes.push_back(size);
  for (const int64_t size : {k, n}) right_sizes.push_back(size);
  if (left_sizes.rank() > kMaxRank)
    return NotSupported("products of {} dimensions are not supported", left_sizes.rank());
  first = first.Broadcast(left_sizes);
  second = second.Broadcast(right_sizes);
  if (pairs.size() > 2) {
    int64_t all = 1;
    for (const int64_t size : pairs) all *= size;
    first = c.Reshape(first, {all, 1, m, k});
    second = c.Reshape(second, {all, 1, k, n});
  }
  const Expression out = expr::Gemm(first, second, {}, {.alpha = 1});
  return c.Give(0, c.Cast(out, type), a->type, shape);
}

// ---- Einsum

// A tensor whose dimensions have labels. Dimensions of size 1 are left out: nothing is multiplied
// or summed along them, and where another tensor has more, they repeat.
struct Labelled {
  Expression value;
  std::vector<int> labels;
};
using LabelSizes = std::map<int, int64_t>;

bool IsIn(const std::vector<int>& labels, int label) {
  return std::ranges::find(labels, label) != labels.end();
}

std::vector<int> Joined(std::vector<int> labels, const std::vector<int>& more) {
  for (const int label : more)
    if (!IsIn(labels, label)) labels.push_back(label);
  return labels;
}

int64_t StrideOf(const Labelled& from, int label) {
  const auto at = std::ranges::find(from.labels, label) - from.labels.begin();
  return size_t(at) < from.labels.size() ? from.value.desc().strides()[int(at)] : 0;
}

// The dimensions in this order, without moving data; labels that are not there repeat.
Expression Arranged(const Labelled& from, const std::vector<int>& labels, const LabelSizes& sizes) {
  if (labels.empty()) return from.value;
  TensorDesc desc = from.value.desc();
  desc.layout = Layout({}, {}, desc.layout.offset);
  for (const int label : labels) {
    desc.layout.sizes.push_back(sizes.at(label));
    desc.layout.strides.push_back(StrideOf(from, label));
  }
  return from.value.Reinterpret(desc);
}

// Each group of labels as one dimension: a view if strides can express it, else a copy.
Expression Grouped(Conversion& c, const Labelled& from, const std::vector<std::vector<int>>& groups,
                   const LabelSizes& sizes) {
  TensorDesc desc = from.value.desc();
  desc.layout = Layout({}, {}, desc.layout.offset);
  bool is_view = true;
  std::vector<int> order;
  for (const std::vector<int>& group : groups) {
    int64_t size = 1, stride = 0;
    for (size_t i = group.size(); i-- > 0;) {
      const int64_t own = StrideOf(from, group[i]);
      if (size == 1) stride = own;
      is_view &= own == stride * size || size == 1;
      size *= sizes.at(group[i]);
    }
    desc.layout.sizes.push_back(size);
    desc.layout.strides.push_back(stride);
    order.insert(order.end(), group.begin(), group.end());
  }
  if (is_view) return from.value.Reinterpret(desc);
  return c.Packed(Arranged(from, order, sizes)).Reinterpret(desc.layout.sizes);
}

Labelled SumTo(const Labelled& from, const std::vector<int>& kept, const LabelSizes& sizes) {
  Labelled to;
  Reduce op = {.function = ReduceFunction::Sum};
  Sizes left;
  for (size_t i = 0; i < from.labels.size(); ++i) {
    if (!IsIn(kept, from.labels[i])) {
      op.axes.push_back(uint32_t(i));
      continue;
    }
    to.labels.push_back(from.labels[i]);
    left.push_back(sizes.at(from.labels[i]));
  }
  if (op.axes.empty()) return from;
  if (left.rank() == 0) left.push_back(1);
  to.value = expr::Reduce(from.value, std::move(op)).Reinterpret(left);
  return to;
}

// The product of two, summed over labels that nothing else has.
Result<Labelled> Multiplied(Conversion& c, const Labelled& first, const Labelled& second,
                            const std::vector<int>& kept, const LabelSizes& sizes) {
  const Labelled a = SumTo(first, Joined(kept, second.labels), sizes);
  const Labelled b = SumTo(second, Joined(kept, first.labels), sizes);
  std::vector<int> pairs, summed, rows, columns;
  for (const int label : a.labels)
    (!IsIn(b.labels, label) ? rows : IsIn(kept, label) ? pairs : summed).push_back(label);
  for (const int label : b.labels)
    if (!IsIn(a.labels, label)) columns.push_back(label);
  std::vector<int> all = Joined(Joined(pairs, rows), columns);
  const DataType type = a.value.desc().type;
  const bool is_float = type == DataType::Float32 || type == DataType::Float16;
  const bool is_gemm = is_float && !summed.empty();
  std::vector<int> held = is_gemm ? all : Joined(all, summed);
  if (held.size() > size_t(kMaxRank))
    return NotSupported("products of {} dimensions are not supported", held.size());
  Shape shape;
  for (const int label : held) shape.push_back(sizes.at(label));
  WEFT_RETURN_IF_ERROR(CountOf(shape, "an intermediate result"));
  if (!is_gemm) {
    const Labelled product = {
        expr::ElementWiseMultiply(Arranged(a, held, sizes).Broadcast(SizesOf(shape)),
                                  Arranged(b, held, sizes).Broadcast(SizesOf(shape))),
        held};
    return SumTo(product, kept, sizes);
  }
  std::vector<std::vector<int>> left, right;
  if (pairs.size() == 2)
    left = {{pairs[0]}, {pairs[1]}};
  else
    left = {pairs};
  right = left;
  left.push_back(rows);
  left.push_back(summed);
  right.push_back(summed);
  right.push_back(columns);
  const Expression out =
      expr::Gemm(Grouped(c, a, left, sizes), Grouped(c, b, right, sizes), {}, {.alpha = 1});
  return Labelled{c.Packed(out).Reinterpret(SizesOf(shape)), all};
}

// Labels of one term: letters as they are, dimensions of the ellipsis -1, -2 … from the last on.
Result<std::vector<int>> LabelsOf(std::string_view term, size_t ellipsis) {
  std::vector<int> labels;
  bool has_ellipsis = false;
  for (size_t i = 0; i < term.size(); ++i) {
    if (term.substr(i, 3) == "..." && !has_ellipsis) {
      for (size_t dim = ellipsis; dim > 0; --dim) labels.push_back(-int(dim));
      has_ellipsis = true;
      i += 2;
    } else if ((term[i] >= 'a' && term[i] <= 'z') || (term[i] >= 'A' && term[i] <= 'Z')) {
      labels.push_back(term[i]);
    } else {
      return Invalid("the equation's term '{}' has letters and one ellipsis at most, but not '{}'",
                     Printable(term), Printable(term.substr(i, 1)));
    }
  }
  return labels;
}

Result<DataType> EinsumType(ElementType type) {
  switch (type) {
    case ElementType::Float:
    case ElementType::Double: return DataType::Float32;
    case ElementType::Float16: return DataType::Float16;
    case ElementType::Int64:
    case ElementType::UInt64:
    case ElementType::UInt32: return DataTypeOf(type);
    case ElementType::Int32:
    case ElementType::Int16:
    case ElementType::Int8:
    case ElementType::UInt16:
    case ElementType::UInt8: return DataType::Int32;
    default: return NotSupported("tensor({}) is not supported here", Name(type));
  }
}

Status Einsum(Conversion& c) {
  std::string equation(c.Text("equation", ""));
  std::erase(equation, ' ');
  std::string_view rest = equation;
  std::optional<std::string_view> result;
  if (const size_t arrow = rest.find("->"); arrow != rest.npos) {
    result = rest.substr(arrow + 2);
    rest = rest.substr(0, arrow);
  }
  std::vector<std::string_view> terms;
  for (size_t comma; (comma = rest.find(',')) != rest.npos; rest.remove_prefix(comma + 1))
    terms.push_back(rest.substr(0, comma));
  terms.push_back(rest);
  if (terms.size() != c.input_count())
    return Invalid("the equation '{}' has {} terms, but there are {} inputs", Printable(equation),
                   terms.size(), c.input_count());

  // Sizes of all labels, and how often each is there.
  LabelSizes sizes;
  std::map<int, int> uses;
  std::vector<std::vector<int>> labels;
  std::vector<ValueRef> inputs;
  size_t widest = 0;
  bool is_empty = false, has_ellipsis = false;
  for (size_t i = 0; i < terms.size(); ++i) {
    WEFT_ASSIGN(const ValueRef input, c.TensorInput(i));
    WEFT_ASSIGN(const std::vector<int> letters, LabelsOf(terms[i], 0));
    const bool is_open = terms[i].find("...") != std::string_view::npos;
    if (letters.size() > input->rank() || (!is_open && letters.size() != input->rank()))
      return Invalid("the equation's term '{}' does not fit input {} of shape {}",
                     Printable(terms[i]), i, ToString(input->shape));
    if (input->type != c.Optional(0)->type)
      return Invalid("input {} is tensor({}), but input 0 is tensor({})", i, Name(input->type),
                     Name(c.Optional(0)->type));
    const size_t ellipsis = input->rank() - letters.size();
    has_ellipsis |= is_open;
    widest = std::max(widest, ellipsis);
    WEFT_ASSIGN(const std::vector<int> all, LabelsOf(terms[i], ellipsis));
    for (size_t dim = 0; dim < all.size(); ++dim) {
      int64_t& size = sizes.emplace(all[dim], 1).first->second;
      if (size != input->shape[dim] && size != 1 && input->shape[dim] != 1)
        return Invalid("dimension {} of input {} is {}, but '{}' was {} before", dim, i,
                       input->shape[dim], all[dim] > 0 ? std::string(1, char(all[dim])) : "...",
                       size);
      if (input->shape[dim] != 1) size = input->shape[dim];
      ++uses[all[dim]];
    }
    is_empty |= input->count() == 0;
    labels.push_back(all);
    inputs.push_back(input);
  }
  std::vector<int> kept;
  if (result) {
    WEFT_ASSIGN(kept, LabelsOf(*result, widest));
    if (has_ellipsis && result->find("...") == std::string_view::npos)
      return Invalid("the equation '{}' has an ellipsis, but its result has none",
                     Printable(equation));
  } else {
    for (size_t dim = widest; dim > 0; --dim) kept.push_back(-int(dim));
    for (const auto& [label, times] : uses)
      if (label > 0 && times == 1) kept.push_back(label);
  }
  Shape shape;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!sizes.contains(kept[i]))
      return Invalid("the result of the equation '{}' has '{}', but no input has",
                     Printable(equation), char(kept[i]));
    if (std::ranges::count(kept, kept[i]) > 1)
      return Invalid("the result of the equation '{}' has '{}' twice", Printable(equation),
                     char(kept[i]));
    shape.push_back(sizes.at(kept[i]));
  }
  const ElementType type = inputs[0]->type;
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, type, shape);
  if (is_empty)
    return c.Give(0, c.Scalar(DataTypeOf(type), 0).Broadcast(SizesOf(shape)), type, shape);
  WEFT_ASSIGN(const DataType compute, EinsumType(type));
  std::erase_if(kept, [&](int label) { return sizes.at(label) == 1; });

  std::optional<Labelled> product;
  for (size_t i = 0; i < inputs.size(); ++i) {
    WEFT_ASSIGN(Expression in, c.Device(inputs[i]));
    in = c.Cast(in, compute);
    // A label that is there twice walks along the diagonal.
    Labelled next;
    TensorDesc desc = in.desc();
    desc.layout = Layout({}, {}, desc.layout.offset);
    for (size_t dim = 0; dim < labels[i].size(); ++dim) {
      if (inputs[i]->shape[dim] == 1) continue;
      const int64_t stride = in.desc().strides()[int(dim)];
      const auto at = std::ranges::find(next.labels, labels[i][dim]) - next.labels.begin();
      if (size_t(at) < next.labels.size()) {
        desc.layout.strides[int(at)] += stride;
        continue;
      }
      next.labels.push_back(labels[i][dim]);
      desc.layout.sizes.push_back(inputs[i]->shape[dim]);
      desc.layout.strides.push_back(stride);
    }
    if (next.labels.empty()) {
      desc.layout.sizes.push_back(1);
      desc.layout.strides.push_back(1);
    }
    next.value = in.Reinterpret(desc);
    std::vector<int> needed = kept;
    for (size_t later = i + 1; later < labels.size(); ++later)
      for (size_t dim = 0; dim < labels[later].size(); ++dim)
        if (inputs[later]->shape[dim] != 1) needed = Joined(needed, {labels[later][dim]});
    if (product) {
      WEFT_ASSIGN(product, Multiplied(c, *product, next, needed, sizes));
    } else {
      product = SumTo(next, needed, sizes);
    }
  }
  const Expression out = c.Packed(Arranged(*product, kept, sizes));
  return c.Give(0, c.Cast(out, DataTypeOf(type)), type, shape);
}

}  // namespace

void AddMatmul(Registry& r) {
  r.Add("Einsum", Einsum);
  r.Add("Gemm", Gemm);
  r.Add("MatMul", MatMul);
}

}  // namespace weft::onnx
