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
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/split.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/convolution/problem.h"
#include "ops/matmul/run.h"
#include "ops/quantization/quantize_rows.h"
#include "program/candidate.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "program/owned.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/copy.h"
#include "strided/map.h"
#include "strided/typed_copy.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32, kInt = DataType::Int32;

// What both operators have in common.
struct IntegerProblem {
  ConvolutionFields fields;
  const std::optional<TensorDesc>&input_zero_point, &filter_zero_point;
  int input_zero_slot, filter_slot, filter_zero_slot;
  const QuantizedLinearConvolution* codes;  // null where the sums are the output

  bool HasOwnedFilter() const {
    return IsOwned(fields.filter) && IsOwnedOrAbsent(filter_zero_point);
  }
};

IntegerProblem ProblemOf(const ConvolutionInteger& op) {
  return {{"CONVOLUTION_INTEGER",
           op.input,
           op.filter,
           op.output,
           op.strides,
           op.dilations,
           op.start_padding,
           op.end_padding,
           {},
           op.group_count},
          op.input_zero_point,
          op.filter_zero_point,
          1,
          2,
          3,
          nullptr};
}
IntegerProblem ProblemOf(const QuantizedLinearConvolution& op) {
  return {{"QUANTIZED_LINEAR_CONVOLUTION",
           op.input,
           op.filter,
           op.output,
           op.strides,
           op.dilations,
           op.start_padding,
           op.end_padding,
           {},
           op.group_count},
          op.input_zero_point,
          op.filter_zero_point,
          2,
          3,
          5,
          &op};
}

// A tensor of one number or one for each output channel, or zeros where there is none.
class Numbers {
 public:
  Numbers(const ConvolutionFields& fields, const std::optional<TensorDesc>& tensor, int slot) {
    if (!tensor) return;
    const Layout layout = PerChannel(fields, tensor->layout);
    const int64_t size = SizeBits(tensor->type) / 8;
    slot_ = slot;
    offset_ = layout.offset * size;
    step_ = layout.strides[1] * size;
  }
  const std::byte* In(const Bindings& bind, int64_t channel = 0) const {
    static constexpr std::byte kZeros[8] = {};
    return slot_ < 0 ? kZeros : bind.Input(slot_) + offset_ + channel * step_;
  }
  template <class T>
  T Get(const Bindings& bind, int64_t channel = 0) const {
    T value;
    std::memcpy(&value, In(bind, channel), sizeof value);
    return value;
  }
  ZeroPoints Zeros(const Bindings& bind, int64_t channel) const {
    return slot_ < 0 ? ZeroPoints() : ZeroPoints{In(bind, channel), step_};
  }
  // Those of one byte, for dimension `dim` of a tensor of these sizes.
  MapOperand Along(int dim, const Sizes& sizes) const {
    Layout layout = OneElement(sizes);
    layout.strides[dim] = sizes[dim] > 1 ? step_ : 0;
    return {layout, 1};
  }

 private:
  int slot_ = -1;                  // none
  int64_t offset_ = 0, step_ = 0;  // in bytes
};

// A sum and its channel's bias times InputScale * FilterScale / OutputScale, which double precision
// holds to its last bits, is what is rounded to a code.
class Requantizer {
 public:
  Requantizer(const QuantizedLinearConvolution& op, const ConvolutionFields& fields,
              Temporary& scratch)
      : zero_point(fields, op.output_zero_point, 8),
        input_scale_(fields, op.input_scale, 1),
        filter_scale_(fields, op.filter_scale, 4),
        bias_(fields, op.bias, 6),
        output_scale_(fields, op.output_scale, 7),
        channels_(op.output.sizes()[1]),
        biases_offset_(scratch.Add(channels_ * int64_t(sizeof(int32_t)))),
        factors_offset_(scratch.Add(channels_ * int64_t(sizeof(double)))) {}

  const Numbers zero_point;

  // At the start of a run. Each output channel has one of either.
  void FindNumbers(const Bindings& bind) const {
    auto* const biases = reinterpret_cast<int32_t*>(Biases(bind));
    auto* const factors = reinterpret_cast<double*>(Factors(bind));
    for (int64_t c = 0; c < channels_; ++c) {
      biases[c] = bias_.Get<int32_t>(bind, c);
      factors[c] = double(input_scale_.Get<float>(bind)) *
                   double(filter_scale_.Get<float>(bind, c)) /
                   double(output_scale_.Get<float>(bind));
    }
  }
  std::byte* Biases(const Bindings& bind) const { return Temporary::At(bind, biases_offset_); }
  std::byte* Factors(const Bindings& bind) const { return Temporary::At(bind, factors_offset_); }

