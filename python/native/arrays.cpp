// SPDX-License-Identifier: MIT
// See arrays.h.
#include "native/arrays.h"

#include <array>
#include <optional>
#include <vector>

#include "base/checked.h"

namespace weft::python {
namespace {

constexpr std::string_view kArrayWanted = "a NumPy array or an object with __dlpack__";

std::optional<DataType> TypeOf(char kind, int64_t bytes) {
  const auto pick = [&](DataType one, DataType two, DataType four,
                        DataType eight) -> std::optional<DataType> {
    const DataType type = bytes == 1   ? one
                          : bytes == 2 ? two
                          : bytes == 4 ? four
                          : bytes == 8 ? eight
                                       : DataType::Unknown;
    return type == DataType::Unknown ? std::nullopt : std::optional(type);
  };
  using enum DataType;
  switch (kind) {
    case 'b': return UInt8;
    case 'f': return pick(Unknown, Float16, Float32, Float64);
    case 'u': return pick(UInt8, UInt16, UInt32, UInt64);
    case 'i': return pick(Int8, Int16, Int32, Int64);
    default: return std::nullopt;
  }
}

[[noreturn]] void RaiseDtype(const Argument& where, py::handle dtype) {
  throw py::type_error(fmt::format(
      "{} has the dtype {}, but a float, an integer or bool of 8 to 64 bits is required",
      where.Text(), std::string(py::str(dtype))));
}

bool IsArray(py::handle value) { return py::detail::npy_api::get().PyArray_Check_(value.ptr()); }

// Set once by PrepareArrays, never freed.
py::handle int4_class;  // of weft/int4.py
std::array<py::handle, kDataTypeCount> dtypes;

// The place of the elements relative to the array's first one. Nothing when strides are no
// multiples of the element, or too large to be true.
struct Extent {
  Layout layout;
  int64_t lowest = 0;  // in bytes, at most 0
  int64_t bytes = 0;
};
std::optional<Extent> ExtentOf(const py::array& array) {
  const auto& proxy = *py::detail::array_proxy(array.ptr());
  const int64_t item = py::detail::array_descriptor_proxy(proxy.descr)->elsize;
  Extent extent;
  std::optional<int64_t> low = 0, high = 0;
  bool empty = false;
  for (int dim = 0; dim < proxy.nd; ++dim) {
    const int64_t size = proxy.dimensions[dim], stride = proxy.strides[dim];
    extent.layout.sizes.push_back(size);
    if (stride % item != 0 && size > 1) return std::nullopt;
    extent.layout.strides.push_back(stride / item);
    empty |= size == 0;
    if (size < 2) continue;
    std::optional<int64_t>& end = stride < 0 ? low : high;
    if (end) end = CheckedMulAdd(*end, size - 1, stride);
    if (!end) return std::nullopt;
  }
  if (empty) {
    extent.layout.strides = Layout::Packed(extent.layout.sizes).strides;
    return extent;
  }
  extent.lowest = *low;
  extent.layout.offset = -*low / item;
  extent.bytes = *high - *low + item;
  return extent;
}

Tensor ReadInt4(py::handle value, const Argument& where, Access access) {
  const py::array packed = value.attr("packed");
  const bool is_signed = value.attr("signed").cast<bool>();
  Tensor tensor;
  tensor.desc.type = is_signed ? DataType::Int4 : DataType::UInt4;
  Sizes sizes;
  for (const py::handle size : value.attr("shape")) sizes.push_back(size.cast<int64_t>());
  tensor.desc.layout = Layout::Packed(sizes);
  const Tensor bytes = ReadArray(packed, where, access);
  if (bytes.desc.type != DataType::UInt8 || bytes.desc.rank() != 1 || !bytes.desc.layout.IsPacked())
    RaiseInvalid("{} is an Int4Array whose bytes are not one packed row of uint8", where.Text());
  tensor.data = bytes.data;
  tensor.bytes = bytes.bytes;
  tensor.owner = py::reinterpret_borrow<py::object>(value);
  return tensor;
}

// Packed, aligned and in the machine's byte order.
py::array Copied(const py::array& array) {
  return py::module_::import("numpy").attr("array")(
      array, py::arg("dtype") = array.dtype().attr("newbyteorder")("="), py::arg("order") = "C");
}

Tensor ReadNumpy(const py::array& array, const Argument& where, Access access) {
  const auto& proxy = *py::detail::array_proxy(array.ptr());
  const auto& dtype = *py::detail::array_descriptor_proxy(proxy.descr);
  const std::optional<DataType> type = TypeOf(dtype.kind, dtype.elsize);
  if (!type) RaiseDtype(where, array.dtype());
  if (proxy.nd > kMaxRank)
    RaiseInvalid("{} has {} dimensions, but a tensor has at most {}", where.Text(), proxy.nd,
                 kMaxRank);
  const bool is_aligned = proxy.flags & py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  const bool is_swapped = dtype.byteorder == '>';  // of the machines this runs on
  const std::optional<Extent> extent = ExtentOf(array);
  if (access == Access::Write) {
    if (!(proxy.flags & py::detail::npy_api::NPY_ARRAY_WRITEABLE_))
      RaiseInvalid("{} is read-only, but the result is written to it", where.Text());
    if (is_swapped || !is_aligned || !extent)
      RaiseInvalid("{} is {}, but the result is written to it directly", where.Text(),
                   is_swapped    ? "in the other byte order"
                   : !is_aligned ? "not aligned to its elements"
                                 : "strided by fractions of its elements");
  } else if (is_swapped || !is_aligned || !extent) {
    return ReadNumpy(Copied(array), where, access);
  }
  return {.desc = TensorDesc(*type, extent->layout),
          .data = proxy.data + extent->lowest,
          .bytes = size_t(extent->bytes),
          .owner = array};
}

}  // namespace

Tensor ReadArray(py::handle value, const Argument& where, Access access) {
  if (IsArray(value)) return ReadNumpy(py::reinterpret_borrow<py::array>(value), where, access);
  if (value.is_none() || py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value))
    RaiseType(where, value, kArrayWanted);
  if (py::isinstance(value, int4_class)) return ReadInt4(value, where, access);
  if (!py::hasattr(value, "__dlpack__")) RaiseType(where, value, kArrayWanted);
  return ReadNumpy(FromDlpack(value, where), where, access);
}

