// SPDX-License-Identifier: MIT
// TOP_K, TOP_K1: the K largest or smallest elements of each line along Axis, best first, with their
// indices. An element and its index are combined to one integer, an entry, whose order is the
// required one, ties included. A buffer of entries is cut back to the best K whenever it is full.
#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstring>
#include <functional>

#include "base/align.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/half.h"
#include "base/parallel.h"
#include "base/split.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "program/infer_sizes.h"
#include "strided/copy.h"
#include "strided/parallel_nest.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

template <int kBytes>
using BitsOfSize = std::conditional_t<
    kBytes == 8, uint64_t,
    std::conditional_t<kBytes == 4, uint32_t, std::conditional_t<kBytes == 2, uint16_t, uint8_t>>>;

// Maps elements to unsigned numbers in the same order. -0 equals 0; every NaN is the largest.
template <class T>
BitsOfSize<sizeof(T)> OrderedBits(T element) {
  using Bits = BitsOfSize<sizeof(T)>;
  constexpr Bits kTop = Bits(Bits(1) << (8 * sizeof(T) - 1));
  const Bits bits = std::bit_cast<Bits>(element);
  if constexpr (std::unsigned_integral<T>) {
    return bits;
  } else if constexpr (std::signed_integral<T>) {
    return Bits(bits ^ kTop);
  } else {
    constexpr int kMantissaBits = sizeof(T) == 2 ? 10 : sizeof(T) == 4 ? 23 : 52;
    constexpr Bits kInfinity = Bits((kTop - 1) >> kMantissaBits << kMantissaBits);
    const Bits magnitude = Bits(bits & (kTop - 1));
    if (magnitude > kInfinity) return Bits(-1);
    if (magnitude == 0) return kTop;
    return Bits(bits & kTop ? ~bits : bits | kTop);
  }
}

// What is compared: the ordered element above the index, inverted where smaller is better. Larger
// entries come first.
template <class T>
using Entry = std::conditional_t<sizeof(T) == 8, unsigned __int128, uint64_t>;

template <class T>
Entry<T> EntryOf(const std::byte* at, uint64_t index, bool smallest) {
  T element;
  std::memcpy(&element, at, sizeof(T));
  Entry<T> key = OrderedBits(element);
  if (smallest) key = ~key;
  return key << 32 | uint32_t(~index);
}

// All strides in bytes.
struct Selection {
  enum Operand { kInput, kValue, kIndex };
  int64_t k = 0;
  bool smallest = false;
  int element_bytes = 0;
  int index_bytes = 0;
  Loop<3> axis;              // its count is that of the input's elements
  LoopNest<3> nest;          // the other dimensions
  int64_t capacity = 0;      // of the buffer, in entries
  int64_t staged_lines = 1;  // neighbouring lines that are copied together first
  TileKernel stage = nullptr;

  int64_t StagedBytes() const { return stage ? staged_lines * axis.count * element_bytes : 0; }
  int64_t EntryBytes() const { return element_bytes == 8 ? 16 : 8; }
  // The scratch memory of one thread; a multiple of a cache line, so that no two threads share one.
  int64_t ScratchBytes() const {
    return RoundUp(capacity * EntryBytes() + StagedBytes(), kLineBytes);
  }
};

// Writes the best K entries of the line, in order, to the front of `entries`.
template <class T>
void Select(const Selection& plan, const std::byte* line, int64_t step, Entry<T>* entries) {
  Entry<T> least = 0;  // an entry below it cannot be among the best K
  int64_t kept = 0;
  const auto prune = [&] {
    std::nth_element(entries, entries + plan.k - 1, entries + kept, std::greater<>());
    least = entries[plan.k - 1];
    kept = plan.k;
  };
  for (int64_t i = 0; i < plan.axis.count; ++i, line += step) {
    const Entry<T> entry = EntryOf<T>(line, uint64_t(i), plan.smallest);
    if (entry < least) continue;
    if (kept == plan.capacity) prune();
    entries[kept++] = entry;
  }
  if (kept > plan.k) prune();
  std::sort(entries, entries + plan.k, std::greater<>());
}

template <class T>
void RunLines(const Selection& plan, const LoopNest<3>& task, const Bindings& bind,
              std::byte* scratch) {
  auto* entries = reinterpret_cast<Entry<T>*>(scratch);
  std::byte* staged = scratch + plan.capacity * int64_t(sizeof(Entry<T>));
  const int64_t size = sizeof(T), staged_line = plan.axis.count * size;
  const Loop<3> lines = task[task.depth - 1];
  const int64_t input_step = plan.axis.stride[Selection::kInput];
  const int64_t value_step = plan.axis.stride[Selection::kValue];
  const int64_t index_step = plan.axis.stride[Selection::kIndex];
  ForEachOffset(task, task.depth - 1, [&](const std::array<int64_t, 3>& offset) {
    const std::byte* input = bind.Input(0) + offset[Selection::kInput];
    for (int64_t line = 0; line < lines.count; ++line) {
      const int64_t in_stage = line % plan.staged_lines;
      if (plan.stage != nullptr && in_stage == 0)
        plan.stage(staged, input + line * lines.stride[Selection::kInput],
                   {std::min(plan.staged_lines, lines.count - line), plan.axis.count, staged_line,
                    size, lines.stride[Selection::kInput], input_step});
      const std::byte* from = plan.stage ? staged + in_stage * staged_line
                                         : input + line * lines.stride[Selection::kInput];
      const int64_t step = plan.stage ? size : input_step;
      Select<T>(plan, from, step, entries);
      std::byte* value =
          bind.Output(0) + offset[Selection::kValue] + line * lines.stride[Selection::kValue];
      std::byte* position =
          bind.Output(1) + offset[Selection::kIndex] + line * lines.stride[Selection::kIndex];
      for (int64_t i = 0; i < plan.k; ++i, value += value_step, position += index_step) {
        const uint64_t index = uint32_t(~entries[i]);
        std::memcpy(value, from + int64_t(index) * step, sizeof(T));
        std::memcpy(position, &index, plan.index_bytes);
      }
    }
  });
}

