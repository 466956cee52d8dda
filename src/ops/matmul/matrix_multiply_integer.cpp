// SPDX-License-Identifier: MIT
// Products of integers, less their zero points. MATRIX_MULTIPLY_INTEGER and
// QUANTIZED_LINEAR_MATRIX_MULTIPLY multiply 8-bit integers, exact in int32, and store the sums as
// they are, or scaled and quantized again. In MATRIX_MULTIPLY_INTEGER_TO_FLOAT both matrices become
// float32 in scratch memory, and their product, with the bias, a GEMM. A B that is OWNED_BY_DML, as
// all of its numbers are, is packed once, at initialization: 8-bit integers in as many bytes.
#include <functional>
#include <optional>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/matmul/gemm.h"
#include "ops/matmul/run.h"
#include "ops/quantization/dequantized_input.h"
#include "ops/quantization/numbers.h"
#include "ops/quantization/requantize.h"
#include "program/infer_sizes.h"
#include "program/owned.h"

namespace weft::ops {
namespace {

constexpr std::string_view kInteger = "MATRIX_MULTIPLY_INTEGER";
constexpr std::string_view kQuantized = "QUANTIZED_LINEAR_MATRIX_MULTIPLY";
constexpr std::string_view kToFloat = "MATRIX_MULTIPLY_INTEGER_TO_FLOAT";

// ---- scales and zero points

enum class Along { Rows, Columns };

// One number for all, or one for each row (Sizes {.., M, 1}, or {M} alone) or column ({.., N}) of
// the output.
Status Check(std::string_view op, std::string_view field, const std::optional<TensorDesc>& numbers,
             Along along, const TensorDesc& output) {
  if (!numbers) return Ok();
  const bool rows = along == Along::Rows;
  const int rank = numbers->rank(), dim = rows && rank > 1 ? rank - 2 : rank - 1;
  Sizes wanted = Sizes::Filled(rank, 1);
  if (numbers->sizes() == wanted) return Ok();
  wanted[dim] = output.sizes()[output.rank() - (rows ? 2 : 1)];
  if (numbers->sizes() == wanted) return Ok();
  return Invalid("{}: {}.Sizes is {}, but one element or {}, one for each {}, is required", op,
                 field, ToString(numbers->sizes()), ToString(wanted), rows ? "row" : "column");
}

template <class Op>
Status CheckSizesAndZeros(std::string_view name, const Op& op) {
  WEFT_RETURN_IF_ERROR(CheckProductSizes(name, {op.a}, {op.b}, op.output));
  WEFT_RETURN_IF_ERROR(Check(name, "AZeroPointTensor", op.a_zero_point, Along::Rows, op.output));
  return Check(name, "BZeroPointTensor", op.b_zero_point, Along::Columns, op.output);
}
template <class Op>
Status CheckScales(std::string_view name, const Op& op) {
  WEFT_RETURN_IF_ERROR(Check(name, "AScaleTensor", op.a_scale, Along::Rows, op.output));
  return Check(name, "BScaleTensor", op.b_scale, Along::Columns, op.output);
}

// ---- 8-bit integers

// A product, its matrices with their zero points, and what runs a plan of it to the output.
struct IntegerProblem {
  MatmulProblem product;
  TensorDesc a, b;
  NumbersInput a_zero, b_zero;
  int slot_of_b;
  // Operands lack the epilogue.
  using RunPlan = std::function<void(const GemmPlan&, const Bindings&, GemmPlan::Operands)>;
  RunPlan run;
};

template <class Op>
IntegerProblem ProblemOf(const Op& op, int slot_of_a_zero, int slot_of_b, int slot_of_b_zero,
                         IntegerProblem::RunPlan run) {
  const bool packs = IsOwned(op.b) && IsOwnedOrAbsent(op.b_zero_point);
  const MatmulProblem product(ProductSizes({op.a}, op.output), MatrixOf(op.a), MatrixOf(op.b),
                              MatrixOf(op.output), packs, op.b_zero_point.has_value(),
                              op.a_zero_point.has_value());
  return {product,
          op.a,
          op.b,
          {op.a_zero_point, slot_of_a_zero},
          {op.b_zero_point, slot_of_b_zero},
          slot_of_b,
          std::move(run)};
}

template <MatmulForm kForm>
Planned PlanIntegers(const IntegerProblem& problem, const Machine& machine) {
  if (kForm == MatmulForm::Quads && !machine.has_int8_dots)
    return tl::unexpected<Refusal>("no instruction sums four products of 8-bit integers here");
  const GemmPlan plan(problem.product, Schedule(problem.product, machine, kForm));
  const auto given_b = [problem](const Bindings& bind) {
    return MatrixInput(FirstOf(problem.b, bind.Input(problem.slot_of_b)), problem.b_zero.In(bind));
  };
  Program program = {.temporary_bytes = plan.scratch_bytes(),
                     .persistent_bytes = plan.packed_bytes(),
                     .explanation = ToString(plan.schedule())};
  program.run = [plan, given_b, problem](const Bindings& bind) {
    const MatrixInput a = {FirstOf(problem.a, bind.Input(0)), problem.a_zero.In(bind)};
    problem.run(plan, bind, {{}, a, plan.packs_b() ? bind.persistent : given_b(bind)});
  };
  if (!plan.packs_b()) return program;
  program.prepare = [plan, given_b](const Bindings& bind) {
    plan.PackB(bind.persistent, given_b(bind));
  };
  program.prepared_inputs = {problem.slot_of_b};
  return program;
}

template <MatmulForm kForm>
Cost CostOfIntegers(const IntegerProblem& problem, const Machine& machine) {
  return CostOf(kForm, problem.product, machine);
}

constexpr Candidate<IntegerProblem> kList[] = {
    {.name = "matmul_integer/quads",
     .refuses = TakesAll<IntegerProblem>,
     .cost = CostOfIntegers<MatmulForm::Quads>,
     .plan = PlanIntegers<MatmulForm::Quads>,
     .arithmetic = "As matmul_integer/pairs."},
    {.name = "matmul_integer/pairs",
     .refuses = TakesAll<IntegerProblem>,
     .cost = CostOfIntegers<MatmulForm::Pairs>,
     .plan = PlanIntegers<MatmulForm::Pairs>,
     .arithmetic = "Exact in int32, which wraps around; where it is quantized again, in float64, "
                   "rounded once."},
};
constexpr std::span<const Candidate<IntegerProblem>> kIntegerCandidates = kList;

}  // namespace

std::vector<CandidateInfo> IntegerProductCandidates() { return InfosOf(kIntegerCandidates); }

void Infer(MatrixMultiplyInteger& op) {
  Fill(op.output, DataType::Int32, MatrixProductSizes(op.a.sizes(), false, op.b.sizes(), false));
}

Status Validate(const MatrixMultiplyInteger& op) { return CheckSizesAndZeros(kInteger, op); }

Result<Program> Plan(const MatrixMultiplyInteger& op) {
  const GemmEpilogue epilogue(MatrixOf(op.output), {});
  const auto run = [epilogue, offset = 4 * op.output.layout.offset](
                       const GemmPlan& plan, const Bindings& bind, GemmPlan::Operands operands) {
    const GemmEpilogue::Target target = {&epilogue, bind.Output(0) + offset};
    operands.epilogue = GemmEpilogue::For(target);
    plan.Run(operands, bind.temporary);
  };
  return PlanCheapest(kInteger, kIntegerCandidates, ProblemOf(op, 1, 2, 3, run), ThisMachine());
}

void Infer(QuantizedLinearMatrixMultiply& op) {
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.a.type,
       MatrixProductSizes(op.a.sizes(), false, op.b.sizes(), false));
}

