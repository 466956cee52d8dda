// SPDX-License-Identifier: MIT
// GEMM: FusedActivation(Alpha * A * B + Beta * C), for each pair of matrices in the first
// dimensions. Transposition is another order of steps. A B that is OWNED_BY_DML is packed once, at
// initialization. A fused softmax needs whole lines of the product, which then waits in float32.
// Graphs may have something else added before the activation.
#include <algorithm>
#include <variant>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "kernels/activation.h"
#include "kernels/gemm_store.h"
#include "kernels/softmax.h"
#include "ops/gemm_sum.h"
#include "ops/matrix_product.h"
#include "ops/owned.h"
#include "ops/program.h"

namespace weft::ops {
namespace {

bool Transposed(MatrixTransform transform) { return transform == MatrixTransform::Transpose; }

// The axes of a fused softmax; none for any other activation.
std::optional<std::vector<uint32_t>> SoftmaxAxes(const Gemm& op) {
  if (!op.fused_activation) return std::nullopt;
  if (const auto* softmax = std::get_if<ActivationSoftmax1>(&*op.fused_activation))
    return softmax->axes;
  if (std::holds_alternative<ActivationSoftmax>(*op.fused_activation))
    return std::vector<uint32_t>{uint32_t(op.output.rank() - 1)};
  return std::nullopt;
}

Status CheckSoftmaxAxes(const Gemm& op) {
  const auto axes = SoftmaxAxes(op).value_or(std::vector<uint32_t>());
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] >= uint32_t(op.output.rank()))
      return Invalid("GEMM: FusedActivation.Axes[{}] is {}, but OutputTensor has {} dimensions", i,
                     axes[i], op.output.rank());
    const auto before = std::find(axes.begin(), axes.begin() + int64_t(i), axes[i]);
    if (before != axes.begin() + int64_t(i))
      return Invalid("GEMM: FusedActivation.Axes[{}] is {}, but FusedActivation.Axes[{}] is {} too",
                     i, axes[i], before - axes.begin(), axes[i]);
  }
  return Ok();
}

const std::byte* FirstOf(const TensorDesc& tensor, const std::byte* data) {
  return data + tensor.layout.offset * SizeBits(tensor.type) / 8;
}

// The product's float32 lines go through softmax to the output.
struct SoftmaxAfter {
  LinesPlan lines;
  uint64_t product_bytes;
};

SoftmaxAfter PlanSoftmax(const Gemm& op, const TensorDesc& product,
                         const std::vector<uint32_t>& axes) {
  LineOperand output = {op.output.layout, SizeBits(op.output.type) / 8};
  if (op.output.type == DataType::Float16)
    output.convert = ConverterFor(DataType::Float16, DataType::Float32);
  return {LinesPlan(output, {product.layout, sizeof(float)}, axes, sizeof(float), SoftmaxLine()),
          product.RequiredBytes()};
}

}  // namespace

Status Validate(const Gemm& op) {
  WEFT_RETURN_IF_ERROR(CheckProductSizes("GEMM", {op.a, Transposed(op.trans_a)},
                                         {op.b, Transposed(op.trans_b)}, op.output));
  return CheckSoftmaxAxes(op);
}

namespace {

Program ProgramOf(const Gemm& op, const std::optional<TensorDesc>& addend) {
  const auto softmax_axes = SoftmaxAxes(op);
  const TensorDesc product(DataType::Float32, op.output.sizes());  // what softmax sees
  GemmMatrix a = MatrixOf(op.a, Transposed(op.trans_a)), b = MatrixOf(op.b, Transposed(op.trans_b));
  GemmMatrix output = MatrixOf(softmax_axes ? product : op.output);
  ProductStore::Options options = {.alpha = op.alpha, .beta = op.beta};
  if (op.c) options.c = MatrixOf(*op.c);
  if (addend) options.addend = MatrixOf(*addend);
  if (op.fused_activation && !softmax_axes)
    options.activation = ActivationRow(*op.fused_activation);
  GemmSizes sizes = ProductSizes({op.a, Transposed(op.trans_a)}, op.output);
  // A kernel's columns are many: a product of few is computed as its transposition.
  constexpr int64_t kFewColumns = 6;
  const bool swapped = sizes.n <= kFewColumns && sizes.n < sizes.m;
  if (swapped) {
    const auto transpose = [](GemmMatrix& matrix) {
      std::swap(matrix.row_step, matrix.column_step);
    };
    std::swap(sizes.m, sizes.n);
    std::swap(a, b);
    transpose(a);
    transpose(b);
    transpose(output);
    if (options.c) transpose(*options.c);
    if (options.addend) transpose(*options.addend);
  }
  const GemmPlan plan(sizes, a, b);
  const ProductStore store(output, options);
  const bool packs = IsOwned(op.b) && !swapped;
  const uint64_t scratch_bytes = packs ? plan.packed_scratch_bytes() : plan.scratch_bytes();

  const auto multiply = [=, a = op.a, b = op.b, c = op.c](const Bindings& bind, std::byte* to) {
    const std::byte* first_a = FirstOf(a, bind.Input(0));
    const std::byte* first_b = FirstOf(b, bind.Input(1));
    if (swapped) std::swap(first_a, first_b);
    const ProductStore::Target target = {&store, to, c ? FirstOf(*c, bind.Input(2)) : nullptr,
                                         addend ? FirstOf(*addend, bind.Input(3)) : nullptr};
    const ProductSink sink = ProductStore::SinkTo(target);
    if (packs)
      plan.RunPacked(sink, first_a, bind.persistent, bind.temporary);
    else
      plan.Run(sink, first_a, first_b, bind.temporary);
  };
  Program program = {.temporary_bytes = scratch_bytes};
  if (packs) {
    program.persistent_bytes = plan.packed_bytes();
    program.prepare = [plan, b = op.b](const Bindings& bind) {
      plan.PackB(bind.persistent, FirstOf(b, bind.Input(1)));
    };
  }
  if (!softmax_axes) {
    program.run = [multiply, output = op.output](const Bindings& bind) {
      multiply(bind, bind.Output(0) + output.layout.offset * SizeBits(output.type) / 8);
    };
    return program;
  }
  const SoftmaxAfter after = PlanSoftmax(op, product, *softmax_axes);
  program.temporary_bytes += after.product_bytes + after.lines.temporary_bytes();
  program.run = [multiply, after, scratch_bytes](const Bindings& bind) {
    std::byte* product = bind.temporary + scratch_bytes;
    multiply(bind, product);
    after.lines.Run(bind.Output(0), product, product + after.product_bytes);
  };
  return program;
}

}  // namespace

Result<Program> Plan(const Gemm& op) { return ProgramOf(op, std::nullopt); }

Program PlanGemmSum(const Gemm& op, const TensorDesc& addend) { return ProgramOf(op, addend); }

}  // namespace weft::ops