Tensor NewArray(const TensorDesc& desc) {
  const Layout& layout = desc.layout;
  const std::vector<py::ssize_t> shape(layout.sizes.begin(), layout.sizes.end());
  if (SizeBits(desc.type) == 4) {
    const py::object made =
        int4_class.attr("empty")(py::tuple(py::cast(shape)), desc.type == DataType::Int4);
    return ReadInt4(made, {{}, "out"}, Access::Write);
  }
  const py::dtype dtype = DtypeOf(desc.type);
  if (layout.strides == Layout::Packed(layout.sizes).strides && layout.offset == 0) {
    py::array made(dtype, shape);
    return {
        .desc = desc, .data = made.mutable_data(), .bytes = size_t(made.nbytes()), .owner = made};
  }
  // Gaps are zeros.
  const py::array memory =
      py::module_::import("numpy").attr("zeros")(layout.RequiredElements(), dtype);
  std::vector<py::ssize_t> strides;
  for (const int64_t stride : layout.strides) strides.push_back(stride * dtype.itemsize());
  const auto* first = static_cast<const char*>(memory.data()) + layout.offset * dtype.itemsize();
  py::array made(dtype, shape, strides, first, memory);
  return {.desc = desc,
          .data = const_cast<void*>(memory.data()),
          .bytes = size_t(memory.nbytes()),
          .owner = made};
}

py::array Packed(const py::array& array) {
  using Api = py::detail::npy_api;
  constexpr int kWanted = Api::NPY_ARRAY_C_CONTIGUOUS_ | Api::NPY_ARRAY_ALIGNED_;
  const auto& proxy = *py::detail::array_proxy(array.ptr());
  const bool is_swapped = py::detail::array_descriptor_proxy(proxy.descr)->byteorder == '>';
  return (proxy.flags & kWanted) == kWanted && !is_swapped ? array : Copied(array);
}

void PrepareArrays() {
  int4_class = py::object(py::module_::import("weft.int4").attr("Int4Array")).release();
  for (const char* name : {"float16", "float32", "float64", "uint8", "uint16", "uint32", "uint64",
                           "int8", "int16", "int32", "int64"}) {
    py::dtype dtype(name);
    const DataType type = *TypeOf(dtype.kind(), dtype.itemsize());
    dtypes[size_t(type)] = dtype.release();
  }
}

py::dtype DtypeOf(DataType type) {
  const py::handle found = dtypes[size_t(type)];
  if (!found) RaiseInvalid("{} has no NumPy dtype", Name(type));
  return py::reinterpret_borrow<py::dtype>(found);
}

DataType ReadDataType(py::handle value, const Argument& where) {
  if (PyLong_Check(value.ptr())) {  // weft.DataType
    const long number = PyLong_AsLong(value.ptr());
    if (number < 1 || number >= kDataTypeCount) {
      PyErr_Clear();
      RaiseValue(where, value, "a data type");
    }
    return DataType(number);
  }
  if (py::isinstance<py::str>(value))
    if (const auto type = DataTypeFromName(value.cast<std::string>())) return *type;
  PyObject* converted = nullptr;
  if (value.is_none() ||
      !py::detail::npy_api::get().PyArray_DescrConverter_(value.ptr(), &converted)) {
    PyErr_Clear();
    RaiseType(where, value, "a dtype");
  }
  const py::dtype dtype = py::reinterpret_steal<py::dtype>(converted);
  const std::optional<DataType> type = TypeOf(dtype.kind(), dtype.itemsize());
  if (!type) RaiseDtype(where, dtype);
  return *type;
}

py::array_t<uint8_t> NewMemory(uint64_t bytes) {
  constexpr uintptr_t kLine = 64;
  py::array_t<uint8_t> all(static_cast<py::ssize_t>(bytes + kLine));
  uint8_t* const first = all.mutable_data();
  const uintptr_t past = reinterpret_cast<uintptr_t>(first) % kLine;
  return py::array_t<uint8_t>(static_cast<py::ssize_t>(bytes),
                              first + (past > 0 ? kLine - past : 0), all);
}

}  // namespace weft::python
