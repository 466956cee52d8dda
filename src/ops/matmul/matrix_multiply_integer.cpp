// SPDX-License-Identifier: MIT
// MATRIX_MULTIPLY_INTEGER and QUANTIZED_LINEAR_MATRIX_MULTIPLY: products of 8-bit integers, less
// their zero points, exact in int32; stored as they are, or scaled and quantized again. A B that is
// OWNED_BY_DML, as its zero points are if there are any, is packed once, at initialization, in as
// many bytes.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/matmul/integer_plan.h"
#include "ops/matmul/problem.h"
#include "program/infer_sizes.h"
#include "program/owned.h"
#include "program/program.h"

namespace weft::ops {
namespace {

int64_t SizeOf(const TensorDesc& tensor) { return SizeBits(tensor.type) / 8; }

// Numbers along rows or columns, or one for all: where they lie in input `slot`, in bytes.
struct Numbers {
  int slot = -1;  // none
  int64_t offset = 0, step = 0;

  Numbers() = default;
  Numbers(const std::optional<TensorDesc>& tensor, int slot) : slot(tensor ? slot : -1) {
    if (!tensor) return;
    offset = tensor->layout.offset * SizeOf(*tensor);
    step = StepAlong(*tensor) * SizeOf(*tensor);
  }
  const std::byte* In(const Bindings& bind) const {
    return slot < 0 ? nullptr : bind.Input(slot) + offset;
  }
};

template <class T>
T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// An output matrix; steps in bytes.
struct Place {
  std::array<int64_t, 2> batch_steps;
  int64_t row_step, column_step, offset;

  explicit Place(const TensorDesc& tensor) {
    const GemmMatrix matrix = MatrixOf(tensor);
    const int64_t size = SizeOf(tensor);
    batch_steps = {matrix.batch_steps[0] * size, matrix.batch_steps[1] * size};
    row_step = matrix.row_step * size;
    column_step = matrix.column_step * size;
    offset = tensor.layout.offset * size;
  }
  int64_t OffsetOf(const IntegerBlock& block) const {
    return offset + block.batch[0] * batch_steps[0] + block.batch[1] * batch_steps[1] +
           block.row * row_step + block.column * column_step;
  }
};

// The product of two inputs, each with its zero points.
struct Product {
  struct Matrix {
    int slot;
    int64_t offset;
    Numbers zero;
  };
  IntegerGemmPlan plan;
  Matrix a, b;
  bool packs_once;  // B, into persistent memory

  template <class Op>
  Product(const Op& op, const Matrix& a, const Matrix& b)
      : plan(ProductSizes({op.a}, op.output), MatrixOf(op.a), MatrixOf(op.b),
             op.b_zero_point.has_value()),
        a(a),
        b(b),
        packs_once(IsOwned(op.b) && IsOwnedOrAbsent(op.b_zero_point)) {}

  void Run(const Bindings& bind, const IntegerSink& sink) const {
    const std::byte* first_a = bind.Input(a.slot) + a.offset;
    const ZeroPoints a_zero = {a.zero.In(bind), a.zero.step};
    if (packs_once)
      plan.RunPacked(sink, first_a, a_zero, bind.persistent, bind.temporary);
    else
      plan.Run(sink, first_a, a_zero, bind.Input(b.slot) + b.offset, {b.zero.In(bind), b.zero.step},
               bind.temporary);
  }
};

// `run` calls Product::Run.
template <class Run>
Program ProgramOf(const Product& product, Run run) {
  const IntegerGemmPlan& plan = product.plan;
  if (!product.packs_once) return {.run = std::move(run), .temporary_bytes = plan.scratch_bytes()};
  return {.run = std::move(run),
          .temporary_bytes = plan.packed_scratch_bytes(),
          .persistent_bytes = plan.packed_bytes(),
          .prepare =
              [plan, b = product.b](const Bindings& bind) {
                plan.PackB(bind.persistent, bind.Input(b.slot) + b.offset,
                           {b.zero.In(bind), b.zero.step});
              },
          .prepared_inputs = {product.b.slot}};
}

// MATRIX_MULTIPLY_INTEGER.
struct StoreWords {
  Place place;
  TileKernel copy;
};
struct WordsTarget {
  const StoreWords* store;
  std::byte* output;
};

void TakeWords(const void* target, const IntegerBlock& block) {
  const auto& [store, output] = *static_cast<const WordsTarget*>(target);
  store->copy(output + store->place.OffsetOf(block),
              reinterpret_cast<const std::byte*>(block.values),
              {block.rows, block.columns, store->place.row_step, store->place.column_step,
               4 * block.row_step, 4});
}

// QUANTIZED_LINEAR_MATRIX_MULTIPLY.
struct Requantize {
  Place place;
  Numbers a_scale, b_scale, scale, zero;
};
struct RequantizeTarget {
  const Requantize* by;
  const Bindings* bind;
};

template <class T>
void TakeQuantized(const void* target, const IntegerBlock& block) {
  const auto& [by, bind] = *static_cast<const RequantizeTarget*>(target);
  const auto at = [bind = bind](const Numbers& numbers, int64_t index) {
    return numbers.In(*bind) + index * numbers.step;
  };
  constexpr double kLow = std::numeric_limits<T>::min(), kHigh = std::numeric_limits<T>::max();
  std::byte* to = bind->Output(0) + by->place.OffsetOf(block);
  for (int64_t r = 0; r < block.rows; ++r) {
    const int64_t row = block.row + r;
    const double row_scale = double(Load<float>(at(by->a_scale, row)));
    const double output_scale = double(Load<float>(at(by->scale, row)));
    const double zero = by->zero.slot < 0 ? 0 : double(Load<T>(at(by->zero, row)));
    for (int64_t c = 0; c < block.columns; ++c) {
      const double scale = row_scale * double(Load<float>(at(by->b_scale, block.column + c)));
      const double real = double(block.values[r * block.row_step + c]) * scale / output_scale;
      const double code = std::isnan(real) ? zero : std::nearbyint(real) + zero;
      const T element = T(std::clamp(code, kLow, kHigh));
      std::memcpy(to + r * by->place.row_step + c * by->place.column_step, &element,
                  sizeof element);
    }
  }
}

template <class Op>
Status CheckZeroPoints(std::string_view name, const Op& op) {
  const int rank = op.output.rank();
  if (op.a_zero_point)
    WEFT_RETURN_IF_ERROR(CheckNumbersAlong(name, "AZeroPointTensor", *op.a_zero_point, Along::Rows,
                                           op.output.sizes()[rank - 2]));
  if (op.b_zero_point)
    WEFT_RETURN_IF_ERROR(CheckNumbersAlong(name, "BZeroPointTensor", *op.b_zero_point,
                                           Along::Columns, op.output.sizes()[rank - 1]));
  return Ok();
}

}  // namespace

void Infer(MatrixMultiplyInteger& op) {
  Fill(op.output, DataType::Int32, MatrixProductSizes(op.a.sizes(), false, op.b.sizes(), false));
}

void Infer(QuantizedLinearMatrixMultiply& op) {
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.a.type,
       MatrixProductSizes(op.a.sizes(), false, op.b.sizes(), false));
}

