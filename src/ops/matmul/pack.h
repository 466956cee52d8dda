// SPDX-License-Identifier: MIT
// Panels of a matrix as the microkernels read them: for each unit of the depth (microkernel.h)
// `width` rows of A or columns of B, one behind the other. Strides, types and zero points are
// forgotten here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/matmul/microkernel.h"
#include "ops/matmul/problem.h"
#include "ops/quantization/numbers.h"
#include "strided/convert.h"
#include "strided/tile_kernels.h"

namespace weft {

// What units of integers are made of. Of pairs, A becomes int16 differences from its zero points
// and B stays as it is; A has the sums of its rows behind its units, and B its zero points. Of
// four, A becomes uint8 and B int8, by adding or subtracting 128 where it is neither; so do zero
// points. A has the sums of its rows behind its units and then its zero points; B has both in one
// int32: its zero points, and the sums of its columns less those of its zero points. Sums of A wrap
// around.

// Rows of at most 256 contiguous numbers of A, `step` bytes apart, as units have them: from row to
// row there are `units_step` bytes, and behind a row's last number there is room for a vector.
// Terms that the last unit lacks are 0. With `sums` those of rows are
// added to them.
using RowsOfA = void (*)(std::byte* units, int64_t units_step, const std::byte* numbers,
                         int64_t step, int64_t rows, int64_t terms, const Numbers& zeros,
                         int32_t* sums);
// At most 256 rows of `width` contiguous numbers of B: of each column as many neighbours as a unit
// has terms. Rows that the last unit lacks are zeros. With `sums` those of columns are added to
// them.
using RowsOfB = void (*)(std::byte* units, const std::byte* rows, int64_t row_step, int64_t count,
                         int64_t width, int32_t* sums);

class PanelPacker {
 public:
  enum class Of { RowsOfA, ColumnsOfB };

  PanelPacker() = default;
  // The matrix's steps are in bytes. A unit has 1, 2 or 4 terms; `corrections` of integers are
  // behind the units of a panel.
  PanelPacker(const GemmMatrix& matrix, Of of, int64_t width, int64_t terms = 1,
              int64_t corrections = 0);

  int64_t unit_bytes() const { return unit_bytes_; }  // of all rows or columns of a panel
  int64_t UnitsOf(int64_t depth) const { return (depth + terms_ - 1) >> log2_terms_; }
  int64_t PanelBytes(int64_t depth) const {
    return UnitsOf(depth) * unit_bytes_ + corrections_ * 4 * width_;
  }
  // Rows or columns from `from` on, as panels one behind the other. Those that the last panel of B
  // lacks become 0. Zero points are of the matrix's type.
  void operator()(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                  const Numbers& zeros = {}) const;

 private:
  // Returns how many columns it has packed: those whose panels can be read together.
  int64_t PackNeighbours(std::byte* packed, const std::byte* from, int64_t count,
                         int64_t depth) const;
  using Pack = void(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                    const Numbers& zeros) const;
  Pack PackFloats, PackA, PackB;  // one panel

  int64_t width_ = 1, depth_step_ = 0, step_ = 0;  // bytes along the depth, and across it
  int64_t terms_ = 1, log2_terms_ = 0, unit_bytes_ = 4, corrections_ = 0;
  DataType type_ = DataType::Float32;
  Pack PanelPacker::*pack_ = &PanelPacker::PackFloats;
  TileKernel copy_ = nullptr;
  ConvertRow widen_ = nullptr;      // for FLOAT16, else null
  RowsOfA rows_of_a_ = nullptr;     // for an integer A, else null …
  TileKernel transpose_ = nullptr;  // … and from rows to a panel
  RowsOfB rows_of_b_ = nullptr;     // for an integer B, else null
};

}  // namespace weft
