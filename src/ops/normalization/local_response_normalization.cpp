// SPDX-License-Identifier: MIT
// LOCAL_RESPONSE_NORMALIZATION and its gradient. With S = Bias + Alpha / LocalSize * sum(x^2) over
// the neighbours of an element, across channels or in a square window of the image:
//
//   output    x * S^-Beta
//   gradient  G * S^-Beta - 2 Alpha Beta / LocalSize * x * sum(G * x * S^(-Beta - 1))
//
// where the last sum is over the elements that have this one as a neighbour.
#include <memory>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/normalization/window_sums.h"
#include "ops/unary/fused_row.h"
#include "ops/unary/unary.h"
#include "program/map_program.h"
#include "program/scratch.h"
#include "simd/unaligned.h"

namespace weft::ops {
namespace {

// The functions of S, given sum(x^2).
struct Response {
  RowFunction power;       // S^-Beta
  RowFunction next_power;  // S^(-Beta - 1)
  float slope;             // 2 Alpha Beta / LocalSize
};

template <class Op>
Response ResponseOf(const Op& op) {
  const ScaleBias sum = {float(double(op.alpha) / op.local_size), op.bias};
  const auto power = [&](float exponent) {
    return UnaryRow(ElementWiseConstantPow{.scale_bias = sum, .exponent = exponent},
                    DataType::Float32);
  };
  return {power(-op.beta), power(-op.beta - 1),
          float(2 * double(op.alpha) * double(op.beta) / op.local_size)};
}

const Response& ResponseAt(const void* parameters) {
  return **static_cast<const Response* const*>(parameters);
}

void SquareRow(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  const auto* x = Floats(inputs[0]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) Floats(output)[i].value = x[i].value * x[i].value;
}

// From x and the sums.
void OutputRow(std::byte* output, const std::byte* const* inputs, int64_t count,
               const void* parameters) {
  ResponseAt(parameters).power(output, inputs + 1, count);
  const auto* x = Floats(inputs[0]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) Floats(output)[i].value *= x[i].value;
}

// G * x * S^(-Beta - 1), from x, G and the sums.
void TermRow(std::byte* output, const std::byte* const* inputs, int64_t count,
             const void* parameters) {
  ResponseAt(parameters).next_power(output, inputs + 2, count);
  const auto *x = Floats(inputs[0]), *g = Floats(inputs[1]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) Floats(output)[i].value *= g[i].value * x[i].value;
}

// From x, G, the sums and the sums of terms.
void GradientRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                 const void* parameters) {
  const Response& response = ResponseAt(parameters);
  response.power(output, inputs + 2, count);
  const auto *x = Floats(inputs[0]), *g = Floats(inputs[1]), *terms = Floats(inputs[3]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    Floats(output)[i].value =
        g[i].value * Floats(output)[i].value - response.slope * x[i].value * terms[i].value;
}

// Sums over the neighbours of each element, in place on packed floats.
template <class Op>
class Neighbours {
 public:
  Neighbours(const Op& op, Temporary& temporary)
      : sizes_(op.input.sizes()),
        across_(op.cross_channel),
        before_((op.local_size - 1) / 2),
        after_(op.local_size / 2),
        scratch_(temporary.Add(op.input.layout.ElementCount() * int64_t(sizeof(double)))) {}

  // `backwards` sums over the elements that have this one as a neighbour.
  void Sum(const Bindings& bind, std::byte* floats, bool backwards) const {
    const SumWindow window = backwards ? SumWindow{after_, before_} : SumWindow{before_, after_};
    auto* scratch = reinterpret_cast<double*>(Temporary::At(bind, scratch_));
    auto* values = reinterpret_cast<float*>(floats);
    const int64_t n = sizes_[0], c = sizes_[1], h = sizes_[2], w = sizes_[3];
    if (across_) return WindowSums(values, {n, c, h * w}, window, scratch);
    WindowSums(values, {n * c * h, w, 1}, window, scratch);
    WindowSums(values, {n * c, h, w}, window, scratch);
  }

 private:
  Sizes sizes_;
  bool across_;
  int64_t before_, after_;
  int64_t scratch_;
};

// A function of float32 rows, from any tensors to packed floats or to a tensor.
template <int kInputs>
struct Step {
  std::shared_ptr<const FusedRow> row;
  MapPlan<kInputs> map;

  template <class... Inputs>
  Step(const RowFunction& function, const TensorDesc& output, const Inputs&... inputs)
      : row(std::make_shared<const FusedRow>(function, output.type,
                                             std::initializer_list<DataType>{inputs.type...})),
        map(OperandOf(output), {OperandOf(inputs)...}, row->Function()) {}
};

template <class Op>
Status CheckLocalSize(std::string_view name, const Op& op) {
  if (op.local_size == 0) return Invalid("{}: LocalSize is 0, but at least 1 is required", name);
  return Ok();
}

}  // namespace

Status Validate(const LocalResponseNormalization& op) {
  return CheckLocalSize("LOCAL_RESPONSE_NORMALIZATION", op);
}
Status Validate(const LocalResponseNormalizationGrad& op) {
  return CheckLocalSize("LOCAL_RESPONSE_NORMALIZATION_GRAD", op);
}

namespace {

Planned PlanResponse(const LocalResponseNormalization& op, const Machine&) {
  const auto response = std::make_shared<const Response>(ResponseOf(op));
  const TensorDesc packed(DataType::Float32, op.input.sizes());
  Temporary temporary;
  const int64_t sums_at = temporary.Add(packed.layout.ElementCount() * int64_t(sizeof(float)));
  const Neighbours neighbours(op, temporary);
  const Step<1> square({SquareRow}, packed, op.input);
  const Step<2> divide({OutputRow, response.get()}, op.output, op.input, packed);
  return Program{.run =
                     [=, response = response](const Bindings& bind) {
                       std::byte* sums = Temporary::At(bind, sums_at);
                       square.map.Run(sums, {bind.Input(0)});
                       neighbours.Sum(bind, sums, false);
                       divide.map.Run(bind.Output(0), {bind.Input(0), sums});
                     },
                 .temporary_bytes = temporary.bytes()};
}

constexpr Candidate<LocalResponseNormalization> kResponseCandidates[] = {
    {.name = "local_response/block_sums",
     .refuses = TakesAll,
     .cost = InListOrder,
     .plan = PlanResponse,
     .arithmetic =
         "Squares are rounded to float32; those of a window add up in float64 from the cut between "
         "two blocks of its length outwards, along the width and then, rounded to float32, along "
         "the height; the power and the product are float32."},
};
constexpr std::span<const Candidate<LocalResponseNormalization>> kResponseList =
    kResponseCandidates;

}  // namespace

Result<Program> Plan(const LocalResponseNormalization& op) {
  return PlanCheapest("LOCAL_RESPONSE_NORMALIZATION", kResponseList, op, ThisMachine());
}

std::vector<CandidateInfo> LocalResponseCandidates() { return InfosOf(kResponseList); }

Result<Program> Plan(const LocalResponseNormalizationGrad& op) {
  const auto response = std::make_shared<const Response>(ResponseOf(op));
  const TensorDesc packed(DataType::Float32, op.input.sizes());
  Temporary temporary;
  const int64_t bytes = packed.layout.ElementCount() * int64_t(sizeof(float));
  const int64_t sums_at = temporary.Add(bytes), terms_at = temporary.Add(bytes);
  const Neighbours neighbours(op, temporary);
  const Step<1> square({SquareRow}, packed, op.input);
  const Step<3> term({TermRow, response.get()}, packed, op.input, op.input_gradient, packed);
  const Step<4> combine({GradientRow, response.get()}, op.output_gradient, op.input,
                        op.input_gradient, packed, packed);
  return Program{.run =
                     [=, response = response](const Bindings& bind) {
                       const std::byte *x = bind.Input(0), *g = bind.Input(1);
                       std::byte* sums = Temporary::At(bind, sums_at);
                       std::byte* terms = Temporary::At(bind, terms_at);
                       square.map.Run(sums, {x});
                       neighbours.Sum(bind, sums, false);
                       term.map.Run(terms, {x, g, sums});
                       neighbours.Sum(bind, terms, true);
                       combine.map.Run(bind.Output(0), {x, g, sums, terms});
                     },
                 .temporary_bytes = temporary.bytes()};
}

}  // namespace weft::ops