 private:
  Numbers input_scale_, filter_scale_, bias_, output_scale_;
  int64_t channels_, biases_offset_, factors_offset_;
};

// The program of an engine with Run(bind), PackFilter(bind), temporary_bytes() and
// persistent_bytes().
template <class Engine>
Program IntegerProgram(Engine planned, int filter_slot) {
  const auto engine = std::make_shared<const Engine>(std::move(planned));
  Program program = {.run = [engine](const Bindings& bind) { engine->Run(bind); },
                     .temporary_bytes = engine->temporary_bytes(),
                     .persistent_bytes = engine->persistent_bytes()};
  if (program.persistent_bytes == 0) return program;
  program.prepare = [engine](const Bindings& bind) { engine->PackFilter(bind); };
  program.prepared_inputs = {filter_slot};
  return program;
}

// ---- each channel by itself

// Sums of so many products are integers below 2^24.
constexpr int64_t kMostExactTaps = (1 << 24) / (255 * 255);

Refusal RefusesDepthwise(const IntegerProblem& problem) {
  const ConvolutionFields& f = problem.fields;
  if (!f.IsDepthwise())
    return {"there are {} groups of {} input and {} output channels, but several of one are needed",
            f.groups, f.InputChannels(), f.OutputChannels()};
  if (f.Taps() > kMostExactTaps)
    return {"the filter has {} taps, but float32 is exact for at most {}", f.Taps(),
            kMostExactTaps};
  return {};
}

class DepthwiseSums {
 public:
  // `floats` computes `op`, whose tensors are in temporary memory.
  DepthwiseSums(const IntegerProblem& problem, const Convolution& op, Program floats)
      : floats_(std::move(floats)),
        filter_slot_(problem.filter_slot),
        input_zero_(problem.fields, problem.input_zero_point, problem.input_zero_slot),
        filter_zero_(problem.fields, problem.filter_zero_point, problem.filter_zero_slot),
        center_input_(PlanCenter(problem.fields.input, op.input, input_zero_, 1)),
        center_filter_(PlanCenter(problem.fields.filter, op.filter, filter_zero_, 0)),
        filter_bytes_(op.filter.RequiredBytes()) {
    const TensorDesc& output = problem.fields.output;
    const Sizes& sizes = output.sizes();
    if (!problem.codes) {
      store_ = TypedCopy(kInt, output.layout, kFloat, op.output.layout);
    } else {
      requantizer_.emplace(*problem.codes, problem.fields, scratch_);
      Layout channels = OneElement(sizes);
      channels.strides[1] = 1;
      store_codes_.emplace(
          OperandOf(output),
          std::array<MapOperand, 4>{OperandOf(op.output), MapOperand{channels, 4},
                                    MapOperand{channels, 8}, MapOperand{OneElement(sizes), 1}},
          RequantizeRow(kFloat, output.type));
    }
    input_offset_ = scratch_.Add(int64_t(op.input.RequiredBytes()));
    if (!floats_.prepare) filter_offset_ = scratch_.Add(int64_t(filter_bytes_));
    sums_offset_ = scratch_.Add(int64_t(op.output.RequiredBytes()));
    floats_offset_ = scratch_.Add(int64_t(floats_.temporary_bytes));
  }

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  uint64_t persistent_bytes() const { return floats_.persistent_bytes; }

  void PackFilter(const Bindings& bind) const {
    std::vector<std::byte> filter(filter_bytes_);
    center_filter_.Run(filter.data(), {bind.Input(filter_slot_), filter_zero_.In(bind)});
    const ConstBuffer inputs[] = {{}, filter};
    floats_.prepare({.inputs = inputs, .outputs = {}, .persistent = bind.persistent});
  }

  void Run(const Bindings& bind) const {
    std::byte* const input = Temporary::At(bind, input_offset_);
    std::byte* const filter = Temporary::At(bind, filter_offset_);
    std::byte* const sums = Temporary::At(bind, sums_offset_);
    center_input_.Run(input, {bind.Input(0), input_zero_.In(bind)});
    if (!floats_.prepare)
      center_filter_.Run(filter, {bind.Input(filter_slot_), filter_zero_.In(bind)});
    const ConstBuffer inputs[] = {{input, 0}, {filter, 0}, {}};
    const Buffer outputs[] = {{sums, 0}};
    floats_.run({inputs, outputs, Temporary::At(bind, floats_offset_), bind.persistent});
    if (!store_codes_) return store_.Run(bind.Output(0), sums);
    requantizer_->FindNumbers(bind);
    store_codes_->Run(bind.Output(0),
                      {sums, requantizer_->Biases(bind), requantizer_->Factors(bind),
                       requantizer_->zero_point.In(bind)});
  }

