// SPDX-License-Identifier: MIT
// GEMM: FusedActivation(Alpha * A * B + Beta * C), for each pair of matrices in the first
// dimensions. Transposition is another order of steps. A B that is OWNED_BY_DML is packed once, at
// initialization. A fused softmax needs whole lines of the product, which then waits in float32.
// Graphs may have something else added before the activation, and several products side by side.
#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <utility>
#include <variant>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/matmul/batched_gemm.h"
#include "ops/matmul/epilogue.h"
#include "ops/matmul/gemm_step.h"
#include "ops/matmul/product_rules.h"
#include "ops/reduction/softmax_line.h"
#include "ops/unary/activation.h"
#include "program/infer_sizes.h"
#include "program/owned.h"
#include "program/program.h"

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

void Infer(Gemm& op) {
  Fill(op.output, op.a.type,
       MatrixProductSizes(op.a.sizes(), op.trans_a == MatrixTransform::Transpose, op.b.sizes(),
                          op.trans_b == MatrixTransform::Transpose));
}

Status Validate(const Gemm& op) {
  WEFT_RETURN_IF_ERROR(CheckProductSizes("GEMM", {op.a, Transposed(op.trans_a)},
                                         {op.b, Transposed(op.trans_b)}, op.output));
  return CheckSoftmaxAxes(op);
}

namespace {

// A kernel's columns are many: a product of few is computed as its transposition.
bool IsSwapped(const GemmSizes& sizes) {
  constexpr int64_t kFewColumns = 6;
  return sizes.n <= kFewColumns && sizes.n < sizes.m;
}

void Transpose(GemmMatrix& matrix) { std::swap(matrix.row_step, matrix.column_step); }

// The product of a GEMM and what becomes of it, up to a softmax.
struct Product {
  static constexpr int kSlotOfB = 1;

  GemmStep step;
  GemmPlan plan;
  ProductStore store;
  bool swapped = false, packs = false;

  // Stores to `output`.
  Product(const GemmStep& what, const TensorDesc& to) : step(what) {
    const Gemm& op = step.gemm;
    GemmMatrix a = MatrixOf(op.a, Transposed(op.trans_a));
    GemmMatrix b = MatrixOf(op.b, Transposed(op.trans_b)), output = MatrixOf(to);
    ProductStore::Options options = {.alpha = op.alpha, .beta = op.beta};
    if (op.c) options.c = MatrixOf(*op.c);
    if (step.addend) options.addend = MatrixOf(*step.addend);
    if (op.fused_activation && !SoftmaxAxes(op))
      options.activation = ActivationRow(*op.fused_activation);
    GemmSizes sizes = ProductSizes({op.a, Transposed(op.trans_a)}, op.output);
    swapped = IsSwapped(sizes);
    packs = IsOwned(op.b) && !swapped;
    if (swapped) {
      std::swap(sizes.m, sizes.n);
      std::swap(a, b);
      for (GemmMatrix* matrix : {&a, &b, &output}) Transpose(*matrix);
      if (options.c) Transpose(*options.c);
      if (options.addend) Transpose(*options.addend);
    }
    plan = GemmPlan(sizes, a, b);
    store = ProductStore(output, options);
  }

  uint64_t scratch_bytes() const {
    return packs ? plan.packed_scratch_bytes() : plan.scratch_bytes();
  }
  uint64_t packed_bytes() const { return packs ? plan.packed_bytes() : 0; }

  void Pack(const Bindings& bind) const {
    plan.PackB(bind.persistent, FirstOf(step.gemm.b, bind.Input(kSlotOfB)));
  }
  const std::byte* FirstOfA(const Bindings& bind) const {
    return FirstOf(step.gemm.a, bind.Input(0));
  }
  ProductStore::Target TargetOf(const Bindings& bind, std::byte* to) const {
    const auto& [op, addend] = step;
    return {&store, to, op.c ? FirstOf(*op.c, bind.Input(2)) : nullptr,
            addend ? FirstOf(*addend, bind.Input(3)) : nullptr};
  }
  std::byte* FirstOfOutput(const Bindings& bind) const {
    const TensorDesc& output = step.gemm.output;
    return bind.Output(0) + output.layout.offset * SizeBits(output.type) / 8;
  }
  void Run(const Bindings& bind, std::byte* to) const {
    const std::byte* first_a = FirstOfA(bind);
    const ProductStore::Target target = TargetOf(bind, to);
    const ProductSink sink = ProductStore::SinkTo(target);
    if (packs) return plan.RunPacked(sink, first_a, bind.persistent, bind.temporary);
    const std::byte* first_b = FirstOf(step.gemm.b, bind.Input(kSlotOfB));
    if (swapped) std::swap(first_a, first_b);
    plan.Run(sink, first_a, first_b, bind.temporary);
  }
};

}  // namespace

