// SPDX-License-Identifier: MIT
// Running operators: `weft::Run(Slice1{…}, {in}, {out})` now, or `weft::Compile` once and run the
// result as often as wanted, from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>

#include "weft/buffer.h"
#include "weft/export.h"
#include "weft/operators.h"
#include "weft/status.h"
#include "weft/threads.h"

namespace weft {

// Steps that take hours.
inline constexpr uint64_t kUsualMostWork = uint64_t(1) << 50;

struct CompileOptions {
  // Validate as a device of this level would: older ones know fewer types and dimension counts.
  FeatureLevel feature_level = kNewestFeatureLevel;
  // Sizes of 0 and rank 0 are legal: an empty output is nothing to do, rank 0 is one element.
  bool allow_empty = false;
  // An index out of range is an error that names the first one; without this gathers take the
  // nearest element and scatters leave it out, as DirectML does.
  bool strict_indices = false;
  // An operator of more steps, elements that are visited and products, is refused: it would hold
  // its caller for hours. 0: what the environment's WEFT_MAX_WORK says, or kUsualMostWork.
  uint64_t most_work = 0;
  // Operators that can be computed in several ways choose among these alone: names as Explain and
  // WEFT_TRACE=plan print them, or the beginnings of such, separated by commas. One that refuses
  // is an error that says why. For tests and benchmarks.
  std::string candidate = {};
};

struct Program;  // src/program/program.h

// An operator ready to run. Immutable, so one may run on many threads at once; copies are cheap.
class WEFT_API CompiledOperator {
 public:
  uint64_t temporary_bytes() const;   // scratch memory Run needs
  uint64_t persistent_bytes() const;  // memory Initialize fills and Run reads; mostly 0
  // What was planned, in lines: the candidate that computes it, where there are any, and memory.
  std::string Explain() const;

  // Takes what never changes, once, before the first Run: the inputs whose tensors are flagged
  // OWNED_BY_DML. The others are null buffers; with none flagged, `inputs` may be empty. Persistent
  // memory may begin anywhere; at a cache line (64 bytes) no vector of it lies in two of them.
  Status Initialize(std::span<const ConstBuffer> inputs, Buffer persistent) const;
  Status Initialize(std::initializer_list<ConstBuffer> inputs, Buffer persistent) const {
    return Initialize(std::span(inputs.begin(), inputs.size()), persistent);
  }

  // Buffers in the order of the operator's input and output tensors (optional ones included,
  // arrays expanded); those Initialize took are null now. Outputs keep every byte that is no
  // element; on an error they are untouched. Without `temporary`, scratch memory is allocated for
  // the call. `persistent` is what Initialize filled.
  Status Run(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
             Buffer temporary = {}, Buffer persistent = {}) const;
  Status Run(std::initializer_list<ConstBuffer> inputs,
             std::initializer_list<Buffer> outputs) const {
    return Run(std::span(inputs.begin(), inputs.size()),
               std::span(outputs.begin(), outputs.size()));
  }

  const Operator& description() const;

  struct State;  // src/device/compiled_operator.h

 private:
  explicit CompiledOperator(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  friend Result<CompiledOperator> Compile(const Operator&, const CompileOptions&);
  std::shared_ptr<const State> state_;
};

// Checks the description as CreateOperator does, without planning.
WEFT_API Status Validate(const Operator& op, const CompileOptions& options = {});

WEFT_API Result<CompiledOperator> Compile(const Operator& op, const CompileOptions& options = {});

// Compile, Initialize and Run: every input is bound, OWNED_BY_DML or not.
WEFT_API Status Run(const Operator& op, std::span<const ConstBuffer> inputs,
                    std::span<const Buffer> outputs, const CompileOptions& options = {});
inline Status Run(const Operator& op, std::initializer_list<ConstBuffer> inputs,
                  std::initializer_list<Buffer> outputs, const CompileOptions& options = {}) {
  return Run(op, std::span(inputs.begin(), inputs.size()),
             std::span(outputs.begin(), outputs.size()), options);
}

}  // namespace weft
