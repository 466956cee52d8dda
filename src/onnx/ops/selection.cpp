// SPDX-License-Identifier: MIT
// Elements selected by masks, by rank or by index. Where the number of results is data, the values
// that decide it are read on the host; what is picked stays on the device if it can.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "onnx/families.h"
#include "onnx/ops/host.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

bool IsEmpty(const Shape& shape) { return std::ranges::find(shape, 0) != shape.end(); }

// Numbers `first`, `first` + 1, … of one type.
Expression Counted(Conversion& c, DataType type, int64_t first, int64_t count, const Sizes& sizes) {
  std::vector<int64_t> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return c.Cast(c.Constant(TensorDesc(DataType::Int64, sizes), ConstBuffer(numbers)), type);
}

// One number of an optional input.
Result<int64_t> OneInt(Conversion& c, size_t input, int64_t otherwise) {
  const ValueRef& value = c.Optional(input);
  if (!value) return otherwise;
  WEFT_ASSIGN(const std::vector<int64_t> numbers, c.HostInts(value));
  if (numbers.size() != 1)
    return Invalid("input {} has the shape {}, but one number is required", input,
                   ToString(value->shape));
  return numbers[0];
}

// ---- diagonals

Status Trilu(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(int64_t k, OneInt(c, 1, 0));
  const bool is_upper = c.Int("upper", 1) != 0;
  if (x->rank() < 2)
    return Invalid("the tensor has the shape {}, but at least 2 dimensions are required",
                   ToString(x->shape));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  const int64_t rows = x->shape[x->rank() - 2], columns = x->shape[x->rank() - 1];
  k = std::clamp(k, -rows, columns);  // beyond, nothing changes any more
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Sizes matrix = {rows, columns};
  const Expression diagonal =
      Counted(c, DataType::Int32, k, rows, Sizes{rows, 1}).Broadcast(matrix);
  const Expression column =
      Counted(c, DataType::Int32, 0, columns, Sizes{columns}).Broadcast(matrix);
  const Expression stays = is_upper ? expr::ElementWiseLogicalLessThanOrEqual(diagonal, column)
                                    : expr::ElementWiseLogicalLessThanOrEqual(column, diagonal);
  const Expression zero = c.Scalar(in.desc().type, 0).Broadcast(in.sizes());
  return c.Give(0, expr::ElementWiseIf(stays.Broadcast(in.sizes()), in, zero), x->type, x->shape);
}

Status EyeLike(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const auto type = ElementType(int32_t(c.Int("dtype", int64_t(x->type))));
  if (x->rank() != 2)
    return Invalid("the tensor has the shape {}, but 2 dimensions are required",
                   ToString(x->shape));
  if (DataTypeOf(type) == DataType::Unknown)
    return NotSupported("tensor({}) is not supported here", Name(type));
  if (x->count() == 0) return GiveEmpty(c, 0, type, x->shape);
  const int64_t rows = x->shape[0], columns = x->shape[1];
  const int64_t k = std::clamp(c.Int("k", 0), -rows, columns);
  const Sizes matrix = {rows, columns};
  const Expression diagonal =
      Counted(c, DataType::Int32, k, rows, Sizes{rows, 1}).Broadcast(matrix);
  const Expression column =
      Counted(c, DataType::Int32, 0, columns, Sizes{columns}).Broadcast(matrix);
  return c.Give(0, c.Cast(expr::ElementWiseLogicalEquals(diagonal, column), DataTypeOf(type)), type,
                x->shape);
}

