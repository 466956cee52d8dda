// SPDX-License-Identifier: MIT
// What operators driven by indices share: the dimensions of what is picked, the programs that pick
// it, and the checks.
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

// What a gather puts out and a scatter takes as updates: dimensions of the indices and of the whole
// tensor, side by side. Each knows the size it comes from, for messages, and the steps it makes in
// both tensors, for the plan.
class PickedDims {
 public:
  // The tensors are InputTensor and IndicesTensor.
  PickedDims(const Layout& whole, const Layout& indices) : whole_(whole), indices_(indices) {}

  // The next dimension steps along these dimensions of the two tensors; -1 where it does not.
  void Push(int whole_dim, int indices_dim);

  // `picked` has these sizes, aligned to its end: leading sizes of 1 may be missing or added.
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

// What the numbers of `indices_field` count along: dimension `dim` of `field`; or, when its last
// dimension holds tuples, `dim` and those after it; or all elements in row-major order.
struct IndexMeaning {
  static constexpr int kAllElements = -1;

  std::string_view op;
  std::string_view field;
  TensorDesc indexed;
  int dim;
  bool are_tuples = false;
  bool are_lengths = false;  // not places but so many from the first on: the size is possible
  std::string_view indices_field = "IndicesTensor";
};

// The inputs are the whole tensor and the indices.
Program GatherProgram(const TensorDesc& output, const TensorDesc& indices,
                      const IndexMeaning& meaning, const IndexedTensors& tensors);
// The inputs are the tensor that is copied first, the indices and the updates.
Program ScatterProgram(const TensorDesc& output, const TensorDesc& input, const TensorDesc& indices,
                       const IndexMeaning& meaning, const IndexedTensors& tensors);
// Names the first index out of range, in logical order; for Program::check_values. The indices are
// input `slot`.
std::function<Status(const Bindings&)> IndexCheck(const IndexMeaning& meaning,
                                                  const TensorDesc& indices, int slot);

// Axis < DimensionCount.
Status CheckAxis(std::string_view op, uint32_t axis, std::string_view field,
                 const TensorDesc& tensor);
// All but the last `count` sizes are 1, as the field `count_field` promises.
Status CheckLeadingOnes(std::string_view op, std::string_view field, const TensorDesc& tensor,
                        std::string_view count_field, uint32_t count);
// An index along `dim` has an element to name.
Status CheckNotEmpty(std::string_view op, std::string_view field, const TensorDesc& tensor,
                     int dim);
// `tensor` has the sizes of `like`, but `size` (which messages call `size_name`) at `axis`.
Status CheckSizesBut(std::string_view op, std::string_view field, const TensorDesc& tensor,
                     std::string_view like_field, const TensorDesc& like, uint32_t axis,
                     std::string_view size_name, int64_t size);

}  // namespace weft::ops
