// SPDX-License-Identifier: MIT
// The samples of ROI_ALIGN, for a region and each dimension of the image. Regions may be anything,
// mirrored, huge or NaN; only samples inside of the image are visited.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>

#include "program/program.h"
#include "weft/operators.h"
#include "weft/status.h"

namespace weft::ops {

// The fields of ROI_ALIGN1 and ROI_ALIGN_GRAD.
struct RoiSampling {
  bool linear = true, largest = false;
  double scale[2];  // y, x
  double input_offset, output_offset;
  double fewest, most;  // samples per output
  bool to_corners;

  template <class Op>
  explicit RoiSampling(const Op& op)
      : linear(op.interpolation_mode == InterpolationMode::Linear),
        largest(op.reduction_function == ReduceFunction::Max),
        scale{op.spatial_scale_y, op.spatial_scale_x},
        input_offset(op.input_pixel_offset),
        output_offset(op.output_pixel_offset),
        fewest(op.minimum_samples_per_output),
        most(op.maximum_samples_per_output),
        to_corners(op.align_regions_to_corners) {}
};

// A sample between two pixels, `fraction` of the way. A clamped sample stays at the edge when its
// region moves.
struct RoiSample {
  int64_t low, high;
  double fraction;
  bool moves;
};

// One dimension of one region. Sample s of output o is number p = o * samples + s, at (p -
// OutputPixelOffset) * step + begin - InputPixelOffset.
class RoiAxis {
 public:
  RoiAxis(const RoiSampling& by, int axis, float begin, float end, int64_t outputs, int64_t size)
      : by_(by), size_(size) {
    begin_ = double(begin) * by.scale[axis];
    const double length = double(end) * by.scale[axis] - begin_;
    const double wanted = std::ceil(std::fabs(length) / double(outputs));
    samples_ = std::min(wanted > by.fewest ? wanted : by.fewest, by.most);
    parts_ = double(outputs) * samples_ - (by.to_corners ? 1 : 0);
    step_ = parts_ > 0 ? length / parts_ : 0;
  }

  double samples() const { return samples_; }

  // The position of a sample in the region: 0 is its begin, 1 its end.
  double Share(int64_t o, int64_t s) const {
    return parts_ > 0 ? (double(o) * samples_ + double(s) - by_.output_offset) / parts_ : 0;
  }

  // Calls visit(s, sample) for the samples of output o that are in the image, in order, and returns
  // how many there are.
  template <class Visit>
  int64_t ForEach(int64_t o, const Visit& visit) const {
    const double first =
        (double(o) * samples_ - by_.output_offset) * step_ + begin_ - by_.input_offset;
    double from = 0, to = samples_ - 1;
    if (step_ != 0) {  // from -1 to size, and one more on each side: ForSample decides
      const double a = (-1 - first) / step_, b = (double(size_) - first) / step_;
      from = std::max(from, std::floor(std::min(a, b)) - 1);
      to = std::min(to, std::ceil(std::max(a, b)) + 1);
    }
    int64_t found = 0;
    if (!(from <= to) || !std::isfinite(first)) return 0;
    for (auto s = int64_t(from); s <= int64_t(to); ++s)
      if (const std::optional<RoiSample> sample = ForSample(first + double(s) * step_)) {
        visit(s, *sample);
        ++found;
      }
    return found;
  }

 private:
  std::optional<RoiSample> ForSample(double at) const {
    const auto last = double(size_ - 1);
    if (!by_.linear) {
      const double nearest = std::ceil(at - 0.5);
      if (!(nearest >= 0 && nearest <= last)) return std::nullopt;
      return RoiSample{int64_t(nearest), int64_t(nearest), 0, false};
    }
    if (!(at >= -1 && at <= double(size_))) return std::nullopt;
    const double inside = std::clamp(at, 0.0, last), low = std::floor(inside);
    return RoiSample{int64_t(low), int64_t(std::min(low + 1, last)), inside - low, inside == at};
  }

  const RoiSampling& by_;
  int64_t size_;
  double begin_, samples_, parts_, step_;
};

inline constexpr uint32_t kMostLeastSamples = 65536;

// The checks that the operators have in common. `image` and `regions` name {N, C, H, W} and {R, C,
// height, width}.
struct RoiTensors {
  std::string_view op;
  std::string_view image_field;
  const TensorDesc& image;
  std::string_view pooled_field;
  const TensorDesc& pooled;
  const TensorDesc& roi;
  const TensorDesc& batch_indices;
};
Status CheckRoiTensors(const RoiTensors& tensors);
Status CheckRoiSampling(std::string_view op, ReduceFunction function, uint32_t fewest,
                        uint32_t most);
// For Program::check_values: an error unless the image of every region, in input `slot`, exists.
std::function<Status(const Bindings&)> RoiBatchCheck(std::string_view op, std::string_view field,
                                                     const TensorDesc& image,
                                                     const TensorDesc& indices, int slot);

// The image of region r; one that is out of range is clamped to the last.
class RoiBatches {
 public:
  RoiBatches(const TensorDesc& indices, int64_t images)
      : bytes_(SizeBits(indices.type) / 8), images_(images), offset_(indices.layout.offset) {
    if (indices.layout.ElementCount() > 1) step_ = indices.layout.strides[indices.rank() - 1];
  }
  int64_t Of(const std::byte* indices, int64_t r) const {
    uint64_t index = 0;
    std::memcpy(&index, indices + (offset_ + r * step_) * bytes_, size_t(bytes_));
    return int64_t(std::min(index, uint64_t(images_ - 1)));
  }

 private:
  int64_t bytes_, images_, offset_, step_ = 0;
};

}  // namespace weft::ops
