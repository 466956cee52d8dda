// SPDX-License-Identifier: MIT
// GEMM as its candidates see it, and what graphs make of it: one to whose result something else is
// added before the activation, and several that run as one. Its rules about sizes are those of
// other products, too.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ops/matmul/problem.h"
#include "program/candidate.h"
#include "program/program.h"
#include "weft/operators.h"

namespace weft::ops {

// ATensor or BTensor, and whether rows and columns change places.
struct ProductOperand {
  const TensorDesc& tensor;
  bool transposed = false;

  int RowDim() const { return tensor.rank() - (transposed ? 1 : 2); }
  int ColumnDim() const { return tensor.rank() - (transposed ? 2 : 1); }
};

// OutputTensor {.., M, N} is the product of ATensor {.., M, K} and BTensor {.., K, N}, with the
// same sizes in front. Dimension counts agree already.
Status CheckProductSizes(std::string_view op, const ProductOperand& a, const ProductOperand& b,
                         const TensorDesc& output);
GemmSizes ProductSizes(const ProductOperand& a, const TensorDesc& output);

// A tensor's first element, in the memory that is bound for it.
template <class Byte>
Byte* FirstOf(const TensorDesc& tensor, Byte* data) {
  return data + tensor.layout.offset * SizeBits(tensor.type) / 8;
}

struct GemmStep {
  Gemm gemm;
  // Of the output's sizes, in any layout; it may be the output, but no other part of its memory.
  std::optional<TensorDesc> addend = {};
};

struct GemmProblem {
  GemmStep step;
  MatmulProblem product;  // its output is in float32 where a softmax follows
};

GemmProblem ProblemOf(const GemmStep& step);
// The last one takes everything.
std::span<const Candidate<GemmProblem>> GemmCandidates();

// Its tensors are A, B, C and the addend.
Result<Program> PlanGemmStep(const GemmStep& step);

// Whether it can be one of several: B is packed at initialization.
bool CanBeBatched(const Gemm& op);
inline constexpr size_t kMostBatchedGemms = 8;
// The tensors of one come behind those of another; so do their outputs.
Program PlanBatchedGemms(const std::vector<GemmStep>& steps);

}  // namespace weft::ops