 private:
  // `to` is `from` less the zero points of output channels, which are its dimension `dim`.
  static MapPlan<2> PlanCenter(const TensorDesc& from, const TensorDesc& to, const Numbers& zeros,
                               int dim) {
    return {OperandOf(to), {OperandOf(from), zeros.Along(dim, from.sizes())}, CenterRow(from.type)};
  }

  Program floats_;
  int filter_slot_;
  Numbers input_zero_, filter_zero_;
  MapPlan<2> center_input_, center_filter_;
  uint64_t filter_bytes_;
  TypedCopy store_;  // of sums, or …
  std::optional<Requantizer> requantizer_;
  std::optional<MapPlan<4>> store_codes_;  // … of codes
  Temporary scratch_;
  int64_t input_offset_ = 0, filter_offset_ = 0, sums_offset_ = 0, floats_offset_ = 0;
};

Planned PlanDepthwise(const IntegerProblem& problem, const Machine&) {
  const ConvolutionFields& f = problem.fields;
  const auto floats = [](const TensorDesc& tensor) {
    return TensorDesc(kFloat, PackedLike(tensor.layout));
  };
  const auto all = [](std::span<const uint32_t> numbers) {
    return std::vector(numbers.begin(), numbers.end());
  };
  Convolution op = {.input = floats(f.input),
                    .filter = floats(f.filter),
                    .output = floats(f.output),
                    .mode = ConvolutionMode::CrossCorrelation,
                    .direction = ConvolutionDirection::Forward,
                    .strides = all(f.strides),
                    .dilations = all(f.dilations),
                    .start_padding = all(f.start_padding),
                    .end_padding = all(f.end_padding),
                    .output_padding = std::vector<uint32_t>(f.strides.size()),
                    .group_count = uint32_t(f.groups)};
  if (problem.HasOwnedFilter()) op.filter.flags = TensorFlags::OwnedByDml;
  Result<Program> program = Plan(op);
  if (!program) return tl::unexpected<Refusal>("no candidate of CONVOLUTION may be taken");
  return IntegerProgram(DepthwiseSums(problem, op, *std::move(program)), problem.filter_slot);
}

// ---- all others

// Outputs are pixels, and rows of a product whose columns are the output channels of a group.
class Im2col {
 public:
  explicit Im2col(const IntegerProblem& problem)
      : input_zero_(problem.fields, problem.input_zero_point, problem.input_zero_slot),
        filter_zero_(problem.fields, problem.filter_zero_point, problem.filter_zero_slot),
        filter_slot_(problem.filter_slot),
        is_owned_(problem.HasOwnedFilter()),
        groups_(problem.fields.groups),
        channels_(problem.fields.InputChannels()),
        columns_(problem.fields.OutputChannels()),
        depth_(problem.fields.Taps() * channels_),
        output_bytes_(SizeBits(problem.fields.output.type) / 8) {
    const ConvolutionFields& f = problem.fields;
    const Layout input = SplitChannels(f.input.layout, groups_);
    const Layout output = SplitChannels(f.output.layout, groups_);
    const ConvolvePlan plan = PlanConvolution(f, input, output, 1, output_bytes_);
    dims_ = plan.dims;
    images_ = plan.batch;
    pixels_ = dims_[0].output_size * dims_[1].output_size * dims_[2].output_size;
    input_ = {input.offset, plan.input_batch_bytes, StepOf(input, 1), StepOf(input, 2)};
    output_ = {output.offset * output_bytes_, plan.output_batch_bytes,
               StepOf(output, 1) * output_bytes_, StepOf(output, 2) * output_bytes_};

    const auto step = EvenStep(f.input.layout, 2, f.input.rank() - 1);
    in_place_ = MeetsPixelsOnce(f) && step && (channels_ == 1 || input_.channel == 1);
    block_ = in_place_
                 ? pixels_
                 : std::clamp(kBlockBytes / std::max<int64_t>(depth_, 1), kLeastPixels, pixels_);
    MatmulProblem product({block_, columns_, depth_}, {f.input.type, in_place_ ? *step : depth_, 1},
                          {f.filter.type, columns_, 1}, {kInt, columns_, 1}, is_owned_,
                          problem.filter_zero_point.has_value());
    product_ = GemmPlan(product);
    const ConvolvedDim& last = dims_[kMostConvolved - 1];
    load_ = KernelForAnySize(1, {0, 0, depth_, 1, last.stride * last.input_bytes, input_.channel});
    store_ = KernelForAnySize(int(output_bytes_), StoreTile(0, 0));
    const Layout filter = SplitFilter(f, false);
    lay_filter_ = CopyPlan(8, FilterMatrix(filter), filter);

    if (problem.codes) {
      requantizer_.emplace(*problem.codes, f, scratch_);
      quantize_ = RequantizeRow(kInt, f.output.type);
    }
    if (!is_owned_) filter_offset_ = scratch_.Add(groups_ * depth_ * columns_);
    if (!in_place_) windows_offset_ = scratch_.Add(block_ * depth_);
    product_offset_ = scratch_.Add(int64_t(product_.scratch_bytes()));
  }

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  uint64_t persistent_bytes() const { return uint64_t(groups_) * product_.packed_bytes(); }
  std::string Explanation() const { return ToString(product_.schedule()); }

