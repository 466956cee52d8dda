// SPDX-License-Identifier: MIT
// See windows.h.
#include "onnx/ops/windows.h"

#include <algorithm>
#include <utility>

#include "base/split.h"

namespace weft::onnx {
namespace {

constexpr int64_t kMost = int64_t(1) << 31;

}  // namespace

Result<Windows> WindowsOf(Conversion& c, const Shape& input, std::vector<int64_t> kernel) {
  if (input.size() < 3)
    return Invalid("the input has the shape {}, but at least 3 dimensions are required",
                   ToString(input));
  const size_t dims = input.size() - 2;
  Windows windows;
  windows.kernel = c.Ints("kernel_shape", std::move(kernel));
  windows.strides = c.Ints("strides", std::vector<int64_t>(dims, 1));
  windows.dilations = c.Ints("dilations", std::vector<int64_t>(dims, 1));
  std::vector<int64_t> pads = c.Ints("pads", std::vector<int64_t>(2 * dims, 0));
  if (windows.kernel.size() != dims || windows.strides.size() != dims ||
      windows.dilations.size() != dims || pads.size() != 2 * dims)
    return Invalid(
        "kernel_shape {}, strides {}, dilations {} and pads {} are given, but the input "
        "has the shape {}",
        ToString(windows.kernel), ToString(windows.strides), ToString(windows.dilations),
        ToString(pads), ToString(input));
  const std::string_view automatic = c.Text("auto_pad", "NOTSET");
  const bool upper = automatic == "SAME_UPPER", lower = automatic == "SAME_LOWER";
  if (!upper && !lower && automatic != "NOTSET" && automatic != "VALID")
    return Invalid("attribute auto_pad is '{}', which is none", Printable(automatic));
  const bool is_ceil = c.Int("ceil_mode", 0) != 0;
  for (size_t i = 0; i < dims; ++i) {
    const int64_t size = input[i + 2], stride = windows.strides[i], dilation = windows.dilations[i];
    if (windows.kernel[i] < 1 || stride < 1 || dilation < 1 || windows.kernel[i] > kMost ||
        stride > kMost || dilation > kMost)
      return Invalid(
          "kernel_shape is {}, strides are {} and dilations {}, but all must be at least 1",
          ToString(windows.kernel), ToString(windows.strides), ToString(windows.dilations));
    const int64_t reach = (windows.kernel[i] - 1) * dilation + 1;
    int64_t begin = pads[i], end = pads[i + dims];
    if (automatic == "VALID") begin = end = 0;
    if (upper || lower) {
      const int64_t outputs = CeilDiv(size, stride);
      const int64_t all = std::max<int64_t>((outputs - 1) * stride + reach - size, 0);
      begin = upper ? all / 2 : all - all / 2;
      end = all - begin;
    }
    if (begin < 0 || end < 0 || begin > kMost || end > kMost)
      return Invalid("pads are {}, but negative ones are not supported", ToString(pads));
    const int64_t room = size + begin + end - reach;
    if (room < 0)
      return Invalid("windows of {} do not fit into size {} with padding {} and {}", reach, size,
                     begin, end);
    int64_t outputs = room / stride + 1;
    // A window that begins in the padding behind the input is none.
    if (is_ceil && room % stride != 0 && outputs * stride < size + begin) ++outputs;
    windows.begin.push_back(begin);
    windows.given_end.push_back(end);
    windows.end.push_back(std::max(end, (outputs - 1) * stride + reach - size - begin));
    windows.outputs.push_back(outputs);
  }
  return windows;
}

}  // namespace weft::onnx
