// SPDX-License-Identifier: MIT
// See onednn_convolution.h.
#include "ops/onednn_convolution.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/parallel.h"
#include "kernels/activation.h"
#include "strided/channels_last.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
constexpr int64_t kFloatBytes = sizeof(float);

template <class Values>
bool AreAll(const Values& values, int64_t wanted) {
  return std::ranges::all_of(values, [&](auto value) { return int64_t(value) == wanted; });
}

bool HasOneTap(const ConvolutionFields& f) {
  const Sizes& filter = f.filter.sizes();
  return AreAll(std::span(filter.begin() + 2, filter.end()), 1);
}
bool IsDepthwise(const ConvolutionFields& f) {
  return f.groups > 1 && f.InputChannels() == 1 && f.OutputChannels() == 1;
}
bool LiesAsWanted(const TensorDesc& tensor) {
  const Layout wanted = ChannelsLast(tensor.sizes());
  for (int dim = 0; dim < tensor.rank(); ++dim)
    if (tensor.sizes()[dim] > 1 && tensor.strides()[dim] != wanted.strides[dim]) return false;
  return true;
}

// oneDNN counts in 32 bits.
bool IsOrdinary(const ConvolutionFields& f) {
  constexpr int64_t kMostElements = 1 << 30;
  for (const TensorDesc* tensor : {&f.input, &f.filter, &f.output})
    if (tensor->layout.ElementCount() > kMostElements) return false;
  return HasOrdinaryWindows(f);
}

// What oneDNN does with the same bits, also of NaN: RELU and CLIP.
void GiveActivation(const FusedActivation& activation, OneDnnShape& shape) {
  shape.relu = std::holds_alternative<ActivationRelu>(activation);
  const auto* clip = std::get_if<ElementWiseClip>(&activation);
  if (clip && !clip->scale_bias && clip->min <= clip->max) shape.clip = {clip->min, clip->max};
}
bool LeavesActivation(const Convolution& op, const OneDnnShape& shape) {
  return op.fused_activation && !shape.relu && !shape.clip;
}

int UsefulThreads(const ConvolutionFields& f) {
  const double products = double(f.output.layout.ElementCount()) *
                          double(f.filter.layout.ElementCount()) / double(f.output.sizes()[1]);
  return ThreadsFor(int64_t(std::min(products, 1e15)));
}

OneDnnShape ShapeOf(const Convolution& op, const ConvolutionFields& f) {
  const auto numbers = [](std::span<const uint32_t> values) {
    return std::vector<int64_t>(values.begin(), values.end());
  };
  return {.input = op.input.sizes(),
          .output = op.output.sizes(),
          .filter = SplitFilter(f, false),
          .strides = numbers(f.strides),
          .dilations = numbers(f.dilations),
          .start_padding = numbers(f.start_padding),
          .end_padding = numbers(f.end_padding),
          .has_bias = op.bias.has_value(),
          .threads = UsefulThreads(f)};
}

}  // namespace

std::optional<OneDnnConvolver> OneDnnConvolver::For(const Convolution& op,
                                                    const ConvolutionFields& f, bool adds) {
  constexpr int64_t kFewChannels = 4;
  if (op.input.type != kFloat || op.filter.type != kFloat || op.output.type != kFloat ||
      f.backward || op.mode != ConvolutionMode::CrossCorrelation || op.input.rank() != 4 ||
      !AreAll(f.output_padding, 0) || op.input.layout.ElementCount() == 0 ||
      op.output.layout.ElementCount() == 0 || !IsOrdinary(f))
    return std::nullopt;
  const bool one_tap = HasOneTap(f), depthwise = IsDepthwise(f);
  if (!one_tap && !depthwise && (f.groups > 1 || f.InputChannels() > kFewChannels))
    return std::nullopt;
  OneDnnShape shape = ShapeOf(op, f);
  shape.adds = adds;
  if (op.fused_activation) GiveActivation(*op.fused_activation, shape);
  OneDnnConvolver convolver;
  bool is_planned = false;
  if (LiesAsWanted(op.input) && LiesAsWanted(op.output))
    is_planned = convolver.PlanWhole(op, shape);
  else if (!one_tap && !depthwise && !adds)
    is_planned = convolver.PlanRows(op, f, shape);
  if (!is_planned) return std::nullopt;
  convolver.owned_ = op.filter.flags == TensorFlags::OwnedByDml;
  convolver.filter_place_ = op.filter.layout.offset * kFloatBytes;
  if (!convolver.owned_)
    convolver.weights_place_ = convolver.scratch_.Add(convolver.primitive_->weights_bytes());
  convolver.has_bias_ = op.bias.has_value();
  if (op.bias) {
    const Layout bias = PerChannel(f, op.bias->layout);
    convolver.load_bias_ = TypedCopy(kFloat, Layout::Packed(bias.sizes), op.bias->type, bias);
    convolver.bias_place_ = convolver.scratch_.Add(bias.ElementCount() * kFloatBytes);
  }
  return convolver;
}