Program PlanGemmStep(const GemmStep& step) {
  const Gemm& op = step.gemm;
  const auto softmax_axes = SoftmaxAxes(op);
  const TensorDesc lines(DataType::Float32, op.output.sizes());  // what softmax sees
  const Product product(step, softmax_axes ? lines : op.output);
  const uint64_t scratch_bytes = product.scratch_bytes();
  Program program = {.temporary_bytes = scratch_bytes, .persistent_bytes = product.packed_bytes()};
  if (product.packs) {
    program.prepare = [product](const Bindings& bind) { product.Pack(bind); };
    program.prepared_inputs = {Product::kSlotOfB};
  }
  if (!softmax_axes) {
    program.run = [product](const Bindings& bind) {
      product.Run(bind, product.FirstOfOutput(bind));
    };
    return program;
  }
  const SoftmaxAfter after = PlanSoftmax(op, lines, *softmax_axes);
  program.temporary_bytes += after.product_bytes + after.lines.temporary_bytes();
  program.run = [product, after, scratch_bytes](const Bindings& bind) {
    std::byte* const waiting = bind.temporary + scratch_bytes;
    product.Run(bind, waiting);
    after.lines.Run(bind.Output(0), waiting, waiting + after.product_bytes);
  };
  return program;
}

Result<Program> Plan(const Gemm& op) { return PlanGemmStep({op}); }

bool RunsTogether(const Gemm& op) {
  return IsOwned(op.b) && !SoftmaxAxes(op) &&
         !IsSwapped(ProductSizes({op.a, Transposed(op.trans_a)}, op.output));
}

Program PlanGemmsTogether(const std::vector<GemmStep>& steps) {
  struct Member {
    Product product;
    size_t first_input, inputs;
    uint64_t persistent_at;
  };
  std::vector<Member> members;
  std::vector<GemmPlan> plans;
  Program program;
  size_t input = 0;
  for (const GemmStep& step : steps) {
    assert(RunsTogether(step.gemm));
    const size_t inputs = step.addend ? 4 : 3;
    members.push_back({Product(step, step.gemm.output), input, inputs, program.persistent_bytes});
    plans.push_back(members.back().product.plan);
    program.persistent_bytes += members.back().product.packed_bytes();
    program.prepared_inputs.push_back(int(input) + Product::kSlotOfB);
    input += inputs;
  }
  const GemmsTogether together(std::move(plans));
  program.temporary_bytes = together.scratch_bytes();
  const auto own = [](const Member& member, size_t i, const Bindings& bind) {
    return Bindings{bind.inputs.subspan(member.first_input, member.inputs),
                    bind.outputs.empty() ? bind.outputs : bind.outputs.subspan(i, 1),
                    bind.temporary, bind.persistent + member.persistent_at};
  };
  program.prepare = [members, own](const Bindings& bind) {
    for (size_t i = 0; i < members.size(); ++i) members[i].product.Pack(own(members[i], i, bind));
  };
  program.run = [members, own, together](const Bindings& bind) {
    std::array<ProductStore::Target, kMostGemmsTogether> targets;
    std::array<GemmsTogether::Operands, kMostGemmsTogether> operands;
    for (size_t i = 0; i < members.size(); ++i) {
      const Product& product = members[i].product;
      const Bindings its = own(members[i], i, bind);
      targets[i] = product.TargetOf(its, product.FirstOfOutput(its));
      operands[i] = {ProductStore::SinkTo(targets[i]), product.FirstOfA(its), its.persistent};
    }
    together.Run(std::span(operands).first(members.size()), bind.temporary);
  };
  return program;
}

}  // namespace weft::ops
