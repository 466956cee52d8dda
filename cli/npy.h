// SPDX-License-Identifier: MIT
// NumPy's .npy files, versions 1 to 3. Fortran order becomes strides, so nothing is moved; big-
// endian data is swapped while reading. Nothing is allocated before header and file size agree.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/memory.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::cli {

struct NpyArray {
  DataType type = DataType::Unknown;
  bool is_bool = false;        // NumPy's bool, stored as UINT8
  std::vector<int64_t> shape;  // as the file tells it
  Layout layout;               // of `data`; an array of rank 0 is one element with sizes {1}
  Memory data;

  TensorDesc tensor() const { return {type, layout}; }
};

Result<NpyArray> ReadNpy(const std::string& path);

// `data` is packed in row-major order.
Status WriteNpy(const std::string& path, DataType type, bool is_bool,
                std::span<const int64_t> shape, std::span<const std::byte> data);

}  // namespace weft::cli
