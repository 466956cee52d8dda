// SPDX-License-Identifier: MIT
// GEMM: FusedActivation(Alpha * A * B + Beta * C), for each pair of matrices in the first
// dimensions. Transposition is another order of steps. A B that is OWNED_BY_DML is packed once, at
// initialization. A fused softmax needs whole lines of the product, which then waits in float32.
#include "ops/matmul/gemm.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <variant>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/matmul/run.h"
#include "ops/reduction/softmax_line.h"
#include "ops/unary/activation.h"
#include "program/infer_sizes.h"
#include "program/owned.h"

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

template <class Byte>
Byte* FirstOf(const TensorDesc& tensor, Byte* data) {
  return data + tensor.layout.offset * SizeBits(tensor.type) / 8;
}

// The product's float32 lines go through softmax to the output.
struct SoftmaxAfter {
  LinesPlan lines;
  uint64_t product_bytes;
};

TensorDesc SoftmaxInput(const Gemm& op) { return {DataType::Float32, op.output.sizes()}; }

SoftmaxAfter PlanSoftmax(const Gemm& op, const TensorDesc& product,
                         const std::vector<uint32_t>& axes) {
  LineOperand output = {op.output.layout, SizeBits(op.output.type) / 8};
  if (op.output.type == DataType::Float16)
    output.convert = ConverterFor(DataType::Float16, DataType::Float32);
  return {LinesPlan(output, {product.layout, sizeof(float)}, axes, sizeof(float), SoftmaxLine()),
          product.RequiredBytes()};
}

Status CheckSame(std::string_view op, std::string_view field, const TensorDesc& tensor, int dim,
                 std::string_view like_field, const TensorDesc& like, int like_dim) {
  if (tensor.sizes()[dim] == like.sizes()[like_dim]) return Ok();
  return Invalid("{}: {}.Sizes[{}] is {}, but {}.Sizes[{}] is {}", op, field, dim,
                 tensor.sizes()[dim], like_field, like_dim, like.sizes()[like_dim]);
}

}  // namespace

Status CheckProductSizes(std::string_view op, const ProductOperand& a, const ProductOperand& b,
                         const TensorDesc& output) {
  const int rank = output.rank();
  for (int dim = 0; dim < rank - 2; ++dim) {
    WEFT_RETURN_IF_ERROR(CheckSame(op, "BTensor", b.tensor, dim, "ATensor", a.tensor, dim));
    WEFT_RETURN_IF_ERROR(CheckSame(op, "OutputTensor", output, dim, "ATensor", a.tensor, dim));
  }
  WEFT_RETURN_IF_ERROR(
      CheckSame(op, "BTensor", b.tensor, b.RowDim(), "ATensor", a.tensor, a.ColumnDim()));
  WEFT_RETURN_IF_ERROR(
      CheckSame(op, "OutputTensor", output, rank - 2, "ATensor", a.tensor, a.RowDim()));
  return CheckSame(op, "OutputTensor", output, rank - 1, "BTensor", b.tensor, b.ColumnDim());
}

GemmSizes ProductSizes(const ProductOperand& a, const TensorDesc& output) {
  const Sizes& sizes = output.sizes();
  const int rank = sizes.rank();
  return {.m = sizes[rank - 2],
          .n = sizes[rank - 1],
          .k = a.tensor.sizes()[a.ColumnDim()],
          .batches = {rank > 3 ? sizes[rank - 4] : 1, rank > 2 ? sizes[rank - 3] : 1}};
}

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

// The product of a GEMM and its epilogue, up to a softmax.
struct Product {
  static constexpr int kSlotOfB = 1;

  GemmStep step;
  bool is_transposed;
  bool packs;  // B, at initialization
  GemmPlan plan;
  GemmEpilogue epilogue;

  // `product` is the problem's, or its transposition, in which A and B change places.
  Product(const GemmProblem& problem, const MatmulProblem& product, bool is_transposed,
          const MatmulSchedule& schedule)
      : step(problem.step),
        is_transposed(is_transposed),
        packs(product.b_is_packed),
        plan(product, schedule) {
    const Gemm& op = step.gemm;
    GemmEpilogue::Options options = {.alpha = op.alpha, .beta = op.beta};
    if (op.c) options.c = MatrixOf(*op.c, is_transposed);
    if (step.addend) options.addend = MatrixOf(*step.addend, is_transposed);
    if (op.fused_activation && !SoftmaxAxes(op))
      options.activation = ActivationRow(*op.fused_activation);
    epilogue = GemmEpilogue(product.output, options);
  }

