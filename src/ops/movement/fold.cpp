// SPDX-License-Identifier: MIT
// FOLD (col2im): adds columns back into an image, where windows overlap as sums. Each pixel gathers
// its terms, so that threads write different pixels and sums have a fixed order.
#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/movement/fold_windows.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

// Floats are summed in a wider type, integers wrap.
template <class T>
struct SumOf {
  using type = std::make_unsigned_t<T>;
};
template <>
struct SumOf<Half> {
  using type = float;
};
template <>
struct SumOf<float> {
  using type = double;
};
template <>
struct SumOf<double> {
  using type = double;
};

// Sums a block of one row of the image: all pairs of a window element and a window position that
// meet there.
template <class T>
class FoldBlock {
 public:
  using Sum = typename SumOf<T>::type;
  static constexpr int64_t kMost = 512;

  FoldBlock(const std::vector<SpatialDim>& dims, const std::byte* columns, const int64_t* pixel,
            int64_t begin, int64_t count)
      : dims_(dims), columns_(columns), pixel_(pixel), begin_(begin), count_(count) {
    std::fill_n(sums_, count, Sum(0));
  }

  // Adds spatial dimension d and the later ones; `offset` is the sum of the earlier ones. Loops
  // over the index with fewer values, because it determines the other one.
  void Add(size_t d, int64_t offset) {
    const SpatialDim& dim = dims_[d];
    const bool fewer_blocks = dim.block.count < dim.window.count;
    const Progression& few = fewer_blocks ? dim.block : dim.window;
    const Progression& many = fewer_blocks ? dim.window : dim.block;
    if (d + 1 == dims_.size()) return AddRow(few, many, dim.start, offset);
    for (int64_t i = 0; i < few.count; ++i) {
      const int64_t rest = pixel_[d] + dim.start - i * few.image_step;
      if (rest < 0) return;
      const int64_t j = rest / many.image_step;
      if (rest % many.image_step != 0 || j >= many.count) continue;
      Add(d + 1, offset + i * few.columns_step + j * many.columns_step);
    }
  }

  void Store(std::byte* row, int64_t step) const {
    for (int64_t i = 0; i < count_; ++i) {
      const T element = ConvertElement<T>(sums_[i]);
      std::memcpy(row + (begin_ + i) * step * int64_t(sizeof(T)), &element, sizeof(T));
    }
  }

 private:
  void AddRow(const Progression& few, const Progression& many, int64_t start, int64_t offset) {
    for (int64_t i = 0; i < few.count; ++i) {
      const int64_t first = i * few.image_step - start - begin_;  // the pixel of j = 0
      if (first >= count_) return;
      int64_t j = first >= 0 ? 0 : CeilDiv(-first, many.image_step);
      const std::byte* from = columns_ + (offset + i * few.columns_step) * int64_t(sizeof(T));
      for (int64_t x = first + j * many.image_step; j < many.count && x < count_;
           ++j, x += many.image_step) {
        T element;
        std::memcpy(&element, from + j * many.columns_step * int64_t(sizeof(T)), sizeof(T));
        sums_[x] += ConvertElement<Sum>(element);
      }
    }
  }

  const std::vector<SpatialDim>& dims_;
  const std::byte* columns_;
  const int64_t* pixel_;  // in the dimensions outside the row
  int64_t begin_, count_;
  Sum sums_[kMost];
};

template <class T>
Program FoldProgram(const Fold& op) {
  const Layout &image = op.output.layout, &columns = op.input.layout;
  const std::vector<SpatialDim> dims = SpatialDims(op, image, columns);
  int64_t windows = 1;
  for (const SpatialDim& dim : dims) windows *= dim.window.count;
  RowNest rows;  // of the image: image, columns {n, c}, pixel
  rows.offset = {image.offset, columns.offset};
  rows.Push({image.sizes[0], {image.strides[0], columns.strides[0]}});
  rows.Push({image.sizes[1], {image.strides[1], windows * StepOf(columns, 1)}});
  for (size_t d = 0; d + 1 < dims.size(); ++d) {
    Loop<2 + kMostSpatial> loop{dims[d].size, {dims[d].image_step}};
    loop.stride[2 + d] = 1;
    rows.Push(loop);
  }
  const int64_t bytes = columns.ElementCount() * int64_t(sizeof(T));
  return {.run = [=](const Bindings& bind) {
    ForEachTask(rows, {}, ThreadsFor(bytes), [&](const RowNest& task) {
      ForEachOffset(task, [&](const RowOffset& offset) {
        const SpatialDim& along = dims.back();
        for (int64_t begin = 0; begin < along.size; begin += FoldBlock<T>::kMost) {
          FoldBlock<T> block(dims, bind.Input(0), offset.data() + 2, begin,
                             std::min(FoldBlock<T>::kMost, along.size - begin));
          block.Add(0, offset[1]);
          block.Store(bind.Output(0) + offset[0] * int64_t(sizeof(T)), along.image_step);
        }
      });
    });
  }};
}

}  // namespace

// The caller gives the sizes.
void Infer(Fold& op) { FillType(op.output, op.input.type); }

Status Validate(const Fold& op) {
  return CheckFold({"FOLD", "OutputTensor", op.output, "InputTensor", op.input}, op);
}

Result<Program> Plan(const Fold& op) {
  return DispatchType(op.output.type, [&]<class T>(ElementTag<T>) -> Result<Program> {
    return FoldProgram<T>(op);
  });
}

}  // namespace weft::ops