Status OneHot(Conversion& c) {
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef values, c.TensorInput(2));
  WEFT_ASSIGN(const double wanted, c.HostNumber(1));
  WEFT_ASSIGN(const int axis, c.Axis("axis", -1, indices->rank() + 1));
  if (!(wanted >= 0 && wanted <= double(kMaxElements)))
    return Invalid("depth is {}, which is no size", wanted);
  if (values->count() != 2)
    return Invalid("values have the shape {}, but two numbers are required: off and on",
                   ToString(values->shape));
  const auto depth = int64_t(wanted);
  Shape shape = indices->shape, one = indices->shape;
  shape.insert(shape.begin() + axis, depth);
  one.insert(one.begin() + axis, 1);
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, values->type, shape);
  if (shape.size() > size_t(kMaxRank))
    return NotSupported("a result of shape {} has more than {} dimensions", ToString(shape),
                        kMaxRank);
  WEFT_ASSIGN(const Expression in, c.Device(indices));
  WEFT_ASSIGN(const Expression levels, c.Device(values));
  // The indices along the depth are written out twice, once for negative indices.
  WEFT_RETURN_IF_ERROR(Budget::Check(16 * uint64_t(depth), fmt::format("depth {}", depth)));
  const Sizes sizes = SizesOf(shape);
  Sizes line = Sizes::Filled(sizes.rank(), 1);
  line[axis] = depth;
  // Index i means position i, or i + depth where it is negative: each position has two indices.
  const bool is_signed = in.desc().type != DataType::UInt64;
  const DataType type = is_signed ? DataType::Int64 : DataType::UInt64;
  const Expression index = c.Reshape(c.Cast(in, type), SizesOf(one)).Broadcast(sizes);
  Expression is_on =
      expr::ElementWiseLogicalEquals(index, Counted(c, type, 0, depth, line).Broadcast(sizes));
  if (is_signed)
    is_on = expr::ElementWiseLogicalOr(
        is_on, expr::ElementWiseLogicalEquals(
                   index, Counted(c, type, -depth, depth, line).Broadcast(sizes)));
  const auto level = [&](uint32_t i) {
    Slice1 slice = {
        .input_window_offsets = {i}, .input_window_sizes = {1}, .input_window_strides = {1}};
    return GraphBuilder::AddOne(std::move(slice), {c.Reshape(levels, Sizes{2})}).Broadcast(sizes);
  };
  const Expression off = level(0), on = level(1);
  return c.Give(0, expr::ElementWiseIf(is_on, on, off), values->type, shape);
}

// ---- as many as the data says

Status NonZero(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const std::vector<double> numbers, c.HostNumbers(x));
  std::vector<int64_t> indices;
  for (size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] != 0) indices.push_back(int64_t(i));
  const auto count = int64_t(indices.size());
  WEFT_ASSIGN(const NewHostValue made, MakeHost(ElementType::Int64, {int64_t(x->rank()), count}));
  int64_t* const out = made.As<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = indices[size_t(i)];
    for (size_t dim = x->rank(); dim-- > 0;) {
      out[int64_t(dim) * count + i] = rest % x->shape[dim];
      rest /= x->shape[dim];
    }
  }
  c.Set(0, made.value);
  return Ok();
}

// A tensor as `outer` times `length` lines of `inner` elements, along one axis or flattened.
struct Lines {
  int64_t outer = 1, length = 1, inner = 1;
};
Result<Lines> LinesOf(Conversion& c, const Value& x) {
  Lines lines;
  if (!c.HasAttribute("axis")) {
    lines.length = x.count();
    return lines;
  }
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x.rank()));
  for (int dim = 0; dim < int(x.rank()); ++dim) {
    int64_t& size = dim < axis ? lines.outer : dim == axis ? lines.length : lines.inner;
    size *= x.shape[size_t(dim)];
  }
  return lines;
}
Result<Shape> WithLength(Conversion& c, const Value& x, int64_t length) {
  if (!c.HasAttribute("axis")) return Shape{length};
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x.rank()));
  Shape shape = x.shape;
  shape[size_t(axis)] = length;
  return shape;
}