  uint64_t packed_bytes() const { return packs ? plan.packed_bytes() : 0; }

  void Pack(const Bindings& bind) const {
    plan.PackB(bind.persistent, FirstOf(step.gemm.b, bind.Input(kSlotOfB)));
  }
  const std::byte* FirstOfA(const Bindings& bind) const {
    return FirstOf(step.gemm.a, bind.Input(0));
  }
  const std::byte* FirstOfB(const Bindings& bind) const {
    return packs ? bind.persistent : FirstOf(step.gemm.b, bind.Input(kSlotOfB));
  }
  std::byte* FirstOfOutput(const Bindings& bind) const {
    return FirstOf(step.gemm.output, bind.Output(0));
  }
  GemmEpilogue::Target TargetOf(const Bindings& bind, std::byte* to) const {
    const auto& [op, addend] = step;
    return {&epilogue, to, op.c ? FirstOf(*op.c, bind.Input(2)) : nullptr,
            addend ? FirstOf(*addend, bind.Input(3)) : nullptr};
  }
  void Run(const Bindings& bind, std::byte* to) const {
    const GemmEpilogue::Target target = TargetOf(bind, to);
    const std::byte *a = FirstOfA(bind), *b = FirstOfB(bind);
    if (is_transposed) std::swap(a, b);
    plan.Run(GemmEpilogue::For(target), a, b, bind.temporary);
  }
};

Program ProgramOf(const Product& product) {
  const Gemm& op = product.step.gemm;
  const uint64_t scratch_bytes = product.plan.scratch_bytes();
  Program program = {.temporary_bytes = scratch_bytes,
                     .persistent_bytes = product.packed_bytes(),
                     .explanation = ToString(product.plan.schedule())};
  if (product.packs) {
    program.prepare = [product](const Bindings& bind) { product.Pack(bind); };
    program.prepared_inputs = {Product::kSlotOfB};
  }
  const auto softmax_axes = SoftmaxAxes(op);
  if (!softmax_axes) {
    program.run = [product](const Bindings& bind) {
      product.Run(bind, product.FirstOfOutput(bind));
    };
    return program;
  }
  const SoftmaxAfter after = PlanSoftmax(op, SoftmaxInput(op), *softmax_axes);
  program.temporary_bytes += after.product_bytes + after.lines.temporary_bytes();
  program.run = [product, after, scratch_bytes](const Bindings& bind) {
    std::byte* const waiting = bind.temporary + scratch_bytes;
    product.Run(bind, waiting);
    after.lines.Run(bind.Output(0), waiting, waiting + after.product_bytes);
  };
  return program;
}

// ---- candidates

template <MatmulForm kForm>
constexpr Candidate<GemmProblem> CandidateOf(std::string_view name, std::string_view arithmetic) {
  return {.name = name,
          .refuses = [](const GemmProblem& problem) { return Refuses(kForm, problem.product); },
          .cost = [](const GemmProblem& problem,
                     const Machine& machine) { return CostOf(kForm, problem.product, machine); },
          .plan = [](const GemmProblem& problem, const Machine& machine) -> Planned {
            return ProgramOf(Product(problem, problem.product, false,
                                     Schedule(problem.product, machine, kForm)));
          },
          .arithmetic = arithmetic};
}

// Columns fill vectors, and rows are broadcast one by one. A product of few columns leaves most
// lanes idle, which its transposition does not.
Refusal RefusesTransposition(const GemmProblem& problem) {
  const int64_t n = problem.product.sizes.n;
  // Of more columns, whole panels lose little: a transposed output is stored across memory.
  constexpr int64_t kMost = 6;
  if (n > kMost) return {"there are {} columns, but at most {} are taken", n, kMost};
  return {};
}

Cost CostOfTransposition(const GemmProblem& problem, const Machine&) {
  // In the time of matmul/packed. With fewer rows than columns it is the other way around; even a B
  // that is packed before does not make up for idle lanes.
  return problem.product.sizes.n < problem.product.sizes.m ? 0.25 : 4;
}

