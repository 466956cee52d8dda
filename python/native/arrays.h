// SPDX-License-Identifier: MIT
// Arrays of Python as the engine takes them: a tensor description and an address. NumPy counts
// strides in bytes from the first element, which a negative stride puts at the end of the memory;
// here the address is the lowest one, and the layout's offset leads to the first element.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstddef>

#include "native/errors.h"
#include "weft/buffer.h"
#include "weft/tensor.h"

namespace weft::python {

// Looks up the classes of NumPy and of this package. Done when the module is imported: the first
// use would be too late, because an import can let another thread in, which would wait for it.
void PrepareArrays();

struct Tensor {
  TensorDesc desc;
  void* data = nullptr;
  size_t bytes = 0;
  py::object owner;  // of the memory; null for an absent tensor

  ConstBuffer Input() const { return {data, bytes}; }
  Buffer Output() const { return {data, bytes}; }
};

// A NumPy array, a weft.Int4Array or anything with __dlpack__. An input that is byte-swapped, not
// aligned, or whose strides are no multiples of its elements is copied; all others are used where
// they are. As an output such an array is refused, and so is a read-only one.
enum class Access { Read, Write };
Tensor ReadArray(py::handle value, const Argument& where, Access access);

// The array, or a copy of it that is packed, aligned and in the machine's byte order.
py::array Packed(const py::array& array);

// For what operators prepare: it begins at a cache line, as vectors like it.
py::array_t<uint8_t> NewMemory(uint64_t bytes);

// New memory for a tensor: a NumPy array, or an Int4Array for the 4-bit types.
Tensor NewArray(const TensorDesc& desc);

// float32 for FLOAT32; raises for types NumPy does not have.
py::dtype DtypeOf(DataType type);
// Takes weft.DataType, DirectML's names and whatever numpy.dtype() takes.
DataType ReadDataType(py::handle value, const Argument& where);

// A NumPy array over the memory of another library's tensor on the CPU, without a copy.
py::array FromDlpack(py::handle value, const Argument& where);

}  // namespace weft::python
