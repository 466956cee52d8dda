// SPDX-License-Identifier: MIT
// Copies with one side that index tensors select: a gather reads from the elements that indices
// name, a scatter writes to them. Both walk the picked tensor (a gather's output, a scatter's
// updates); the indices add to the offset in the whole tensor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/indexing/index_offsets.h"
#include "strided/loop_nest.h"
#include "strided/tile_kernels.h"
#include "weft/tensor.h"

namespace weft {

// Three layouts of the picked tensor's sizes. Picking rows 3 and 1 of a 4 x 8 tensor, {2,8}, has
// whole strides {0,1} and indices strides {1,0}; its one axis has size 4 and stride 8.
struct IndexedTensors {
  Layout picked;
  Layout whole;    // stride 0 along a dimension of the indices only
  Layout indices;  // of a tuple's first number; stride 0 where all elements share their index
  IndexTuple tuple;
};

class IndexedCopyPlan {
 public:
  // Indices that are out of range: a gather reads the nearest element, a scatter writes nothing.
  // Of several updates of one element the last in row-major order of the indices stays.
  static IndexedCopyPlan Gather(int element_bytes, DataType index_type,
                                const IndexedTensors& tensors);
  static IndexedCopyPlan Scatter(int element_bytes, DataType index_type,
                                 const IndexedTensors& tensors);

  void Run(std::byte* dst, const std::byte* src, const std::byte* indices) const;

 private:
  enum class Unit : uint8_t { Element, Row, Tile };  // what is copied for one offset
  enum Operand { kPicked, kWhole, kIndices };

  IndexedCopyPlan(bool scatter, int element_bytes, DataType index_type,
                  const IndexedTensors& tensors);
  bool Belongs(const Loop<3>& loop) const;
  void TakeUnit(DataType index_type);
  void RunScatter(std::byte* dst, const std::byte* src, const std::byte* indices,
                  int threads) const;
  void RunTask(std::byte* dst, const std::byte* src, const std::byte* indices,
               const LoopNest<3>& task, const IndexTuple& tuple) const;
  void MoveBlock(std::byte* dst, const std::byte* src, const int64_t* offsets,
                 const IndexedBlock& block, const CopyTile& unit) const;

  bool scatter_ = false;
  bool stream_ = false;
  Unit unit_ = Unit::Element;
  int element_bytes_ = 1;
  int64_t total_bytes_ = 0;
  LoopNest<3> nest_;  // in bytes; unless elements are moved, the last two loops are the unit's
  IndexTuple tuple_;  // strides in bytes of the whole tensor, step in bytes of the indices
  FillOffsets fill_ = nullptr;
  MoveElements move_ = nullptr;
  GatherByIndex gather_by_index_ = nullptr;  // instead of fill_ and move_
  TileKernel tile_kernel_ = nullptr;
};

}  // namespace weft