constexpr Candidate<GemmProblem> kCandidates[] = {
    {.name = "matmul/transposed",
     .refuses = RefusesTransposition,
     .cost = CostOfTransposition,
     .plan = [](const GemmProblem& problem, const Machine& machine) -> Planned {
       const MatmulProblem product = problem.product.Transposed();
       return ProgramOf(Product(problem, product, true, Schedule(product, machine)));
     },
     .arithmetic = "As the product of the transposed matrices, by whichever of the others is the "
                   "cheapest."},
    CandidateOf<MatmulForm::DotRows>(
        "matmul/dot_rows",
        "In float32, in blocks of at most 1024 terms; a block has as many sums side by side as a "
        "vector of at most 32 bytes has lanes (of one row twice as many), which are added up at "
        "its "
        "end."),
    CandidateOf<MatmulForm::Row>("matmul/row", "As matmul/packed."),
    CandidateOf<MatmulForm::Panels>(
        "matmul/packed",
        "In float32, terms in order in blocks of at most 256, whose sums are added up in order."),
};

}  // namespace

std::span<const Candidate<GemmProblem>> GemmCandidates() { return kCandidates; }

GemmProblem ProblemOf(const GemmStep& step) {
  const Gemm& op = step.gemm;
  const ProductOperand a = {op.a, Transposed(op.trans_a)}, b = {op.b, Transposed(op.trans_b)};
  const TensorDesc output = SoftmaxAxes(op) ? SoftmaxInput(op) : op.output;
  return {step, MatmulProblem(ProductSizes(a, op.output), MatrixOf(op.a, a.transposed),
                              MatrixOf(op.b, b.transposed), MatrixOf(output), IsOwned(op.b))};
}

Result<Program> PlanGemmStep(const GemmStep& step) {
  return PlanCheapest("GEMM", GemmCandidates(), ProblemOf(step), ThisMachine());
}

Result<Program> Plan(const Gemm& op) { return PlanGemmStep({op}); }

// ---- several as one

namespace {

bool IsPacked(const GemmProblem& problem) {
  const Candidate<GemmProblem>* picked = Pick(GemmCandidates(), problem, ThisMachine());
  return problem.product.b_is_packed && picked == &GemmCandidates().back();
}

}  // namespace

bool CanBeBatched(const Gemm& op) { return !SoftmaxAxes(op) && IsPacked(ProblemOf({op})); }

Program PlanBatchedGemms(const std::vector<GemmStep>& steps) {
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
    const GemmProblem problem = ProblemOf(step);
    const size_t inputs = step.addend ? 4 : 3;
    const MatmulSchedule schedule = Schedule(problem.product, ThisMachine(), MatmulForm::Panels);
    members.push_back({Product(problem, problem.product, false, schedule), input, inputs,
                       program.persistent_bytes});
    assert(members.back().product.packs);
    plans.push_back(members.back().product.plan);
    program.persistent_bytes += members.back().product.packed_bytes();
    program.prepared_inputs.push_back(int(input) + Product::kSlotOfB);
    input += inputs;
  }
  program.candidate = GemmCandidates().back().name;
  const BatchedGemm batched(std::move(plans));
  program.temporary_bytes = batched.scratch_bytes();
  const auto own = [](const Member& member, size_t i, const Bindings& bind) {
    return Bindings{bind.inputs.subspan(member.first_input, member.inputs),
                    bind.outputs.empty() ? bind.outputs : bind.outputs.subspan(i, 1),
                    bind.temporary, bind.persistent + member.persistent_at};
  };
  program.prepare = [members, own](const Bindings& bind) {
    for (size_t i = 0; i < members.size(); ++i) members[i].product.Pack(own(members[i], i, bind));
  };
  program.run = [members, own, batched](const Bindings& bind) {
    std::array<GemmEpilogue::Target, kMostBatchedGemms> targets;
    std::array<BatchedGemm::Operands, kMostBatchedGemms> operands;
    for (size_t i = 0; i < members.size(); ++i) {
      const Product& product = members[i].product;
      const Bindings its = own(members[i], i, bind);
      targets[i] = product.TargetOf(its, product.FirstOfOutput(its));
      operands[i] = {GemmEpilogue::For(targets[i]), product.FirstOfA(its), its.persistent};
    }
    batched.Run(std::span(operands).first(members.size()), bind.temporary);
  };
  return program;
}

}  // namespace weft::ops
