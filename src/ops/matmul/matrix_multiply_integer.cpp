// SPDX-License-Identifier: MIT
// Products of integers, less their zero points. MATRIX_MULTIPLY_INTEGER and
// QUANTIZED_LINEAR_MATRIX_MULTIPLY multiply 8-bit integers, exact in int32, and store the sums as
// they are, or scaled and quantized again. In MATRIX_MULTIPLY_INTEGER_TO_FLOAT both matrices become
// float32 in scratch memory, and their product, with the bias, a GEMM. A B that is OWNED_BY_DML, as
// all of its numbers are, is packed once, at initialization: 8-bit integers in as many bytes.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/matmul/gemm.h"
#include "ops/matmul/run.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "program/owned.h"
#include "strided/map.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

constexpr std::string_view kInteger = "MATRIX_MULTIPLY_INTEGER";
constexpr std::string_view kQuantized = "QUANTIZED_LINEAR_MATRIX_MULTIPLY";
constexpr std::string_view kToFloat = "MATRIX_MULTIPLY_INTEGER_TO_FLOAT";

template <class T>
T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// ---- scales and zero points

// The only dimension that is not 1; -1 when all are.
int LongDim(const TensorDesc& numbers) {
  for (int dim = 0; dim < numbers.rank(); ++dim)
    if (numbers.sizes()[dim] != 1) return dim;
  return -1;
}

// Elements from one to the next; 0 where there is one for all.
int64_t StepAlong(const TensorDesc& numbers) {
  const int dim = LongDim(numbers);
  return dim < 0 ? 0 : numbers.strides()[dim];
}

enum class Along { Rows, Columns };

