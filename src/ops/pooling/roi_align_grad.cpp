// SPDX-License-Identifier: MIT
// ROI_ALIGN_GRAD: gradients of ROI_ALIGN1 back to the pixels that its samples interpolate, and to
// the corners of the regions, which determine where samples are. Threads share the channels, or the
// regions, and each walks the other dimensions in order.
#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/pooling/roi_samples.h"
#include "program/float_operand.h"
#include "program/infer_sizes.h"
#include "program/program.h"

namespace weft::ops {
namespace {

// Four neighbouring pixels of a plane, in the order of memory, and a sample's weight of each.
struct Corners {
  std::array<int64_t, 4> at;
  std::array<double, 4> weight;

  Corners(const RoiSample& y, const RoiSample& x, int64_t width)
      : at{y.low * width + x.low, y.low * width + x.high, y.high * width + x.low,
           y.high * width + x.high},
        weight{(1 - y.fraction) * (1 - x.fraction), (1 - y.fraction) * x.fraction,
               y.fraction * (1 - x.fraction), y.fraction * x.fraction} {}
};

float LoadFloat(const std::byte* at, int64_t offset) {
  float x;
  std::memcpy(&x, at + offset * int64_t(sizeof x), sizeof x);
  return x;
}
void AddFloat(std::byte* at, int64_t offset, float x) {
  x += LoadFloat(at, offset);
  std::memcpy(at + offset * int64_t(sizeof x), &x, sizeof x);
}

// All tensors are packed, float32.
struct Gradients {
  RoiSampling by;
  RoiBatches batches;
  int64_t channels, height, width;  // of the image
  int64_t regions, out_height, out_width;
  const std::byte *image, *pooled, *roi, *indices;

  // Calls visit(y, x, sample y, sample x, gradient) for each sample that the gradient of one output
  // goes to.
  template <class Visit>
  void ForEachSample(int64_t r, int64_t c, int64_t oy, int64_t ox, const RoiAxis& rows,
                     const RoiAxis& columns, const Visit& visit) const {
    const double gradient =
        LoadFloat(pooled, ((r * channels + c) * out_height + oy) * out_width + ox);
    if (!by.largest) {
      const double share = gradient / (rows.samples() * columns.samples());
      rows.ForEach(oy, [&](int64_t sy, const RoiSample& y) {
        columns.ForEach(ox, [&](int64_t sx, const RoiSample& x) { visit(sy, sx, y, x, share); });
      });
      return;
    }
    struct Best {
      int64_t sy, sx;
      RoiSample y, x;
      double value;
    };
    std::optional<Best> best;
    const int64_t plane = Plane(r, c);
    rows.ForEach(oy, [&](int64_t sy, const RoiSample& y) {
      columns.ForEach(ox, [&](int64_t sx, const RoiSample& x) {
        const Corners corners(y, x, width);
        double value = 0;
        for (size_t i = 0; i < 4; ++i)
          if (corners.weight[i] != 0)
            value += corners.weight[i] * double(LoadFloat(image, plane + corners.at[i]));
        if (!best || value > best->value || best->value != best->value)
          best = Best{sy, sx, y, x, value};
      });
    });
    if (best) visit(best->sy, best->sx, best->y, best->x, gradient);
  }

  int64_t Plane(int64_t r, int64_t c) const {
    return (batches.Of(indices, r) * channels + c) * height * width;
  }
  std::array<float, 4> Region(int64_t r) const {
    std::array<float, 4> region;
    std::memcpy(region.data(), roi + r * int64_t(sizeof region), sizeof region);
    return region;
  }
  template <class Visit>
  void ForEachOutput(int64_t r, const Visit& visit) const {
    const std::array<float, 4> region = Region(r);
    const RoiAxis rows(by, 0, region[1], region[3], out_height, height);
    const RoiAxis columns(by, 1, region[0], region[2], out_width, width);
    for (int64_t oy = 0; oy < out_height; ++oy)
      for (int64_t ox = 0; ox < out_width; ++ox) visit(oy, ox, rows, columns);
  }

  void AddToChannels(std::byte* sums, int64_t begin, int64_t end) const {
    for (int64_t r = 0; r < regions; ++r)
      ForEachOutput(r, [&](int64_t oy, int64_t ox, const RoiAxis& rows, const RoiAxis& columns) {
        for (int64_t c = begin; c < end; ++c)
          ForEachSample(r, c, oy, ox, rows, columns,
                        [&](int64_t, int64_t, const RoiSample& y, const RoiSample& x, double g) {
                          const Corners corners(y, x, width);
                          for (size_t i = 0; i < 4; ++i)
                            if (corners.weight[i] != 0)
                              AddFloat(sums, Plane(r, c) + corners.at[i],
                                       float(corners.weight[i] * g));
                        });
      });
  }

