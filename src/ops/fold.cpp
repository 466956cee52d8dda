// SPDX-License-Identifier: MIT
// UNFOLD (im2col): every window of an image as a column. FOLD (col2im): columns added back into an
// image, summed where windows overlap.
//
// The image is {N, C, sizes..}, the columns are {N, C * all window sizes, number of blocks}.
// Element w of the window at block b is the image's b * Strides + w * Dilations - StartPadding, in
// each spatial dimension; what falls outside the image reads as 0 and is dropped when written.
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "kernels/element.h"
#include "ops/program.h"
#include "strided/parallel_nest.h"
#include "strided/row_copy.h"

namespace weft::ops {
namespace {

constexpr int kMostSpatial = kMaxRank - 2;

// An index that runs within one spatial dimension, over the window or over the blocks.
struct Progression {
  int64_t count;
  int64_t image_step;    // in pixels
  int64_t columns_step;  // in elements of the columns' buffer
};
struct SpatialDim {
  int64_t size;        // of the image
  int64_t image_step;  // in elements of the image's buffer
  int64_t start;       // padding
  Progression window, block;
};

template <class Op>
int64_t BlockCount(const Op& op, int64_t size, size_t d) {
  const int64_t reach = int64_t(op.dilations[d]) * (op.window_sizes[d] - 1) + 1;
  return (size + op.start_padding[d] + op.end_padding[d] - reach) / op.strides[d] + 1;
}

template <class Op>
std::vector<SpatialDim> SpatialDims(const Op& op, const Layout& image, const Layout& columns) {
  std::vector<SpatialDim> dims(op.window_sizes.size());
  int64_t window_step = columns.sizes[1] > 1 ? columns.strides[1] : 0;
  int64_t block_step = columns.sizes[2] > 1 ? columns.strides[2] : 0;
  for (size_t d = dims.size(); d-- > 0;) {
    const int64_t size = image.sizes[int(d) + 2], window = op.window_sizes[d];
    const int64_t blocks = BlockCount(op, size, d);
    dims[d] = {.size = size,
               .image_step = size > 1 ? image.strides[int(d) + 2] : 0,
               .start = op.start_padding[d],
               .window = {window, op.dilations[d], window_step},
               .block = {blocks, op.strides[d], block_step}};
    if (window > 1) window_step *= window;
    if (blocks > 1) block_step *= blocks;
  }
  return dims;
}

struct FoldTensors {
  std::string_view op;
  std::string_view image_field;
  const TensorDesc& image;
  std::string_view columns_field;
  const TensorDesc& columns;
};

// "3 * 3 = 9", or only that it is too many: the factors may be anything.
struct Product {
  std::vector<int64_t> factors;

