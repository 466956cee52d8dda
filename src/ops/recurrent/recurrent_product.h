// SPDX-License-Identifier: MIT
// The product of a recurrent operator's rows with some rows of its weights, transposed, for any
// direction. Weights that are used several times in a run are packed before the first use, into
// temporary memory; those that are OWNED_BY_DML at initialization, into persistent memory.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ops/matmul/run.h"
#include "ops/recurrent/recurrent.h"
#include "program/machine.h"
#include "program/owned.h"
#include "program/program.h"
#include "strided/view.h"

namespace weft::ops {

class RecurrentProduct {
 public:
  // Rows of sizes.k columns, and how often they are multiplied by the sizes.n rows of weights.
  struct Rows {
    GemmSizes sizes;
    GemmMatrix matrix;
    int64_t uses;
    int64_t last_rows;  // sizes.m, or fewer, which some uses have
  };

  RecurrentProduct() = default;
  // Rows of weights from `first` on. The machine has the threads that each use has.
  RecurrentProduct(const Rows& rows, const RecurrentTensor& weights, int64_t first,
                   const Machine& machine)
      : slot_(weights.slot) {
    const Layout& layout = weights.desc->layout;
    const int64_t bytes = SizeBits(weights.desc->type) / 8;
    directions_ = layout.sizes[1];
    direction_step_ = StepOf(layout, 1) * bytes;
    first_ = (layout.offset + first * StepOf(layout, 2)) * bytes;
    const bool owned = IsOwned(*weights.desc);
    const auto planned = [&](int64_t count, bool packs) {
      GemmSizes sizes = rows.sizes;
      sizes.m = count;
      const GemmMatrix output = {DataType::Float32, sizes.n, 1};
      const MatmulProblem problem(sizes, rows.matrix, Transposed(*weights.desc), output, packs);
      return GemmPlan(problem, Schedule(problem, machine));
    };
    plan_ = planned(rows.sizes.m, rows.uses > 1);
    // Constants are packed for one use, too, unless dot products read them where they lie.
    if (owned && plan_.schedule().form != MatmulForm::DotRows) plan_ = planned(rows.sizes.m, true);
    assert(rows.last_rows == rows.sizes.m || plan_.packs_b());
    last_plan_ = rows.last_rows == rows.sizes.m ? plan_ : planned(rows.last_rows, true);
    keeps_ = plan_.packs_b() && owned;
  }

  uint64_t scratch_bytes() const {
    return std::max(plan_.scratch_bytes(), last_plan_.scratch_bytes());
  }
  // The bytes of packed weights, in temporary or in persistent memory, and their offset `at` in it.
  uint64_t temporary_bytes() const { return keeps_ ? 0 : all_packed_bytes(); }
  uint64_t persistent_bytes() const { return keeps_ ? all_packed_bytes() : 0; }
  void SetPackedOffset(int64_t at) { packed_at_ = at; }
  // How the weights are packed, for Explain.
  std::string_view Packing() const {
    return keeps_ ? "packed once" : plan_.packs_b() ? "packed for each run" : "used as they are";
  }
  // Whether runs read this input.
  bool ReadsAtRun(int slot) const { return slot == slot_ && !keeps_; }

  // Called at initialization.
  void Keep(const Bindings& bind) const {
    for (int64_t direction = 0; keeps_ && direction < directions_; ++direction)
      plan_.PackB(PackedAt(bind.persistent, direction), Given(bind, direction));
  }
  // Selects the weights of a direction before it runs: packed ones, or the given ones.
  const std::byte* Prepare(const Bindings& bind, std::byte* temporary, int64_t direction) const {
    if (keeps_) return PackedAt(bind.persistent, direction);
    const std::byte* given = Given(bind, direction);
    if (!plan_.packs_b()) return given;
    plan_.PackB(PackedAt(temporary, direction), given);
    return PackedAt(temporary, direction);
  }
  // Writes contiguous rows at a stride of `row_step` floats. There are sizes.m or `last_rows`.
  void Run(int64_t count, float* c, int64_t row_step, const std::byte* rows,
           const std::byte* weights, float* scratch) const {
    const GemmPlan& plan = count == plan_.sizes().m ? plan_ : last_plan_;
    assert(count == plan.sizes().m);
    plan.Run(c, row_step, rows, weights, reinterpret_cast<std::byte*>(scratch));
  }

 private:
  static GemmMatrix Transposed(const TensorDesc& weights) {
    return {weights.type, StepOf(weights.layout, 3), StepOf(weights.layout, 2)};
  }
  uint64_t all_packed_bytes() const { return uint64_t(directions_) * plan_.packed_bytes(); }
  const std::byte* Given(const Bindings& bind, int64_t direction) const {
    return bind.Input(slot_) + first_ + direction * direction_step_;
  }
  std::byte* PackedAt(std::byte* memory, int64_t direction) const {
    return memory + packed_at_ + direction * int64_t(plan_.packed_bytes());
  }

  GemmPlan plan_, last_plan_;
  int slot_ = 0;
  int64_t directions_ = 1, direction_step_ = 0, first_ = 0;  // steps in bytes
  bool keeps_ = false;  // whether packed weights are persistent
  int64_t packed_at_ = 0;
};

}  // namespace weft::ops
