// SPDX-License-Identifier: MIT
// GEMM: FusedActivation(Alpha * A * B + Beta * C), for each pair of matrices in the first
// dimensions. Transposition is another order of steps. A B that is OWNED_BY_DML is packed once, at
// initialization. A fused softmax needs whole lines of the product, which then waits in float32.
#include "ops/matmul/gemm.h"

#include <array>
#include <cassert>
#include <utility>
#include <variant>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/matmul/run.h"
#include "ops/reduction/axes.h"
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

TensorDesc SoftmaxInput(const Gemm& op) { return {DataType::Float32, op.output.sizes()}; }

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
       MatrixProductSizes(op.a.sizes(), Transposed(op.trans_a), op.b.sizes(),
                          Transposed(op.trans_b)));
}

Status Validate(const Gemm& op) {
  WEFT_RETURN_IF_ERROR(CheckProductSizes("GEMM", {op.a, Transposed(op.trans_a)},
                                         {op.b, Transposed(op.trans_b)}, op.output));
  return CheckAxes("GEMM", SoftmaxAxes(op).value_or(std::vector<uint32_t>()), op.output,
                   "FusedActivation.Axes", "OutputTensor");
}

namespace {

constexpr int kSlotOfB = 1;

// The product of a GEMM and its epilogue, up to a softmax.
struct Product {
  GemmStep step;
  bool is_transposed;
  GemmPlan plan;
  GemmEpilogue epilogue;

  // `product` is the problem's, or its transposition, in which A and B change places.
  Product(const GemmProblem& problem, const MatmulProblem& product, bool is_transposed,
          const MatmulSchedule& schedule)
      : step(problem.step), is_transposed(is_transposed), plan(product, schedule) {
    const Gemm& op = step.gemm;
    GemmEpilogue::Options options = {.alpha = op.alpha};
    if (op.c) options.added.push_back({MatrixOf(*op.c, is_transposed), op.beta});
    if (step.addend) options.added.push_back({MatrixOf(*step.addend, is_transposed)});
    if (op.fused_activation && !SoftmaxAxes(op))
      options.activation = ActivationRow(*op.fused_activation);
    epilogue = GemmEpilogue(product.output, options);
  }

  void Pack(const Bindings& bind) const {
    plan.PackB(bind.persistent, FirstOf(step.gemm.b, bind.Input(kSlotOfB)));
  }
  GemmEpilogue::Target TargetOf(const Bindings& bind, std::byte* to = nullptr) const {
    const auto& [op, addend] = step;
    const std::byte* const c = op.c ? FirstOf(*op.c, bind.Input(2)) : nullptr;
    const std::byte* const last = addend ? FirstOf(*addend, bind.Input(3)) : nullptr;
    return {&epilogue, to ? to : FirstOf(op.output, bind.Output(0)), {c ? c : last, last}};
  }
  GemmPlan::Operands OperandsOf(const Bindings& bind, const GemmEpilogue::Target& target) const {
    const std::byte* const a = FirstOf(step.gemm.a, bind.Input(0));
    const std::byte* const b =
        plan.packs_b() ? bind.persistent : FirstOf(step.gemm.b, bind.Input(kSlotOfB));
    return {GemmEpilogue::For(target), is_transposed ? b : a, is_transposed ? a : b};
  }
};

Program ProgramOf(const Product& product) {
  const Gemm& op = product.step.gemm;
  const GemmPlan& plan = product.plan;
  Program program = {.temporary_bytes = plan.scratch_bytes(),
                     .persistent_bytes = plan.packed_bytes(),
                     .explanation = ToString(plan.schedule())};
  if (plan.packs_b()) {
    program.prepare = [product](const Bindings& bind) { product.Pack(bind); };
    program.prepared_inputs = {kSlotOfB};
  }
  const auto axes = SoftmaxAxes(op);
  if (!axes) {
    program.run = [product](const Bindings& bind) {
      const GemmEpilogue::Target target = product.TargetOf(bind);
      product.plan.Run(product.OperandsOf(bind, target), bind.temporary);
    };
    return program;
  }
  // The product's lines wait in float32.
  LineOperand output = {op.output.layout, SizeBits(op.output.type) / 8};
  if (op.output.type == DataType::Float16)
    output.convert = ConverterFor(DataType::Float16, DataType::Float32);
  const TensorDesc lines = SoftmaxInput(op);
  const LinesPlan softmax(output, {lines.layout, sizeof(float)}, *axes, sizeof(float),
                          SoftmaxLine());
  program.temporary_bytes += lines.RequiredBytes() + softmax.temporary_bytes();
  program.run = [product, softmax, bytes = lines.RequiredBytes()](const Bindings& bind) {
    std::byte* const waiting = bind.temporary + product.plan.scratch_bytes();
    const GemmEpilogue::Target target = product.TargetOf(bind, waiting);
    product.plan.Run(product.OperandsOf(bind, target), bind.temporary);
    softmax.Run(bind.Output(0), waiting, waiting + bytes);
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
        "vector of at most 32 bytes has lanes (of one row twice as many), added up at its end."),
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

bool CanBeBatched(const Gemm& op) {
  const GemmProblem problem = ProblemOf({op});
  return !SoftmaxAxes(op) && problem.product.b_is_packed &&
         Pick(GemmCandidates(), problem, ThisMachine()) == &GemmCandidates().back();
}

Program PlanBatchedGemms(const std::vector<GemmStep>& steps) {
  struct Member {
    Product product;
    size_t first_input;
    uint64_t persistent_at;

    Bindings Own(size_t i, const Bindings& bind) const {
      return {bind.inputs.subspan(first_input),
              bind.outputs.empty() ? bind.outputs : bind.outputs.subspan(i, 1), bind.temporary,
              bind.persistent + persistent_at};
    }
  };
  std::vector<Member> members;
  std::vector<GemmPlan> plans;
  Program program = {.candidate = GemmCandidates().back().name};
  size_t input = 0;
  for (const GemmStep& step : steps) {
    const GemmProblem problem = ProblemOf(step);
    const MatmulSchedule schedule = Schedule(problem.product, ThisMachine(), MatmulForm::Panels);
    members.push_back(
        {Product(problem, problem.product, false, schedule), input, program.persistent_bytes});
    plans.push_back(members.back().product.plan);
    program.persistent_bytes += plans.back().packed_bytes();
    program.prepared_inputs.push_back(int(input) + kSlotOfB);
    input += step.addend ? 4 : 3;
  }
  const BatchedGemm batched(std::move(plans));
  program.temporary_bytes = batched.scratch_bytes();
  program.prepare = [members](const Bindings& bind) {
    for (size_t i = 0; i < members.size(); ++i) members[i].product.Pack(members[i].Own(i, bind));
  };
  program.run = [members, batched](const Bindings& bind) {
    std::array<GemmEpilogue::Target, kMostBatchedGemms> targets;
    std::array<GemmPlan::Operands, kMostBatchedGemms> operands;
    for (size_t i = 0; i < members.size(); ++i) {
      const Bindings own = members[i].Own(i, bind);
      targets[i] = members[i].product.TargetOf(own);
      operands[i] = members[i].product.OperandsOf(own, targets[i]);
    }
    batched.Run(std::span(operands).first(members.size()), bind.temporary);
  };
  return program;
}

}  // namespace weft::ops