Status Validate(const QuantizedLinearMatrixMultiply& op) {
  WEFT_RETURN_IF_ERROR(CheckSizesAndZeros(kQuantized, op));
  WEFT_RETURN_IF_ERROR(CheckScales(kQuantized, op));
  WEFT_RETURN_IF_ERROR(
      Check(kQuantized, "OutputScaleTensor", op.output_scale, Along::Rows, op.output));
  return Check(kQuantized, "OutputZeroPointTensor", op.output_zero_point, Along::Rows, op.output);
}

Result<Program> Plan(const QuantizedLinearMatrixMultiply& op) {
  const GemmMatrix output = MatrixOf(op.output);
  const Requantizer requantizer(op.output.type, output.row_step, output.column_step,
                                {.row_scale = {op.a_scale, 1},
                                 .column_scale = {op.b_scale, 4},
                                 .row_output_scale = {op.output_scale, 6},
                                 .row_zero_point = {op.output_zero_point, 7}},
                                Requantizer::Scales::OneByOne);
  const auto run = [output, requantizer, offset = op.output.layout.offset](
                       const GemmPlan& plan, const Bindings& bind, GemmPlan::Operands operands) {
    const auto store = [&](const ProductBlock& block) {
      const auto& [_, row, column, rows, columns, values, row_step] = block;
      requantizer.Run(bind, {row, column, rows, columns, values, row_step},
                      bind.Output(0) + offset + OffsetOf(output, block));
    };
    operands.epilogue = EpilogueOf(store);
    plan.Run(operands, bind.temporary);
  };
  return PlanCheapest(kQuantized, kIntegerCandidates, ProblemOf(op, 2, 3, 5, run), ThisMachine());
}