  std::optional<int64_t> Value() const {
    int64_t product = 1;
    for (int64_t factor : factors) {
      if (product != 0 && factor > kMaxElements / product) return std::nullopt;
      product *= factor;
    }
    return product;
  }
  std::string Text() const {
    const std::optional<int64_t> value = Value();
    return fmt::format(
        "{}{}", fmt::join(factors, " * "),
        value ? fmt::format(" = {}", *value) : fmt::format(", more than {}", kMaxElements));
  }
};

template <class Op>
Status CheckFold(const FoldTensors& tensors, const Op& op) {
  const auto& [name, image_field, image, columns_field, columns] = tensors;
  const size_t spatial = op.window_sizes.size();
  if (size_t(image.rank()) != spatial + 2)
    return Invalid("{}: {}.DimensionCount is {}, but DimensionCount + 2 is {} + 2 = {}", name,
                   image_field, image.rank(), spatial, spatial + 2);
  if (columns.rank() != 3)
    return Invalid("{}: {}.DimensionCount is {}, but 3 is required", name, columns_field,
                   columns.rank());
  Product channels = {{image.sizes()[1]}}, blocks;
  for (size_t d = 0; d < spatial; ++d) {
    const std::pair<std::string_view, uint32_t> at_least_1[] = {{"WindowSizes", op.window_sizes[d]},
                                                                {"Strides", op.strides[d]},
                                                                {"Dilations", op.dilations[d]}};
    for (const auto& [field, value] : at_least_1)
      if (value == 0) return Invalid("{}: {}[{}] is 0, but it must be at least 1", name, field, d);
    const int64_t size = image.sizes()[int(d) + 2];
    const int64_t padded = size + op.start_padding[d] + op.end_padding[d];
    const uint64_t reach = uint64_t(op.dilations[d]) * (op.window_sizes[d] - 1) + 1;
    if (reach > uint64_t(padded))
      return Invalid(
          "{0}: Dilations[{1}] * (WindowSizes[{1}] - 1) + 1 is {2} * ({3} - 1) + 1 = {4}, but "
          "{5}.Sizes[{6}] + StartPadding[{1}] + EndPadding[{1}] is {7} + {8} + {9} = {10}",
          name, d, op.dilations[d], op.window_sizes[d], reach, image_field, d + 2, size,
          op.start_padding[d], op.end_padding[d], padded);
    channels.factors.push_back(op.window_sizes[d]);
    blocks.factors.push_back(BlockCount(op, size, d));
  }
  if (columns.sizes()[0] != image.sizes()[0])
    return Invalid("{}: {}.Sizes[0] is {}, but {}.Sizes[0] is {}", name, columns_field,
                   columns.sizes()[0], image_field, image.sizes()[0]);
  if (channels.Value() != columns.sizes()[1])
    return Invalid("{}: {}.Sizes[1] is {}, but {}.Sizes[1] times all WindowSizes is {}", name,
                   columns_field, columns.sizes()[1], image_field, channels.Text());
  if (blocks.Value() != columns.sizes()[2])
    return Invalid("{}: {}.Sizes[2] is {}, but the number of blocks is {}", name, columns_field,
                   columns.sizes()[2], blocks.Text());
  return Ok();
}

// ---- UNFOLD

constexpr int kOperands = 2 + kMostSpatial;  // columns, image {n, c}, a pixel per spatial dimension

// All rows of the columns that run along the last spatial dimension's blocks.
LoopNest<kOperands> UnfoldRows(const Layout& columns, const Layout& image,
                               const std::vector<SpatialDim>& dims) {
  LoopNest<kOperands> rows;
  rows.offset = {columns.offset, image.offset};
  int64_t windows = 1;
  for (const SpatialDim& dim : dims) windows *= dim.window.count;
  const auto push = [&](int64_t count, int64_t columns_step, int64_t image_step) {
    if (count != 1) rows.Push({count, {columns_step, image_step}});
  };
  push(image.sizes[0], columns.strides[0], image.strides[0]);
  push(image.sizes[1], windows * (columns.sizes[1] > 1 ? columns.strides[1] : 0), image.strides[1]);
  for (const bool blocks : {false, true})
    for (size_t d = 0; d < dims.size() - blocks; ++d) {
      const Progression& along = blocks ? dims[d].block : dims[d].window;
      rows.offset[2 + d] = -dims[d].start;
      if (along.count == 1) continue;
      Loop<kOperands> loop{along.count, {along.columns_step}};
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
    ForEachPart(rows_, {}, ThreadsFor(bytes_), [&](const LoopNest<kOperands>& part) {
      ForEachOffset(part, [&](const std::array<int64_t, kOperands>& offset) {
        UnfoldRow(columns + offset[0] * size_, image, offset);
      });
    });
  }

 private:
  void UnfoldRow(std::byte* row, const std::byte* image,
                 const std::array<int64_t, kOperands>& offset) const {
    // Offsets in the image are computed for pixels that are there: others might overflow.
    const int64_t blocks = along_.block.count, step = along_.block.image_step;
    int64_t from = offset[1];
    bool inside = true;
    const int64_t* pixel = offset.data() + 2;
    for (size_t d = 0; d + 1 < dims_.size() && inside; ++d) {
      inside = pixel[d] >= 0 && pixel[d] < dims_[d].size;
      if (inside) from += pixel[d] * dims_[d].image_step;
    }
    const int64_t first = pixel[dims_.size() - 1];  // of block 0; those that are inside:
    const int64_t begin = first >= 0 ? 0 : std::min(blocks, (-first + step - 1) / step);
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
  LoopNest<kOperands> rows_;
  int64_t size_, bytes_;
  SpatialDim along_;  // the rows
  RowCopy copy_, fill_;
};

// ---- FOLD

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

// Sums a stretch of one row of the image: all pairs of a window element and a block that meet
// there.
template <class T>
class FoldStretch {
 public:
  using Sum = typename SumOf<T>::type;
  static constexpr int64_t kMost = 512;

  FoldStretch(const std::vector<SpatialDim>& dims, const std::byte* columns, const int64_t* pixel,
              int64_t begin, int64_t count)
      : dims_(dims), columns_(columns), pixel_(pixel), begin_(begin), count_(count) {
    std::fill_n(sums_, count, Sum(0));
  }

  // For spatial dimension d and those inside; `offset` is what the ones outside come to. The index
  // with fewer values is tried, the other follows from it.
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
      const int64_t first = i * few.image_step - start - begin_;  // where j = 0 falls
      if (first >= count_) return;
      int64_t j = first >= 0 ? 0 : (-first + many.image_step - 1) / many.image_step;
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
  LoopNest<kOperands> rows;  // of the image: image, columns {n, c}, pixel
  rows.offset = {image.offset, columns.offset};
  rows.Push({image.sizes[0], {image.strides[0], columns.strides[0]}});
  rows.Push({image.sizes[1],
             {image.strides[1], windows * (columns.sizes[1] > 1 ? columns.strides[1] : 0)}});
  for (size_t d = 0; d + 1 < dims.size(); ++d) {
    Loop<kOperands> loop{dims[d].size, {dims[d].image_step}};
    loop.stride[2 + d] = 1;
    rows.Push(loop);
  }
  const int64_t bytes = columns.ElementCount() * int64_t(sizeof(T));
  return {.run = [=](const Bindings& bind) {
    ForEachPart(rows, {}, ThreadsFor(bytes), [&](const LoopNest<kOperands>& part) {
      ForEachOffset(part, [&](const std::array<int64_t, kOperands>& offset) {
        const SpatialDim& along = dims.back();
        for (int64_t begin = 0; begin < along.size; begin += FoldStretch<T>::kMost) {
          FoldStretch<T> stretch(dims, bind.Input(0), offset.data() + 2, begin,
                                 std::min(FoldStretch<T>::kMost, along.size - begin));
          stretch.Add(0, offset[1]);
          stretch.Store(bind.Output(0) + offset[0] * int64_t(sizeof(T)), along.image_step);
        }
      });
    });
  }};
}

}  // namespace

Status Validate(const Unfold& op) {
  return CheckFold({"UNFOLD", "InputTensor", op.input, "OutputTensor", op.output}, op);
}

Result<Program> Plan(const Unfold& op) {
  return Program{.run = [unfolder = Unfolder(op)](const Bindings& bind) {
    unfolder.Run(bind.Output(0), bind.Input(0));
  }};
}

Status Validate(const Fold& op) {
  return CheckFold({"FOLD", "OutputTensor", op.output, "InputTensor", op.input}, op);
}

Result<Program> Plan(const Fold& op) {
  return DispatchType(op.output.type, [&]<class T>(ElementTag<T>) -> Result<Program> {
    return FoldProgram<T>(op);
  });
}

}  // namespace weft::ops
