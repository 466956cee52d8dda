// SPDX-License-Identifier: MIT
// A convolution of any direction as sums over taps. Outputs that are `output_step` apart meet the
// same taps of the filter, at positions of the input that advance evenly: they are a phase. Forward
// there is one; backward with a stride of 2 even and odd outputs meet different taps.
//
//   forward,  Strides 2, Dilations 3, StartPadding 1: output j meets tap k at 2j + 3k - 1
//   backward, Strides 2, Dilations 1, StartPadding 1: output 2j + 1 meets tap 2m at j + 1 - m
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/convolution/tap_kernel.h"
#include "strided/convert.h"
#include "strided/row_function.h"
#include "strided/tile_kernels.h"

namespace weft {

inline constexpr int kMostConvolved = 3;  // spatial dimensions
inline constexpr int64_t kFloatBytes = sizeof(float);

struct ConvolutionPhase {
  int64_t first;       // output
  int64_t count;       // of outputs
  int64_t with_input;  // of those, the first so many see the input; the others see padding only
  int64_t taps, first_tap, tap_step;
  int64_t position,
      position_step;  // of the first output: in the input, for the first tap and the next
};

using ConvolutionPhases = std::array<ConvolutionPhase, kMostConvolved>;

struct ConvolvedDim {
  int64_t input_size = 1, output_size = 1, filter_size = 1;
  int64_t stride = 1, dilation = 1, start_padding = 0;
  int64_t windows = 1;  // outputs that see the input, forward
  bool backward = false;
  int64_t input_bytes = 0, output_bytes = 0;  // from one pixel to the next

  int64_t input_step() const { return backward ? 1 : stride; }  // from an output to the next one
  int64_t output_step() const { return backward ? stride : 1; }
  int64_t phases() const { return backward ? std::min(stride, output_size) : 1; }
  ConvolutionPhase PhaseAt(int64_t phase) const;
};

// Output channels are columns, as of a product of matrices. A panel of them is packed side by side,
// one or two panels are a block, which is summed at once.
struct ConvolvePlan {
  ConvolutionKernel kernel = TapKernel();
  bool depthwise = false;
  PixelKernel pixel_kernel = DepthwiseKernel();  // instead, where it is depthwise
  int64_t batch = 1;
  int64_t groups = 1;
  int64_t channels = 1;  // of input in a group, next to each other
  int64_t columns = 1;   // of output in a group
  int64_t input_batch_bytes = 0, output_batch_bytes = 0;
  std::array<ConvolvedDim, kMostConvolved> dims;

  // Columns whose sums lie next to each other in the output are summed there. Others are summed in
  // the first-level cache and stored from there, in another type if need be.
  void StoreColumns(int64_t column_bytes, int64_t element_bytes, ConvertRow convert);
  TileKernel store = nullptr;
  ConvertRow convert = nullptr;
  int64_t column_bytes = 4, element_bytes = 4;

  int64_t PanelsInGroup() const;
  int64_t BlocksInGroup() const;
  int64_t Blocks() const;                    // of columns that are summed together
  int64_t FirstColumn(int64_t block) const;  // of all groups' columns
  int64_t ColumnsIn(int64_t block) const;
  int64_t Taps() const;          // of the filter
  int64_t TapBytes() const;      // of a panel's weights for a tap
  int64_t PanelBytes() const;    // … for all taps
  int64_t WeightsBytes() const;  // [group][panel][tap][channel][kPanelColumns], or [tap][column]
  int64_t ZeroBytes() const;     // of a pixel of padding
  int64_t StartBytes() const;    // of what the sums begin with, for all columns of all panels

  struct Operands {
    std::byte* output;
    const std::byte *input, *weights, *start, *zeros;
    const RowFunction* activation;  // of rows of sums; may be null
    // Lies as the output does, and the activation takes its rows, too. Only for columns that are
    // summed in the output.
    const std::byte* addend = nullptr;
  };
  void Run(const Operands& operands) const;
  int64_t Tiles() const;  // of pixels, in all phases
  int Threads() const;    // that are worth using for them

  // Sums [pixels][kBlockColumns] of a block go to evenly spaced pixels of the output from `to` on,
  // which is the first one's first column of all.
  void StoreRun(const Operands& operands, std::byte* sums, int64_t pixels, std::byte* to,
                int64_t block) const;
  // The same for sums that are there already, of some blocks.
  void Activate(const Operands& operands, std::byte* to, int64_t pixels, int64_t first_block,
                int64_t last_block) const;
};

// visit(phases) for each combination of phases until it says false.
template <class Visit>
void ForEachPhase(const ConvolvePlan& plan, const Visit& visit) {
  const auto& [d0, d1, d2] = plan.dims;
  for (int64_t i = 0; i < d0.phases(); ++i)
    for (int64_t j = 0; j < d1.phases(); ++j)
      for (int64_t k = 0; k < d2.phases(); ++k) {
        const ConvolutionPhases phases = {d0.PhaseAt(i), d1.PhaseAt(j), d2.PhaseAt(k)};
        if (!visit(phases)) return;
      }
}

}  // namespace weft