Status Compress(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef condition, c.TensorInput(1));
  WEFT_ASSIGN(const std::vector<int64_t> mask, c.HostInts(condition));
  WEFT_ASSIGN(const Lines lines, LinesOf(c, *x));
  std::vector<int64_t> kept;
  for (size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) continue;
    if (int64_t(i) >= lines.length)
      return Invalid("condition is true at {}, but there are {} slices of {}", i, lines.length,
                     ToString(x->shape));
    kept.push_back(int64_t(i));
  }
  const auto count = int64_t(kept.size());
  WEFT_ASSIGN(const Shape shape, WithLength(c, *x, count));
  if (IsEmpty(shape)) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Expression which =
      c.Constant(TensorDesc(DataType::Int64, Sizes{1, 1, count}), ConstBuffer(kept));
  const Gather gather = {
      .output = TensorDesc(in.desc().type, Sizes{lines.outer, count, lines.inner}),
      .axis = 1,
      .index_dimensions = 1};
  const Expression out = GraphBuilder::AddOne(
      gather, {c.Reshape(in, Sizes{lines.outer, lines.length, lines.inner}), which});
  return c.Give(0, out, x->type, shape);
}

// Below 0, 0 or above it, as a is before, like or behind b. NaNs are alike, behind all others.
template <class T>
int Compare(T a, T b) {
  if (a < b) return -1;
  if (b < a) return 1;
  if (a == b) return 0;
  return int(a != a) - int(b != b);
}

Status Unique(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const Bytes bytes, c.Host(x));
  WEFT_ASSIGN(const Lines lines, LinesOf(c, *x));
  const bool is_sorted = c.Int("sorted", 1) != 0;
  std::vector<int64_t> order(static_cast<size_t>(lines.length));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::vector<std::vector<int64_t>> groups;  // of slices that are the same, each in its order
  // `compare` takes the indices of two elements.
  const auto group = [&](const auto& compare) {
    const auto compare_slices = [&](int64_t a, int64_t b) {
      for (int64_t i = 0; i < lines.outer; ++i)
        for (int64_t k = 0; k < lines.inner; ++k) {
          const int64_t base = i * lines.length;
          const int found =
              compare(size_t((base + a) * lines.inner + k), size_t((base + b) * lines.inner + k));
          if (found != 0) return found;
        }
      return 0;
    };
    std::ranges::stable_sort(order, [&](int64_t a, int64_t b) { return compare_slices(a, b) < 0; });
    for (const int64_t i : order) {
      if (groups.empty() || compare_slices(groups.back().front(), i) != 0) groups.emplace_back();
      groups.back().push_back(i);
    }
  };
  if (x->type == ElementType::String) {
    if (!x->strings || int64_t(x->strings->size()) != x->count())
      return Invalid("the tensor has the shape {}, but other strings", ToString(x->shape));
    group([&](size_t a, size_t b) { return (*x->strings)[a].compare((*x->strings)[b]); });
  } else {
    WEFT_RETURN_IF_ERROR(ForElementType(x->type, [&]<class T>(T) -> Status {
      group([&](size_t a, size_t b) {
        T one, other;
        std::memcpy(&one, bytes.data() + a * sizeof(T), sizeof(T));
        std::memcpy(&other, bytes.data() + b * sizeof(T), sizeof(T));
        return Compare(ToNumber(one), ToNumber(other));
      });
      return Ok();
    }));
  }
  if (!is_sorted) std::ranges::sort(groups, {}, [](const auto& same) { return same.front(); });

  const auto count = int64_t(groups.size());
  std::vector<int64_t> first, inverse(order.size()), counts;
  for (size_t i = 0; i < groups.size(); ++i) {
    first.push_back(groups[i].front());
    counts.push_back(int64_t(groups[i].size()));
    for (const int64_t slice : groups[i]) inverse[size_t(slice)] = int64_t(i);
  }
  WEFT_ASSIGN(const Shape shape, WithLength(c, *x, count));
  if (x->type == ElementType::String) {
    std::vector<std::string> strings;
    for (int64_t i = 0; i < lines.outer; ++i)
      for (const int64_t slice : first)
        for (int64_t k = 0; k < lines.inner; ++k)
          strings.push_back((*x->strings)[size_t((i * lines.length + slice) * lines.inner + k)]);
    c.Set(0, HostStrings(shape, std::move(strings)));
  } else {
    WEFT_ASSIGN(const NewHostValue made, MakeHost(x->type, shape));
    const size_t line = size_t(lines.inner) * size_t(SizeBits(x->type) / 8);
    std::byte* to = made.data;
    for (int64_t i = 0; i < lines.outer; ++i)
      for (const int64_t slice : first) {
        std::memcpy(to, bytes.data() + size_t(i * lines.length + slice) * line, line);
        to += line;
      }
    c.Set(0, made.value);
  }
  c.Set(1, HostInts(first));
  c.Set(2, HostInts(inverse));
  c.Set(3, HostInts(counts));
  return Ok();
}