  void PackFilter(const Bindings& bind) const {
    std::vector<std::byte> filter(size_t(groups_ * depth_ * columns_));
    lay_filter_.Run(filter.data(), bind.Input(filter_slot_));
    for (int64_t group = 0; group < groups_; ++group)
      product_.PackB(bind.persistent + group * int64_t(product_.packed_bytes()),
                     FilterOf(bind, filter.data(), group));
  }

  void Run(const Bindings& bind) const {
    if (requantizer_) requantizer_->FindNumbers(bind);
    std::byte* const filter = Temporary::At(bind, filter_offset_);
    std::byte* const windows = Temporary::At(bind, windows_offset_);
    if (!is_owned_) lay_filter_.Run(filter, bind.Input(filter_slot_));
    for (int64_t i = 0; i < images_ * CeilDiv(pixels_, block_) * groups_; ++i) {
      const int64_t group = i % groups_, block = i / groups_ / images_;
      const int64_t image = i / groups_ % images_;
      // The last block ends where the image does: what is computed twice is the same.
      const int64_t first = std::min(block * block_, pixels_ - block_);
      const std::byte* const input = bind.Input(0) + input_.At(image, group);
      if (!in_place_) FillWindows(windows, input, first, input_zero_.Get<uint8_t>(bind));
      const Target target = {this, &bind, bind.Output(0) + output_.At(image, group), first,
                             group * columns_};
      product_.Run({Store, &target}, {in_place_ ? input : windows, input_zero_.Zeros(bind, 0)},
                   is_owned_ ? bind.persistent + group * int64_t(product_.packed_bytes())
                             : FilterOf(bind, filter, group),
                   Temporary::At(bind, product_offset_));
    }
  }

 private:
  // What is seen at once stays in the second-level cache until it is multiplied.
  static constexpr int64_t kBlockBytes = 256 << 10, kLeastPixels = 96;
  // Of sums that become codes at once.
  static constexpr int64_t kStoredPixels = 64, kStoredColumns = 128;

  // Where a tensor begins, and its steps in bytes.
  struct Steps {
    int64_t offset = 0, image = 0, group = 0, channel = 0;
    int64_t At(int64_t i, int64_t g) const { return offset + i * image + g * group; }
  };
  struct Target {
    const Im2col* by;
    const Bindings* bind;
    std::byte* output;  // of the first channel of …
    int64_t first_pixel, first_channel;
  };

  // {group, output channel, input channel, sizes..} as matrices of all taps' channels by columns.
  Layout FilterMatrix(Layout filter) const {
    filter.offset = 0;
    filter.strides[0] = depth_ * columns_;
    filter.strides[1] = 1;
    filter.strides[2] = columns_;
    int64_t stride = channels_ * columns_;
    for (int dim = filter.rank() - 1; dim > 2; --dim) {
      filter.strides[dim] = stride;
      stride *= filter.sizes[dim];
    }
    return filter;
  }
  MatrixInput FilterOf(const Bindings& bind, const std::byte* matrices, int64_t group) const {
    return {matrices + group * depth_ * columns_, filter_zero_.Zeros(bind, group * columns_)};
  }

