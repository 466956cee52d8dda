// SPDX-License-Identifier: MIT
// CONVOLUTION: float32 sums over channels that lie next to each other (NHWC). An input in any other
// layout or type goes through temporary memory; so do the filter's weights, unless they are
// OWNED_BY_DML: then they are packed once, at initialization.
#include <algorithm>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/convolution/convolution_few_channels.h"
#include "ops/convolution/convolution_pointwise.h"
#include "ops/convolution/convolution_rules.h"
#include "ops/convolution/convolution_sum.h"
#include "ops/convolution/convolution_weights.h"
#include "ops/convolution/depthwise_planes.h"
#include "ops/convolution/onednn_convolution.h"
#include "ops/convolution/staging.h"
#include "ops/elementwise/arithmetic.h"
#include "ops/unary/activation.h"
#include "ops/unary/fused_row.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/typed_copy.h"
#include "strided/view.h"
#include "weft/schema.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;

ConvolutionFields FieldsOf(const Convolution& op) {
  return {"CONVOLUTION",
          op.input,
          op.filter,
          op.output,
          op.strides,
          op.dilations,
          op.start_padding,
          op.end_padding,
          op.output_padding,
          op.group_count,
          op.direction == ConvolutionDirection::Backward};
}

bool ChannelsAreNeighbours(const TensorDesc& tensor) {
  return tensor.type == kFloat && (tensor.strides()[1] == 1 || tensor.sizes()[1] == 1);
}

// Where pixels at the border meet their taps one by one, and these have few channels, that takes
// longer than copying the image into a frame of zeros.
bool IsBetterStaged(const ConvolutionFields& fields) {
  constexpr int64_t kFewChannels = 8;
  const auto is_positive = [](uint32_t padding) { return padding > 0; };
  return fields.groups == 1 && !fields.backward && fields.InputChannels() <= kFewChannels &&
         (std::ranges::any_of(fields.start_padding, is_positive) ||
          std::ranges::any_of(fields.end_padding, is_positive));
}

bool IsOwned(const Convolution& op) { return op.filter.flags == TensorFlags::OwnedByDml; }

// Each channel for itself, in place.
class PlaneConvolver {
 public:
  static std::optional<PlaneConvolver> For(const Convolution& op) {
    const ConvolutionFields fields = FieldsOf(op);
    const Layout input = SplitChannels(op.input.layout, fields.groups);
    const Layout output = SplitChannels(op.output.layout, fields.groups);
    const int64_t size = SizeBits(op.input.type) / 8;
    const ConvolvePlan plan = PlanConvolution(fields, input, output, size, size);
    if (!plan.depthwise) return std::nullopt;
    const auto planes = DepthwisePlanes::For(plan, op.input.type, input.strides[1] * size,
                                             output.strides[1] * size);
    if (!planes) return std::nullopt;
    return PlaneConvolver(op, *planes);
  }

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  uint64_t persistent_bytes() const { return owned_ ? uint64_t(weights_bytes_) : 0; }

  void PackWeights(std::byte* weights, const std::byte* filter) const {
    pack_.Run(weights, filter);
  }

  void Run(const Bindings& bind) const {
    std::byte* start = Temporary::At(bind, start_place_);
    load_bias_.Run(start, has_bias_ ? bind.Input(2) : kZero);
    const std::byte* weights = bind.persistent;
    if (!owned_) {
      PackWeights(Temporary::At(bind, weights_place_), bind.Input(1));
      weights = Temporary::At(bind, weights_place_);
    }
    planes_.Run({.output = bind.Output(0) + output_place_,
                 .input = bind.Input(0) + input_place_,
                 .weights = weights,
                 .start = start,
                 .activation = activation_ ? &*activation_ : nullptr});
  }

 private:
  PlaneConvolver(const Convolution& op, const DepthwisePlanes& planes)
      : planes_(planes), owned_(IsOwned(op)), has_bias_(op.bias.has_value()) {
    const ConvolutionFields fields = FieldsOf(op);
    const int64_t size = SizeBits(op.input.type) / 8;
    const Layout filter = SplitFilter(fields, op.mode == ConvolutionMode::Convolution);
    pack_ = TypedCopy(kFloat, Layout::Packed(filter.sizes), op.filter.type, filter);
    weights_bytes_ = filter.ElementCount() * int64_t(sizeof(float));
    const Layout start = Layout::Packed({fields.groups, 1});
    load_bias_ = has_bias_
                     ? TypedCopy(kFloat, start, op.bias->type, PerChannel(fields, op.bias->layout))
                     : TypedCopy(kFloat, start, kFloat, OneElement(start.sizes));
    if (op.fused_activation) activation_ = ActivationRow(*op.fused_activation);
    input_place_ = op.input.layout.offset * size;
    output_place_ = op.output.layout.offset * size;
    if (!owned_) weights_place_ = scratch_.Add(weights_bytes_);
    start_place_ = scratch_.Add(fields.groups * int64_t(sizeof(float)));
  }