// One number for all, or one for each row (Sizes {.., M, 1}, or {M} alone) or column ({.., N}) of
// the output.
Status Check(std::string_view op, std::string_view field, const std::optional<TensorDesc>& numbers,
             Along along, const TensorDesc& output) {
  if (!numbers || LongDim(*numbers) < 0) return Ok();
  const bool rows = along == Along::Rows;
  const int rank = numbers->rank(), dim = rows && rank > 1 ? rank - 2 : rank - 1;
  Sizes wanted = Sizes::Filled(rank, 1);
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

// Where a tensor's first element lies in an input, and numbers along rows or columns follow, so
// many bytes apart.
struct Numbers {
  int slot = -1;  // none
  int64_t offset = 0, step = 0;

  Numbers() = default;
  Numbers(const std::optional<TensorDesc>& tensor, int slot) : slot(tensor ? slot : -1) {
    if (!tensor) return;
    const int64_t size = SizeBits(tensor->type) / 8;
    offset = tensor->layout.offset * size;
    step = StepAlong(*tensor) * size;
  }
  const std::byte* In(const Bindings& bind) const {
    return slot < 0 ? nullptr : bind.Input(slot) + offset;
  }
  ZeroPoints Zeros(const Bindings& bind) const { return {In(bind), step}; }
};

// ---- 8-bit integers

// A product, its matrices with their zero points, and what runs a plan of it to the output.
struct IntegerProblem {
  MatmulProblem product;
  Numbers a, a_zero, b, b_zero;
  using RunPlan = std::function<void(const GemmPlan& plan, const Bindings& bind,
                                     const MatrixInput& a, const MatrixInput& b)>;
  RunPlan run;
};

template <class Op>
IntegerProblem ProblemOf(const Op& op, int slot_of_a_zero, int slot_of_b, int slot_of_b_zero,
                         IntegerProblem::RunPlan run) {
  const bool packs = IsOwned(op.b) && IsOwnedOrAbsent(op.b_zero_point);
  const MatmulProblem product(ProductSizes({op.a}, op.output), MatrixOf(op.a), MatrixOf(op.b),
                              MatrixOf(op.output), packs, op.b_zero_point.has_value());
  return {product,
          Numbers(op.a, 0),
          Numbers(op.a_zero_point, slot_of_a_zero),
          Numbers(op.b, slot_of_b),
          Numbers(op.b_zero_point, slot_of_b_zero),
          std::move(run)};
}

template <MatmulForm kForm>
Planned PlanIntegers(const IntegerProblem& problem, const Machine& machine) {
  if (kForm == MatmulForm::Quads && !machine.has_int8_dots)
    return tl::unexpected<Refusal>("no instruction sums four products of 8-bit integers here");
  const GemmPlan plan(problem.product, Schedule(problem.product, machine, kForm));
  const auto given_b = [b = problem.b, zero = problem.b_zero](const Bindings& bind) {
    return MatrixInput(b.In(bind), zero.Zeros(bind));
  };
  Program program = {.temporary_bytes = plan.scratch_bytes(),
                     .persistent_bytes = plan.packed_bytes(),
                     .explanation = ToString(plan.schedule())};
  program.run = [plan, given_b, problem](const Bindings& bind) {
    problem.run(plan, bind, {problem.a.In(bind), problem.a_zero.Zeros(bind)},
                plan.packs_b() ? MatrixInput(bind.persistent) : given_b(bind));
  };
  if (!plan.packs_b()) return program;
  program.prepare = [plan, given_b](const Bindings& bind) {
    plan.PackB(bind.persistent, given_b(bind));
  };
  program.prepared_inputs = {problem.b.slot};
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

// Rows are multiplied by a row's scales and columns by a column's, in float64.
struct Requantize {
  GemmMatrix output;  // steps in bytes
  Numbers a_scale, b_scale, scale, zero;
};
struct RequantizeTarget {
  const Requantize* by;
  const Bindings* bind;
  std::byte* output;
};

template <class T>
void TakeQuantized(const void* target, const ProductBlock& block) {
  const auto& [by, bind, output] = *static_cast<const RequantizeTarget*>(target);
  const auto at = [bind = bind](const Numbers& numbers, int64_t index) {
    return numbers.In(*bind) + index * numbers.step;
  };
  constexpr double kLow = std::numeric_limits<T>::min(), kHigh = std::numeric_limits<T>::max();
  const GemmMatrix& to = by->output;
  for (int64_t r = 0; r < block.rows; ++r) {
    const int64_t row = block.row + r;
    const double row_scale = double(Load<float>(at(by->a_scale, row)));
    const double output_scale = double(Load<float>(at(by->scale, row)));
    const double zero = by->zero.slot < 0 ? 0 : double(Load<T>(at(by->zero, row)));
    const auto* sums = reinterpret_cast<const std::byte*>(block.values + r * block.row_step);
    for (int64_t c = 0; c < block.columns; ++c) {
      const int64_t column = block.column + c;
      const double scale = row_scale * double(Load<float>(at(by->b_scale, column)));
      const double real = double(Load<int32_t>(sums + 4 * c)) * scale / output_scale;
      const double code = std::isnan(real) ? zero : std::nearbyint(real) + zero;
      output[to.BatchOffset(block.batch) + row * to.row_step + column * to.column_step] =
          std::byte(T(std::clamp(code, kLow, kHigh)));
    }
  }
}

}  // namespace

std::vector<CandidateInfo> IntegerProductCandidates() { return InfosOf(kIntegerCandidates); }

void Infer(MatrixMultiplyInteger& op) {
  Fill(op.output, DataType::Int32, MatrixProductSizes(op.a.sizes(), false, op.b.sizes(), false));
}

Status Validate(const MatrixMultiplyInteger& op) { return CheckSizesAndZeros(kInteger, op); }

Result<Program> Plan(const MatrixMultiplyInteger& op) {
  const GemmEpilogue epilogue(MatrixOf(op.output), {});
  const auto run = [epilogue, offset = 4 * op.output.layout.offset](
                       const GemmPlan& plan, const Bindings& bind, const MatrixInput& a,
                       const MatrixInput& b) {
    const GemmEpilogue::Target target = {&epilogue, bind.Output(0) + offset, nullptr};
    plan.Run(GemmEpilogue::For(target), a, b, bind.temporary);
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
  const Requantize by = {MatrixOf(op.output), Numbers(op.a_scale, 1), Numbers(op.b_scale, 4),
                         Numbers(op.output_scale, 6), Numbers(op.output_zero_point, 7)};
  const auto take =
      op.output.type == DataType::Int8 ? TakeQuantized<int8_t> : TakeQuantized<uint8_t>;
  const auto run = [by, take, offset = op.output.layout.offset](
                       const GemmPlan& plan, const Bindings& bind, const MatrixInput& a,
                       const MatrixInput& b) {
    const RequantizeTarget target = {&by, &bind, bind.Output(0) + offset};
    plan.Run({take, &target}, a, b, bind.temporary);
  };
  return PlanCheapest(kQuantized, kIntegerCandidates, ProblemOf(op, 2, 3, 5, run), ThisMachine());
}

// ---- integers that become floats

namespace {

// Inputs: integers, their scales and zero points; one rounding, whatever the types.
template <class Integer, class Scale>
void Dequantize(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  constexpr int64_t kBytes = sizeof(Integer);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t code = Load<Integer>(inputs[0] + i * kBytes);
    const int64_t zero = Load<Integer>(inputs[2] + i * kBytes);
    const auto scale = Load<Scale>(inputs[1] + i * int64_t(sizeof(Scale)));
    const float real = float(double(code - zero) * ConvertElement<double>(scale));
    std::memcpy(output + i * int64_t(sizeof real), &real, sizeof real);
  }
}

MapRow DequantizeRow(DataType integer, DataType scale) {
  return DispatchType(integer, [&]<class T>(ElementTag<T>) -> MapRow {
    if constexpr (!std::is_integral_v<T>)
      return nullptr;
    else
      return scale == DataType::Float16 ? Dequantize<T, Half> : Dequantize<T, float>;
  });
}

// One matrix, in input `slot` with its numbers behind it, as packed float32.
struct FloatMatrix {
  TensorDesc real;
  MapInput code, scale, zero;
  MapPlan<3> plan;

  FloatMatrix(const TensorDesc& matrix, int slot, const TensorDesc& scales,
              const std::optional<TensorDesc>& zeros, Along along)
      : real(DataType::Float32, matrix.sizes()),
        code(matrix, slot),
        scale(Repeated(scales, matrix, along), slot + 1),
        zero(zeros ? MapInput(Repeated(*zeros, matrix, along), slot + 2)
                   : MapInput::Constant(matrix.sizes(), SizeBits(matrix.type) / 8, 0)),
        plan(OperandOf(real), {code.operand(), scale.operand(), zero.operand()},
             DequantizeRow(matrix.type, scales.type)) {}

  static MapOperand Repeated(const TensorDesc& numbers, const TensorDesc& matrix, Along along) {
    Layout layout = OneElement(matrix.sizes());
    layout.offset = numbers.layout.offset;
    layout.strides[matrix.rank() - (along == Along::Rows ? 2 : 1)] = StepAlong(numbers);
    return {layout, SizeBits(numbers.type) / 8};
  }
  int64_t bytes() const { return int64_t(real.RequiredBytes()); }
  void Run(const Bindings& bind, std::byte* to) const {
    plan.Run(to, {code.At(bind), scale.At(bind), zero.At(bind)});
  }
};

Planned PlanAsFloats(const MatrixMultiplyIntegerToFloat& op, const Machine&) {
  const FloatMatrix a(op.a, 0, op.a_scale, op.a_zero_point, Along::Rows);
  const FloatMatrix b(op.b, 3, op.b_scale, op.b_zero_point, Along::Columns);
  const MatmulProblem product(ProductSizes({op.a}, op.output), MatrixOf(a.real), MatrixOf(b.real),
                              MatrixOf(op.output));
  GemmEpilogue::Options options = {.beta = 1};
  if (op.bias) options.c = MatrixOf(*op.bias);
  const GemmEpilogue epilogue(MatrixOf(op.output), options);
  const Numbers bias(op.bias, 6), output(op.output, 0);
  const bool once = IsOwned(op.b) && IsOwned(op.b_scale) && IsOwnedOrAbsent(op.b_zero_point);
  const GemmPlan plan = once ? GemmPlan::OfConstantB(product) : GemmPlan(product);
  const int64_t b_bytes = once ? 0 : b.bytes();  // in temporary memory
  Program program = {.temporary_bytes = uint64_t(a.bytes() + b_bytes) + plan.scratch_bytes()};
  program.run = [=](const Bindings& bind) {
    std::byte *const real_a = bind.temporary, *const real_b = real_a + a.bytes();
    a.Run(bind, real_a);
    if (!once) b.Run(bind, real_b);
    const GemmEpilogue::Target target = {&epilogue, bind.Output(0) + output.offset, bias.In(bind)};
    plan.Run(GemmEpilogue::For(target), real_a, once ? bind.persistent : real_b, real_b + b_bytes);
  };
  if (!once) return program;
  program.persistent_bytes = plan.packed_bytes() + uint64_t(b.bytes());
  program.prepare = [=](const Bindings& bind) {
    std::byte* const real_b = bind.persistent + plan.packed_bytes();
    b.Run(bind, real_b);
    if (plan.packs_b()) plan.PackB(bind.persistent, real_b);
  };
  program.prepared_inputs = {b.code.slot()};
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
