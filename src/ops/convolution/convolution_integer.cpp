// SPDX-License-Identifier: MIT
// CONVOLUTION_INTEGER, QUANTIZED_LINEAR_CONVOLUTION: products of 8-bit integers less their zero
// points, summed exactly. What each output sees becomes a row of a matrix (im2col), which is
// multiplied with the filter as integers are; blocks of sums become codes while they are in the
// cache. Where each channel keeps to itself its sums are so short that float32 holds them: they are
// those of a CONVOLUTION.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/split.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/convolution/operands.h"
#include "ops/matmul/run.h"
#include "ops/quantization/dequantized_input.h"
#include "ops/quantization/numbers.h"
#include "ops/quantization/requantize.h"
#include "program/candidate.h"
#include "program/infer_sizes.h"
#include "program/owned.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/typed_copy.h"
#include "strided/view.h"
#include "weft/schema.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32, kInt = DataType::Int32;

// What both operators have in common: a CONVOLUTION of integers less their zero points.
struct IntegerProblem : ConvolutionProblem {
  const std::optional<TensorDesc>&input_zero_point, &filter_zero_point;
  int input_zero_slot, filter_slot, filter_zero_slot;
  const QuantizedLinearConvolution* codes;  // null where the sums are the output

  bool HasOwnedFilter() const { return IsOwned(filter) && IsOwnedOrAbsent(filter_zero_point); }
};

template <class Op>
IntegerProblem ProblemOf(const Op& op) {
  constexpr bool kCodes = std::is_same_v<Op, QuantizedLinearConvolution>;
  const Convolution convolution = {.input = op.input,
                                   .filter = op.filter,
                                   .output = op.output,
                                   .mode = ConvolutionMode::CrossCorrelation,
                                   .direction = ConvolutionDirection::Forward,
                                   .strides = op.strides,
                                   .dilations = op.dilations,
                                   .start_padding = op.start_padding,
                                   .end_padding = op.end_padding,
                                   .group_count = op.group_count};
  IntegerProblem problem = {{convolution, nullptr, Info(Op::kType).name},
                            op.input_zero_point,
                            op.filter_zero_point,
                            kCodes ? 2 : 1,
                            kCodes ? 3 : 2,
                            kCodes ? 5 : 3,
                            nullptr};
  if constexpr (kCodes) problem.codes = &op;
  return problem;
}

// Rows are pixels, which share what they have, and columns output channels.
Requantizer::Of ScalesOf(const QuantizedLinearConvolution& op) {
  return {.row_scale = {op.input_scale, 1},
          .column_scale = {op.filter_scale, 4},
          .column_bias = {op.bias, 6},
          .row_output_scale = {op.output_scale, 7},
          .row_zero_point = {op.output_zero_point, 8}};
}

// ---- each channel by itself

// Sums of so many products are integers below 2^24.
constexpr int64_t kMostExactTaps = (1 << 24) / (255 * 255);

Refusal RefusesDepthwise(const IntegerProblem& problem) {
  if (const Refusal refusal = problem.RefusesDepthwise()) return refusal;
  if (problem.Taps() > kMostExactTaps)
    return {"the filter has {} taps, but float32 is exact for at most {}", problem.Taps(),
            kMostExactTaps};
  return {};
}

