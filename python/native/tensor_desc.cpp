// SPDX-License-Identifier: MIT
// See tensor_desc.h.
#include "native/tensor_desc.h"

#include <pybind11/stl.h>

#include <optional>

#include "draw/draw.h"
#include "native/arrays.h"
#include "native/fields.h"
#include "weft/slice_text.h"
#include "weft/tensor.h"

namespace weft::python {
namespace {

constexpr std::string_view kName = "TensorDesc";

template <class Dims>
py::tuple TupleOf(const Dims& dims) {
  py::tuple values(size_t(dims.rank()));
  for (int dim = 0; dim < dims.rank(); ++dim) values[size_t(dim)] = dims[dim];
  return values;
}

Strides ReadStrides(py::handle value, const Argument& where) {
  Strides strides;
  ForEachItem(value, where, "a sequence of strides", [&](py::handle item, const Argument& place) {
    strides.push_back(ReadInteger(item, place, INT64_MIN, INT64_MAX));
  });
  return strides;
}

void CheckDesc(const TensorDesc& desc) {
  Check(CheckTensor(desc, TensorUse::Input, kName, {.allow_empty = true}));
}

TensorDesc Make(py::handle dtype, py::handle sizes, py::handle strides,
                std::optional<int64_t> offset, uint64_t total_bytes, uint32_t alignment,
                bool owned_by_dml) {
  TensorDesc desc(ReadDataType(dtype, {kName, "dtype"}), ReadSizes(sizes, {kName, "sizes"}));
  if (!strides.is_none()) desc.layout.strides = ReadStrides(strides, {kName, "strides"});
  // Without an offset, the first byte of the buffer is used: by the last element of a dimension
  // that runs backwards.
  if (!offset && desc.strides().rank() == desc.rank()) {
    offset = 0;
    for (int dim = 0; dim < desc.rank(); ++dim)
      if (desc.strides()[dim] < 0 && desc.sizes()[dim] > 1)
        *offset -= int64_t(uint64_t(desc.sizes()[dim] - 1) * uint64_t(desc.strides()[dim]));
  }
  desc.layout.offset = offset.value_or(0);
  desc.total_bytes = total_bytes;
  desc.base_offset_alignment = alignment;
  desc.flags = owned_by_dml ? TensorFlags::OwnedByDml : TensorFlags::None;
  CheckDesc(desc);
  return desc;
}

TensorDesc FromLabel(const std::string& label, py::handle sizes, py::handle dtype,
                     const std::string& broadcast, int64_t row_pitch, int64_t row_alignment,
                     bool fill_image) {
  const LabelOptions options = {.broadcast = broadcast,
                                .row_pitch = row_pitch,
                                .row_alignment = row_alignment,
                                .fill_image = fill_image};
  TensorDesc desc(ReadDataType(dtype, {"layout", "dtype"}),
                  Check(LayoutFromLabel(label, ReadSizes(sizes, {"layout", "sizes"}), options)));
  CheckDesc(desc);
  return desc;
}

// The drawings count on at least one element.
const TensorDesc& Drawable(const TensorDesc& desc) {
  Check(CheckTensor(desc, TensorUse::Input, kName));
  return desc;
}

py::object DataTypeOf(const TensorDesc& desc) {
  return py::module_::import("weft.enums").attr("DataType")(int(desc.type));
}

py::object NumpyDtypeOf(const TensorDesc& desc) {
  return SizeBits(desc.type) == 4 ? py::object(py::none()) : py::object(DtypeOf(desc.type));
}

void AddMethods(py::class_<TensorDesc>& cls) {
  cls.def_static(
         "of",
         [](py::handle array) {
           return ReadArray(array, {kName, "array"}, Access::Read).desc;
         },
         py::arg("array"), "How an array lies in memory, from its lowest address on.")
      .def(
          "empty", [](const TensorDesc& desc) { return NewArray(desc).owner; },
          "A new array with these sizes and strides; gaps between its elements are zeros.")
      .def(
          "draw",
          [](const TensorDesc& desc, int width, bool colour) {
            std::string text = draw::DrawMemory(Drawable(desc), width, colour);
            text.pop_back();  // the prompt and print() end the last line themselves
            return py::module_::import("weft.drawing").attr("Drawing")(text);
          },
          py::arg("width") = 100, py::arg("colour") = false,
          "The memory as boxes of text, one for each place, with the element that lies there.\n\n"
          "Returns a string that shows itself as it is; print() it, or leave it to the prompt.")
      .def(
          "_repr_svg_", [](const TensorDesc& desc) { return draw::TensorPicture(Drawable(desc)); },
          "The same as a picture, which notebooks show.")
      .def("__repr__",
           [](const TensorDesc& desc) {
             return fmt::format("<weft.TensorDesc {}>", ToString(desc));
           })
      .def(
          "__eq__", [](const TensorDesc& a, const TensorDesc& b) { return a == b; },
          py::is_operator())
      .def("__hash__", [](const TensorDesc& desc) {
        return py::hash(py::make_tuple(int(desc.type), TupleOf(desc.sizes()),
                                       TupleOf(desc.strides()), desc.layout.offset));
      });
}

void AddProperties(py::class_<TensorDesc>& cls) {
  const auto ask = [&](const char* name, auto question, const char* doc) {
    cls.def_property_readonly(
        name, [question](const TensorDesc& desc) { return (desc.layout.*question)(); }, doc);
  };
  cls.def_property_readonly("data_type", DataTypeOf, "A weft.DataType.")
      .def_property_readonly("dtype", NumpyDtypeOf, "NumPy's dtype; None for the 4-bit types.")
      .def_property_readonly(
          "sizes", [](const TensorDesc& desc) { return TupleOf(desc.sizes()); },
          "Elements in each dimension.")
      .def_property_readonly(
          "strides", [](const TensorDesc& desc) { return TupleOf(desc.strides()); },
          "Elements from one index to the next, in each dimension.")
      .def_property_readonly(
          "offset", [](const TensorDesc& desc) { return desc.layout.offset; },
          "Where the first element lies, in elements from the start of the buffer.")
      .def_property_readonly(
          "total_bytes",
          [](const TensorDesc& desc) {
            return desc.total_bytes != 0 ? desc.total_bytes : desc.MinimumTotalBytes();
          },
          "TotalTensorSizeInBytes: what was said, or the least DirectML takes.")
      .def_property_readonly(
          "alignment", [](const TensorDesc& desc) { return desc.base_offset_alignment; },
          "GuaranteedBaseOffsetAlignment; 0 where none is promised.")
      .def_property_readonly(
          "owned_by_dml",
          [](const TensorDesc& desc) { return desc.flags == TensorFlags::OwnedByDml; },
          "Whether it is given once, to initialize.")
      .def_property_readonly("required_bytes", &TensorDesc::RequiredBytes,
                             "Bytes up to the end of the last element.")
      .def_property_readonly(
          "label", [](const TensorDesc& desc) { return LabelOf(desc.layout); },
          "The order its strides follow, like \"NHWC\"; None when no order explains them.");
  ask("is_packed", &Layout::IsPacked, "No gap and no shared place, in any order of dimensions.");
  ask("is_padded", &Layout::IsPadded, "Places between the elements are unused.");
  ask("has_broadcast", &Layout::HasBroadcast, "A dimension larger than 1 has stride 0.");
  ask("is_overlapping", &Layout::IsOverlapping, "Elements share places: good for inputs only.");
}

}  // namespace

void AddTensorDesc(py::module_& module) {
  py::class_<TensorDesc> cls(module, "TensorDesc",
                             "A tensor's data type, sizes and strides; strides count elements.\n\n"
                             "A negative stride walks backwards from `offset`, which is chosen to\n"
                             "fit when it is left out.");
  cls.def(py::init(&Make), py::arg("dtype"), py::arg("sizes"), py::arg("strides") = py::none(),
          py::kw_only(), py::arg("offset") = py::none(), py::arg("total_bytes") = 0,
          py::arg("alignment") = 0, py::arg("owned_by_dml") = false);
  AddMethods(cls);
  AddProperties(cls);
  module.def("layout", FromLabel, py::arg("label"), py::arg("sizes"), py::kw_only(),
             py::arg("dtype") = "float32", py::arg("broadcast") = "", py::arg("row_pitch") = 0,
             py::arg("row_alignment") = 1, py::arg("fill_image") = true,
             "The TensorDesc whose dimensions lie in the order of `label`, slowest first.\n\n"
             "Sizes stand in logical order (N, C, D, H, W) whatever the label.\n\n"
             ">>> weft.layout(\"NHWC\", (1, 3, 2, 4)).strides\n"
             "(24, 1, 12, 3)");
  // x[1:, ::2] as text or built from Python's slices becomes the window SLICE1 wants.
  module.def("parse_slice", [](const std::string& text, py::handle sizes, bool allow_empty) {
    const SliceWindow window =
        Check(ParseSlice(text, ReadSizes(sizes, {"slice", "sizes"}), {.allow_empty = allow_empty}));
    return py::make_tuple(window.offsets, window.sizes, window.strides,
                          TupleOf(window.result_sizes));
  });
}

}  // namespace weft::python
