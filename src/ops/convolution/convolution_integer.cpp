// SPDX-License-Identifier: MIT
// CONVOLUTION_INTEGER, QUANTIZED_LINEAR_CONVOLUTION: 8-bit integers less their zero points are
// 16-bit ones, whose products are summed exactly in 32 bits. Inputs become so in temporary memory.
// Weights are packed as they are, once if they are OWNED_BY_DML, and become so where they are used;
// where channels keep to themselves there are few, and packing subtracts the zero points.
#include <cstring>
#include <functional>
#include <memory>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/convolution/problem.h"
#include "ops/convolution/staging.h"
#include "ops/quantization/quantize_rows.h"
#include "program/candidate.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "program/owned.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/copy.h"
#include "strided/map.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

class IntegerConvolver;

constexpr int64_t kPack = 2;  // channels in a unit
constexpr int64_t kSumBytes = sizeof(int32_t);

// Where the operands of an operator are bound; -1 where it has none.
struct Slots {
  int input, input_zero_point, filter, filter_zero_point, bias = -1;
};

ConvolutionFields FieldsOf(const ConvolutionInteger& op) {
  return {"CONVOLUTION_INTEGER", op.input,         op.filter,      op.output, op.strides,
          op.dilations,          op.start_padding, op.end_padding, {},        op.group_count};
}
ConvolutionFields FieldsOf(const QuantizedLinearConvolution& op) {
  return {"QUANTIZED_LINEAR_CONVOLUTION",
          op.input,
          op.filter,
          op.output,
          op.strides,
          op.dilations,
          op.start_padding,
          op.end_padding,
          {},
          op.group_count};
}

Status CheckOne(std::string_view op, std::string_view field,
                const std::optional<TensorDesc>& tensor) {
  if (!tensor || tensor->layout.ElementCount() == 1) return Ok();
  return Invalid("{}: {}.Sizes is {}, but one element is required", op, field,
                 ToString(tensor->sizes()));
}

const std::byte* Zeros() {
  static constexpr std::byte kZeros[8] = {};
  return kZeros;
}

// One element of `tensor`, or a zero of as many bytes, for all coordinates.
Layout OneOf(const std::optional<TensorDesc>& tensor, const Sizes& sizes) {
  Layout one = OneElement(sizes);
  if (tensor) one.offset = tensor->layout.offset;
  return one;
}

// Per-channel values {group, output channel} for every coordinate of the filter.
Layout ForFilter(const Layout& per_channel, const Layout& filter) {
  Layout layout = OneElement(filter.sizes);
  layout.offset = per_channel.offset;
  for (int dim = 0; dim < 2; ++dim)
    layout.strides[dim] = filter.sizes[dim] > 1 ? per_channel.strides[dim] : 0;
  return layout;
}

// What both operators have in common: sums of 32 bits, laid out as `sums` says.
struct IntegerProblem {
  ConvolutionFields fields;
  const std::optional<TensorDesc>&input_zero_point, &filter_zero_point;
  const std::optional<TensorDesc>* bias;  // null where the operator has none
  Slots slots;
  Layout sums;
  // The program that uses them, of temporary memory that was asked for before.
  std::function<Program(const IntegerConvolver&, Temporary)> finish;
};

class IntegerConvolver {
 public:
  IntegerConvolver(const IntegerProblem& problem, bool depthwise, Temporary& scratch)
      : slots_(problem.slots) {
    const auto& [fields, input_zero_point, filter_zero_point, bias, slots, sums, finish] = problem;
    const Layout input = SplitChannels(fields.input.layout, fields.groups);
    const int64_t units = (fields.InputChannels() + kPack - 1) / kPack;
    const Layout centered = ChannelsLast(input, units * kPack);
    plan_ = PlanConvolution(fields, centered, sums, sizeof(int16_t), kSumBytes);
    plan_.units = units;
    plan_.depthwise = depthwise;
    plan_.kernel = IntegerConvolution();
    plan_.pixel_kernel = IntegerDepthwisePixels();
    center_.emplace(MapOperand{centered, 2},
                    std::array<MapOperand, 2>{MapOperand{input, 1},
                                              MapOperand{OneOf(input_zero_point, input.sizes), 1}},
                    CenterRow(fields.input.type));
    if (sums.sizes[2] * sums.sizes[1] > 1 && sums.strides[sums.sizes[2] > 1 ? 2 : 1] != 1)
      plan_.StoreColumns(sums.strides[sums.sizes[2] > 1 ? 2 : 1] * kSumBytes, kSumBytes, nullptr);
    PlanWeights(fields, filter_zero_point);
    if (bias && *bias)
      load_bias_.emplace(32, StartLayout(plan_), PerChannel(fields, (*bias)->layout));
    input_offset_ = scratch.Add(centered.sizes[0] * centered.strides[0] * 2);
    if (!owned_) weights_offset_ = scratch.Add(PackedBytes());
    widened_offset_ = scratch.Add(plan_.WidenedBytes());
    start_offset_ = scratch.Add(plan_.StartBytes());
    zeros_offset_ = scratch.Add(plan_.ZeroBytes());
  }