// The same CONVOLUTION of tensors in packed float32.
Planned PlanDepthwise(const IntegerProblem& problem, const Machine&) {
  Convolution op = problem;
  for (TensorDesc* const tensor : {&op.input, &op.filter, &op.output})
    *tensor = TensorDesc(kFloat, PackedLike(tensor->layout));
  if (problem.HasOwnedFilter()) op.filter.flags = TensorFlags::OwnedByDml;
  const Result<Program> planned = Plan(op);
  if (!planned) return tl::unexpected<Refusal>("no candidate of CONVOLUTION may be taken");
  const Program& floats = *planned;  // of which the functions below have copies
  // The filter has its zero points for output channels.
  const DequantizedInput input(op.input, problem.input, 0, 1, problem.input_zero_point,
                               problem.input_zero_slot);
  const DequantizedInput filter(op.filter, problem.filter, problem.filter_slot, 0,
                                problem.filter_zero_point, problem.filter_zero_slot);
  Temporary scratch;
  const bool has_codes = problem.codes != nullptr;
  TensorRequantizer codes;
  TypedCopy store;  // of sums, where there are no codes
  if (has_codes)
    codes = TensorRequantizer(problem.output, op.output, ScalesOf(*problem.codes), scratch);
  else
    store = TypedCopy(kInt, problem.output.layout, kFloat, op.output.layout);
  const uint64_t filter_bytes = op.filter.RequiredBytes();
  const int64_t input_at = scratch.Add(int64_t(op.input.RequiredBytes()));
  const int64_t filter_at = scratch.Add(floats.prepare ? 0 : int64_t(filter_bytes));
  const int64_t sums_at = scratch.Add(int64_t(op.output.RequiredBytes()));
  const int64_t floats_at = scratch.Add(int64_t(floats.temporary_bytes));
  Program program = {.temporary_bytes = scratch.bytes(),
                     .persistent_bytes = floats.persistent_bytes};
  program.run = [=](const Bindings& bind) {
    std::byte* const sums = Temporary::At(bind, sums_at);
    input.Run(bind, Temporary::At(bind, input_at));
    if (!floats.prepare) filter.Run(bind, Temporary::At(bind, filter_at));
    const ConstBuffer inputs[] = {
        {Temporary::At(bind, input_at), 0}, {Temporary::At(bind, filter_at), 0}, {}};
    const Buffer outputs[] = {{sums, 0}};
    floats.run({inputs, outputs, Temporary::At(bind, floats_at), bind.persistent});
    if (has_codes)
      codes.Run(bind, bind.Output(0), sums);
    else
      store.Run(bind.Output(0), sums);
  };
  if (!floats.prepare) return program;
  program.prepare = [=](const Bindings& bind) {
    std::vector<std::byte> centered(filter_bytes);
    filter.Run(bind, centered.data());
    const ConstBuffer inputs[] = {{}, centered};
    floats.prepare({.inputs = inputs, .outputs = {}, .persistent = bind.persistent});
  };
  program.prepared_inputs = {problem.filter_slot};
  return program;
}

// ---- all others

// Outputs are pixels, and rows of a product whose columns are the output channels of a group.
class Im2col {
 public:
  explicit Im2col(const IntegerProblem& problem)
      : input_zero_(problem.input_zero_point, problem.input_zero_slot),
        filter_zero_(problem.filter_zero_point, problem.filter_zero_slot),
        filter_slot_(problem.filter_slot),
        is_owned_(problem.HasOwnedFilter()),
        groups_(problem.group_count),
        channels_(problem.InputChannels()),
        columns_(problem.OutputChannels()),
        depth_(problem.Taps() * channels_),
        dims_(DimsOf(problem)),
        input_(problem.input),
        output_(problem.output) {
    const auto& [images, d, h, w] = dims_;
    pixels_ = d.output_size * h.output_size * w.output_size;
    const auto step = EvenStep(problem.input.layout, 2, problem.input.rank() - 1);
    const auto output_step = EvenStep(problem.output.layout, 2, problem.output.rank() - 1);
    output_width_ = output_step ? pixels_ : dims_.back().output_size;
    output_pixel_ = output_step ? *output_step * output_.size : dims_.back().output_bytes;
    in_place_ = MeetsPixelsOnce(problem) && step && (channels_ == 1 || input_.channel == 1);
    block_ = in_place_
                 ? pixels_
                 : std::clamp(kBlockBytes / std::max<int64_t>(depth_, 1), kLeastPixels, pixels_);
    const DataType filter_type = problem.filter.type;
    product_ = GemmPlan(MatmulProblem({block_, columns_, depth_},
                                      {problem.input.type, in_place_ ? *step : depth_, 1},
                                      {filter_type, columns_, 1}, {kInt, columns_, 1}, is_owned_,
                                      problem.filter_zero_point.has_value()));
    load_ = KernelForAnySize(1, {0, 0, depth_, 1, w.stride * w.input_bytes, input_.channel});
    filter_ = PackedFilter(filter_type, filter_type, SplitFilter(problem), columns_);

    if (problem.codes)
      requantizer_.emplace(problem.output.type, output_pixel_, output_.channel,
                           ScalesOf(*problem.codes), Requantizer::Scales::AsOneFactor);
    else
      store_ = KernelForAnySize(4, StoreTile(0, 0));
    if (!is_owned_) filter_offset_ = scratch_.Add(filter_.bytes());
    if (!in_place_) windows_offset_ = scratch_.Add(block_ * depth_);
    product_offset_ = scratch_.Add(int64_t(product_.scratch_bytes()));
  }