  // visit(row, column, index, count) for parts of the image's rows, which have a depth and a
  // height, of `count` pixels of which the first is number `index` of those that begin at `first`.
  template <class Visit>
  void ForEachRun(int64_t first, int64_t count, const Visit& visit) const {
    const int64_t width = dims_[2].output_size;
    for (int64_t i = 0, here; i < count; i += here) {
      const int64_t column = (first + i) % width;
      here = std::min(width - column, count - i);
      visit((first + i) / width, column, i, here);
    }
  }

  // What the pixels of a block from `first` on see of a group's channels, tap by tap.
  void FillWindows(std::byte* windows, const std::byte* input, int64_t first, uint8_t zero) const {
    ParallelSlices(ThreadsFor(block_ * depth_), block_, [&](int64_t begin, int64_t end) {
      ForEachRun(first + begin, end - begin,
                 [&](int64_t row, int64_t column, int64_t i, int64_t count) {
                   FillRun(windows + (begin + i) * depth_, input, row, column, count, zero);
                 });
    });
  }
  void FillRun(std::byte* to, const std::byte* input, int64_t row, int64_t column, int64_t count,
               uint8_t zero) const {
    const auto& [d, h, w] = dims_;
    const auto clear = [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) std::memset(to + p * depth_, zero, size_t(channels_));
    };
    for (int64_t z = 0; z < d.filter_size; ++z)
      for (int64_t y = 0; y < h.filter_size; ++y)
        for (int64_t x = 0; x < w.filter_size; ++x, to += channels_) {
          const int64_t in_z = PositionOf(d, row / h.output_size, z);
          const int64_t in_y = PositionOf(h, row % h.output_size, y);
          const int64_t in_x = PositionOf(w, column, x);
          // Of the pixels those that do not see padding.
          int64_t begin = std::clamp<int64_t>(CeilDiv(-in_x, w.stride), 0, count);
          const int64_t end = std::clamp(CeilDiv(w.input_size - in_x, w.stride), begin, count);
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

  // Of numbers that wait in rows of kStoredColumns.
  CopyTile StoreTile(int64_t pixels, int64_t columns) const {
    const int64_t pixel = dims_[2].output_bytes, row = kStoredColumns * output_bytes_;
    if (output_.channel == output_bytes_)
      return {pixels, columns, pixel, output_.channel, row, output_bytes_};
    return {columns, pixels, output_.channel, pixel, output_bytes_, row};
  }
  static void Store(const void* context, const ProductBlock& block) {
    const Target& target = *static_cast<const Target*>(context);
    const Im2col& by = *target.by;
    for (int64_t column = 0; column < block.columns; column += kStoredColumns)
      by.ForEachRun(target.first_pixel + block.row, block.rows,
                    [&](int64_t row, int64_t x, int64_t i, int64_t count) {
                      for (int64_t p = 0; p < count; p += kStoredPixels)
                        by.StoreRun(target, block, i + p, std::min(kStoredPixels, count - p),
                                    column, row, x + p);
                    });
  }
  void StoreRun(const Target& target, const ProductBlock& block, int64_t first, int64_t pixels,
                int64_t column, int64_t row, int64_t x) const {
    alignas(kLineBytes) std::byte numbers[kStoredPixels * kStoredColumns * sizeof(int32_t)];
    std::byte zeros[kStoredColumns];
    const Bindings& bind = *target.bind;
    const int64_t columns = std::min(kStoredColumns, block.columns - column);
    const int64_t channel = block.column + column, of_all = target.first_channel + channel;
    if (requantizer_) std::memset(zeros, requantizer_->zero_point.Get<uint8_t>(bind), sizeof zeros);
    for (int64_t p = 0; p < pixels; ++p) {
      std::byte* const to = numbers + p * kStoredColumns * output_bytes_;
      const auto* const sums =
          reinterpret_cast<const std::byte*>(block.values + (first + p) * block.row_step + column);
      if (!requantizer_) {
        std::memcpy(to, sums, size_t(columns) * sizeof(int32_t));
        continue;
      }
      const std::byte* const inputs[] = {sums, requantizer_->Biases(bind) + of_all * 4,
                                         requantizer_->Factors(bind) + of_all * 8, zeros};
      quantize_(to, inputs, columns);
    }
    std::byte* const output = target.output + channel * output_.channel +
                              row / dims_[1].output_size * dims_[0].output_bytes +
                              row % dims_[1].output_size * dims_[1].output_bytes +
                              x * dims_[2].output_bytes;
    store_(output, numbers, StoreTile(pixels, columns));
  }

  Numbers input_zero_, filter_zero_;
  int filter_slot_;
  bool is_owned_;                                               // the filter
  int64_t groups_, channels_, columns_, depth_, output_bytes_;  // of an element
  std::array<ConvolvedDim, kMostConvolved> dims_;
  int64_t images_ = 1, pixels_ = 1, block_ = 1;  // pixels at once
  bool in_place_ = false;                        // the input is the matrix
  Steps input_, output_;
  GemmPlan product_;
  TileKernel load_ = nullptr, store_ = nullptr;
  CopyPlan lay_filter_;
  std::optional<Requantizer> requantizer_;
  RowFunction quantize_;
  Temporary scratch_;
  int64_t filter_offset_ = 0, windows_offset_ = 0, product_offset_ = 0;
};

Planned PlanIm2col(const IntegerProblem& problem, const Machine&) {
  const Layout& output = problem.fields.output.layout;
  if (output.ElementCount() == 0) return Program{.run = [](const Bindings&) {}};
  Im2col product(problem);
  std::string explanation = product.Explanation();
  Program program = IntegerProgram(std::move(product), problem.filter_slot);
  program.explanation = std::move(explanation);
  return program;
}

constexpr std::string_view kExact =
    "Exact in 32 bits, which wrap around; a quantized result is rounded once.";
// A product for each channel would leave most columns idle.
constexpr Candidate<IntegerProblem> kList[] = {
    {"convolution_integer/depthwise", RefusesDepthwise, InListOrder, PlanDepthwise, kExact},
    {"convolution_integer/im2col", TakesAll, InListOrder, PlanIm2col, kExact},
};
constexpr std::span<const Candidate<IntegerProblem>> kCandidates = kList;

Status CheckOne(std::string_view op, std::string_view field,
                const std::optional<TensorDesc>& tensor) {
  if (!tensor || tensor->layout.ElementCount() == 1) return Ok();
  return Invalid("{}: {}.Sizes is {}, but one element is required", op, field,
                 ToString(tensor->sizes()));
}

template <class Op>
void InferOutput(Op& op, DataType type) {
  const Windows windows = {.strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding};
  Fill(op.output, type, ConvolvedSizes(op.input.sizes(), op.filter.sizes(), windows));
}

// What both operators have in common.
template <class Op>
Status CheckIntegers(const Op& op) {
  const IntegerProblem problem = ProblemOf(op);
  const ConvolutionFields& fields = problem.fields;
  WEFT_RETURN_IF_ERROR(CheckConvolution(fields));
  WEFT_RETURN_IF_ERROR(CheckOne(fields.op, "InputZeroPointTensor", op.input_zero_point));
  if (op.filter_zero_point)
    return CheckPerChannel(fields, "FilterZeroPointTensor", *op.filter_zero_point);
  return Ok();
}

}  // namespace

