// SPDX-License-Identifier: MIT
// BATCH_NORMALIZATION_GRAD and BATCH_NORMALIZATION_TRAINING_GRAD. With G the incoming gradient,
// x the input and sums over the dimensions where MeanTensor has size 1:
//
//   bias gradient   sum(G)
//   scale gradient  sum(G * (x - Mean)) / sqrt(Variance + Epsilon)
//   gradient        G * Scale / sqrt(Variance + Epsilon); when training, the mean and the variance
//                   depend on x too, which takes away what G has in common with 1 and with x
#include <cmath>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/normalization/normalize.h"
#include "ops/reduction/reduce_rows.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "program/scratch.h"
#include "simd/unaligned.h"
#include "strided/convert.h"
#include "strided/reduce.h"

namespace weft::ops {
namespace {

// G * (x - Mean).
void ProductRow(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  auto* to = Floats(output);
  const auto *g = Floats(inputs[0]), *x = Floats(inputs[1]);
  const auto* mean = Doubles(inputs[2]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    to[i].value = float(double(g[i].value) * (double(x[i].value) - mean[i].value));
}

// The parameters of the gradient of all elements with the same mean, a group:
// factor * ((G - gradient_mean) - (x - mean) * slope).
struct Group {
  double factor, gradient_mean, mean, slope;
};

void ScaledRow(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  auto* to = Floats(output);
  const auto* g = Floats(inputs[0]);
  const auto* factor = Doubles(inputs[1]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) to[i].value = float(double(g[i].value) * factor[i].value);
}

void TrainingRow(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  auto* to = Floats(output);
  const auto *g = Floats(inputs[0]), *x = Floats(inputs[1]);
  const auto *factor = Doubles(inputs[2]), *gradient_mean = Doubles(inputs[3]);
  const auto *mean = Doubles(inputs[4]), *slope = Doubles(inputs[5]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    to[i].value = float(factor[i].value * ((double(g[i].value) - gradient_mean[i].value) -
                                           (double(x[i].value) - mean[i].value) * slope[i].value));
}

// The operand of a member of packed Groups, broadcast to a tensor of `sizes`.
MapOperand MemberOf(const Sizes& groups, double Group::*member, const Sizes& sizes) {
  const Group any{};
  Layout layout = Layout::Packed(groups);
  for (int64_t& stride : layout.strides) stride *= int64_t(sizeof(Group) / sizeof(double));
  layout.offset = &(any.*member) - &any.factor;
  return {BroadcastTo(layout, sizes), sizeof(double)};
}

// The sum of a tensor's elements for each group, as packed float64.
ReducePlan SumPlan(const TensorDesc& input, const Sizes& groups) {
  ReduceInput from = {input.layout, SizeBits(input.type) / 8};
  if (input.type == DataType::Float16) {
    from.widen = ConverterFor(DataType::Float32, DataType::Float16);
    from.wide_bytes = sizeof(float);
  }
  return ReducePlan({Layout::Packed(groups), sizeof(double)}, from,
                    ReduceKernelsFor(Reduction::Sum, DataType::Float32),
                    {[](std::byte* to, const std::byte* sums, int64_t count, double) {
                      std::memcpy(to, sums, size_t(count) * sizeof(double));
                    }});
}

MapPlan<1> GivePlan(const TensorDesc& output) {
  return MapPlan<1>(OperandOf(output), {MapOperand{Layout::Packed(output.sizes()), sizeof(double)}},
                    ConvertedRow(output.type, DataType::Float64));
}

// Works for both operators, which have the same members.
template <class Op>
class Gradients {
 public:
  explicit Gradients(const Op& op)
      : groups_(op.mean.layout.ElementCount()),
        per_group_(groups_ == 0 ? 0 : double(op.input.layout.ElementCount()) / double(groups_)),
        epsilon_(double(op.epsilon)),
        mean_(PackPlan(DataType::Float64, op.mean, op.mean.sizes())),
        variance_(PackPlan(DataType::Float64, op.variance, op.mean.sizes())),
        scale_(PackPlan(DataType::Float64, op.scale, op.mean.sizes())),
        sum_gradient_(SumPlan(op.input_gradient, op.mean.sizes())),
        sum_input_(SumPlan(op.input, op.mean.sizes())),
        sum_product_(SumPlan({DataType::Float32, op.input.sizes()}, op.mean.sizes())),
        product_row_(std::make_shared<const FusedRow>(
            RowFunction(ProductRow), DataType::Float32,
            std::initializer_list<DataType>{op.input.type, op.input.type, DataType::Float64})),
        product_({Layout::Packed(op.input.sizes()), sizeof(float)},
                 {OperandOf(op.input_gradient), OperandOf(op.input),
                  MapOperand{BroadcastTo(Layout::Packed(op.mean.sizes()), op.input.sizes()),
                             sizeof(double)}},
                 product_row_->Function()),
        give_scale_(GivePlan(op.output_scale_gradient)),
        give_bias_(GivePlan(op.output_bias_gradient)) {
    for (int64_t* offset : {&means_, &variances_, &scales_, &gradient_sums_, &input_sums_,
                            &product_sums_, &scale_gradients_})
      *offset = temporary_.Add(groups_ * int64_t(sizeof(double)));
    group_ = temporary_.Add(groups_ * int64_t(sizeof(Group)));
    products_ = temporary_.Add(op.input.layout.ElementCount() * int64_t(sizeof(float)));
    partial_ =
        temporary_.Add(std::max({sum_gradient_.temporary_bytes(), sum_input_.temporary_bytes(),
                                 sum_product_.temporary_bytes()}));
  }

  uint64_t temporary_bytes() const { return temporary_.bytes(); }

  // Writes the gradients of scale and bias, and returns the packed groups.
  const std::byte* Run(const Bindings& bind) const {
    const auto at = [&](int64_t offset) { return Temporary::At(bind, offset); };
    const auto doubles = [&](int64_t offset) { return reinterpret_cast<double*>(at(offset)); };
    mean_.Run(at(means_), {bind.Input(2)});
    variance_.Run(at(variances_), {bind.Input(3)});
    scale_.Run(at(scales_), {bind.Input(4)});
    product_.Run(at(products_), {bind.Input(1), bind.Input(0), at(means_)});
    sum_gradient_.Run(at(gradient_sums_), bind.Input(1), at(partial_));
    sum_product_.Run(at(product_sums_), at(products_), at(partial_));
    if (kTraining) sum_input_.Run(at(input_sums_), bind.Input(0), at(partial_));
    auto* group = reinterpret_cast<Group*>(at(group_));
    for (int64_t i = 0; i < groups_; ++i) {
      const double variance = doubles(variances_)[i], factor = FactorOf(variance, epsilon_);
      const double gradient = doubles(gradient_sums_)[i], product = doubles(product_sums_)[i];
      doubles(scale_gradients_)[i] = product * factor;
      group[i] = {doubles(scales_)[i] * factor, 0, 0, 0};
      if (!kTraining) continue;
      group[i].gradient_mean = gradient / per_group_;
      group[i].mean = doubles(input_sums_)[i] / per_group_;
      // The products are relative to MeanTensor, which may differ from the input's mean.
      const double centred = product + gradient * (doubles(means_)[i] - group[i].mean);
      group[i].slope = centred / per_group_ / (variance + epsilon_);
    }
    give_scale_.Run(bind.Output(1), {at(scale_gradients_)});
    give_bias_.Run(bind.Output(2), {at(gradient_sums_)});
    return at(group_);
  }

 private:
  static constexpr bool kTraining = std::is_same_v<Op, BatchNormalizationTrainingGrad>;
  int64_t groups_;
  double per_group_;  // elements
  double epsilon_;
  MapPlan<1> mean_, variance_, scale_;  // to float64
  ReducePlan sum_gradient_, sum_input_, sum_product_;
  std::shared_ptr<const FusedRow> product_row_;
  MapPlan<3> product_;
  MapPlan<1> give_scale_, give_bias_;
  Temporary temporary_;
  int64_t means_, variances_, scales_, gradient_sums_, input_sums_, product_sums_;
  int64_t scale_gradients_, group_, products_, partial_;  // offsets in temporary memory
};

template <class Op>
void InferNormalizationGrad(Op& op) {
  Fill(op.output_gradient, op.input.type, op.input.sizes());
  Fill(op.output_scale_gradient, op.mean.type, op.mean.sizes());
  Fill(op.output_bias_gradient, op.mean.type, op.mean.sizes());
}

}  // namespace

void Infer(BatchNormalizationGrad& op) { InferNormalizationGrad(op); }
void Infer(BatchNormalizationTrainingGrad& op) { InferNormalizationGrad(op); }

Status Validate(const BatchNormalizationGrad& op) {
  return CheckBroadcast("BATCH_NORMALIZATION_GRAD", "MeanTensor", op.mean, op.input);
}
Status Validate(const BatchNormalizationTrainingGrad& op) {
  return CheckBroadcast("BATCH_NORMALIZATION_TRAINING_GRAD", "MeanTensor", op.mean, op.input);
}

Result<Program> Plan(const BatchNormalizationGrad& op) {
  const auto gradients = std::make_shared<const Gradients<BatchNormalizationGrad>>(op);
  const auto row = std::make_shared<const FusedRow>(
      RowFunction(ScaledRow), op.output_gradient.type,
      std::initializer_list<DataType>{op.input_gradient.type, DataType::Float64});
  const MapPlan<2> apply(
      OperandOf(op.output_gradient),
      {OperandOf(op.input_gradient), MemberOf(op.mean.sizes(), &Group::factor, op.input.sizes())},
      row->Function());
  return Program{.run =
                     [gradients, row, apply](const Bindings& bind) {
                       const std::byte* groups = gradients->Run(bind);
                       apply.Run(bind.Output(0), {bind.Input(1), groups});
                     },
                 .temporary_bytes = gradients->temporary_bytes()};
}

Result<Program> Plan(const BatchNormalizationTrainingGrad& op) {
  const auto gradients = std::make_shared<const Gradients<BatchNormalizationTrainingGrad>>(op);
  const DataType wide = DataType::Float64;
  const auto row = std::make_shared<const FusedRow>(
      RowFunction(TrainingRow), op.output_gradient.type,
      std::initializer_list<DataType>{op.input_gradient.type, op.input.type, wide, wide, wide,
                                      wide});
  const auto member = [&](double Group::*each) {
    return MemberOf(op.mean.sizes(), each, op.input.sizes());
  };
  const MapPlan<6> apply(
      OperandOf(op.output_gradient),
      {OperandOf(op.input_gradient), OperandOf(op.input), member(&Group::factor),
       member(&Group::gradient_mean), member(&Group::mean), member(&Group::slope)},
      row->Function());
  return Program{.run =
                     [gradients, row, apply](const Bindings& bind) {
                       const std::byte* groups = gradients->Run(bind);
                       apply.Run(bind.Output(0),
                                 {bind.Input(1), bind.Input(0), groups, groups, groups, groups});
                     },
                 .temporary_bytes = gradients->temporary_bytes()};
}

}  // namespace weft::ops