  static Planned Plan(const IntegerProblem& problem, const Machine&) {
    if (problem.output.layout.ElementCount() == 0) return Program{.run = [](const Bindings&) {}};
    const auto engine = std::make_shared<const Im2col>(problem);
    const GemmPlan& product = engine->product_;
    Program program = {.run = [engine](const Bindings& bind) { engine->Run(bind); },
                       .temporary_bytes = engine->scratch_.bytes(),
                       .persistent_bytes = uint64_t(engine->groups_) * product.packed_bytes(),
                       .explanation = ToString(product.schedule())};
    if (program.persistent_bytes == 0) return program;
    program.prepare = [engine](const Bindings& bind) { engine->PackFilter(bind); };
    program.prepared_inputs = {problem.filter_slot};
    return program;
  }

 private:
  void PackFilter(const Bindings& bind) const {
    std::vector<std::byte> filter(size_t(filter_.bytes()));
    filter_.Pack(filter.data(), bind.Input(filter_slot_));
    for (int64_t group = 0; group < groups_; ++group)
      product_.PackB(bind.persistent + group * int64_t(product_.packed_bytes()),
                     FilterOf(bind, filter.data(), group));
  }

  void Run(const Bindings& bind) const {
    std::byte* const filter = Temporary::At(bind, filter_offset_);
    std::byte* const windows = Temporary::At(bind, windows_offset_);
    if (!is_owned_) filter_.Pack(filter, bind.Input(filter_slot_));
    const ConvolvedDim& images = dims_[0];
    for (int64_t i = 0; i < images.output_size * CeilDiv(pixels_, block_) * groups_; ++i) {
      const int64_t group = i % groups_, block = i / groups_ / images.output_size;
      const int64_t image = i / groups_ % images.output_size;
      // The last block ends where the image does: what is computed twice is the same.
      const int64_t first = std::min(block * block_, pixels_ - block_);
      const std::byte* const input = bind.Input(0) + input_.offset + image * images.input_bytes +
                                     group * channels_ * input_.channel;
      if (!in_place_) FillWindows(windows, input, first, input_zero_.In(bind).At<uint8_t>());
      std::byte* const output = bind.Output(0) + output_.offset + image * images.output_bytes +
                                group * columns_ * output_.channel;
      const auto store = [&](const ProductBlock& sums) { Store(bind, sums, first, group, output); };
      product_.Run({EpilogueOf(store),
                    {in_place_ ? input : windows, input_zero_.In(bind)},
                    is_owned_ ? bind.persistent + group * int64_t(product_.packed_bytes())
                              : FilterOf(bind, filter, group)},
                   Temporary::At(bind, product_offset_));
    }
  }

  // What is seen at once stays in the second-level cache until it is multiplied.
  static constexpr int64_t kBlockBytes = 256 << 10, kLeastPixels = 96;

