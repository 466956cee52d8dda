// SPDX-License-Identifier: MIT
// How a product is computed, as data: the sizes of tiles, blocks and tasks, and who packs what.
// Everything that depends on shapes is decided here; the run (run.h) follows.
//
// A tile (mr x nr) lives in registers, a block (mc x nc, kc terms of the depth at a time) in
// caches, and a task is what one thread takes at once: a block of columns for some rows of one
// batch, or of several small ones.
#pragma once

#include <cstdint>
#include <string>

#include "ops/matmul/problem.h"
#include "program/candidate.h"
#include "program/machine.h"

namespace weft {

// The ways to multiply: three for floats, two for integers. All of them take every layout and type
// of A and of the output.
enum class MatmulForm : uint8_t {
  DotRows,  // few rows by contiguous columns of B: dot products along memory, nothing is packed
  Row,      // one row by contiguous rows of B, which threads share: each streams its own
  Panels,   // panels of A and B, in the order the microkernel reads them
  Pairs,    // the same for integers, of which two neighbours along the depth are multiplied at once
  Quads,    // … or four, where Machine::has_int8_dots
};

// Terms of a unit of the depth (microkernel.h), and the numbers that integers have behind them.
constexpr int64_t TermsOf(MatmulForm form) {
  return form == MatmulForm::Quads ? 4 : form == MatmulForm::Pairs ? 2 : 1;
}
constexpr int64_t CorrectionsOf(MatmulForm form, const MatmulProblem& problem) {
  if (form == MatmulForm::Pairs) return problem.b_has_zeros ? 1 : 0;
  // UINT8 by INT8 without zero points is what quads multiply.
  const bool differs = problem.a.type != DataType::UInt8 || problem.b.type != DataType::Int8;
  return form == MatmulForm::Quads && (differs || problem.a_has_zeros || problem.b_has_zeros) ? 2
                                                                                              : 0;
}

struct MatmulSchedule {
  // Who brings B into panels.
  enum class PackB : uint8_t {
    InPlace,           // nobody: it is read where it lies, but for columns that fill no panel
    ByBlock,           // a task, kc rows at a time: it has one block of rows, which needs them once
    ByTask,            // a task, all rows at once: its several blocks of rows share them
    Before,            // all threads, before the tasks of a batch, which share it
    AtInitialization,  // PackB, before any run
  };
  // How many tasks there are along each dimension; threads share their product.
  struct Tasks {
    int64_t batches = 1, m = 1, n = 1, k = 1;

    int64_t Count() const { return batches * m * n * k; }
  };

  MatmulForm form = MatmulForm::Panels;
  int64_t mr = 1, nr = 1;          // of a tile
  int64_t mc = 1, nc = 1, kc = 1;  // of a block; kc depends on the problem alone, as bits do on it
  bool packs_a = false;
  PackB b = PackB::ByTask;
  bool output_in_place = false;  // the last k block is written to the output if it is free by then
  int64_t batches = 1;           // that a task takes one after the other, but perhaps the last
  Tasks tasks;                   // of all batches; of one where B is packed before them one by one
  int threads = 1;               // at most, and that there is scratch memory for
  int64_t work_bytes = 0;        // as many bytes could be moved in the time the product takes
};

// Of a product of floats, or of integers: why a form cannot compute it, if it cannot; what it would
// cost, in the time of Panels or Pairs.
Refusal Refuses(MatmulForm form, const MatmulProblem& problem);
Cost CostOf(MatmulForm form, const MatmulProblem& problem, const Machine& machine);

// `form` must not refuse.
MatmulSchedule Schedule(const MatmulProblem& problem, const Machine& machine, MatmulForm form);
// Of the cheapest form.
MatmulSchedule Schedule(const MatmulProblem& problem, const Machine& machine);

// "6x16, kc 250, mc 144, nc 128, A in place, B packed by task, output in place, threads split n".
std::string ToString(const MatmulSchedule& schedule);

}  // namespace weft