Status Validate(const MatrixMultiplyInteger& op) {
  constexpr std::string_view kName = "MATRIX_MULTIPLY_INTEGER";
  WEFT_RETURN_IF_ERROR(CheckProductSizes(kName, {op.a}, {op.b}, op.output));
  return CheckZeroPoints(kName, op);
}

Result<Program> Plan(const MatrixMultiplyInteger& op) {
  const Product product(op, {0, op.a.layout.offset, Numbers(op.a_zero_point, 1)},
                        {2, op.b.layout.offset, Numbers(op.b_zero_point, 3)});
  const Place place(op.output);
  const int64_t any = 1 << 20;  // no kernel that depends on how many there are
  const StoreWords store = {
      place, PickKernel(4, {any, any, place.row_step, place.column_step, 4 * any, 4}, false).run};
  return ProgramOf(product, [product, store](const Bindings& bind) {
    const WordsTarget target = {&store, bind.Output(0)};
    product.Run(bind, {TakeWords, &target});
  });
}

Status Validate(const QuantizedLinearMatrixMultiply& op) {
  constexpr std::string_view kName = "QUANTIZED_LINEAR_MATRIX_MULTIPLY";
  WEFT_RETURN_IF_ERROR(CheckProductSizes(kName, {op.a}, {op.b}, op.output));
  const int64_t m = op.output.sizes()[op.output.rank() - 2];
  const int64_t n = op.output.sizes()[op.output.rank() - 1];
  WEFT_RETURN_IF_ERROR(CheckNumbersAlong(kName, "AScaleTensor", op.a_scale, Along::Rows, m));
  WEFT_RETURN_IF_ERROR(CheckNumbersAlong(kName, "BScaleTensor", op.b_scale, Along::Columns, n));
  WEFT_RETURN_IF_ERROR(CheckZeroPoints(kName, op));
  WEFT_RETURN_IF_ERROR(
      CheckNumbersAlong(kName, "OutputScaleTensor", op.output_scale, Along::Rows, m));
  if (!op.output_zero_point) return Ok();
  return CheckNumbersAlong(kName, "OutputZeroPointTensor", *op.output_zero_point, Along::Rows, m);
}

Result<Program> Plan(const QuantizedLinearMatrixMultiply& op) {
  const Product product(op, {0, op.a.layout.offset, Numbers(op.a_zero_point, 2)},
                        {3, op.b.layout.offset, Numbers(op.b_zero_point, 5)});
  const Requantize by = {Place(op.output), Numbers(op.a_scale, 1), Numbers(op.b_scale, 4),
                         Numbers(op.output_scale, 6), Numbers(op.output_zero_point, 7)};
  const auto take =
      op.output.type == DataType::Int8 ? TakeQuantized<int8_t> : TakeQuantized<uint8_t>;
  return ProgramOf(product, [product, by, take](const Bindings& bind) {
    const RequantizeTarget target = {&by, &bind};
    product.Run(bind, {take, &target});
  });
}

}  // namespace weft::ops