std::vector<CandidateInfo> IntegerConvolutionCandidates() { return InfosOf(kCandidates); }

void Infer(ConvolutionInteger& op) { InferOutput(op, kInt); }
void Infer(QuantizedLinearConvolution& op) {
  InferOutput(op, op.output_zero_point ? op.output_zero_point->type : op.input.type);
}

Status Validate(const ConvolutionInteger& op) { return CheckIntegers(op); }
Status Validate(const QuantizedLinearConvolution& op) {
  WEFT_RETURN_IF_ERROR(CheckIntegers(op));
  const ConvolutionFields fields = ProblemOf(op).fields;
  WEFT_RETURN_IF_ERROR(CheckOne(fields.op, "InputScaleTensor", op.input_scale));
  WEFT_RETURN_IF_ERROR(CheckPerChannel(fields, "FilterScaleTensor", op.filter_scale));
  if (op.bias) WEFT_RETURN_IF_ERROR(CheckBias(fields, *op.bias));
  WEFT_RETURN_IF_ERROR(CheckOne(fields.op, "OutputScaleTensor", op.output_scale));
  return CheckOne(fields.op, "OutputZeroPointTensor", op.output_zero_point);
}

Result<Program> Plan(const ConvolutionInteger& op) {
  return PlanCheapest("CONVOLUTION_INTEGER", kCandidates, ProblemOf(op), ThisMachine());
}
Result<Program> Plan(const QuantizedLinearConvolution& op) {
  return PlanCheapest("QUANTIZED_LINEAR_CONVOLUTION", kCandidates, ProblemOf(op), ThisMachine());
}

}  // namespace weft::ops