  uint64_t persistent_bytes() const { return owned_ ? uint64_t(PackedBytes()) : 0; }
  int filter_slot() const { return slots_.filter; }

  void PackWeights(std::byte* weights, const Bindings& bind) const {
    std::memset(weights, 0, size_t(PackedBytes()));
    const std::byte* filter = bind.Input(slots_.filter);
    const std::byte* zero_points = At(bind, slots_.filter_zero_point);
    if (center_weights_) center_weights_->Run(weights, {filter, zero_points});
    for (const CopyPlan& pack : pack_) pack.Run(weights, filter);
    for (const CopyPlan& pack : pack_zeros_) pack.Run(weights, zero_points);
  }

  void Run(const Bindings& bind, std::byte* sums) const {
    std::byte* start = Temporary::At(bind, start_offset_);
    std::memset(start, 0, size_t(plan_.StartBytes()));
    if (load_bias_) load_bias_->Run(start, bind.Input(slots_.bias));
    std::memset(Temporary::At(bind, zeros_offset_), 0, size_t(plan_.ZeroBytes()));
    const std::byte* weights = bind.persistent;
    if (!owned_) {
      PackWeights(Temporary::At(bind, weights_offset_), bind);
      weights = Temporary::At(bind, weights_offset_);
    }
    std::byte* input = Temporary::At(bind, input_offset_);
    center_->Run(input, {bind.Input(slots_.input), At(bind, slots_.input_zero_point)});
    plan_.Run({.output = sums,
               .input = input,
               .weights = weights,
               .start = start,
               .zeros = Temporary::At(bind, zeros_offset_),
               .weight_zeros = zeros_bytes_ > 0 ? weights + plan_.WeightsBytes() : nullptr,
               .widened = Temporary::At(bind, widened_offset_),
               .activation = nullptr});
  }

 private:
  int64_t PackedBytes() const { return plan_.WeightsBytes() + zeros_bytes_; }
  static const std::byte* At(const Bindings& bind, int slot) {
    return bind.Input(slot) ? bind.Input(slot) : Zeros();
  }

  void PlanWeights(const ConvolutionFields& fields, const std::optional<TensorDesc>& zero_point) {
    owned_ = IsOwned(fields.filter) && IsOwnedOrAbsent(zero_point);
    const Layout filter = SplitFilter(fields, false);
    const Layout zero_points = zero_point
                                   ? ForFilter(PerChannel(fields, zero_point->layout), filter)
                                   : OneElement(filter.sizes);
    if (plan_.depthwise) {
      center_weights_.emplace(
          MapOperand{DepthwiseDestination(filter, kPack), 2},
          std::array<MapOperand, 2>{MapOperand{filter, 1}, MapOperand{zero_points, 1}},
          CenterRow(fields.filter.type));
      return;
    }
    plan_.TakeNarrow(NarrowIntegers(fields.filter.type == DataType::Int8), kPack);
    for (const WeightBox& box : WeightBoxes(plan_.columns, fields.InputChannels(), kPack)) {
      Layout to = DestinationOf(box, filter, plan_, kPack);
      pack_.emplace_back(8, to, SourceOf(box, filter));
      if (!zero_point || box.channels == kPack) continue;
      // A channel that is missing has the zero point, which makes 0 of its weight.
      to.offset += box.channels;
      pack_zeros_.emplace_back(8, to, SourceOf(box, zero_points));
    }
    if (!zero_point) return;
    zeros_bytes_ = plan_.groups * plan_.PanelsInGroup() * kPanelColumns;
    Layout behind = StartLayout(plan_);
    behind.offset = plan_.WeightsBytes();
    pack_zeros_.emplace_back(8, behind, PerChannel(fields, zero_point->layout));
  }

