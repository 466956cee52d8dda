// SPDX-License-Identifier: MIT
// Real layouts are decided by AreSeparate, or by the two tests after it. The rest is a depth-first
// search from the largest stride down: each d_i must leave a remainder that the smaller strides
// can still reach, which bounds d_i to an interval, and that is a multiple of their greatest common
// divisor, which leaves every q-th number of the interval.
#include "tensor/overlap.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "weft/tensor.h"

namespace weft {
namespace {

using Int128 = __int128;

constexpr int kSearchLimit = 1 << 14;  // remainders to try

Int128 FloorDivide(Int128 a, int64_t b) { return a / b - (a % b < 0); }  // b > 0
int64_t FloorModulo(int64_t a, int64_t b) { return a % b + (a % b < 0 ? b : 0); }

// x in [0, modulus) with a * x % modulus == 1; a and modulus have no common divisor.
int64_t Inverse(int64_t a, int64_t modulus) {
  int64_t previous = modulus, current = a % modulus;
  int64_t previous_x = 0, x = 1;
  while (current > 1) {
    const int64_t quotient = previous / current;
    previous = std::exchange(current, previous % current);
    previous_x = std::exchange(x, previous_x - quotient * x);
  }
  return FloorModulo(x, modulus);
}

class Search {
 public:
  explicit Search(std::span<const Step> steps) : steps_(steps) {
    int64_t reach = 0, divisor = 0;
    for (size_t level = 0; level < steps.size(); ++level) {
      const int64_t inner_divisor = divisor;
      reach += steps[level].last * steps[level].stride;
      divisor = std::gcd(divisor, steps[level].stride);
      const int64_t every = level == 0 ? 1 : inner_divisor / divisor;
      levels_[level] = {reach, divisor, every,
                        every == 1 ? 0 : Inverse(steps[level].stride / divisor, every)};
    }
  }

  bool FindsOverlap() {
    // Opposite solutions come in pairs, so the largest stride that takes part goes up.
    for (size_t lead = steps_.size() - 1; lead >= 1; --lead) {
      const Candidates candidates = CandidatesFor(lead, 0, 1);
      for (int64_t d = candidates.first; d <= candidates.last; d += candidates.every)
        if (Reaches(lead - 1, -d * steps_[lead].stride)) return true;
    }
    return false;
  }

 private:
  struct Level {
    int64_t reach;    // sum(last * stride) up to and including this level
    int64_t divisor;  // greatest common divisor of the strides up to and including this level
    int64_t every;    // the divisor of the levels below / divisor: spacing of the candidates
    int64_t inverse;  // of stride / divisor, modulo `every`
  };
  struct Candidates {
    int64_t first, last, every;
  };

  // The numbers d >= least for which the levels below may reach target - d * stride.
  Candidates CandidatesFor(size_t level, int64_t target, int64_t least) const {
    const auto [stride, last] = steps_[level];
    const Int128 inner_reach = levels_[level - 1].reach;  // wide: the sums below may pass 2^63
    const auto low = std::max<Int128>(least, -FloorDivide(inner_reach - target, stride));
    const auto high = std::min<Int128>(last, FloorDivide(inner_reach + target, stride));
    if (low > high) return {1, 0, 1};
    const auto [reach, divisor, every, inverse] = levels_[level];
    const auto wanted =
        static_cast<int64_t>(Int128(FloorModulo(target / divisor, every)) * inverse % every);
    const auto from = static_cast<int64_t>(low);
    return {from + FloorModulo(wanted - from % every, every), static_cast<int64_t>(high), every};
  }

  // Whether the levels up to `level` can add up to `target`.
  bool Reaches(size_t level, int64_t target) {
    if (target == 0 || ++tried_ > kSearchLimit) return true;
    if (target % levels_[level].divisor != 0 || std::abs(target) > levels_[level].reach)
      return false;
    if (level == 0) return true;
    const Candidates candidates = CandidatesFor(level, target, -steps_[level].last);
    // Below level 1 there is a single stride, and a candidate leaves it nothing but a multiple.
    if (level == 1) return candidates.first <= candidates.last;
    for (int64_t d = candidates.first; d <= candidates.last; d += candidates.every)
      if (Reaches(level - 1, target - d * steps_[level].stride)) return true;
    return false;
  }

  std::span<const Step> steps_;
  std::array<Level, kMaxRank + 1> levels_;
  int tried_ = 0;
};

// Each stride steps over everything the smaller ones reach: a plain, padded or permuted layout.
bool AreSeparate(std::span<const Step> steps) {
  int64_t reach = 0;
  for (const Step& step : steps) {
    if (step.stride <= reach) return false;
    reach += step.last * step.stride;
  }
  return true;
}

// Sizes {3,3} with strides {2,1}: one row down is two columns right.
bool SomePairOverlaps(std::span<const Step> steps) {
  for (size_t a = 0; a < steps.size(); ++a)
    for (size_t b = a + 1; b < steps.size(); ++b) {
      const int64_t divisor = std::gcd(steps[a].stride, steps[b].stride);
      if (steps[b].stride / divisor <= steps[a].last && steps[a].stride / divisor <= steps[b].last)
        return true;
    }
  return false;
}

// More coordinates than offsets to put them at. There is a step, and no stride is 0.
bool IsCrowded(std::span<const Step> steps) {
  int64_t reach = 0, divisor = steps.front().stride;
  for (const Step& step : steps) {
    reach += step.last * step.stride;
    divisor = std::gcd(divisor, step.stride);
  }
  const Int128 offsets = Int128(reach / divisor) + 1;
  Int128 coordinates = 1;
  for (const Step& step : steps) {
    coordinates *= Int128(step.last) + 1;
    if (coordinates > offsets) return true;
  }
  return false;
}

}  // namespace

bool Overlaps(std::span<const Step> steps) {
  if (AreSeparate(steps)) return false;
  return SomePairOverlaps(steps) || IsCrowded(steps) || Search(steps).FindsOverlap();
}

}  // namespace weft
