// SPDX-License-Identifier: MIT
// See onednn.h.
#include "ops/convolution/onednn.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "base/split.h"
#include "ops/unary/activation.h"
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

// Parts of an image are as many as that many threads can share evenly.
constexpr int64_t kThreadsServed = 8;

int UsefulThreads(const ConvolutionFields& f) { return ThreadsForWork(f.Products()); }

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
          .has_bias = op.bias.has_value()};
}

}  // namespace

Refusal OneDnnConvolver::Refuses(const ConvolutionProblem& problem, Form form) {
  const auto& [op, f, addend] = problem;
  if (!HasOneDnn()) return {"oneDNN is not there, or switched off"};
  if (op.input.type != kFloat || op.filter.type != kFloat || op.output.type != kFloat)
    return {"a tensor is no FLOAT32"};
  if (f.backward) return {"Direction is BACKWARD"};
  if (op.mode != ConvolutionMode::CrossCorrelation) return {"Mode is no CROSS_CORRELATION"};
  if (op.input.rank() != 4)
    return {"InputTensor has {} dimensions, but 4 are needed", op.input.rank()};
  if (f.HasOutputPadding()) return {"there is an OutputPadding"};
  if (f.IsEmpty()) return {"there is nothing to compute"};
  if (!IsOrdinary(f)) return {"a tensor or a window is too large for 32-bit numbers"};
  const bool in_place = LiesAsWanted(op.input) && LiesAsWanted(op.output);
  if (form == Form::Bands && !in_place) return {"a tensor is not packed with channels last"};
  if (form == Form::Rows && in_place) return {"tensors need no staging"};
  if (form == Form::Rows && addend) return {"it adds nothing to its results"};
  return {};
}

std::optional<OneDnnConvolver> OneDnnConvolver::For(const ConvolutionProblem& problem, Form form) {
  const auto& [op, f, addend] = problem;
  OneDnnShape shape = ShapeOf(op, f);
  shape.adds = addend != nullptr;
  if (op.fused_activation) GiveActivation(*op.fused_activation, shape);
  OneDnnConvolver convolver;
  const bool is_planned =
      form == Form::Bands ? convolver.PlanBands(op, f, shape) : convolver.PlanRows(op, f, shape);
  if (!is_planned) return std::nullopt;
  convolver.filter_place_ = op.filter.layout.offset * kFloatBytes;
  convolver.operands_ = FloatOperands(problem, convolver.primitives_[0]->weights_bytes(),
                                      Layout::Packed({f.groups, f.OutputChannels()}),
                                      op.output.sizes()[1] * kFloatBytes, convolver.scratch_);
  return convolver;
}

// Bands of output rows, each of which one thread computes where it lies. How many there are depends
// on sizes alone: what oneDNN does with the last pixels may depend on how many there are.
bool OneDnnConvolver::PlanBands(const Convolution& op, const ConvolutionFields& f,
                                const OneDnnShape& whole) {
  constexpr double kBandWork = 1 << 20;  // products, or a quarter of the bytes: some microseconds
  const Sizes &input = op.input.sizes(), &output = op.output.sizes();
  const double bytes =
      double(op.input.layout.ElementCount() + op.output.layout.ElementCount()) * kFloatBytes;
  const double work = std::max(f.Products(), 4 * bytes) / double(input[0]);
  const int64_t wanted = CeilDiv(kThreadsServed, input[0]);
  const int64_t most = std::min({wanted, output[2], int64_t(std::min(work / kBandWork, 1e6))});
  const int64_t rows = CeilDiv(output[2], std::max<int64_t>(most, 1));

  const int64_t input_row = input[1] * input[3] * kFloatBytes;
  const int64_t output_row = output[1] * output[3] * kFloatBytes;
  const int64_t reach = f.dilations[0] * (int64_t(f.filter.sizes()[2]) - 1) + 1;
  std::vector<OneDnnShape> shapes;
  for (int64_t first = 0; first < output[2]; first += rows) {
    const int64_t count = std::min(rows, output[2] - first);
    const int64_t begin = first * f.strides[0] - f.start_padding[0];
    const int64_t end = begin + (count - 1) * f.strides[0] + reach;
    const int64_t seen_begin = std::clamp<int64_t>(begin, 0, input[2] - 1);
    const int64_t seen_end = std::clamp<int64_t>(end, seen_begin + 1, input[2]);
    OneDnnShape shape = whole;
    shape.input[0] = shape.output[0] = 1;
    shape.input[2] = seen_end - seen_begin;
    shape.output[2] = count;
    shape.start_padding[0] = seen_begin - begin;
    shape.end_padding[0] = end - seen_end;
    if (shape.start_padding[0] < 0 || shape.end_padding[0] < 0) return false;  // padding alone
    const auto same = std::ranges::find_if(shapes, [&](const OneDnnShape& other) {
      return other.input == shape.input && other.output == shape.output &&
             other.start_padding == shape.start_padding && other.end_padding == shape.end_padding;
    });
    const size_t kind = size_t(same - shapes.begin());
    if (same == shapes.end()) {
      shapes.push_back(shape);
      primitives_.push_back(
          OneDnnPrimitive::Make(shape, primitives_.empty() ? nullptr : primitives_[0].get()));
      if (!primitives_.back()) return false;
    }
    bands_.push_back({primitives_[kind].get(), seen_begin * input_row, first * output_row});
  }

  threads_ = int(std::min<int64_t>(UsefulThreads(f), int64_t(bands_.size()) * input[0]));
  images_ = input[0];
  input_image_bytes_ = input[2] * input_row;
  output_image_bytes_ = output[2] * output_row;
  input_place_ = op.input.layout.offset * kFloatBytes;
  output_place_ = op.output.layout.offset * kFloatBytes;
  for (int thread = 0; thread < threads_; ++thread)
    primitive_scratch_.push_back(scratch_.Add(LargestScratch()));
  if (whole.adds) load_addend_.emplace(kFloat, op.output.layout, kFloat, op.output.layout);
  if (LeavesActivation(op, whole)) {
    const MapOperand output_elements = {op.output.layout, int(kFloatBytes)};
    activate_all_.emplace(output_elements, std::array{output_elements},
                          *ActivationRow(*op.fused_activation));
  }
  return true;
}