  Slots slots_;
  ConvolvePlan plan_;
  bool owned_ = false;
  std::optional<MapPlan<2>> center_;
  std::optional<MapPlan<2>> center_weights_;  // where it is depthwise, else …
  std::vector<CopyPlan> pack_, pack_zeros_;   // … the filter, and its zero points, …
  int64_t zeros_bytes_ = 0;                   // … which lie behind it
  std::optional<CopyPlan> load_bias_;
  int64_t input_offset_ = 0, weights_offset_ = 0, widened_offset_ = 0;
  int64_t start_offset_ = 0, zeros_offset_ = 0;
};

// `run` uses what the convolver gives.
Program ProgramOf(const IntegerConvolver& planned, const Temporary& scratch,
                  std::function<void(const IntegerConvolver&, const Bindings&)> run) {
  const auto convolver = std::make_shared<const IntegerConvolver>(planned);
  Program program = {.run = [convolver, run](const Bindings& bind) { run(*convolver, bind); },
                     .temporary_bytes = scratch.bytes(),
                     .persistent_bytes = convolver->persistent_bytes()};
  if (program.persistent_bytes > 0) {
    program.prepare = [convolver](const Bindings& bind) {
      convolver->PackWeights(bind.persistent, bind);
    };
    program.prepared_inputs = {convolver->filter_slot()};
  }
  return program;
}

Refusal RefusesDepthwise(const IntegerProblem& problem) {
  const ConvolutionFields& f = problem.fields;
  if (f.IsDepthwise()) return {};
  return {"there are {} groups of {} input and {} output channels, but several of one are needed",
          f.groups, f.InputChannels(), f.OutputChannels()};
}

template <bool kDepthwise>
Planned PlanWith(const IntegerProblem& problem, const Machine&) {
  Temporary scratch;
  const IntegerConvolver convolver(problem, kDepthwise, scratch);
  return problem.finish(convolver, scratch);
}

constexpr std::string_view kExact =
    "Exact in 32 bits, which wrap around; a quantized result is rounded once.";
// In each channel by itself there are no sums over channels to pack weights for.
constexpr Candidate<IntegerProblem> kList[] = {
    {"convolution_integer/depthwise", RefusesDepthwise, InListOrder, PlanWith<true>, kExact},
    {"convolution_integer/tap_product", TakesAll, InListOrder, PlanWith<false>, kExact},
};
constexpr std::span<const Candidate<IntegerProblem>> kCandidates = kList;

}  // namespace

std::vector<CandidateInfo> IntegerConvolutionCandidates() { return InfosOf(kCandidates); }

void Infer(ConvolutionInteger& op) {
  const Windows windows = {.strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding};
  Fill(op.output, DataType::Int32, ConvolvedSizes(op.input.sizes(), op.filter.sizes(), windows));
}

void Infer(QuantizedLinearConvolution& op) {
  const Windows windows = {.strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding};
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.input.type,
       ConvolvedSizes(op.input.sizes(), op.filter.sizes(), windows));
}

Status Validate(const ConvolutionInteger& op) {
  const ConvolutionFields fields = FieldsOf(op);
  WEFT_RETURN_IF_ERROR(CheckConvolution(fields));
  WEFT_RETURN_IF_ERROR(CheckOne(fields.op, "InputZeroPointTensor", op.input_zero_point));
  if (op.filter_zero_point)
    return CheckPerChannel(fields, "FilterZeroPointTensor", *op.filter_zero_point);
  return Ok();
}

Result<Program> Plan(const ConvolutionInteger& op) {
  const Layout output = SplitChannels(op.output.layout, op.group_count);
  const auto finish = [start = output.offset * kSumBytes](const IntegerConvolver& convolver,
                                                          Temporary scratch) {
    return ProgramOf(convolver, scratch, [=](const IntegerConvolver& sums, const Bindings& bind) {
      sums.Run(bind, bind.Output(0) + start);
    });
  };
  const ConvolutionFields fields = FieldsOf(op);
  const Slots slots = {.input = 0, .input_zero_point = 1, .filter = 2, .filter_zero_point = 3};
  return PlanCheapest(fields.op, kCandidates,
                      IntegerProblem{fields, op.input_zero_point, op.filter_zero_point, nullptr,
                                     slots, output, finish},
                      ThisMachine());
}

