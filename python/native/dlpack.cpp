// SPDX-License-Identifier: MIT
// DLPack: another library's tensor as a NumPy array over the same memory. The library's deleter
// runs when the last array that shows the memory is gone.
#include <dlpack/dlpack.h>

#include "native/arrays.h"

namespace weft::python {
namespace {

constexpr char kFresh[] = "dltensor";
constexpr char kTaken[] = "used_dltensor";
constexpr int kBool = 6;  // a code newer than Debian's header

std::string DtypeName(const DLDataType& type, const Argument& where) {
  const bool is_plain =
      type.lanes == 1 && (type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64);
  if (is_plain && type.code == kDLInt) return fmt::format("int{}", type.bits);
  if (is_plain && type.code == kDLUInt) return fmt::format("uint{}", type.bits);
  if (is_plain && type.code == kDLFloat && type.bits > 8) return fmt::format("float{}", type.bits);
  if (is_plain && type.code == kBool && type.bits == 8) return "bool";
  throw py::type_error(
      fmt::format("{} is a DLPack tensor of type code {}, {} bits and {} lanes, but a float, an "
                  "integer or bool of 8 to 64 bits is required",
                  where.Text(), type.code, type.bits, type.lanes));
}

void CheckOnCpu(py::handle value, const Argument& where) {
  if (!py::hasattr(value, "__dlpack_device__")) return;
  const py::tuple device = value.attr("__dlpack_device__")();
  const int kind = device[0].cast<int>();
  if (kind != kDLCPU && kind != kDLCUDAHost && kind != kDLROCMHost)
    RaiseInvalid("{} is on the DLPack device {}, but the CPU ({}) is required", where.Text(), kind,
                 int(kDLCPU));
}

}  // namespace

py::array FromDlpack(py::handle value, const Argument& where) {
  if (py::detail::npy_api::get().PyArray_Check_(value.ptr()))
    return value.attr("view")();  // NumPy exports no read-only arrays; this way they need no export
  if (!py::hasattr(value, "__dlpack__")) RaiseType(where, value, "an object with __dlpack__");
  CheckOnCpu(value, where);
  const py::object capsule = value.attr("__dlpack__")();
  if (!PyCapsule_IsValid(capsule.ptr(), kFresh))
    RaiseInvalid("{} gave no fresh DLPack capsule", where.Text());
  auto* managed = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), kFresh));
  const DLTensor& tensor = managed->dl_tensor;
  const py::dtype dtype(DtypeName(tensor.dtype, where));
  if (tensor.ndim < 0 || tensor.ndim > kMaxRank)
    RaiseInvalid("{} has {} dimensions, but a tensor has at most {}", where.Text(), tensor.ndim,
                 kMaxRank);
  std::vector<py::ssize_t> shape(tensor.shape, tensor.shape + tensor.ndim), strides;
  for (int dim = 0; tensor.strides != nullptr && dim < tensor.ndim; ++dim)
    strides.push_back(tensor.strides[dim] * dtype.itemsize());
  if (PyCapsule_SetName(capsule.ptr(), kTaken) != 0) throw py::error_already_set();
  const py::capsule owner(managed, [](void* taken) {
    auto* mine = static_cast<DLManagedTensor*>(taken);
    if (mine->deleter != nullptr) mine->deleter(mine);
  });
  const auto* data = static_cast<const char*>(tensor.data) + tensor.byte_offset;
  return strides.empty() ? py::array(dtype, shape, data, owner)
                         : py::array(dtype, shape, strides, data, owner);
}

}  // namespace weft::python
