// SPDX-License-Identifier: MIT
// Makes two plans and takes the smaller one: step by step into the smallest hole that is large
// enough, as an allocator does; and, for at most kFew lifetimes, the largest first, each at the
// lowest offset where it overlaps none that lives at the same time.
#include "graph/memory_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/align.h"
#include "base/assert.h"

namespace weft::graph {
namespace {

constexpr size_t kFew = 2000;  // the second plan takes quadratic time

// As unsigned 64 bits, the type in which sums of programs' requirements are checked.
uint64_t WholeLines(uint64_t bytes) {
  return (bytes + uint64_t(kLineBytes) - 1) / uint64_t(kLineBytes) * uint64_t(kLineBytes);
}

// The holes of an allocation that can grow at its end.
class Holes {
 public:
  uint64_t Take(uint64_t bytes) {
    const auto best = by_size_.lower_bound({bytes, 0});
    if (best != by_size_.end()) {
      const auto [size, offset] = *best;
      Remove(offset, size);
      if (size > bytes) Add(offset + bytes, size - bytes);
      return offset;
    }
    // The hole at the end grows.
    uint64_t offset = end_;
    if (!by_offset_.empty()) {
      const auto [last, size] = *by_offset_.rbegin();
      if (last + size == end_) {
        offset = last;
        Remove(last, size);
      }
    }
    end_ = offset + bytes;
    return offset;
  }
  void Give(uint64_t offset, uint64_t bytes) {
    auto after = by_offset_.lower_bound(offset);
    if (after != by_offset_.end() && after->first == offset + bytes) {
      const uint64_t size = after->second;
      Remove(offset + bytes, size);
      bytes += size;
      after = by_offset_.lower_bound(offset);
    }
    if (after != by_offset_.begin()) {
      const auto [before, size] = *std::prev(after);
      if (before + size == offset) {
        Remove(before, size);
        offset = before;
        bytes += size;
      }
    }
    Add(offset, bytes);
  }
  uint64_t end() const { return end_; }

 private:
  void Add(uint64_t offset, uint64_t size) {
    by_offset_[offset] = size;
    by_size_.insert({size, offset});
  }
  void Remove(uint64_t offset, uint64_t size) {
    by_offset_.erase(offset);
    by_size_.erase({size, offset});
  }

  std::map<uint64_t, uint64_t> by_offset_;
  std::set<std::pair<uint64_t, uint64_t>> by_size_;
  uint64_t end_ = 0;
};

std::vector<size_t> Sorted(std::span<const Lifetime> lifetimes, auto less) {
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return less(lifetimes[a], lifetimes[b]); });
  return order;
}

// Merges lifetimes that reuse each other's memory, from the first one's begin to the last one's
// end.
struct Merged {
  std::vector<Lifetime> lifetimes;
  std::vector<size_t> index;  // of each lifetime before merging
};

Merged Merge(std::span<const Lifetime> lifetimes) {
  Merged merged{.index = std::vector<size_t>(lifetimes.size())};
  for (const size_t i :
       Sorted(lifetimes, [](const auto&a, const auto&b) { return a.first < b.first; })) {
    const Lifetime& life = lifetimes[i];
    WEFT_ASSERT(life.first <= life.last);
    if (life.takes) {
      const Lifetime& source = lifetimes[*life.takes];
      WEFT_ASSERT(source.bytes == life.bytes && source.first < life.first &&
                  source.last == life.first);
      merged.index[i] = merged.index[*life.takes];
      merged.lifetimes[merged.index[i]].last = life.last;
    } else {
      merged.index[i] = merged.lifetimes.size();
      merged.lifetimes.push_back(life);
    }
  }
  return merged;
}

MemoryPlan StepByStep(std::span<const Lifetime> lifetimes) {
  MemoryPlan plan{.offsets = std::vector<uint64_t>(lifetimes.size())};
  const auto begins = Sorted(lifetimes, [](const auto& a, const auto& b) {
    return std::pair(a.first, b.bytes) < std::pair(b.first, a.bytes);
  });
  const auto ends = Sorted(lifetimes, [](const auto& a, const auto& b) { return a.last < b.last; });
  Holes holes;
  size_t ended = 0;
  for (const size_t i : begins) {
    for (; lifetimes[ends[ended]].last < lifetimes[i].first; ++ended)
      if (lifetimes[ends[ended]].bytes > 0)
        holes.Give(plan.offsets[ends[ended]], WholeLines(lifetimes[ends[ended]].bytes));
    if (lifetimes[i].bytes > 0) plan.offsets[i] = holes.Take(WholeLines(lifetimes[i].bytes));
  }
  plan.bytes = holes.end();
  return plan;
}

MemoryPlan LargestFirst(std::span<const Lifetime> lifetimes) {
  MemoryPlan plan{.offsets = std::vector<uint64_t>(lifetimes.size())};
  std::vector<size_t> placed;  // by offset
  for (const size_t i :
       Sorted(lifetimes, [](const auto&a, const auto&b) { return a.bytes > b.bytes; })) {
    const uint64_t bytes = WholeLines(lifetimes[i].bytes);
    uint64_t at = 0;
    for (const size_t other : placed) {
      if (lifetimes[other].last < lifetimes[i].first || lifetimes[other].first > lifetimes[i].last)
        continue;
      if (at + bytes <= plan.offsets[other]) break;
      at = std::max(at, plan.offsets[other] + WholeLines(lifetimes[other].bytes));
    }
    plan.offsets[i] = at;
    plan.bytes = std::max(plan.bytes, at + bytes);
    placed.insert(
        std::ranges::upper_bound(placed, at, {}, [&](size_t j) { return plan.offsets[j]; }), i);
  }
  return plan;
}

}  // namespace

std::optional<MemoryPlan> PlanMemory(std::span<const Lifetime> all) {
  const auto [lifetimes, index] = Merge(all);
  uint64_t total = 0;
  for (const Lifetime& lifetime : lifetimes)
    if (lifetime.bytes > UINT64_MAX - uint64_t(kLineBytes) ||
        __builtin_add_overflow(total, WholeLines(lifetime.bytes), &total))
      return std::nullopt;
  MemoryPlan best = StepByStep(lifetimes);
  if (lifetimes.size() <= kFew)
    if (MemoryPlan other = LargestFirst(lifetimes); other.bytes < best.bytes)
      best = std::move(other);
  MemoryPlan plan{.offsets = {}, .bytes = best.bytes};
  for (const size_t i : index) plan.offsets.push_back(best.offsets[i]);
  return plan;
}

uint64_t LeastBytes(std::span<const Lifetime> lifetimes) {
  std::vector<std::pair<int64_t, int64_t>> changes;  // at a step, by so many bytes
  for (const Lifetime& lifetime : Merge(lifetimes).lifetimes) {
    changes.push_back({lifetime.first, int64_t(lifetime.bytes)});
    changes.push_back({lifetime.last + 1, -int64_t(lifetime.bytes)});
  }
  std::ranges::sort(changes);  // ends come before begins
  int64_t now = 0, most = 0;
  for (const auto& [step, change] : changes) most = std::max(most, now += change);
  return uint64_t(most);
}

}  // namespace weft::graph