// ---- integers that become floats

namespace {

Planned PlanAsFloats(const MatrixMultiplyIntegerToFloat& op, const Machine&) {
  const TensorDesc float_a(DataType::Float32, op.a.sizes()),
      float_b(DataType::Float32, op.b.sizes());
  const DequantizedInput a(float_a, op.a, 0, op.a.rank() - 2, op.a_zero_point, 2, op.a_scale, 1);
  const DequantizedInput b(float_b, op.b, 3, op.b.rank() - 1, op.b_zero_point, 5, op.b_scale, 4);
  const MatmulProblem product(ProductSizes({op.a}, op.output), MatrixOf(float_a), MatrixOf(float_b),
                              MatrixOf(op.output));
  GemmEpilogue::Options options;
  if (op.bias) options.added = {{MatrixOf(*op.bias)}};
  const GemmEpilogue epilogue(MatrixOf(op.output), options);
  const bool once = IsOwned(op.b) && IsOwned(op.b_scale) && IsOwnedOrAbsent(op.b_zero_point);
  const GemmPlan plan = once ? GemmPlan::OfConstantB(product) : GemmPlan(product);
  const uint64_t a_bytes = float_a.RequiredBytes(), b_bytes = float_b.RequiredBytes();
  const uint64_t bytes = a_bytes + (once ? 0 : b_bytes);  // in temporary memory
  Program program = {.temporary_bytes = bytes + plan.scratch_bytes()};
  program.run = [=, bias = op.bias, output = op.output](const Bindings& bind) {
    std::byte *const real_a = bind.temporary, *const real_b = real_a + a_bytes;
    a.Run(bind, real_a);
    if (!once) b.Run(bind, real_b);
    const GemmEpilogue::Target target = {&epilogue,
                                         FirstOf(output, bind.Output(0)),
                                         {bias ? FirstOf(*bias, bind.Input(6)) : nullptr}};
    plan.Run({GemmEpilogue::For(target), real_a, once ? bind.persistent : real_b}, real_a + bytes);
  };
  if (!once) return program;
  program.persistent_bytes = plan.packed_bytes() + b_bytes;
  program.prepare = [=](const Bindings& bind) {
    std::byte* const real_b = bind.persistent + plan.packed_bytes();
    b.Run(bind, real_b);
    if (plan.packs_b()) plan.PackB(bind.persistent, real_b);
  };
  program.prepared_inputs = {b.slot()};
  return program;
}

constexpr Candidate<MatrixMultiplyIntegerToFloat> kToFloatList[] = {
    {.name = "matmul_integer_to_float/dequantized",
     .refuses = TakesAll<MatrixMultiplyIntegerToFloat>,
     .cost = InListOrder<MatrixMultiplyIntegerToFloat>,
     .plan = PlanAsFloats,
     .arithmetic =
         "Both matrices become float32, each number rounded once; their product adds up as "
         "that of a GEMM that is not transposed."},
};
constexpr std::span<const Candidate<MatrixMultiplyIntegerToFloat>> kToFloatCandidates =
    kToFloatList;

}  // namespace

std::vector<CandidateInfo> IntegerToFloatCandidates() { return InfosOf(kToFloatCandidates); }

void Infer(MatrixMultiplyIntegerToFloat& op) {
  Fill(op.output, op.a_scale.type, MatrixProductSizes(op.a.sizes(), false, op.b.sizes(), false));
}

Status Validate(const MatrixMultiplyIntegerToFloat& op) {
  WEFT_RETURN_IF_ERROR(CheckSizesAndZeros(kToFloat, op));
  return CheckScales(kToFloat, op);
}

Result<Program> Plan(const MatrixMultiplyIntegerToFloat& op) {
  return PlanCheapest(kToFloat, kToFloatCandidates, op, ThisMachine());
}

}  // namespace weft::ops