  static constexpr std::byte kZero[sizeof(float)] = {};

  DepthwisePlanes planes_;
  bool owned_, has_bias_;
  TypedCopy pack_, load_bias_;
  std::optional<RowFunction> activation_;
  int64_t weights_bytes_;
  Temporary scratch_;
  int64_t input_place_, output_place_;  // in bytes, of the tensors' first elements
  int64_t weights_place_ = 0, start_place_ = 0;
};

// From the bound tensors to what a ConvolvePlan reads, and back.
class Convolver {
 public:
  explicit Convolver(const Convolution& op, bool adds = false) {
    const ConvolutionFields fields = FieldsOf(op);
    const Layout input = SplitChannels(op.input.layout, fields.groups);
    const Layout output = SplitChannels(op.output.layout, fields.groups);
    input_in_place_ = ChannelsAreNeighbours(op.input) && !IsBetterStaged(fields);
    if (!input_in_place_) staged_ = StagedInput(fields);
    const int64_t output_bytes = SizeBits(op.output.type) / 8;
    plan_ = PlanConvolution(fields, input_in_place_ ? input : staged_.layout(), output,
                            sizeof(float), output_bytes);
    if (!input_in_place_) staged_.TakePadding(plan_);
    plan_.units = fields.InputChannels();
    plan_.kernel = FloatConvolution();
    plan_.pixel_kernel = FloatDepthwisePixels();
    if (plan_.WalksSquares()) plan_.square_kernel = SquarePixels();
    if (input_in_place_) input_place_ = input.offset * int64_t(sizeof(float));
    output_place_ = output.offset * output_bytes;
    if (!ChannelsAreNeighbours(op.output))
      plan_.StoreColumns(op.output.sizes()[1] > 1 ? op.output.strides()[1] * output_bytes : 0,
                         output_bytes,
                         op.output.type == kFloat ? nullptr : ConverterFor(op.output.type, kFloat));
    PlanWeights(op, fields);
    PlanBias(op, fields);
    if (op.fused_activation) activation_ = ActivationRow(*op.fused_activation);
    if (adds) {
      sum_ = std::make_shared<const FusedRow>(ArithmeticRow(Arithmetic::Add, kFloat), kFloat,
                                              std::initializer_list<DataType>{kFloat, kFloat},
                                              op.fused_activation);
      activation_ = sum_->Function();
    }
    if (!input_in_place_) input_place_ = scratch_.Add(staged_.bytes());
    if (!owned_) weights_place_ = scratch_.Add(plan_.WeightsBytes());
    start_place_ = scratch_.Add(plan_.StartBytes());
    zeros_place_ = scratch_.Add(plan_.ZeroBytes());
  }

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  uint64_t persistent_bytes() const { return owned_ ? uint64_t(plan_.WeightsBytes()) : 0; }

  void PackWeights(std::byte* weights, const std::byte* filter) const {
    if (plan_.columns % kTileColumns != 0) std::memset(weights, 0, size_t(plan_.WeightsBytes()));
    for (const TypedCopy& copy : pack_) copy.Run(weights, filter);
  }

  void Run(const Bindings& bind) const {
    std::byte* start = bind.temporary + start_place_;
    std::memset(start, 0, size_t(plan_.StartBytes()));
    if (has_bias_) load_bias_.Run(start, bind.Input(2));
    std::memset(bind.temporary + zeros_place_, 0, size_t(plan_.ZeroBytes()));
    const std::byte* weights = bind.persistent;
    if (!owned_) {
      PackWeights(bind.temporary + weights_place_, bind.Input(1));
      weights = bind.temporary + weights_place_;
    }
    std::byte* const staged_input = bind.temporary + input_place_;
    if (!input_in_place_) staged_.Run(staged_input, bind.Input(0));
    plan_.Run({.output = bind.Output(0) + output_place_,
               .input = input_in_place_ ? bind.Input(0) + input_place_ : staged_input,
               .weights = weights,
               .start = start,
               .zeros = bind.temporary + zeros_place_,
               .activation = activation_ ? &*activation_ : nullptr,
               .addend = sum_ ? bind.Input(3) + output_place_ : nullptr});
  }

