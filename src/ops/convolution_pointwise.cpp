// SPDX-License-Identifier: MIT
// See convolution_pointwise.h.
#include "ops/convolution_pointwise.h"

#include <algorithm>

#include "base/parallel.h"
#include "kernels/activation.h"
#include "ops/onednn_primitive.h"

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
    convolver.pack_ = TypedCopy(DataType::Float32, rows, op.filter.type, split);
    convolver.weights_bytes_ = rows.ElementCount() * int64_t(sizeof(float));
    filter = {DataType::Float32, f.InputChannels(), 1};
  }
  convolver.input_ = {
      op.input.type, StepOf(op.input, 1), 1, {StepOf(op.input, 0), runs->input_step}};
  convolver.plan_ = GemmPlan(
      {f.OutputChannels(), runs->pixels, f.InputChannels(), {op.input.sizes()[0], runs->count}},
      filter, convolver.input_);
  ProductStore::Options options;
  convolver.has_bias_ = op.bias.has_value();
  if (op.bias) {
    options.c = GemmMatrix{op.bias->type, StepOf(*op.bias, 1), 0};
    options.beta = 1;
    convolver.bias_place_ = PlaceOf(*op.bias);
  }
  if (op.fused_activation) options.activation = ActivationRow(*op.fused_activation);
  const GemmMatrix output = {op.output.type,
                             StepOf(op.output, 1),
                             runs->output_pixel_step,
                             {StepOf(op.output, 0), runs->output_step}};
  convolver.store_ = ProductStore(output, options);
  convolver.by_onednn_ = convolver.CanBeOneDnns(filter, convolver.input_, output);
  convolver.filter_row_ = filter.row_step;
  convolver.input_place_ = PlaceOf(op.input);
  convolver.output_place_ = PlaceOf(op.output);
  return convolver;
}

bool PointwiseConvolver::CanBeOneDnns(const GemmMatrix& filter, const GemmMatrix& input,
                                      const GemmMatrix& output) const {
  const auto& [m, n, k, batches] = plan_.sizes();
  const auto has_rows = [](const GemmMatrix& matrix, int64_t rows, int64_t columns) {
    return matrix.type == DataType::Float32 && (matrix.column_step == 1 || columns == 1) &&
           (matrix.row_step >= columns || rows == 1);
  };
  return HasOneDnn() && has_rows(filter, m, k) && has_rows(input, k, n) && has_rows(output, m, n);
}

// Blocks have the same sizes on any number of threads, for bits may depend on them.
void PointwiseConvolver::RunOneDnn(const ProductSink& sink, const float* filter,
                                   const float* input) const {
  constexpr int64_t kPixels = 112, kLeastRows = 32, kEnoughBlocks = 16;
  const auto& [m, n, k, batches] = plan_.sizes();
  const auto pieces_of = [](int64_t whole, int64_t most) { return (whole + most - 1) / most; };
  const int64_t runs = batches[0] * batches[1], stretches = pieces_of(n, kPixels);
  const int64_t bands =
      std::clamp<int64_t>(kEnoughBlocks / (runs * stretches), 1, pieces_of(m, kLeastRows));
  const int64_t blocks = runs * stretches * bands;
  const double products = double(m) * double(n) * double(k) * double(runs);
  const int threads = ThreadsFor(int64_t(std::min(products, 1e15)));
  const int pieces = int(std::min<int64_t>(threads, blocks));
  ParallelRun(pieces, [&](int piece) {
    for (int64_t i = blocks * piece / pieces; i < blocks * (piece + 1) / pieces; ++i) {
      const int64_t band = i % bands, stretch = i / bands % stretches, run = i / bands / stretches;
      const int64_t row = m * band / bands, column = n * stretch / stretches;
      ProductBlock block = {.batch = {run / batches[1], run % batches[1]},
                            .row = row,
                            .column = column,
                            .rows = m * (band + 1) / bands - row,
                            .columns = n * (stretch + 1) / stretches - column,
                            .values = nullptr,
                            .row_step = sink.place.row_step};
      block.values = sink.place.At(block);
      MultiplyHere({.m = block.rows,
                    .n = block.columns,
                    .k = k,
                    .a = filter + row * filter_row_,
                    .a_row = std::max(filter_row_, k),
                    .b = input + input_.BatchOffset(block.batch) + column,
                    .b_row = std::max(input_.row_step, n),
                    .c = block.values,
                    .c_row = std::max(block.row_step, n)});
      sink.take(sink.context, block);
    }
  });
}

void PointwiseConvolver::Run(const Bindings& bind) const {
  const ProductStore::Target target = {&store_, bind.Output(0) + output_place_,
                                       has_bias_ ? bind.Input(2) + bias_place_ : nullptr};
  const ProductSink sink = ProductStore::SinkTo(target);
  const std::byte* const filter = owned_ ? bind.persistent : bind.Input(1) + filter_place_;
  const std::byte* const input = bind.Input(0) + input_place_;
  if (by_onednn_)
    RunOneDnn(sink, reinterpret_cast<const float*>(filter), reinterpret_cast<const float*>(input));
  else
    plan_.Run(sink, filter, input, bind.temporary);
}

}  // namespace weft::ops