Selection PlanSelection(const TopK1& op) {
  constexpr int64_t kLeastCapacity = 256;
  constexpr int64_t kMostStagedBytes = 4 << 20;
  Selection plan = {.k = op.k,
                    .smallest = op.axis_direction == AxisDirection::Increasing,
                    .element_bytes = SizeBits(op.input.type) / 8,
                    .index_bytes = SizeBits(op.output_index.type) / 8};
  // The loop along the axis, which is taken out, counts the input's elements.
  const auto as_long = [&](Layout output) {
    output.sizes[int(op.axis)] = op.input.sizes()[int(op.axis)];
    return output;
  };
  plan.nest =
      Nest(op.input.layout, as_long(op.output_value.layout), as_long(op.output_index.layout));
  plan.axis = plan.nest.Take(int(op.axis));
  if (plan.axis.count == 1) plan.axis.stride[Selection::kInput] = 0;
  if (plan.k == 1) plan.axis.stride[Selection::kValue] = plan.axis.stride[Selection::kIndex] = 0;
  Simplify(plan.nest);
  if (plan.nest.depth == 0) plan.nest.Push({});
  const std::array<int64_t, 3> bytes = {plan.element_bytes, plan.element_bytes, plan.index_bytes};
  for (int operand = 0; operand < 3; ++operand) {
    plan.nest.offset[operand] *= bytes[operand];
    plan.axis.stride[operand] *= bytes[operand];
    for (int i = 0; i < plan.nest.depth; ++i) plan.nest[i].stride[operand] *= bytes[operand];
  }
  plan.capacity = std::min(plan.axis.count, std::max(2 * plan.k, kLeastCapacity));
  const int64_t side_by_side = kLineBytes / plan.element_bytes;
  const Loop<3>& lines = plan.nest.Innermost();
  if (lines.stride[Selection::kInput] == plan.element_bytes && lines.count >= side_by_side &&
      plan.axis.count <= kMostStagedBytes / kLineBytes) {
    plan.staged_lines = side_by_side;
    plan.stage =
        KernelForAnySize(plan.element_bytes, {.dst_column = plan.element_bytes,
                                              .src_row = plan.element_bytes,
                                              .src_column = plan.axis.stride[Selection::kInput]});
  }
  return plan;
}

TopK1 AsTopK1(const TopK& op) {
  return {.input = op.input,
          .output_value = op.output_value,
          .output_index = op.output_index,
          .axis = op.axis,
          .k = op.k,
          .axis_direction = AxisDirection::Decreasing};
}

Status Check(std::string_view name, const TopK1& op) {
  WEFT_RETURN_IF_ERROR(CheckAxis(name, op.axis, "InputTensor", op.input));
  const int64_t size = op.input.sizes()[int(op.axis)];
  if (op.k == 0 || int64_t(op.k) > size)
    return Invalid("{}: K is {}, but 1 to InputTensor.Sizes[{}] = {} is required", name, op.k,
                   op.axis, size);
  return CheckSizesBut(name, "OutputValueTensor", op.output_value, "InputTensor", op.input, op.axis,
                       fmt::format("it must be K = {}", op.k), op.k);
}

template <class Op>
void InferTopK(Op& op) {
  const Sizes sizes = Replaced(op.input.sizes(), op.axis, std::max(op.k, 1u));  // 0: Validate's
  Fill(op.output_value, op.input.type, sizes);
  Fill(op.output_index, DataType::UInt32, op.output_value.sizes());
}

}  // namespace

void Infer(TopK& op) { InferTopK(op); }
void Infer(TopK1& op) { InferTopK(op); }

Status Validate(const TopK& op) { return Check("TOP_K", AsTopK1(op)); }
Status Validate(const TopK1& op) { return Check("TOP_K1", op); }

Result<Program> Plan(const TopK& op) { return Plan(AsTopK1(op)); }

Result<Program> Plan(const TopK1& op) {
  const Selection plan = PlanSelection(op);
  // The search takes several times as long as moving.
  const int64_t work = 4 * op.input.layout.ElementCount() * plan.element_bytes;
  const int areas = ThreadsFor(work);  // of scratch memory, one per thread
  return DispatchType(op.input.type, [&]<class T>(ElementTag<T>) -> Result<Program> {
    return Program{.run =
                       [=](const Bindings& bind) {
                         std::atomic<int> next_area = 0;
                         std::byte* first = AlignToLine(bind.temporary);
                         ForEachTask(plan.nest, {}, std::min(areas, ThreadsFor(work)),
                                     [&](const LoopNest<3>& task) {
                                       const int64_t area = next_area.fetch_add(1);
                                       WEFT_ASSERT(area < areas);
                                       RunLines<T>(plan, task, bind,
                                                   first + area * plan.ScratchBytes());
                                     });
                       },
                   .temporary_bytes = uint64_t(areas * plan.ScratchBytes() + kLineBytes)};
  });
}

}  // namespace weft::ops
