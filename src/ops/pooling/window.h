// SPDX-License-Identifier: MIT
// Windows over the spatial dimensions of a tensor {N, C, [D,] H, W}, as in pooling. A row of
// outputs is computed at a time; its lanes are along the dimension with the smallest stride. The
// outer loop is over the elements of the window: each is added to all lanes of the row that have it
// inside of the input, which is a range of lanes that is known in advance.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "strided/loop_nest.h"
#include "weft/tensor.h"

namespace weft {

struct WindowRange {
  int64_t begin = 0, end = 0;
  int64_t Count() const { return end - begin; }
  friend bool operator==(const WindowRange&, const WindowRange&) = default;
};

// One spatial dimension. Element k of the window at output o is element o * stride + k * dilation -
// start of the input.
struct WindowDim {
  int64_t input_size = 1;
  int64_t output_size = 1;
  int64_t window = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t start = 0;  // padding

  WindowRange Inside(int64_t o) const;   // elements of o's window inside of the input
  WindowRange Outputs(int64_t k) const;  // those whose element k is inside of the input
  WindowRange Reached() const;           // elements that are inside for some output
  int64_t At(int64_t o, int64_t k) const { return o * stride + k * dilation - start; }
};

inline constexpr int kWindowDims = 3;  // a missing depth has size and window 1

struct WindowRows {
  enum Operand { kOutput, kIndices, kInput, kLogical, kPosition };  // a position in each dimension
  using Nest = LoopNest<kPosition + kWindowDims>;

  // Steps are in elements; kLogical is the row-major index of an input's element.
  Nest rows;
  std::array<WindowDim, kWindowDims> dims;
  std::array<int64_t, kWindowDims> input_step{}, logical_step{};  // between neighbours
  std::array<std::vector<WindowRange>, kWindowDims> inside;  // of each output; not along lane_dim
  Loop<kPosition> lanes;                                     // of a row
  int lane_dim = -1;                      // the dimension of the lanes; -1 if it has no windows
  int64_t first_tap = 0;                  // elements of the window along lane_dim: from here on
  std::vector<WindowRange> lane_outputs;  // lanes of each, and
  std::vector<double> lane_counts;        // how many each lane has
  bool some_are_empty = false;            // some have none

  // `dims` are the last ones of the layouts.
  WindowRows(const Layout& output, const Layout& input, const std::optional<Layout>& indices,
             const std::vector<WindowDim>& windows);

 private:
  void PickLanes(Nest& nest);
};

// The function of a window. Largest takes any type; the others take and return float32.
struct WindowFunction {
  enum Kind : uint8_t { Mean, Norm, Largest } kind = Largest;
  DataType type = DataType::Float32;
  double divisor = 0;   // Mean: by this; 0 is by the number of elements
  uint32_t p = 2;       // Norm: (sum of |x|^p)^(1/p)
  int index_bytes = 0;  // Largest: of its row-major index in the input, first of equals; 0 for none
};

// The index for a window without elements. Its mean and norm are 0, its largest element is the
// lowest number of the type.
inline constexpr uint32_t kNoIndex = 0xFFFFFFFF;

class WindowPlan {
 public:
  WindowPlan(const WindowFunction& function, const WindowRows& rows);
  void Run(std::byte* output, std::byte* indices, const std::byte* input) const;

  struct Buffers {
    std::byte* output;
    std::byte* indices;
    const std::byte* input;
  };
  using RunRow = void (*)(const WindowFunction& function, const WindowRows& rows,
                          const int64_t* offset, const Buffers& buffers);

 private:
  WindowFunction function_;
  WindowRows rows_;
  RunRow run_row_;
  double work_bytes_;
};

}  // namespace weft
