// SPDX-License-Identifier: MIT
// The thresholds of matrix products, each with its reason. None of them decides about bits but the
// choice of DotRows and kc, which depend on the problem alone.
#include "ops/matmul/schedule.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/split.h"
#include "ops/matmul/microkernel.h"

namespace weft {
namespace {

// A packed block of A, 144 x 256 units of 4 bytes, takes 144 KiB: it stays in a second-level cache
// while the panels of B pass.
constexpr int64_t kMc = 144;
constexpr int64_t kKc = 256;  // in units: of integers two or four times as many terms
// The sum of differences of 8-bit integers over a k block of quads has 24 bits (CorrectionOfQuads).
static_assert(4 * (kKc + 1) * 255 < 1 << 23);
// So few rows wait for B: they read it where it lies, and A too.
constexpr int64_t kFewRows = 6;
// Of more vectors of columns a last panel that is half empty loses less than single vectors do,
// which load more of A for each multiplication.
constexpr int64_t kFewVectors = 5;
// Packing a block of A is paid for by as many columns.
constexpr int64_t kNc = 1024;
// A block of B stays in the second-level cache: 128 x 256 floats, or 512 x 512 / 2 integers, are
// 128 KiB. An A that has rows is read where it lies, once more for every block, which costs less
// than packing it.
constexpr int64_t kTaskNc = 128;
// Of few rows, which stay in the first-level cache.
constexpr int64_t kFewRowsNc = 256;
// One row streams rows of B that lie where they are: long ranges of them suit the prefetcher.
constexpr int64_t kRowNc = 1024;
// Each k block of Row has sums of its own, so their number bounds the scratch memory, and the time
// in which one thread adds them up.
constexpr int64_t kMostRowBlocks = 64;
// Of a B that is read in place again and again: it stays in the first-level cache, or a quarter of
// the second if its rows are so short that a prefetcher follows from one to the next.
constexpr int64_t kSmallBytes = 32 << 10, kShortRowBytes = 1 << 10;
// Below, adding up the lanes of each sum costs more than packing.
constexpr int64_t kLeastDotDepth = 16;
// In the time of so many multiplications or additions a byte is moved.
constexpr double kFlopsPerByte = 5, kIntegerOperationsPerByte = 8;
// With so many batches for each thread it does not matter that tasks are not shared out evenly.
constexpr int64_t kManyBatches = 8;

// A task begins in the time in which about a kilobyte is moved. Of smaller batches it takes
// several, so that this does not matter.
constexpr int64_t kTaskBytes = 32 << 10;

static_assert(kMostDotColumns % kMostNr == 0);

// The size of blocks of `whole` as even as multiples of `unit` can be, none above `most`; of blocks
// there are a multiple of `times`. EvenBlock(300, 256, 16) is 160.
int64_t EvenBlock(int64_t whole, int64_t most, int64_t unit, int64_t times = 1) {
  const int64_t blocks = std::max<int64_t>(CeilDiv(CeilDiv(whole, most), times), 1) * times;
  return std::max<int64_t>(RoundUp(CeilDiv(whole, blocks), unit), unit);
}

int64_t KcOf(const MatmulProblem& problem, int64_t terms = 1) {
  return EvenBlock(problem.sizes.k, terms * kKc, terms);
}

// Two vectors to a panel, or one where the last panel would be half empty otherwise.
int64_t VectorsOf(int64_t columns, int64_t lanes) {
  const int64_t vectors = CeilDiv(columns, lanes);
  return vectors <= kFewVectors && vectors % 2 == 1 ? 1 : kMostVectors;
}

int64_t WorkBytes(const MatmulProblem& problem) {
  const auto& [m, n, k, batches] = problem.sizes;
  const double flops = 2.0 * double(m) * double(n) * double(k) * double(batches[0] * batches[1]);
  // Few rows wait for B to arrive, not for multiplications.
  const double b_bytes =
      double(problem.CountOfB()) * double(n) * double(k) * SizeBits(problem.b.type) / 8;
  const double per_byte = problem.IsInteger() ? kIntegerOperationsPerByte : kFlopsPerByte;
  return int64_t(std::min(std::max(flops / per_byte, b_bytes), 0x1p60));
}

// Panels can read A where it lies: a row's elements follow each other. Four integers need no change
// where they need no correction; the last unit of a row must be whole.
bool HasRowsOfA(MatmulForm form, const MatmulProblem& problem) {
  const auto& [type, _, step, __] = problem.a;
  const int64_t k = problem.sizes.k;
  if (form == MatmulForm::Quads)
    return CorrectionsOf(form, problem) == 0 && k % TermsOf(form) == 0 && step == 1;
  return type == DataType::Float32 && (step == 1 || k == 1);
}

}  // namespace

Refusal Refuses(MatmulForm form, const MatmulProblem& problem) {
  const auto& [m, n, k, batches] = problem.sizes;
  const GemmMatrix& b = problem.b;
  if (form != MatmulForm::DotRows && form != MatmulForm::Row) return {};
  if (problem.b_is_packed) return {"BTensor is packed at initialization"};
  if (k == 0) return {"there is nothing to add up"};
  if (form == MatmulForm::DotRows) {
    if (m > kMostDotRows) return {"there are {} rows, but at most {} are taken", m, kMostDotRows};
    if (b.row_step != 1)
      return {"from row to row of BTensor the stride is {}, but 1 is needed", b.row_step};
    return {};
  }
  if (m != 1) return {"there are {} rows, but 1 is needed", m};
  if (batches[0] * batches[1] != 1)
    return {"there are {} batches, but 1 is needed", batches[0] * batches[1]};
  if (b.type != DataType::Float32)
    return {"BTensor has elements of {} bits, but FLOAT32 is needed", SizeBits(b.type)};
  if (b.column_step != 1)
    return {"from column to column of BTensor the stride is {}, but 1 is needed", b.column_step};
  const int64_t kc = KcOf(problem), blocks = CeilDiv(k, kc);
  if (blocks > kMostRowBlocks)
    return {"{} terms are {} blocks of {}, but at most {} are summed up apart", k, blocks, kc,
            kMostRowBlocks};
  if (n > kRowNc) return {"there are {} columns, but at most {} are taken", n, kRowNc};
  return {};
}

Cost CostOf(MatmulForm form, const MatmulProblem& problem, const Machine& machine) {
  assert(!Refuses(form, problem));
  constexpr Cost kPanels = 1, kLess = 0.5, kMore = 2;
  const GemmSizes& sizes = problem.sizes;
  switch (form) {
    case MatmulForm::DotRows:
      // Rows of B that are contiguous, too, are each a vector wide: panels read them in place.
      if (problem.b.column_step == 1 || sizes.k < kLeastDotDepth) return kMore;
      return kLess;
    case MatmulForm::Row:
      // Only where threads share several k blocks are there sums to be added up.
      return ThreadsFor(WorkBytes(problem), machine.threads) > 1 && sizes.k > KcOf(problem) ? kLess
                                                                                            : kMore;
    case MatmulForm::Quads: return machine.has_int8_dots ? kLess : kMore;
    default: return kPanels;
  }
}

MatmulSchedule Schedule(const MatmulProblem& problem, const Machine& machine, MatmulForm form) {
  assert(!Refuses(form, problem));
  const auto& [m, n, k, batches] = problem.sizes;
  const GemmMatrix &a = problem.a, &b = problem.b;
  const int64_t pairs = batches[0] * batches[1], count_of_b = problem.CountOfB();
  const bool is_dots = form == MatmulForm::DotRows, is_row = form == MatmulForm::Row;
  using PackB = MatmulSchedule::PackB;
  const int64_t lanes = machine.lanes(), vectors = VectorsOf(n, lanes);
  MatmulSchedule schedule = {
      .form = form, .mr = RowsOfTile(vectors, machine.vector_bytes), .nr = vectors * lanes};
  schedule.work_bytes = WorkBytes(problem);
  schedule.threads = ThreadsFor(schedule.work_bytes, machine.threads);
  const int64_t threads = schedule.threads;

  // Who packs B depends on how often it is used: each task what it alone needs, unless many blocks
  // of rows share a B and there are too few others for the threads. With enough columns for all of
  // them, each thread goes through all of A, and has to pack it unless it has rows.
  const bool has_rows_of_a = HasRowsOfA(form, problem);
  // Rows of bytes are so short that reading twelve at once waits for them: as few blocks read them
  // as if they were packed.
  const bool rereads_a = has_rows_of_a && !problem.IsInteger();
  const bool enough_batches = count_of_b > 1 && pairs >= threads;
  const bool enough_columns = pairs == 1 && n >= threads * (has_rows_of_a ? kTaskNc : kNc / 2);
  const bool by_task =
      is_dots || (count_of_b == 1 ? m * pairs : m) <= kMc || enough_batches || enough_columns;
  // As many tasks for every thread, unless there are so many that it does not matter.
  const int64_t even = pairs % threads == 0 || pairs >= kManyBatches * threads ? 1 : threads;

  schedule.kc = is_dots ? EvenBlock(k, kDotDepth, 1) : KcOf(problem, TermsOf(form));
  schedule.mc = std::min(EvenBlock(m, kMc, schedule.mr, by_task ? 1 : even), m);
  const int64_t task_nc = problem.IsInteger() ? 4 * kTaskNc : kTaskNc;  // of bytes
  const int64_t most_columns = is_dots                              ? kMostDotColumns
                               : m == 1 && !problem.b_is_packed     ? kRowNc
                               : m <= kFewRows                      ? kFewRowsNc
                               : rereads_a || (by_task && m <= kMc) ? task_nc
                                                                    : kNc;
  schedule.nc = EvenBlock(n, most_columns, schedule.nr, by_task && !is_row ? even : 1);
  // Smaller tasks cost few rows little, too: a thread that the system does not let run then holds
  // up less of the product.
  if (!is_row && enough_columns && rereads_a && even > 1 && schedule.nc <= kFewRowsNc)
    schedule.nc = EvenBlock(n, kTaskNc, schedule.nr, even);

  // Dot products need rows of A that follow each other.
  schedule.packs_a = is_dots ? a.type != DataType::Float32 || a.column_step != 1 : !has_rows_of_a;
  const int64_t row_bytes = 4 * std::abs(b.row_step);
  const int64_t small_bytes = row_bytes <= kShortRowBytes ? machine.l2_bytes / 4 : kSmallBytes;
  // A last panel that is not whole is packed for every block of rows.
  const bool is_small = row_bytes <= small_bytes / std::max<int64_t>(k, 1) &&
                        (m <= schedule.mc || n % schedule.nr == 0);
  schedule.b = problem.b_is_packed                                       ? PackB::AtInitialization
               : is_dots                                                 ? PackB::InPlace
               : b.HasRows() && (is_small || (by_task && m <= kFewRows)) ? PackB::InPlace
               : !by_task                                                ? PackB::Before
               : m <= schedule.mc                                        ? PackB::ByBlock
                                                                         : PackB::ByTask;
  schedule.output_in_place = problem.output.HasRows() && k > 0;

  const bool shares_rows = !by_task || schedule.b == PackB::AtInitialization;
  const bool one_by_one = schedule.b == PackB::Before && count_of_b > 1;
  if (!one_by_one)
    schedule.batches = std::clamp<int64_t>(
        kTaskBytes / std::max<int64_t>(schedule.work_bytes / pairs, 1), 1,
        std::max<int64_t>(pairs / (threads > 1 ? kManyBatches * threads : 1), 1));
  schedule.tasks = {
      .batches = one_by_one ? 1 : CeilDiv(pairs, schedule.batches),
      .m = shares_rows ? CeilDiv(m, schedule.mc) : 1,
      .n = CeilDiv(n, schedule.nc),
      .k = is_row ? CeilDiv(k, schedule.kc) : 1,
  };
  return schedule;
}

MatmulSchedule Schedule(const MatmulProblem& problem, const Machine& machine) {
  if (problem.IsInteger())
    return Schedule(problem, machine,
                    machine.has_int8_dots ? MatmulForm::Quads : MatmulForm::Pairs);
  MatmulForm cheapest = MatmulForm::Panels;
  for (const MatmulForm form : {MatmulForm::DotRows, MatmulForm::Row})
    if (!Refuses(form, problem) &&
        CostOf(form, problem, machine) < CostOf(cheapest, problem, machine))
      cheapest = form;
  return Schedule(problem, machine, cheapest);
}

std::string ToString(const MatmulSchedule& s) {
  constexpr std::string_view kOfB[] = {"in place", "packed by block", "packed by task",
                                       "packed before", "packed at initialization"};
  constexpr std::string_view kUnits[] = {"", "", "", "pairs, ", "quads, "};
  std::string text = s.form == MatmulForm::DotRows
                         ? fmt::format("dot products, kc {}", s.kc)
                         : fmt::format("{}{}x{}, kc {}", kUnits[size_t(s.form)], s.mr, s.nr, s.kc);
  fmt::format_to(std::back_inserter(text), ", mc {}, nc {}, A {}, B {}", s.mc, s.nc,
                 s.packs_a ? "packed" : "in place", kOfB[size_t(s.b)]);
  if (s.output_in_place) text += ", output in place";
  if (s.batches > 1) fmt::format_to(std::back_inserter(text), ", {} batches at a time", s.batches);
  if (s.threads == 1 || s.tasks.Count() == 1) return text + ", one thread";
  std::string dims;
  const auto add = [&](std::string_view name, int64_t tasks) {
    if (tasks > 1) dims += fmt::format("{}{} by {}", dims.empty() ? "" : ", ", name, tasks);
  };
  add("batches", s.tasks.batches);
  add("m", s.tasks.m);
  add("n", s.tasks.n);
  add("k", s.tasks.k);
  return text + ", threads split " + dims;
}

}  // namespace weft
