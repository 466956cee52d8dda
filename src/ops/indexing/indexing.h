// SPDX-License-Identifier: MIT
// What operators with index tensors share: the dimensions of the picked tensor, the programs, and
// the checks.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "ops/indexing/indexed_copy.h"
#include "program/program.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::ops {

// The picked tensor, a gather's output or a scatter's updates: its dimensions are some of the
// indices and some of the whole tensor. Each has the name of the size it comes from, for messages,
// and its steps in both tensors, for the plan.
class PickedDims {
 public:
  // The tensors are InputTensor and IndicesTensor.
  PickedDims(const Layout& whole, const Layout& indices) : whole_(whole), indices_(indices) {}

  // Appends a dimension that steps along these dimensions of the two tensors; -1 for none.
  void Push(int whole_dim, int indices_dim);

  // An error unless `picked` has these sizes, except for leading ones.
  Status Check(std::string_view op, std::string_view field, const TensorDesc& picked) const;
  // The tensors of an indexed copy; `tuple` counts elements.
  IndexedTensors Tensors(const Layout& picked, const IndexTuple& tuple) const;

 private:
  struct Dim {
    int64_t size;
    int whole;
    int indices;
  };
  Layout whole_;
  Layout indices_;
  std::vector<Dim> dims_;
};

// What the numbers of `indices_field` are indices of: dimension `dim` of `field`; or, if its last
// dimension holds tuples, `dim` and those after it; or all elements in row-major order.
struct IndexMeaning {
  static constexpr int kAllElements = -1;

  std::string_view op;
  std::string_view field;
  TensorDesc indexed;
  int dim;
  bool are_tuples = false;
  bool are_lengths = false;  // they are lengths instead of indices, so the size itself is allowed
  std::string_view indices_field = "IndicesTensor";
};

// The inputs are the whole tensor and the indices.
Program GatherProgram(const TensorDesc& output, const TensorDesc& indices,
                      const IndexMeaning& meaning, const IndexedTensors& tensors);
// The inputs are the tensor that is copied first, the indices and the updates.
Program ScatterProgram(const TensorDesc& output, const TensorDesc& input, const TensorDesc& indices,
                       const IndexMeaning& meaning, const IndexedTensors& tensors);
// For Program::check_values: an error that names the first index out of range, in row-major order.
// The indices are input `slot`.
std::function<Status(const Bindings&)> IndexCheck(const IndexMeaning& meaning,
                                                  const TensorDesc& indices, int slot);

// An error unless Axis < DimensionCount.
Status CheckAxis(std::string_view op, uint32_t axis, std::string_view field,
                 const TensorDesc& tensor);
// An error unless all but the last `count` sizes are 1; `count_field` is the field of that count.
Status CheckLeadingOnes(std::string_view op, std::string_view field, const TensorDesc& tensor,
                        std::string_view count_field, uint32_t count);
// An error if `dim` has size 0, where no index is valid.
Status CheckNotEmpty(std::string_view op, std::string_view field, const TensorDesc& tensor,
                     int dim);
// An error unless `tensor` has the sizes of `like`, and at `axis` `size`, called `size_name` in
// messages.
Status CheckSizesBut(std::string_view op, std::string_view field, const TensorDesc& tensor,
                     std::string_view like_field, const TensorDesc& like, uint32_t axis,
                     std::string_view size_name, int64_t size);

}  // namespace weft::ops