// ---- order

Status ReverseSequence(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef lengths, c.TensorInput(1));
  WEFT_ASSIGN(const int batch, c.Axis("batch_axis", 1, x->rank()));
  WEFT_ASSIGN(const int time, c.Axis("time_axis", 0, x->rank()));
  if (batch == time) return Invalid("batch_axis and time_axis are both {}", batch);
  if (lengths->rank() != 1 || lengths->shape[0] != x->shape[size_t(batch)])
    return Invalid("sequence_lens has the shape {}, but size {} of {} is {}",
                   ToString(lengths->shape), batch, ToString(x->shape), x->shape[size_t(batch)]);
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression given, c.Device(lengths));
  Sizes line = Sizes::Filled(in.sizes().rank(), 1), all = in.sizes();
  line[batch] = in.sizes()[batch];
  all[time] = 1;
  const Expression each = c.Reshape(c.Cast(given, DataType::UInt32), line).Broadcast(all);
  return c.Give(0, expr::ReverseSubsequences(in, each, {.axis = uint32_t(time)}), x->type,
                x->shape);
}

// ---- boxes

struct Box {
  float top, left, bottom, right;
  float Area() const { return (bottom - top) * (right - left); }
};

Box BoxAt(const std::vector<double>& numbers, size_t i, bool has_center) {
  const auto at = [&](size_t k) { return float(numbers[4 * i + k]); };
  if (has_center) {  // x and y of the center, width and height
    const float half_width = at(2) / 2, half_height = at(3) / 2;
    return {at(1) - half_height, at(0) - half_width, at(1) + half_height, at(0) + half_width};
  }
  return {std::min(at(0), at(2)), std::min(at(1), at(3)), std::max(at(0), at(2)),
          std::max(at(1), at(3))};
}

bool Overlap(const Box& a, const Box& b, float threshold) {
  const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  const float width = std::min(a.right, b.right) - std::max(a.left, b.left);
  if (!(height > 0 && width > 0)) return false;
  const float both = height * width, all = a.Area() + b.Area() - both;
  return all > 0 && both / all > threshold;
}