Status Validate(const QuantizedLinearConvolution& op) {
  const ConvolutionFields fields = FieldsOf(op);
  WEFT_RETURN_IF_ERROR(CheckConvolution(fields));
  WEFT_RETURN_IF_ERROR(CheckOne(fields.op, "InputScaleTensor", op.input_scale));
  WEFT_RETURN_IF_ERROR(CheckOne(fields.op, "InputZeroPointTensor", op.input_zero_point));
  WEFT_RETURN_IF_ERROR(CheckPerChannel(fields, "FilterScaleTensor", op.filter_scale));
  if (op.filter_zero_point)
    WEFT_RETURN_IF_ERROR(CheckPerChannel(fields, "FilterZeroPointTensor", *op.filter_zero_point));
  if (op.bias) WEFT_RETURN_IF_ERROR(CheckBias(fields, *op.bias));
  WEFT_RETURN_IF_ERROR(CheckOne(fields.op, "OutputScaleTensor", op.output_scale));
  return CheckOne(fields.op, "OutputZeroPointTensor", op.output_zero_point);
}

// A sum times InputScale * FilterScale / OutputScale, which double precision holds to its last
// bits, is the quotient to be rounded.
Result<Program> Plan(const QuantizedLinearConvolution& op) {
  enum { kInputScale = 1, kFilterScale = 4, kOutputScale = 7, kOutputZeroPoint = 8 };
  const ConvolutionFields fields = FieldsOf(op);
  const Layout output = SplitChannels(op.output.layout, op.group_count);
  const Layout sums = ChannelsLast(output, output.sizes[2]);
  const int64_t channels = op.output.sizes()[1];
  Layout factors = OneElement(output.sizes);
  factors.strides[1] = output.sizes[2];
  factors.strides[2] = 1;
  const MapPlan<3> store({output, 1},
                         {MapOperand{sums, 4}, MapOperand{factors, 8},
                          MapOperand{OneOf(op.output_zero_point, output.sizes), 1}},
                         RequantizeRow(op.output.type));
  const Layout scales = PerChannel(fields, op.filter_scale.layout);
  const int64_t input_scale = op.input_scale.layout.offset;
  const int64_t output_scale = op.output_scale.layout.offset;
  const auto finish = [=](const IntegerConvolver& planned, Temporary scratch) {
    const int64_t sums_offset = scratch.Add(output.ElementCount() * kSumBytes);
    const int64_t factors_offset = scratch.Add(channels * int64_t(sizeof(double)));
    return ProgramOf(
        planned, scratch, [=](const IntegerConvolver& convolver, const Bindings& bind) {
          const auto scale = [&](int slot, int64_t offset) {
            float value;
            std::memcpy(&value, bind.Input(slot) + offset * int64_t(sizeof value), sizeof value);
            return double(value);
          };
          std::byte* factor = Temporary::At(bind, factors_offset);
          for (int64_t c = 0; c < channels; ++c, factor += sizeof(double)) {
            const double value = scale(kInputScale, input_scale) *
                                 scale(kFilterScale, scales.offset + c * scales.strides[1]) /
                                 scale(kOutputScale, output_scale);
            std::memcpy(factor, &value, sizeof value);
          }
          std::byte* const sums_at = Temporary::At(bind, sums_offset);
          convolver.Run(bind, sums_at);
          const std::byte* zero_point = bind.Input(kOutputZeroPoint);
          store.Run(bind.Output(0), {sums_at, Temporary::At(bind, factors_offset),
                                     zero_point ? zero_point : Zeros()});
        });
  };
  const Slots slots = {
      .input = 0, .input_zero_point = 2, .filter = 3, .filter_zero_point = 5, .bias = 6};
  return PlanCheapest(fields.op, kCandidates,
                      IntegerProblem{fields, op.input_zero_point, op.filter_zero_point, &op.bias,
                                     slots, sums, finish},
                      ThisMachine());
}

}  // namespace weft::ops
