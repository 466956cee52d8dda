// SPDX-License-Identifier: MIT
// See convolution_pointwise.h.
#include "ops/convolution/convolution_pointwise.h"

#include <algorithm>

#include "base/parallel.h"
#include "ops/convolution/plane_product.h"
#include "ops/unary/activation.h"

namespace weft::ops {
namespace {

bool SeesEveryPixelOnce(const ConvolutionFields& f) {
  const auto is_one = [](auto value) { return value == 1; };
  const auto is_zero = [](auto value) { return value == 0; };
  const Sizes& filter = f.filter.sizes();
  return f.groups == 1 && std::all_of(filter.begin() + 2, filter.end(), is_one) &&
         std::ranges::all_of(f.strides, is_one) && std::ranges::all_of(f.start_padding, is_zero) &&
         std::ranges::all_of(f.end_padding, is_zero) &&
         std::ranges::all_of(f.output_padding, is_zero) &&
         std::equal(f.input.sizes().begin() + 2, f.input.sizes().end(),
                    f.output.sizes().begin() + 2);
}

int64_t StepOf(const TensorDesc& tensor, int dim) {
  return tensor.sizes()[dim] > 1 ? tensor.strides()[dim] : 0;
}

// From one index of dimensions `first` to `last` together to the next, if that is always the same.
std::optional<int64_t> EvenStep(const TensorDesc& tensor, int first, int last) {
  int64_t step = 0, count = 1;
  for (int dim = last; dim >= first; --dim) {
    if (tensor.sizes()[dim] == 1) continue;
    if (count == 1) step = tensor.strides()[dim];
    if (tensor.strides()[dim] != count * step) return std::nullopt;
    count *= tensor.sizes()[dim];
  }
  return step;
}

// An image as runs of pixels which are evenly apart: one, or as many as it has rows.
struct Runs {
  int64_t count, pixels;
  int64_t input_step, output_step;              // from one run to the next
  int64_t input_pixel_step, output_pixel_step;  // inside a run
};

std::optional<Runs> RunsOf(const TensorDesc& input, const TensorDesc& output) {
  constexpr int64_t kShortRow = 32;  // not worth a product of its own
  const int last = input.rank() - 1;
  const int64_t pixels = input.layout.ElementCount() / input.sizes()[0] / input.sizes()[1],
                row = input.sizes()[last];
  const auto whole_input = EvenStep(input, 2, last), whole_output = EvenStep(output, 2, last);
  if (whole_input && whole_output) return Runs{1, pixels, 0, 0, *whole_input, *whole_output};
  const auto from = EvenStep(input, 2, last - 1), to = EvenStep(output, 2, last - 1);
  if (!from || !to || row < kShortRow) return std::nullopt;
  return Runs{pixels / row, row, *from, *to, StepOf(input, last), StepOf(output, last)};
}

int64_t PlaceOf(const TensorDesc& tensor) {
  return tensor.layout.offset * SizeBits(tensor.type) / 8;
}

}  // namespace

std::optional<PointwiseConvolver> PointwiseConvolver::For(const Convolution& op,
                                                          const ConvolutionFields& f) {
  if (!SeesEveryPixelOnce(f)) return std::nullopt;
  if (op.input.layout.ElementCount() == 0 || op.output.layout.ElementCount() == 0)
    return std::nullopt;
  const std::optional<Runs> runs = RunsOf(op.input, op.output);
  if (!runs || runs->input_pixel_step != 1 || runs->output_pixel_step == 0) return std::nullopt;
  PointwiseConvolver convolver;
  const Layout split = SplitFilter(f, false);  // {1, output channel, input channel}, one tap
  GemmMatrix filter = {op.filter.type, split.strides[1], split.strides[2]};
  convolver.filter_place_ = PlaceOf(op.filter);
  convolver.owned_ = op.filter.flags == TensorFlags::OwnedByDml;
  if (convolver.owned_) {
    const Layout rows = Layout::Packed(split.sizes);
    convolver.load_filter_ = TypedCopy(DataType::Float32, rows, op.filter.type, split);
    convolver.weights_bytes_ = rows.ElementCount() * int64_t(sizeof(float));
    filter = {DataType::Float32, f.InputChannels(), 1};
  }
  convolver.input_ = {
      op.input.type, StepOf(op.input, 1), 1, {StepOf(op.input, 0), runs->input_step}};
  GemmEpilogue::Options options;
  convolver.has_bias_ = op.bias.has_value();
  if (op.bias) {
    convolver.bias_place_ = PlaceOf(*op.bias);
  }
  convolver.has_activation_ = op.fused_activation.has_value();
  if (op.fused_activation) options.activation = ActivationRow(*op.fused_activation);
  const GemmMatrix output = {op.output.type,
                             StepOf(op.output, 1),
                             runs->output_pixel_step,
                             {StepOf(op.output, 0), runs->output_step}};
  convolver.plan_ = GemmPlan(MatmulProblem(
      {f.OutputChannels(), runs->pixels, f.InputChannels(), {op.input.sizes()[0], runs->count}},
      filter, convolver.input_, output));
  const auto has_rows = [](const GemmMatrix& matrix, int64_t columns) {
    return matrix.type == DataType::Float32 && (matrix.column_step == 1 || columns == 1);
  };
  convolver.is_in_place_ = filter.type == DataType::Float32 &&
                           has_rows(convolver.input_, runs->pixels) &&
                           has_rows(output, runs->pixels) && (!op.bias || StepOf(*op.bias, 1) == 1);
  // Of fewer, vectors that are not whole are too large a part.
  constexpr int64_t kFewPixels = 64;
  if (convolver.is_in_place_ && runs->count * runs->pixels < kFewPixels) return std::nullopt;
  if (convolver.is_in_place_) {
    for (int64_t k = 0; k < f.InputChannels(); ++k)
      convolver.places_.push_back(k * convolver.input_.row_step);
    convolver.filter_ = PlaneFilter(op.filter.type, split);
    convolver.weights_bytes_ = convolver.filter_.bytes();
    if (!convolver.owned_) convolver.scratch_.Add(convolver.weights_bytes_);
  } else if (op.bias) {
    options.c = GemmMatrix{op.bias->type, StepOf(*op.bias, 1), 0};
    options.beta = 1;
  }
  convolver.epilogue_ = GemmEpilogue(output, options);
  convolver.input_place_ = PlaceOf(op.input);
  convolver.output_place_ = PlaceOf(op.output);
  return convolver;
}

// Few pixels at a time where an activation is to find them in the cache.
void PointwiseConvolver::RunInPlace(const Epilogue& epilogue, const float* filter,
                                    const float* bias, const float* input) const {
  constexpr int64_t kChunkBytes = 128 << 10, kLeastPixels = 64, kLeastRows = 24;
  const int64_t m = plan_.sizes().m, n = plan_.sizes().n, k = plan_.sizes().k;
  const std::array<int64_t, 2>& batches = plan_.sizes().batches;
  const auto pieces_of = [](int64_t whole, int64_t most) { return (whole + most - 1) / most; };
  const int64_t pixels =
      has_activation_ ? std::max(kChunkBytes / 4 / m, kLeastPixels) : n * batches[1];
  const double products = double(m) * double(n) * double(k) * double(batches[0] * batches[1]);
  const int threads = ThreadsFor(int64_t(std::min(products, 1e15)));
  // Pieces of at most `most`, as many for each thread.
  const auto even = [&](int64_t whole, int64_t most) {
    return pieces_of(pieces_of(whole, most), threads) * threads;
  };
  const bool has_lines = batches[1] > 1;  // whole ones are then taken together
  const int64_t lines = pieces_of(batches[1], even(batches[1], std::max<int64_t>(pixels / n, 1)));
  const int64_t columns = has_lines ? 1 : std::min(even(n, pixels), pieces_of(n, kLeastPixels));
  const int64_t strips = pieces_of(n, kStripPixels);
  const auto column_of = [&](int64_t i) {
    return std::min(strips * i / columns * kStripPixels, n);
  };
  const int64_t stretches = columns * pieces_of(batches[1], lines);
  const int64_t bands = std::clamp<int64_t>(threads / (batches[0] * stretches), 1,
                                            std::max<int64_t>(m / kLeastRows, 1));
  const int64_t blocks = batches[0] * stretches * bands;
  const int pieces = int(std::min<int64_t>(threads, blocks));
  const auto row_of = [&](int64_t band) {
    return std::min(pieces_of(m, kPackedRows) * band / bands * kPackedRows, m);
  };
  ParallelRun(pieces, [&](int piece) {
    for (int64_t i = blocks * piece / pieces; i < blocks * (piece + 1) / pieces; ++i) {
      const int64_t row = row_of(i % bands), stretch = i / bands % stretches;
      const int64_t line = stretch / columns * lines, column = column_of(stretch % columns);
      ProductBlock block = {.batch = {i / bands / stretches, line},
                            .row = row,
                            .column = column,
                            .rows = row_of(i % bands + 1) - row,
                            .columns = column_of(stretch % columns + 1) - column,
                            .values = nullptr,
                            .row_step = epilogue.rows.row_step};
      block.values = epilogue.rows.At(block);
      const int64_t end = std::min(line + lines, batches[1]);
      MultiplyPlanes({.filter = filter + row * k,
                      .start = bias ? bias + row : nullptr,
                      .input = input + input_.BatchOffset(block.batch) + column,
                      .places = places_.data(),
                      .output = block.values,
                      .output_row = block.row_step,
                      .rows = block.rows,
                      .depth = k,
                      .width = block.columns,
                      .lines = end - line,
                      .input_line = input_.batch_steps[1],
                      .output_line = epilogue.rows.batch_steps[1]});
      for (; has_activation_ && block.batch[1] < end; ++block.batch[1]) {
        block.values = epilogue.rows.At(block);
        epilogue(block);
      }
    }
  });
}

void PointwiseConvolver::Run(const Bindings& bind) const {
  const std::byte* const bias = has_bias_ ? bind.Input(2) + bias_place_ : nullptr;
  const GemmEpilogue::Target target = {&epilogue_, bind.Output(0) + output_place_, bias};
  const Epilogue epilogue = GemmEpilogue::For(target);
  const std::byte* const input = bind.Input(0) + input_place_;
  const auto floats = [](const std::byte* at) { return reinterpret_cast<const float*>(at); };
  if (!is_in_place_)
    return plan_.Run(epilogue, owned_ ? bind.persistent : bind.Input(1) + filter_place_, input,
                     bind.temporary);
  std::byte* const filter = owned_ ? bind.persistent : Temporary::At(bind, 0);
  if (!owned_) PackWeights(filter, bind.Input(1));
  RunInPlace(epilogue, floats(filter), floats(bias), floats(input));
}

}  // namespace weft::ops