Status NonMaxSuppression(Conversion& c) {
  WEFT_ASSIGN(const ValueRef boxes, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef scores, c.TensorInput(1));
  const bool fits = boxes->rank() == 3 && scores->rank() == 3 && boxes->shape[2] == 4 &&
                    boxes->shape[0] == scores->shape[0] && boxes->shape[1] == scores->shape[2];
  if (!fits)
    return Invalid(
        "boxes have the shape {} and scores {}, but [n, boxes, 4] and "
        "[n, classes, boxes] are required",
        ToString(boxes->shape), ToString(scores->shape));
  WEFT_ASSIGN(const int64_t most, OneInt(c, 2, 0));
  float overlap = 0, least = 0;
  if (c.Optional(3)) {
    WEFT_ASSIGN(const double number, c.HostNumber(3));
    overlap = float(number);
  }
  const bool has_least = c.Optional(4) != nullptr;
  if (has_least) {
    WEFT_ASSIGN(const double number, c.HostNumber(4));
    least = float(number);
  }
  const bool has_center = c.Int("center_point_box", 0) != 0;
  WEFT_ASSIGN(const std::vector<double> coordinates, c.HostNumbers(boxes));
  WEFT_ASSIGN(const std::vector<double> numbers, c.HostNumbers(scores));
  const int64_t batches = boxes->shape[0], count = boxes->shape[1], classes = scores->shape[1];
  std::vector<int64_t> found;
  for (int64_t n = 0; most > 0 && count > 0 && n < batches; ++n)
    for (int64_t kind = 0; kind < classes; ++kind) {
      const double* const score = numbers.data() + (n * classes + kind) * count;
      std::vector<int64_t> order;
      for (int64_t i = 0; i < count; ++i)  // without NaNs, which no order holds for
        if (has_least ? float(score[i]) > least : !std::isnan(score[i])) order.push_back(i);
      std::ranges::stable_sort(order, [&](int64_t a, int64_t b) { return score[a] > score[b]; });
      std::vector<Box> taken;
      for (const int64_t i : order) {
        if (int64_t(taken.size()) >= most) break;
        const Box box = BoxAt(coordinates, size_t(n * count + i), has_center);
        if (std::ranges::any_of(taken,
                                [&](const Box& other) { return Overlap(box, other, overlap); }))
          continue;
        taken.push_back(box);
        found.insert(found.end(), {n, kind, i});
      }
    }
  const ValueRef result = HostInts(found);
  result->shape = {int64_t(found.size() / 3), 3};
  c.Set(0, result);
  return Ok();
}

// ---- matrices

// The determinant of a square matrix, which is overwritten.
double Determinant(std::vector<double>& matrix, size_t size) {
  double product = 1;
  for (size_t k = 0; k < size; ++k) {
    size_t pivot = k;
    for (size_t row = k + 1; row < size; ++row)
      if (std::abs(matrix[row * size + k]) > std::abs(matrix[pivot * size + k])) pivot = row;
    if (matrix[pivot * size + k] == 0) return 0;
    if (pivot != k) {
      std::swap_ranges(matrix.begin() + std::ptrdiff_t(k * size),
                       matrix.begin() + std::ptrdiff_t((k + 1) * size),
                       matrix.begin() + std::ptrdiff_t(pivot * size));
      product = -product;
    }
    product *= matrix[k * size + k];
    for (size_t row = k + 1; row < size; ++row) {
      const double factor = matrix[row * size + k] / matrix[k * size + k];
      for (size_t column = k; column < size; ++column)
        matrix[row * size + column] -= factor * matrix[k * size + column];
    }
  }
  return product;
}

Status Det(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->rank() < 2 || x->shape[x->rank() - 1] != x->shape[x->rank() - 2])
    return Invalid("the tensor has the shape {}, but square matrices are required",
                   ToString(x->shape));
  WEFT_ASSIGN(const std::vector<double> numbers, c.HostNumbers(x));
  const Shape shape(x->shape.begin(), x->shape.end() - 2);
  const auto size = size_t(x->shape.back());
  WEFT_ASSIGN(const NewHostValue made, MakeHost(x->type, shape));
  const auto count = size_t(made.value->count());
  WEFT_RETURN_IF_ERROR(ForElementType(x->type, [&]<class T>(T) -> Status {
    for (size_t i = 0; i < count; ++i) {
      const double* const from = numbers.data() + i * size * size;
      std::vector<double> matrix(from, from + size * size);
      made.As<T>()[i] = ToElement<T>(Determinant(matrix, size));
    }
    return Ok();
  }));
  c.Set(0, made.value);
  return Ok();
}

// ---- positions

