// SPDX-License-Identifier: MIT
// A program outside Weft's tree: takes rows 1 and 2 and every second column, backwards, of a 3 by 4
// matrix, as numpy.arange(12).reshape(3, 4)[1:, ::-2] does.
#include <weft/device.h>

#include <array>
#include <cstdio>

int main() {
  std::array<float, 12> input;
  for (int i = 0; i < 12; ++i) input[i] = float(i);
  std::array<float, 4> output{};
  const weft::Slice1 slice{
      .input = {weft::DataType::Float32, {1, 1, 3, 4}},
      .output = {weft::DataType::Float32, {1, 1, 2, 2}},
      .input_window_offsets = {0, 0, 1, 0},
      .input_window_sizes = {1, 1, 2, 4},
      .input_window_strides = {1, 1, 1, -2},
  };
  if (const weft::Status status = weft::Run(slice, {input}, {output}); !status) {
    std::fprintf(stderr, "%s\n", status.error().message.c_str());
    return 1;
  }
  const std::array<float, 4> want = {7, 5, 11, 9};
  for (float value : output) std::printf("%g ", value);
  std::printf("\n");
  return output == want ? 0 : 1;
}