  // A sample at begin * (1 - share) + end * share moves with both corners.
  void StoreRegions(std::byte* output, int64_t begin, int64_t end) const {
    for (int64_t r = begin; r < end; ++r) {
      double sums[4] = {};
      ForEachOutput(r, [&](int64_t oy, int64_t ox, const RoiAxis& rows, const RoiAxis& columns) {
        for (int64_t c = 0; c < channels; ++c)
          ForEachSample(
              r, c, oy, ox, rows, columns,
              [&](int64_t sy, int64_t sx, const RoiSample& y, const RoiSample& x, double g) {
                const Corners corners(y, x, width);
                double value[4];
                for (size_t i = 0; i < 4; ++i)
                  value[i] = LoadFloat(image, Plane(r, c) + corners.at[i]);
                const double slope_x =
                    (1 - y.fraction) * (value[1] - value[0]) + y.fraction * (value[3] - value[2]);
                const double slope_y =
                    (1 - x.fraction) * (value[2] - value[0]) + x.fraction * (value[3] - value[1]);
                const double gx = x.moves ? slope_x * g * by.scale[1] : 0;
                const double gy = y.moves ? slope_y * g * by.scale[0] : 0;
                const double share_x = columns.Share(ox, sx), share_y = rows.Share(oy, sy);
                sums[0] += gx * (1 - share_x);
                sums[1] += gy * (1 - share_y);
                sums[2] += gx * share_x;
                sums[3] += gy * share_y;
              });
      });
      for (int i = 0; i < 4; ++i) {
        const auto sum = float(sums[i]);
        std::memcpy(output + (4 * r + i) * int64_t(sizeof sum), &sum, sizeof sum);
      }
    }
  }
};

const TensorDesc* ImageOf(const RoiAlignGrad& op) {
  return op.output_gradient ? &*op.output_gradient : op.input ? &*op.input : nullptr;
}
std::string_view ImageField(const RoiAlignGrad& op) {
  return op.output_gradient ? "OutputGradientTensor" : "InputTensor";
}

}  // namespace

void Infer(RoiAlignGrad& op) {
  if (op.output_gradient && op.input)
    Fill(op.output_gradient, op.input_gradient.type, op.input->sizes());
  else if (op.output_gradient && op.output_gradient->rank() > 0)
    FillType(*op.output_gradient, op.input_gradient.type);
  Fill(op.output_roi_gradient, op.roi.type, op.roi.sizes());
}

Status Validate(const RoiAlignGrad& op) {
  constexpr const char* kName = "ROI_ALIGN_GRAD";
  if (!op.output_gradient && !op.output_roi_gradient)
    return Invalid(
        "{}: OutputGradientTensor and OutputROIGradientTensor are missing, but one of them is "
        "required",
        kName);
  if (!op.input && (op.output_roi_gradient || op.reduction_function == ReduceFunction::Max))
    return Invalid("{}: InputTensor is missing, but {} requires it", kName,
                   op.output_roi_gradient ? "OutputROIGradientTensor" : "ReductionFunction MAX");
  if (op.input && op.output_gradient && op.input->sizes() != op.output_gradient->sizes())
    return Invalid("{}: OutputGradientTensor.Sizes is {}, but InputTensor.Sizes is {}", kName,
                   ToString(op.output_gradient->sizes()), ToString(op.input->sizes()));
  WEFT_RETURN_IF_ERROR(CheckRoiSampling(kName, op.reduction_function, op.minimum_samples_per_output,
                                        op.maximum_samples_per_output));
  return CheckRoiTensors({kName, ImageField(op), *ImageOf(op), "InputGradientTensor",
                          op.input_gradient, op.roi, op.batch_indices});
}

Result<Program> Plan(const RoiAlignGrad& op) {
  constexpr auto kPacked = FloatOrder::RowMajor;
  Temporary space;
  std::optional<FloatInput> image;
  if (op.input) image.emplace(*op.input, space, kPacked);
  const FloatInput pooled(op.input_gradient, space, kPacked), roi(op.roi, space, kPacked);
  std::optional<FloatOutput> sums, corners;
  if (op.output_gradient) sums.emplace(*op.output_gradient, space, kPacked);
  if (op.output_roi_gradient) corners.emplace(*op.output_roi_gradient, space, kPacked);
  const Sizes sizes = ImageOf(op)->sizes(), out = op.input_gradient.sizes();
  const Gradients plan = {.by = RoiSampling(op),
                          .batches = RoiBatches(op.batch_indices, sizes[0]),
                          .channels = sizes[1],
                          .height = sizes[2],
                          .width = sizes[3],
                          .regions = out[0],
                          .out_height = out[2],
                          .out_width = out[3],
                          .image = nullptr,
                          .pooled = nullptr,
                          .roi = nullptr,
                          .indices = nullptr};
  const int64_t bytes = ImageOf(op)->layout.ElementCount() * int64_t(sizeof(float));
  const int64_t work = 16 * op.input_gradient.layout.ElementCount() * int64_t(sizeof(float));
  return Program{.run =
                     [=](const Bindings& bind) {
                       Gradients run = plan;
                       std::byte* memory = bind.temporary;
                       run.image = image ? image->Load(bind.Input(0), memory) : nullptr;
                       run.pooled = pooled.Load(bind.Input(1), memory);
                       run.roi = roi.Load(bind.Input(2), memory);
                       run.indices = bind.Input(3);
                       const int threads = ThreadsFor(work);
                       if (sums) {
                         std::byte* to = sums->Target(bind.Output(0), memory);
                         std::memset(to, 0, size_t(bytes));
                         if (work > 0)
                           ParallelSlices(threads, run.channels, [&](int64_t begin, int64_t end) {
                             run.AddToChannels(to, begin, end);
                           });
                         sums->Store(bind.Output(0), memory);
                       }
                       if (corners) {
                         std::byte* to = corners->Target(bind.Output(1), memory);
                         ParallelSlices(threads, run.regions, [&](int64_t begin, int64_t end) {
                           run.StoreRegions(to, begin, end);
                         });
                         corners->Store(bind.Output(1), memory);
                       }
                     },
                 .temporary_bytes = space.bytes(),
                 .check_values = RoiBatchCheck("ROI_ALIGN_GRAD", ImageField(op), *ImageOf(op),
                                               op.batch_indices, 3)};
}

}  // namespace weft::ops