  MatrixInput FilterOf(const Bindings& bind, const std::byte* matrices, int64_t group) const {
    return {matrices + group * filter_.group_elements(),
            filter_zero_.In(bind).From(group * columns_)};
  }

  // visit(row, column, index, count) for parts of the image's rows, which have a depth and a
  // height, of `count` pixels of which the first is number `index` of those that begin at `first`.
  template <class Visit>
  static void ForEachRun(int64_t first, int64_t count, int64_t width, const Visit& visit) {
    for (int64_t i = 0, here; i < count; i += here) {
      const int64_t column = (first + i) % width;
      here = std::min(width - column, count - i);
      visit((first + i) / width, column, i, here);
    }
  }

  // What the pixels of a block from `first` on see of a group's channels, tap by tap.
  void FillWindows(std::byte* windows, const std::byte* input, int64_t first, uint8_t zero) const {
    ParallelSlices(ThreadsFor(block_ * depth_), block_, [&](int64_t begin, int64_t end) {
      ForEachRun(first + begin, end - begin, dims_.back().output_size,
                 [&](int64_t row, int64_t column, int64_t i, int64_t count) {
                   FillRun(windows + (begin + i) * depth_, input, row, column, count, zero);
                 });
    });
  }
  void FillRun(std::byte* to, const std::byte* input, int64_t row, int64_t column, int64_t count,
               uint8_t zero) const {
    const auto& [images, d, h, w] = dims_;
    const auto clear = [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) std::memset(to + p * depth_, zero, size_t(channels_));
    };
    for (int64_t z = 0; z < d.filter_size; ++z)
      for (int64_t y = 0; y < h.filter_size; ++y)
        for (int64_t x = 0; x < w.filter_size; ++x, to += channels_) {
          const int64_t in_z = PositionOf(d, row / h.output_size, z);
          const int64_t in_y = PositionOf(h, row % h.output_size, y);
          const int64_t in_x = PositionOf(w, column, x);
          auto [begin, end] = Inside(in_x, w.stride, count, w.input_size);
          if (in_z < 0 || in_z >= d.input_size || in_y < 0 || in_y >= h.input_size) begin = end;
          clear(0, begin);
          clear(end, count);
          if (begin == end) continue;
          load_(to + begin * depth_,
                input + in_z * d.input_bytes + in_y * h.input_bytes +
                    (in_x + begin * w.stride) * w.input_bytes,
                {end - begin, channels_, depth_, 1, w.stride * w.input_bytes, input_.channel});
        }
  }
  // Where an output's tap is, which may be outside.
  static int64_t PositionOf(const ConvolvedDim& dim, int64_t output, int64_t tap) {
    return output * dim.stride + tap * dim.dilation - dim.start_padding;
  }

  // Of sums of 4 bytes in rows of a block.
  CopyTile StoreTile(int64_t pixels, int64_t columns) const {
    const int64_t row = 4 * product_.schedule().nc;
    if (output_.channel == 4) return {pixels, columns, output_pixel_, 4, row, 4};
    return {columns, pixels, output_.channel, output_pixel_, 4, row};
  }
  // The pixels from `first` on of a group whose first output is at `output`.
  void Store(const Bindings& bind, const ProductBlock& block, int64_t first, int64_t group,
             std::byte* output) const {
    ForEachRun(first + block.row, block.rows, output_width_,
               [&](int64_t row, int64_t x, int64_t i, int64_t count) {
                 const SumBlock run = {
                     block.row + i, block.column + group * columns_,   count,
                     block.columns, block.values + i * block.row_step, block.row_step};
                 const auto& [images, d, h, w] = dims_;
                 std::byte* const to = output + block.column * output_.channel +
                                       row / h.output_size * d.output_bytes +
                                       row % h.output_size * h.output_bytes + x * output_pixel_;
                 if (requantizer_) return requantizer_->Run(bind, run, to);
                 store_(to, reinterpret_cast<const std::byte*>(run.values),
                        StoreTile(count, block.columns));
               });
  }

  NumbersInput input_zero_, filter_zero_;
  int filter_slot_;
  bool is_owned_;  // the filter
  int64_t groups_, channels_, columns_, depth_;
  ConvolvedDims dims_;
  int64_t pixels_ = 1, block_ = 1;  // pixels at once
  bool in_place_ = false;           // the input is the matrix
  TensorBytes input_, output_;
  int64_t output_width_ = 1, output_pixel_ = 0;  // of pixels in even steps; in bytes
  GemmPlan product_;
  TileKernel load_ = nullptr, store_ = nullptr;
  PackedFilter filter_;  // of each group a matrix of all taps' channels by columns
  std::optional<Requantizer> requantizer_;
  Temporary scratch_;
  int64_t filter_offset_ = 0, windows_offset_ = 0, product_offset_ = 0;
};

