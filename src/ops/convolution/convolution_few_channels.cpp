// SPDX-License-Identifier: MIT
// See convolution_few_channels.h.
#include "ops/convolution/convolution_few_channels.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "ops/unary/activation.h"
#include "ops/convolution/plane_product.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
constexpr int64_t kFloatBytes = sizeof(float);

int64_t PiecesOf(int64_t whole, int64_t most) { return (whole + most - 1) / most; }

int64_t StepOf(const TensorDesc& tensor, int dim) {
  return tensor.sizes()[dim] > 1 ? tensor.strides()[dim] : 0;
}

// Pixels that so many neighbours of the output see along dimension `d`.
int64_t Seen(const ConvolutionFields& f, int d, int64_t outputs) {
  return (outputs - 1) * f.strides[size_t(d)] +
         int64_t(f.dilations[size_t(d)]) * (f.filter.sizes()[d + 2] - 1) + 1;
}

bool IsWorthIt(const Convolution& op, const ConvolutionFields& f) {
  constexpr int64_t kFewChannels = 4, kDeepest = 256, kShortRow = 32, kLongestStride = 4;
  if (op.input.rank() != 4) return false;
  const int64_t taps = op.filter.sizes()[2] * op.filter.sizes()[3];
  return op.input.type == kFloat && op.output.type == kFloat && !f.backward && f.groups == 1 &&
         f.InputChannels() <= kFewChannels && taps > 1 && f.InputChannels() * taps <= kDeepest &&
         std::ranges::all_of(f.output_padding, [](uint32_t padding) { return padding == 0; }) &&
         op.input.layout.ElementCount() > 0 && op.output.layout.ElementCount() > 0 &&
         HasOrdinaryWindows(f) && f.strides[1] <= kLongestStride &&
         op.output.sizes()[3] >= kShortRow && op.output.strides()[3] == 1;
}

}  // namespace

std::optional<FewChannelsConvolver> FewChannelsConvolver::For(const Convolution& op,
                                                              const ConvolutionFields& f) {
  if (!IsWorthIt(op, f)) return std::nullopt;
  constexpr int64_t kPartBytes = 256 << 10, kMostBytes = 4 << 20;  // in the second-level cache
  const Sizes &filter = op.filter.sizes(), &output = op.output.sizes();
  FewChannelsConvolver plan;
  plan.rows_ = output[1];
  plan.depth_ = filter[1] * filter[2] * filter[3];
  plan.width_ = output[3];
  constexpr int64_t kLineFloats = kLineBytes / kFloatBytes;  // rows begin at a cache line
  const int64_t stride = f.strides[1],
                apart = PiecesOf(Seen(f, 1, output[3]), stride * kLineFloats) * kLineFloats;
  plan.staged_row_ = stride * apart;
  plan.staged_line_ = f.strides[0] * plan.staged_row_;
  const auto bytes = [&](int64_t rows) {
    return filter[1] * Seen(f, 0, rows) * plan.staged_row_ * kFloatBytes;
  };
  const int64_t row_bytes = bytes(2) - bytes(1) + plan.rows_ * plan.width_ * kFloatBytes;
  const double products = double(op.output.layout.ElementCount()) * double(plan.depth_);
  plan.threads_ = ThreadsFor(int64_t(std::min(products, 1e15)));
  const int64_t most = std::clamp<int64_t>(kPartBytes / row_bytes, 1, output[2]);
  const int64_t parts = PiecesOf(PiecesOf(output[2], most), plan.threads_) * plan.threads_;
  const int64_t rows = PiecesOf(output[2], parts);
  plan.staged_bytes_ = bytes(rows);
  if (plan.staged_bytes_ > kMostBytes) return std::nullopt;

  for (int64_t c = 0; c < filter[1]; ++c)
    for (int64_t y = 0; y < filter[2]; ++y)
      for (int64_t x = 0; x < filter[3]; ++x) {
        const int64_t column = x * f.dilations[1];
        plan.places_.push_back((c * Seen(f, 0, rows) + y * f.dilations[0]) * plan.staged_row_ +
                               column % stride * apart + column / stride);
      }
  plan.PlanParts(op, f, rows);
  plan.images_ = output[0];
  plan.input_image_bytes_ = StepOf(op.input, 0) * kFloatBytes;
  plan.output_image_ = StepOf(op.output, 0);
  plan.output_channel_ = StepOf(op.output, 1);
  plan.output_row_ = StepOf(op.output, 2);
  plan.output_place_ = op.output.layout.offset;
  if (op.fused_activation) plan.activation_ = ActivationRow(*op.fused_activation);

  plan.owned_ = op.filter.flags == TensorFlags::OwnedByDml;
  const Layout taps = SplitFilter(f, op.mode == ConvolutionMode::Convolution);
  plan.filter_ = PlaneFilter(op.filter.type, taps);
  if (!plan.owned_) plan.weights_place_ = plan.scratch_.Add(plan.filter_.bytes());
  plan.has_bias_ = op.bias.has_value();
  if (op.bias) {
    const Layout bias = PerChannel(f, op.bias->layout);
    plan.load_bias_ = TypedCopy(kFloat, Layout::Packed(bias.sizes), op.bias->type, bias);
    plan.bias_place_ = plan.scratch_.Add(bias.ElementCount() * kFloatBytes);
  }
  for (int thread = 0; thread < plan.threads_; ++thread)
    plan.staged_places_.push_back(plan.scratch_.Add(plan.staged_bytes_));
  return plan;
}

