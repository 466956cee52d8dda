// SPDX-License-Identifier: MIT
// UNFOLD (im2col): every window of an image as a column. Row by row along the blocks of the last
// spatial dimension: zeros, a strided copy, zeros.
#include <algorithm>
#include <array>
#include <vector>

#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/movement/fold_windows.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/parallel_nest.h"
#include "strided/row_copy.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// The rows of the columns along the blocks of the last spatial dimension.
RowNest UnfoldRows(const Layout& columns, const Layout& image,
                   const std::vector<SpatialDim>& dims) {
  RowNest rows;
  rows.offset = {columns.offset, image.offset};
  int64_t windows = 1;
  for (const SpatialDim& dim : dims) windows *= dim.window.count;
  const auto push = [&](int64_t count, int64_t columns_step, int64_t image_step) {
    if (count != 1) rows.Push({count, {columns_step, image_step}});
  };
  push(image.sizes[0], columns.strides[0], image.strides[0]);
  push(image.sizes[1], windows * StepOf(columns, 1), image.strides[1]);
  for (const bool blocks : {false, true})
    for (size_t d = 0; d < dims.size() - blocks; ++d) {
      const Progression& along = blocks ? dims[d].block : dims[d].window;
      rows.offset[2 + d] = -dims[d].start;
      if (along.count == 1) continue;
      Loop<2 + kMostSpatial> loop{along.count, {along.columns_step}};
      loop.stride[2 + d] = along.image_step;
      rows.Push(loop);
    }
  return rows;
}

class Unfolder {
 public:
  Unfolder(const Unfold& op)
      : dims_(SpatialDims(op, op.input.layout, op.output.layout)),
        rows_(UnfoldRows(op.output.layout, op.input.layout, dims_)),
        size_(SizeBits(op.output.type) / 8),
        bytes_(op.output.layout.ElementCount() * size_),
        along_(dims_.back()),
        copy_(int(size_), along_.block.columns_step, along_.block.image_step * along_.image_step),
        fill_(int(size_), along_.block.columns_step, 0) {}

  void Run(std::byte* columns, const std::byte* image) const {
    ForEachTask(rows_, {}, ThreadsFor(bytes_), [&](const RowNest& task) {
      ForEachOffset(task, [&](const RowOffset& offset) {
        UnfoldRow(columns + offset[0] * size_, image, offset);
      });
    });
  }

 private:
  void UnfoldRow(std::byte* row, const std::byte* image, const RowOffset& offset) const {
    // Offsets are computed only for pixels inside of the image: others might overflow.
    const int64_t blocks = along_.block.count, step = along_.block.image_step;
    int64_t from = offset[1];
    bool inside = true;
    const int64_t* pixel = offset.data() + 2;
    for (size_t d = 0; d + 1 < dims_.size() && inside; ++d) {
      inside = pixel[d] >= 0 && pixel[d] < dims_[d].size;
      if (inside) from += pixel[d] * dims_[d].image_step;
    }
    const int64_t first = pixel[dims_.size() - 1];  // of block 0; the blocks inside of the image:
    const int64_t begin = first >= 0 ? 0 : std::min(blocks, CeilDiv(-first, step));
    const int64_t end = first >= along_.size
                            ? begin
                            : std::clamp((along_.size - 1 - first) / step + 1, begin, blocks);
    if (!inside || begin == end) return fill_(row, Zero(), blocks);
    const auto at = [&](int64_t block) { return row + block * along_.block.columns_step * size_; };
    fill_(row, Zero(), begin);
    copy_(at(begin), image + (from + (first + begin * step) * along_.image_step) * size_,
          end - begin);
    fill_(at(end), Zero(), blocks - end);
  }
  static const std::byte* Zero() {
    static constexpr std::byte kZero[8] = {};
    return kZero;
  }

  std::vector<SpatialDim> dims_;
  RowNest rows_;
  int64_t size_, bytes_;
  SpatialDim along_;  // the rows
  RowCopy copy_, fill_;
};

}  // namespace

void Infer(Unfold& op) {
  const Windows windows = {.sizes = op.window_sizes,
                           .strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding};
  Fill(op.output, op.input.type, ColumnSizes(op.input.sizes(), windows));
}

Status Validate(const Unfold& op) {
  return CheckFold({"UNFOLD", "InputTensor", op.input, "OutputTensor", op.output}, op);
}

Result<Program> Plan(const Unfold& op) {
  return Program{.run = [unfolder = Unfolder(op)](const Bindings& bind) {
    unfolder.Run(bind.Output(0), bind.Input(0));
  }};
}

}  // namespace weft::ops