constexpr std::string_view kExact =
    "Exact in 32 bits, which wrap around; a quantized result is rounded once.";
// A product for each channel would leave most columns idle.
constexpr Candidate<IntegerProblem> kList[] = {
    {"convolution_integer/depthwise", RefusesDepthwise, InListOrder, PlanDepthwise, kExact},
    {"convolution_integer/im2col", TakesAll, InListOrder, Im2col::Plan, kExact},
};
constexpr std::span<const Candidate<IntegerProblem>> kCandidates = kList;

Status CheckOne(std::string_view op, std::string_view field,
                const std::optional<TensorDesc>& tensor) {
  if (!tensor || tensor->layout.ElementCount() == 1) return Ok();
  return Invalid("{}: {}.Sizes is {}, but one element is required", op, field,
                 ToString(tensor->sizes()));
}

Status CheckIntegers(const IntegerProblem& problem) {
  WEFT_RETURN_IF_ERROR(CheckConvolution(problem));
  WEFT_RETURN_IF_ERROR(CheckOne(problem.name, "InputZeroPointTensor", problem.input_zero_point));
  if (problem.filter_zero_point)
    return CheckPerChannel(problem, "FilterZeroPointTensor", *problem.filter_zero_point);
  return Ok();
}

Result<Program> PlanIntegers(const IntegerProblem& problem) {
  return PlanCheapest(problem.name, kCandidates, problem, ThisMachine());
}

}  // namespace

std::vector<CandidateInfo> IntegerConvolutionCandidates() { return InfosOf(kCandidates); }

void Infer(ConvolutionInteger& op) { Fill(op.output, kInt, OutputSizesOf(ProblemOf(op))); }
void Infer(QuantizedLinearConvolution& op) {
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.input.type,
       OutputSizesOf(ProblemOf(op)));
}

Status Validate(const ConvolutionInteger& op) { return CheckIntegers(ProblemOf(op)); }
Status Validate(const QuantizedLinearConvolution& op) {
  const IntegerProblem problem = ProblemOf(op);
  WEFT_RETURN_IF_ERROR(CheckIntegers(problem));
  WEFT_RETURN_IF_ERROR(CheckOne(problem.name, "InputScaleTensor", op.input_scale));
  WEFT_RETURN_IF_ERROR(CheckPerChannel(problem, "FilterScaleTensor", op.filter_scale));
  if (op.bias) WEFT_RETURN_IF_ERROR(CheckBias(problem, *op.bias));
  WEFT_RETURN_IF_ERROR(CheckOne(problem.name, "OutputScaleTensor", op.output_scale));
  return CheckOne(problem.name, "OutputZeroPointTensor", op.output_zero_point);
}

Result<Program> Plan(const ConvolutionInteger& op) { return PlanIntegers(ProblemOf(op)); }
Result<Program> Plan(const QuantizedLinearConvolution& op) { return PlanIntegers(ProblemOf(op)); }

}  // namespace weft::ops