int64_t OneDnnConvolver::LargestScratch() const {
  int64_t bytes = 0;
  for (const auto& primitive : primitives_) bytes = std::max(bytes, primitive->scratch_bytes());
  return bytes;
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
  threads_ = UsefulThreads(f);
  images_ = input[0];
  const int64_t most_rows = std::clamp<int64_t>(kStagedBytes / row_bytes, 1, output[2]);
  const int64_t parts = CeilDiv(output[2], most_rows);
  const int64_t rows = CeilDiv(output[2], CeilDiv(parts, kThreadsServed) * kThreadsServed);

  shape.input = {1, input[1], seen(0, rows), width};
  shape.output = {1, output[1], rows, output[3]};
  shape.start_padding = shape.end_padding = {0, 0};
  primitives_ = {OneDnnPrimitive::Make(shape)};
  if (!primitives_[0]) return false;

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
    primitive_scratch_.push_back(scratch_.Add(LargestScratch()));
  }
  return true;
}

void OneDnnConvolver::Run(const Bindings& bind) const {
  const std::byte* const weights =
      operands_.Weights(bind, [&](std::byte* to, const std::byte* from) { PackWeights(to, from); });
  const std::byte* const bias = operands_.has_bias() ? operands_.Start(bind) : nullptr;
  if (!rows_.empty()) return RunRows(bind, weights, bias);
  if (load_addend_ && bind.Input(3) != bind.Output(0))
    load_addend_->Run(bind.Output(0), bind.Input(3));
  RunBands(bind, weights, bias);
  if (activate_all_) activate_all_->Run(bind.Output(0), {bind.Output(0)});
}

// Parts of all images, shared among threads; there is temporary memory for threads_ of them.
template <class Body>
void OneDnnConvolver::ShareParts(int64_t parts, Body body) const {
  ParallelTasks(std::min(threads_, ThreadCount()), images_ * parts,
                [&](int thread, int64_t i) { body(size_t(thread), i / parts, size_t(i % parts)); });
}

void OneDnnConvolver::RunBands(const Bindings& bind, const std::byte* weights,
                               const std::byte* bias) const {
  ShareParts(int64_t(bands_.size()), [&](size_t thread, int64_t image, size_t part) {
    const Band& band = bands_[part];
    band.primitive->Run(
        {.input = bind.Input(0) + input_place_ + image * input_image_bytes_ + band.input,
         .weights = weights,
         .bias = bias,
         .output = bind.Output(0) + output_place_ + image * output_image_bytes_ + band.output,
         .scratch = Temporary::At(bind, primitive_scratch_[thread])});
  });
}

void OneDnnConvolver::RunRows(const Bindings& bind, const std::byte* weights,
                              const std::byte* bias) const {
  ShareParts(int64_t(rows_.size()), [&](size_t thread, int64_t image, size_t part) {
    const Rows& rows = rows_[part];
    std::byte* const input = Temporary::At(bind, staged_input_[thread]);
    std::byte* const output = Temporary::At(bind, staged_output_[thread]);
    if (rows.has_padding) std::memset(input, 0, size_t(staged_input_bytes_));
    rows.load.Run(input, bind.Input(0) + image * input_image_bytes_);
    primitives_[0]->Run({.input = input,
                         .weights = weights,
                         .bias = bias,
                         .output = output,
                         .scratch = Temporary::At(bind, primitive_scratch_[thread])});
    if (activate_rows_) {
      const std::byte* const sums[] = {output};
      (*activate_rows_)(output, sums, staged_output_bytes_ / kFloatBytes);
    }
    rows.store.Run(bind.Output(0) + image * output_image_bytes_, output);
  });
}

}  // namespace weft::ops