bool OneDnnConvolver::PlanWhole(const Convolution& op, const OneDnnShape& shape) {
  primitive_ = OneDnnPrimitive::Make(shape);
  if (!primitive_) return false;
  input_place_ = op.input.layout.offset * kFloatBytes;
  output_place_ = op.output.layout.offset * kFloatBytes;
  primitive_scratch_ = {scratch_.Add(primitive_->scratch_bytes())};
  if (shape.adds) load_addend_.emplace(kFloat, op.output.layout, kFloat, op.output.layout);
  if (LeavesActivation(op, shape)) {
    const MapOperand output = {op.output.layout, int(kFloatBytes)};
    activate_all_.emplace(output, std::array{output}, *ActivationRow(*op.fused_activation));
  }
  return true;
}

bool OneDnnConvolver::PlanRows(const Convolution& op, const ConvolutionFields& f,
                               OneDnnShape shape) {
  constexpr int64_t kStagedBytes = 512 << 10;  // a second-level cache
  const Sizes &input = op.input.sizes(), &output = op.output.sizes();
  const auto reach = [&](int d) { return f.dilations[d] * (f.filter.sizes()[d + 2] - 1) + 1; };
  const auto seen = [&](int d, int64_t outputs) {
    return (outputs - 1) * f.strides[d] + int64_t(reach(d));
  };
  const int64_t width = seen(1, output[3]);
  const int64_t row_bytes = (input[1] * f.strides[0] * width + output[1] * output[3]) * kFloatBytes;
  // As many parts for each thread as for the others, but never another size for their sake: what
  // oneDNN does with the last pixels may depend on how many there are.
  constexpr int64_t kThreadsServed = 8;
  threads_ = shape.threads;
  images_ = input[0];
  const int64_t most_rows = std::clamp<int64_t>(kStagedBytes / row_bytes, 1, output[2]);
  const int64_t parts = (output[2] + most_rows - 1) / most_rows;
  const int64_t even_parts = (parts + kThreadsServed - 1) / kThreadsServed * kThreadsServed;
  const int64_t rows = (output[2] + even_parts - 1) / even_parts;

  shape.input = {1, input[1], seen(0, rows), width};
  shape.output = {1, output[1], rows, output[3]};
  shape.start_padding = shape.end_padding = {0, 0};
  shape.threads = 1;
  primitive_ = OneDnnPrimitive::Make(shape);
  if (!primitive_) return false;

  const Layout staged_input = ChannelsLast(shape.input);
  const Layout staged_output = ChannelsLast(shape.output);
  const Layout from = Narrow(op.input.layout, 0, 0, 1), to = Narrow(op.output.layout, 0, 0, 1);
  for (int64_t first = 0; first < output[2]; first += rows) {
    // The last part is as high as the others; what it has in common with the one before is not
    // written twice.
    const int64_t begin = std::min(first, output[2] - rows), again = first - begin;
    Rows part = {.has_padding = false};
    Layout source = from, target = staged_input;
    const int64_t places[] = {begin * f.strides[0] - f.start_padding[0],
                              -int64_t(f.start_padding[1])};
    for (int d = 0; d < 2; ++d) {
      const int dim = d + 2;
      const int64_t seen_begin = std::max<int64_t>(places[d], 0);
      const int64_t seen_end = std::min(places[d] + staged_input.sizes[dim], input[dim]);
      const int64_t count = std::max<int64_t>(seen_end - seen_begin, 0);
      part.has_padding |= count < staged_input.sizes[dim];
      source = Narrow(source, dim, count > 0 ? seen_begin : 0, count);
      target = Narrow(target, dim, count > 0 ? seen_begin - places[d] : 0, count);
    }
    part.load = TypedCopy(kFloat, target, kFloat, source);
    part.store = TypedCopy(kFloat, Narrow(to, 2, first, rows - again), kFloat,
                           Narrow(staged_output, 2, again, rows - again));
    rows_.push_back(part);
  }
  if (LeavesActivation(op, shape)) activate_rows_ = ActivationRow(*op.fused_activation);
  const auto image_bytes = [](const TensorDesc& tensor) {
    return tensor.sizes()[0] > 1 ? tensor.strides()[0] * kFloatBytes : 0;
  };
  input_image_bytes_ = image_bytes(op.input);
  output_image_bytes_ = image_bytes(op.output);
  staged_input_bytes_ = staged_input.ElementCount() * kFloatBytes;
  staged_output_bytes_ = staged_output.ElementCount() * kFloatBytes;
  for (int thread = 0; thread < threads_; ++thread) {
    staged_input_.push_back(scratch_.Add(staged_input_bytes_));
    staged_output_.push_back(scratch_.Add(staged_output_bytes_));
    primitive_scratch_.push_back(scratch_.Add(primitive_->scratch_bytes()));
  }
  return true;
}