// Indices are those of MaxPool: row-major in the whole result, which output_shape names where
// several sizes could have been pooled to the same.
Status MaxUnpool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(1));
  if (x->rank() < 3 || x->shape != indices->shape)
    return Invalid(
        "the tensor has the shape {} and indices {}, but the same of at least 3 "
        "dimensions is required",
        ToString(x->shape), ToString(indices->shape));
  Shape shape = x->shape;
  if (c.Optional(2)) {
    WEFT_ASSIGN(shape, c.HostInts(2));
    if (shape.size() != x->rank())
      return Invalid("output_shape is {}, but the tensor has the shape {}", ToString(shape),
                     ToString(x->shape));
  } else {
    const size_t spatial = x->rank() - 2;
    const std::vector<int64_t> kernel = c.Ints("kernel_shape"),
                               steps = c.Ints("strides", std::vector<int64_t>(spatial, 1)),
                               pads = c.Ints("pads", std::vector<int64_t>(2 * spatial, 0));
    if (kernel.size() != spatial || steps.size() != spatial || pads.size() != 2 * spatial)
      return Invalid("there are {} kernel sizes, {} strides and {} pads, but {} spatial dimensions",
                     kernel.size(), steps.size(), pads.size(), spatial);
    for (size_t i = 0; i < spatial; ++i) {
      const auto is_size = [](int64_t n) { return n >= 0 && n <= INT32_MAX; };
      if (!is_size(kernel[i]) || !is_size(steps[i]) || !is_size(pads[i]) ||
          !is_size(pads[i + spatial]) || !is_size(shape[i + 2]))
        return Invalid("kernel sizes {}, strides {} and pads {} are out of range", ToString(kernel),
                       ToString(steps), ToString(pads));
      shape[i + 2] = (shape[i + 2] - 1) * steps[i] + kernel[i] - pads[i] - pads[i + spatial];
    }
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  const DataType type = DataTypeOf(x->type);
  if (type == DataType::Unknown)
    return NotSupported("tensor({}) is not supported here", Name(x->type));
  const Expression zeros = c.Zeros(type, Sizes{count});
  if (x->count() == 0) return c.Give(0, zeros, x->type, shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression where, c.Device(indices));
  const Sizes flat = {x->count()};
  return c.Give(
      0, expr::ScatterElements(zeros, c.Reshape(where, flat), c.Reshape(in, flat), {.axis = 0}),
      x->type, shape);
}

Status ArrayFeatureExtractor(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(1));
  if (x->rank() == 0) return Invalid("the tensor has rank 0, but at least 1 is required");
  Shape shape = x->shape;
  if (shape.size() == 1) shape.insert(shape.begin(), 1);
  shape.back() = indices->count();
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (x->count() == 0)
    return Invalid("indices are given, but the tensor has the shape {}", ToString(x->shape));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression which, c.Device(indices));
  const int64_t size = x->shape.back(), lines = x->count() / size;
  const Gather gather = {.output = TensorDesc(in.desc().type, Sizes{lines, indices->count()}),
                         .axis = 1,
                         .index_dimensions = 1};
  return c.Give(0,
                GraphBuilder::AddOne(gather, {c.Reshape(in, Sizes{lines, size}),
                                              c.Reshape(which, Sizes{1, indices->count()})}),
                x->type, shape);
}

}  // namespace

void AddSelection(Registry& r) {
  r.Add("Trilu", Trilu);
  r.AddFlow("EyeLike", EyeLike);
  r.Add("OneHot", OneHot);
  r.AddFlow("NonZero", NonZero);
  r.Add("Compress", Compress);
  r.AddFlow("Unique", Unique);
  r.Add("ReverseSequence", ReverseSequence);
  r.AddFlow("NonMaxSuppression", NonMaxSuppression);
  r.AddFlow("Det", Det);
  r.Add("MaxUnpool", MaxUnpool);
  r.SetDomain("ai.onnx.ml");
  r.Add("ArrayFeatureExtractor", ArrayFeatureExtractor);
}

}  // namespace weft::onnx