 private:
  void PlanWeights(const Convolution& op, const ConvolutionFields& fields) {
    owned_ = IsOwned(op);
    const Layout filter = SplitFilter(fields, op.mode == ConvolutionMode::Convolution);
    if (plan_.depthwise) {
      pack_.emplace_back(kFloat, DepthwiseDestination(filter, 1), op.filter.type, filter);
      return;
    }
    for (const WeightBox& box : WeightBoxes(plan_.columns, plan_.units, 1))
      pack_.emplace_back(kFloat, DestinationOf(box, filter, plan_, 1), op.filter.type,
                         SourceOf(box, filter));
  }

  void PlanBias(const Convolution& op, const ConvolutionFields& fields) {
    has_bias_ = op.bias.has_value();
    if (!has_bias_) return;
    const Layout bias = PerChannel(fields, op.bias->layout);
    load_bias_ = TypedCopy(kFloat, StartLayout(plan_), op.bias->type, bias);
  }

  ConvolvePlan plan_;
  bool input_in_place_, owned_ = false, has_bias_ = false;
  std::vector<TypedCopy> pack_;
  StagedInput staged_;
  TypedCopy load_bias_;
  std::optional<RowFunction> activation_;
  std::shared_ptr<const FusedRow> sum_;  // with an addend, if there is one, and the activation
  Temporary scratch_;
  // Bytes from the start of the temporary memory, or of the tensor where it is used in place.
  int64_t input_place_ = 0, output_place_ = 0;
  int64_t weights_place_ = 0, start_place_ = 0, zeros_place_ = 0;
};

template <class Convolves>
Program ProgramOf(const Convolves& planned) {
  const auto convolver = std::make_shared<const Convolves>(planned);
  Program program = {.run = [convolver](const Bindings& bind) { convolver->Run(bind); },
                     .temporary_bytes = convolver->temporary_bytes(),
                     .persistent_bytes = convolver->persistent_bytes()};
  if (program.persistent_bytes > 0) {
    constexpr int kSlotOfFilter = 1;
    program.prepare = [convolver](const Bindings& bind) {
      convolver->PackWeights(bind.persistent, bind.Input(kSlotOfFilter));
    };
    program.prepared_inputs = {kSlotOfFilter};
  }
  return program;
}

}  // namespace

void Infer(Convolution& op) {
  const Windows windows = {.strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding,
                           .output_padding = op.output_padding};
  const Sizes &input = op.input.sizes(), &filter = op.filter.sizes();
  Fill(op.output, op.input.type,
       op.direction == ConvolutionDirection::Backward
           ? TransposedConvolvedSizes(input, filter, windows, op.group_count)
           : ConvolvedSizes(input, filter, windows));
}

Status Validate(const Convolution& op) {
  const ConvolutionFields fields = FieldsOf(op);
  WEFT_RETURN_IF_ERROR(CheckConvolution(fields));
  if (op.bias) WEFT_RETURN_IF_ERROR(CheckBias(fields, *op.bias));
  if (!op.fused_activation || ActivationRow(*op.fused_activation)) return Ok();
  return std::visit(
      []<class Activation>(const Activation&) -> Status {
        return Invalid("CONVOLUTION: FusedActivation is {}, but only GEMM can fuse it",
                       Info(Activation::kType).name);
      },
      *op.fused_activation);
}

Result<Program> Plan(const Convolution& op) {
  if (const auto rows = FewChannelsConvolver::For(op, FieldsOf(op))) return ProgramOf(*rows);
  if (const auto theirs = OneDnnConvolver::For(op, FieldsOf(op))) {
    Program program = ProgramOf(*theirs);
    program.explanation = theirs->Explain();
    return program;
  }
  if (const auto product = PointwiseConvolver::For(op, FieldsOf(op))) return ProgramOf(*product);
  if (const auto planes = PlaneConvolver::For(op)) return ProgramOf(*planes);
  return ProgramOf(Convolver(op));
}

std::optional<ConvolutionSum> PlanConvolutionSum(const Convolution& op, const TensorDesc& addend) {
  if (op.output.type != kFloat || addend.type != kFloat || addend.layout != op.output.layout ||
      op.output.layout.ElementCount() == 0 || !ChannelsAreNeighbours(op.output))
    return std::nullopt;
  const ConvolutionFields fields = FieldsOf(op);
  if (const auto theirs = OneDnnConvolver::For(op, fields, true))
    return ConvolutionSum{ProgramOf(*theirs), true};
  if (OneDnnConvolver::For(op, fields) || PointwiseConvolver::For(op, fields) ||
      PlaneConvolver::For(op))
    return std::nullopt;
  return ConvolutionSum{ProgramOf(Convolver(op, true)), false};
}

}  // namespace weft::ops
