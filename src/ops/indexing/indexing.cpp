// SPDX-License-Identifier: MIT
// Sizes joined from two tensors, compared with those of a third and turned into three layouts of
// the same sizes.
#include "ops/indexing/indexing.h"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "tensor/element.h"

namespace weft::ops {

namespace {

Status CheckValues(const IndexMeaning& meaning, const TensorDesc& indices, const std::byte* data) {
  return DispatchType(indices.type, [&]<class Index>(ElementTag<Index>) -> Status {
    if constexpr (std::integral<Index>) {  // as every type of indices is
      const int rank = indices.rank();
      Sizes at = Sizes::Filled(rank, 0);
      for (int64_t left = indices.layout.ElementCount(); left > 0; --left) {
        const int64_t offset = indices.layout.OffsetOf({at.begin(), at.end()});
        Index index;
        std::memcpy(&index, data + offset * int64_t(sizeof(Index)), sizeof(Index));
        const bool is_flat = meaning.dim == IndexMeaning::kAllElements;
        const int dim = meaning.dim + (meaning.are_tuples ? int(at[rank - 1]) : 0);
        const int64_t size =
            is_flat ? meaning.indexed.layout.ElementCount() : meaning.indexed.sizes()[dim];
        const int64_t least = std::signed_integral<Index> ? -size : 0;
        const int64_t most = meaning.are_lengths ? size : size - 1;
        if (std::cmp_less(index, least) || std::cmp_greater(index, most))
          return Invalid("{}: {}{} is {}, but {}{} is {}: {} to {} are possible", meaning.op,
                         meaning.indices_field, ToString(at), index, meaning.field,
                         is_flat ? "'s element count" : fmt::format(".Sizes[{}]", dim), size, least,
                         most);
        for (int d = rank - 1; d >= 0 && ++at[d] == indices.sizes()[d]; --d) at[d] = 0;
      }
    }
    return Ok();
  });
}

}  // namespace

void PickedDims::Push(int whole_dim, int indices_dim) {
  const int64_t size = indices_dim >= 0 ? indices_.sizes[indices_dim] : whole_.sizes[whole_dim];
  dims_.push_back({size, whole_dim, indices_dim});
}

Status PickedDims::Check(std::string_view op, std::string_view field,
                         const TensorDesc& picked) const {
  const int missing = int(dims_.size()) - picked.rank();  // of the leading dimensions, in `picked`
  Sizes joined;
  for (int i = 0; i < int(dims_.size()); ++i)
    if (joined.rank() > 0 || i >= missing || dims_[i].size != 1) joined.push_back(dims_[i].size);
  if (joined.rank() > picked.rank())
    return Invalid("{}: {} has {} dimensions, but the indices and the input make {}", op, field,
                   picked.rank(), joined.rank() > kMaxRank ? "more than 8" : ToString(joined));
  for (int dim = 0; dim < picked.rank(); ++dim) {
    const int64_t size = picked.sizes()[dim];
    const Dim* from = dim + missing >= 0 ? &dims_[dim + missing] : nullptr;
    if (from == nullptr && size != 1)
      return Invalid("{}: {}.Sizes[{}] is {}, but 1 is required", op, field, dim, size);
    if (from != nullptr && size != from->size)
      return Invalid("{}: {}.Sizes[{}] is {}, but {}.Sizes[{}] is {}", op, field, dim, size,
                     from->indices >= 0 ? "IndicesTensor" : "InputTensor",
                     from->indices >= 0 ? from->indices : from->whole, from->size);
  }
  return Ok();
}

IndexedTensors PickedDims::Tensors(const Layout& picked, const IndexTuple& tuple) const {
  const Strides zeros = Strides::Filled(picked.rank(), 0);
  IndexedTensors tensors = {picked, Layout(picked.sizes, zeros, whole_.offset),
                            Layout(picked.sizes, zeros, indices_.offset), tuple};
  const int missing = int(dims_.size()) - picked.rank();
  for (int dim = std::max(0, -missing); dim < picked.rank(); ++dim) {
    const Dim& from = dims_[dim + missing];
    if (from.whole >= 0) tensors.whole.strides[dim] = whole_.strides[from.whole];
    if (from.indices >= 0) tensors.indices.strides[dim] = indices_.strides[from.indices];
  }
  return tensors;
}

Program GatherProgram(const TensorDesc& output, const TensorDesc& indices,
                      const IndexMeaning& meaning, const IndexedTensors& tensors) {
  const auto gather = IndexedCopyPlan::Gather(SizeBits(output.type) / 8, indices.type, tensors);
  return {.run =
              [gather](const Bindings& bind) {
                gather.Run(bind.Output(0), bind.Input(0), bind.Input(1));
              },
          .check_values = IndexCheck(meaning, indices, 1)};
}

Program ScatterProgram(const TensorDesc& output, const TensorDesc& input, const TensorDesc& indices,
                       const IndexMeaning& meaning, const IndexedTensors& tensors) {
  const CopyPlan copy(SizeBits(output.type), output.layout, input.layout);
  const auto scatter = IndexedCopyPlan::Scatter(SizeBits(output.type) / 8, indices.type, tensors);
  return {.run =
              [copy, scatter](const Bindings& bind) {
                copy.Run(bind.Output(0), bind.Input(0));
                scatter.Run(bind.Output(0), bind.Input(2), bind.Input(1));
              },
          .check_values = IndexCheck(meaning, indices, 1)};
}

std::function<Status(const Bindings&)> IndexCheck(const IndexMeaning& meaning,
                                                  const TensorDesc& indices, int slot) {
  return [=](const Bindings& bind) { return CheckValues(meaning, indices, bind.Input(slot)); };
}

Status CheckAxis(std::string_view op, uint32_t axis, std::string_view field,
                 const TensorDesc& tensor) {
  if (int64_t(axis) < tensor.rank()) return Ok();
  return Invalid("{}: Axis is {}, but {} has {} dimensions", op, axis, field, tensor.rank());
}

Status CheckLeadingOnes(std::string_view op, std::string_view field, const TensorDesc& tensor,
                        std::string_view count_field, uint32_t count) {
  if (int64_t(count) > tensor.rank())
    return Invalid("{}: {} is {}, but {} has {} dimensions", op, count_field, count, field,
                   tensor.rank());
  for (int dim = 0; dim < tensor.rank() - int(count); ++dim)
    if (tensor.sizes()[dim] != 1)
      return Invalid("{}: {}.Sizes[{}] is {}, but {} is {} and sizes before the last {} must be 1",
                     op, field, dim, tensor.sizes()[dim], count_field, count, count);
  return Ok();
}

Status CheckNotEmpty(std::string_view op, std::string_view field, const TensorDesc& tensor,
                     int dim) {
  if (tensor.sizes()[dim] > 0) return Ok();
  return Invalid("{}: {}.Sizes[{}] is 0, but an index along it needs at least 1", op, field, dim);
}

Status CheckSizesBut(std::string_view op, std::string_view field, const TensorDesc& tensor,
                     std::string_view like_field, const TensorDesc& like, uint32_t axis,
                     std::string_view size_name, int64_t size) {
  for (int dim = 0; dim < tensor.rank(); ++dim) {
    const int64_t found = tensor.sizes()[dim];
    if (dim == int(axis)) {
      if (found != size)
        return Invalid("{}: {}.Sizes[{}] is {}, but {} at Axis", op, field, dim, found, size_name);
    } else if (found != like.sizes()[dim]) {
      return Invalid("{}: {}.Sizes[{}] is {}, but {}.Sizes[{}] is {}", op, field, dim, found,
                     like_field, dim, like.sizes()[dim]);
    }
  }
  return Ok();
}

}  // namespace weft::ops