std::string OneDnnConvolver::Explain() const {
  if (rows_.empty()) return "oneDNN, in place";
  return fmt::format("oneDNN, an image in {} parts", rows_.size());
}

void OneDnnConvolver::Run(const Bindings& bind) const {
  std::byte *weights = bind.persistent, *bias = nullptr;
  if (!owned_) PackWeights(weights = Temporary::At(bind, weights_place_), bind.Input(1));
  if (has_bias_) load_bias_.Run(bias = Temporary::At(bind, bias_place_), bind.Input(2));
  if (!rows_.empty()) return RunRows(bind, weights, bias);
  if (load_addend_ && bind.Input(3) != bind.Output(0))
    load_addend_->Run(bind.Output(0), bind.Input(3));
  primitive_->Run({.input = bind.Input(0) + input_place_,
                   .weights = weights,
                   .bias = bias,
                   .output = bind.Output(0) + output_place_,
                   .scratch = Temporary::At(bind, primitive_scratch_[0])});
  if (activate_all_) activate_all_->Run(bind.Output(0), {bind.Output(0)});
}

void OneDnnConvolver::RunRows(const Bindings& bind, const std::byte* weights,
                              const std::byte* bias) const {
  const int64_t parts = int64_t(rows_.size()), all = images_ * parts;
  const int pieces = int(std::min<int64_t>({threads_, ThreadCount(), all}));
  ParallelRun(pieces, [&](int piece) {
    const auto at = [&](const std::vector<int64_t>& places) {
      return Temporary::At(bind, places[size_t(piece)]);
    };
    std::byte *const input = at(staged_input_), *const output = at(staged_output_);
    for (int64_t i = all * piece / pieces; i < all * (piece + 1) / pieces; ++i) {
      const Rows& rows = rows_[size_t(i % parts)];
      if (rows.has_padding) std::memset(input, 0, size_t(staged_input_bytes_));
      rows.load.Run(input, bind.Input(0) + i / parts * input_image_bytes_);
      primitive_->Run({.input = input,
                       .weights = weights,
                       .bias = bias,
                       .output = output,
                       .scratch = at(primitive_scratch_)});
      if (activate_rows_) {
        const std::byte* const sums[] = {output};
        (*activate_rows_)(output, sums, staged_output_bytes_ / kFloatBytes);
      }
      rows.store.Run(bind.Output(0) + i / parts * output_image_bytes_, output);
    }
  });
}

}  // namespace weft::ops
