// SPDX-License-Identifier: MIT
// MATRIX_MULTIPLY_INTEGER_TO_FLOAT: (A - AZeroPoint) * AScale and B likewise become float32 in
// scratch memory, and their product, with the bias, a GEMM. A B that is OWNED_BY_DML, with all of
// its numbers, becomes so once, at initialization, and is packed there unless the GEMM takes it
// as it is.
#include <optional>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/matmul/run.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "program/owned.h"
#include "strided/map.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

constexpr std::string_view kName = "MATRIX_MULTIPLY_INTEGER_TO_FLOAT";

// Inputs: integers, their scales and zero points; one rounding, whatever the types.
template <class Integer, class Scale>
void Dequantize(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  for (int64_t i = 0; i < count; ++i) {
    Integer code, zero;
    Scale scale;
    std::memcpy(&code, inputs[0] + i * int64_t(sizeof code), sizeof code);
    std::memcpy(&scale, inputs[1] + i * int64_t(sizeof scale), sizeof scale);
    std::memcpy(&zero, inputs[2] + i * int64_t(sizeof zero), sizeof zero);
    const float real = float(double(int64_t(code) - int64_t(zero)) * ConvertElement<double>(scale));
    std::memcpy(output + i * int64_t(sizeof real), &real, sizeof real);
  }
}

MapRow DequantizeRow(DataType integer, DataType scale) {
  const bool half = scale == DataType::Float16;
  switch (integer) {
    case DataType::Int32: return half ? Dequantize<int32_t, Half> : Dequantize<int32_t, float>;
    case DataType::Int16: return half ? Dequantize<int16_t, Half> : Dequantize<int16_t, float>;
    case DataType::Int8: return half ? Dequantize<int8_t, Half> : Dequantize<int8_t, float>;
    case DataType::UInt32: return half ? Dequantize<uint32_t, Half> : Dequantize<uint32_t, float>;
    case DataType::UInt16: return half ? Dequantize<uint16_t, Half> : Dequantize<uint16_t, float>;
    default: return half ? Dequantize<uint8_t, Half> : Dequantize<uint8_t, float>;
  }
}

// One matrix as packed float32.
struct Matrix {
  TensorDesc real;
  MapPlan<3> plan;
  MapInput code, scale, zero;

  Matrix(const TensorDesc& matrix, int slot, const TensorDesc& scales,
         const std::optional<TensorDesc>& zeros, Along along)
      : real(DataType::Float32, matrix.sizes()),
        plan(OperandOf(real),
             {OperandOf(matrix), Repeated(scales, matrix, along).operand(),
              Zeros(zeros, matrix, slot, along).operand()},
             DequantizeRow(matrix.type, scales.type)),
        code(matrix, slot),
        scale(scales, slot + 1),
        zero(Zeros(zeros, matrix, slot, along)) {}

  void Run(const Bindings& bind, std::byte* to) const {
    plan.Run(to, {code.At(bind), scale.At(bind), zero.At(bind)});
  }

 private:
  static MapInput Repeated(const TensorDesc& numbers, const TensorDesc& matrix, Along along,
                           int slot = 0) {
    Layout layout = OneElement(matrix.sizes());
    layout.offset = numbers.layout.offset;
    layout.strides[matrix.rank() - (along == Along::Rows ? 2 : 1)] = StepAlong(numbers);
    return MapInput(MapOperand{layout, SizeBits(numbers.type) / 8}, slot);
  }
  static MapInput Zeros(const std::optional<TensorDesc>& zeros, const TensorDesc& matrix, int slot,
                        Along along) {
    if (zeros) return Repeated(*zeros, matrix, along, slot + 2);
    return MapInput::Constant(matrix.sizes(), SizeBits(matrix.type) / 8, 0);
  }
};

}  // namespace

void Infer(MatrixMultiplyIntegerToFloat& op) {
  Fill(op.output, op.a_scale.type, MatrixProductSizes(op.a.sizes(), false, op.b.sizes(), false));
}

Status Validate(const MatrixMultiplyIntegerToFloat& op) {
  WEFT_RETURN_IF_ERROR(CheckProductSizes(kName, {op.a}, {op.b}, op.output));
  const int64_t m = op.output.sizes()[op.output.rank() - 2];
  const int64_t n = op.output.sizes()[op.output.rank() - 1];
  WEFT_RETURN_IF_ERROR(CheckNumbersAlong(kName, "AScaleTensor", op.a_scale, Along::Rows, m));
  if (op.a_zero_point)
    WEFT_RETURN_IF_ERROR(
        CheckNumbersAlong(kName, "AZeroPointTensor", *op.a_zero_point, Along::Rows, m));
  WEFT_RETURN_IF_ERROR(CheckNumbersAlong(kName, "BScaleTensor", op.b_scale, Along::Columns, n));
  if (!op.b_zero_point) return Ok();
  return CheckNumbersAlong(kName, "BZeroPointTensor", *op.b_zero_point, Along::Columns, n);
}

Result<Program> Plan(const MatrixMultiplyIntegerToFloat& op) {
  const Matrix a(op.a, 0, op.a_scale, op.a_zero_point, Along::Rows);
  const Matrix b(op.b, 3, op.b_scale, op.b_zero_point, Along::Columns);
  const MatmulProblem product(ProductSizes({op.a}, op.output), MatrixOf(a.real), MatrixOf(b.real),
                              MatrixOf(op.output));
  GemmEpilogue::Options options;
  if (op.bias) options.c = MatrixOf(*op.bias), options.beta = 1;
  const GemmEpilogue epilogue(MatrixOf(op.output), options);
  const int64_t size = SizeBits(op.output.type) / 8;
  const int64_t output_offset = op.output.layout.offset * size;
  const int64_t bias_offset = op.bias ? op.bias->layout.offset * size : 0;
  const uint64_t a_bytes = a.real.RequiredBytes(), b_bytes = b.real.RequiredBytes();
  const bool once = IsOwned(op.b) && IsOwned(op.b_scale) && IsOwnedOrAbsent(op.b_zero_point);
  const GemmPlan plan = once ? GemmPlan::OfConstantB(product) : GemmPlan(product);
  const uint64_t packed_bytes = plan.packed_bytes();
  Program program;
  program.run = [=, has_bias = op.bias.has_value()](const Bindings& bind) {
    std::byte* real_a = bind.temporary;
    std::byte* rest = real_a + a_bytes;
    a.Run(bind, real_a);
    const GemmEpilogue::Target target = {&epilogue, bind.Output(0) + output_offset,
                                         has_bias ? bind.Input(6) + bias_offset : nullptr};
    const Epilogue finish = GemmEpilogue::For(target);
    if (once) return plan.Run(finish, real_a, bind.persistent, rest);
    b.Run(bind, rest);
    plan.Run(finish, real_a, rest, rest + b_bytes);
  };
  program.temporary_bytes = a_bytes + (once ? 0 : b_bytes) + plan.scratch_bytes();
  if (!once) return program;
  program.persistent_bytes = packed_bytes + b_bytes;
  program.prepare = [=](const Bindings& bind) {
    std::byte* real_b = bind.persistent + packed_bytes;
    b.Run(bind, real_b);
    if (plan.packs_b()) plan.PackB(bind.persistent, real_b);
  };
  program.prepared_inputs = {b.code.slot()};
  return program;
}

}  // namespace weft::ops