void FewChannelsConvolver::PlanParts(const Convolution& op, const ConvolutionFields& f,
                                     int64_t rows) {
  const Sizes& input = op.input.sizes();
  const int64_t stride = f.strides[1], apart = staged_row_ / stride, height = Seen(f, 0, rows);
  const Layout image = Narrow(op.input.layout, 0, 0, 1);
  const Layout staged = {{1, input[1], height, apart},
                         {0, height * staged_row_, staged_row_, 1}};  // one of a stride's columns
  for (int64_t first = 0; first < op.output.sizes()[2]; first += rows) {
    Part part = {first, std::min(rows, op.output.sizes()[2] - first), {}};
    const int64_t top = first * f.strides[0] - f.start_padding[0];
    const int64_t begin = std::max<int64_t>(top, 0);
    const int64_t count = std::max<int64_t>(std::min(top + height, input[2]) - begin, 0);
    for (int64_t column = 0; column < stride && count > 0; ++column) {
      const int64_t left = column - int64_t(f.start_padding[1]);
      const int64_t skipped = left < 0 ? PiecesOf(-left, stride) : 0;
      const int64_t from = left + skipped * stride;
      const int64_t columns =
          std::min(PiecesOf(std::max<int64_t>(input[3] - from, 0), stride), apart - skipped);
      if (columns <= 0) continue;
      Layout source = Narrow(Narrow(image, 2, begin, count), 3, from, columns);
      source.strides[3] *= columns > 1 ? stride : 1;
      Layout target = Narrow(Narrow(staged, 2, begin - top, count), 3, skipped, columns);
      target.offset += column * apart;
      part.loads.emplace_back(kFloat, target, kFloat, source);
    }
    parts_.push_back(std::move(part));
  }
}

void FewChannelsConvolver::RunPart(const Part& part, float* output, const float* staged,
                                   const float* weights, const float* bias) const {
  output += part.first * output_row_;
  MultiplyPlanes({.filter = weights,
                  .start = bias,
                  .input = staged,
                  .places = places_.data(),
                  .output = output,
                  .output_row = output_channel_,
                  .rows = rows_,
                  .depth = depth_,
                  .width = width_,
                  .lines = part.rows,
                  .input_line = staged_line_,
                  .output_line = output_row_});
  if (!activation_) return;
  for (int64_t channel = 0; channel < rows_; ++channel)
    for (int64_t row = 0; row < part.rows; ++row) {
      auto* at =
          reinterpret_cast<std::byte*>(output + channel * output_channel_ + row * output_row_);
      const std::byte* const sums[] = {at};
      (*activation_)(at, sums, width_);
    }
}

void FewChannelsConvolver::Run(const Bindings& bind) const {
  std::byte *weights = bind.persistent, *bias = nullptr;
  if (!owned_) PackWeights(weights = Temporary::At(bind, weights_place_), bind.Input(1));
  if (has_bias_) load_bias_.Run(bias = Temporary::At(bind, bias_place_), bind.Input(2));
  const int64_t parts = int64_t(parts_.size());
  ParallelTasks(std::min(threads_, ThreadCount()), images_ * parts, [&](int thread, int64_t i) {
    std::byte* const staged = Temporary::At(bind, staged_places_[size_t(thread)]);
    const Part& part = parts_[size_t(i % parts)];
    std::memset(staged, 0, size_t(staged_bytes_));
    for (const TypedCopy& load : part.loads)
      load.Run(staged, bind.Input(0) + i / parts * input_image_bytes_);
    RunPart(part,
            reinterpret_cast<float*>(bind.Output(0)) + output_place_ + i / parts * output_image_,
            reinterpret_cast<const float*>(staged), reinterpret_cast<const float*>(weights),
            reinterpret_cast<const float*>(bias));
  });
}

}  // namespace weft::ops
