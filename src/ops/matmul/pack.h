// SPDX-License-Identifier: MIT
// Panels of a matrix as the microkernels read them: for each unit of the depth (microkernel.h)
// `width` rows of A or columns of B, one behind the other. Strides, types and zero points are
// forgotten here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/matmul/microkernel.h"
#include "ops/matmul/problem.h"
#include "strided/convert.h"
#include "strided/tile_kernels.h"

namespace weft {

// Of integers: one for each row of A or column of B, of that matrix's type, so many bytes apart;
// null for 0.
struct ZeroPoints {
  const std::byte* data = nullptr;
  int64_t step = 0;

  std::byte At(int64_t i) const { return data ? data[i * step] : std::byte{0}; }
  ZeroPoints From(int64_t i) const { return {data ? data + i * step : nullptr, step}; }
};

// What units of integers are made of. Of pairs, A becomes int16 differences from its zero points
// and B stays as it is; A has the sums of its rows behind its units, and B its zero points. Of
// four, A becomes uint8 and B int8, by adding or subtracting 128 where it is neither; so do zero
// points. A has the sums of its rows behind its units and then its zero points; B has both in one
// int32: its zero points, and the sums of its columns less those of its zero points. Sums of A wrap
// around.

// Contiguous numbers of A as a unit has them; returns their sum.
using RowOfA = uint32_t (*)(std::byte* units, const std::byte* numbers, int64_t count,
                            std::byte zero);
// Rows of `width` contiguous numbers of B: of each column as many neighbours as a unit has terms.
// Rows that the last unit lacks are zeros. With `sums` those of columns are added to them.
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

  int64_t terms() const { return terms_; }            // of a unit
  int64_t unit_bytes() const { return unit_bytes_; }  // of all rows or columns of a panel
  int64_t PanelBytes(int64_t depth) const;
  // Rows or columns from `from` on, as panels one behind the other. Those that the last panel of B
  // lacks become 0.
  void operator()(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                  const ZeroPoints& zeros = {}) const;

 private:
  // Returns how many columns it has packed: those whose panels can be read together.
  int64_t PackNeighbours(std::byte* packed, const std::byte* from, int64_t count,
                         int64_t depth) const;
  // One panel.
  void PackFloats(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                  const ZeroPoints& zeros) const;
  void PackA(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
             const ZeroPoints& zeros) const;
  void PackB(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
             const ZeroPoints& zeros) const;

  int64_t width_ = 1, depth_step_ = 0, step_ = 0;  // bytes along the depth, and across it
  int64_t terms_ = 1, unit_bytes_ = 4, corrections_ = 0;
  DataType type_ = DataType::Float32;
  TileKernel copy_ = nullptr;
  ConvertRow widen_ = nullptr;      // for FLOAT16, else null
  RowOfA row_of_a_ = nullptr;       // for an integer A, else null …
  TileKernel transpose_ = nullptr;  // … and from rows to a panel
  RowsOfB rows_of_b_ = nullptr;     // for an integer B, else null
};

}  // namespace weft
