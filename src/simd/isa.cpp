// SPDX-License-Identifier: MIT
// Instruction sets are bits, as in Highway: the lower, the better. One mask has those that may be
// taken; kernels read it whenever they dispatch.
#include "simd/isa.h"

#include "base/guard.h"
#include "simd/targets.h"
//
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

#include "base/error.h"
#include "hwy/targets.h"
#include "simd/dispatch.h"

namespace weft {
namespace {

constexpr int64_t kCompiled = HWY_TARGETS;
// The set that the compiler assumes. Nothing below it is compiled, so no ceiling can be lower.
constexpr int64_t kLeast = HWY_STATIC_TARGET;
constexpr int64_t kNamed = WEFT_NAMED_TARGETS & (kLeast | (kLeast - 1));
constexpr int64_t kNoCeiling = 1;  // better than any

int64_t BestOf(int64_t targets) { return targets & -targets; }

// Asked once, because CPUID is slow on a virtual machine.
int64_t MachineTargets() {
  static const int64_t targets = (hwy::SupportedTargets() & kNamed) | kLeast;
  return targets;
}

int64_t UpTo(int64_t ceiling) { return MachineTargets() & -ceiling; }

std::vector<std::string_view> NamesOf(int64_t targets) {
  std::vector<std::string_view> names;
  for (; targets != 0; targets &= targets - 1) names.push_back(hwy::TargetName(BestOf(targets)));
  return names;
}

// "AVX2, SSE4 or SCALAR"
std::string AnyOf(const std::vector<std::string_view>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " or ";
    text += names[i];
  }
  return text;
}

Result<int64_t> CeilingOf(std::string_view source, std::string_view name) {
  if (name.empty()) return kNoCeiling;
  for (int64_t rest = kNamed; rest != 0; rest &= rest - 1)
    if (name == hwy::TargetName(BestOf(rest))) return BestOf(rest);
  return Invalid("{} is \"{}\", but {} is required", source, name, AnyOf(NamesOf(kNamed)));
}

// The ceiling, and the error if WEFT_MAX_ISA is wrong.
class Ceiling {
 public:
  static Ceiling& Get() {
    static Ceiling ceiling;
    return ceiling;
  }

  void Set(int64_t ceiling) {
    const std::lock_guard lock(mutex_);
    ceiling_.store(ceiling, std::memory_order_relaxed);
    simd::allowed_targets.store(UpTo(ceiling), std::memory_order_relaxed);
    is_wrong_.store(false, std::memory_order_relaxed);
  }
  int64_t target() const { return ceiling_.load(std::memory_order_relaxed); }
  Status Check() const {
    if (!is_wrong_.load(std::memory_order_relaxed)) [[likely]]
      return Ok();
    return from_environment_;
  }

 private:
  Ceiling() {
    try {
      const char* const name = std::getenv("WEFT_MAX_ISA");
      Result<int64_t> ceiling = CeilingOf("WEFT_MAX_ISA", name != nullptr ? name : "");
      Set(ceiling.value_or(kNoCeiling));
      if (ceiling) return;
      from_environment_ = tl::unexpected<Error>(std::move(ceiling).error());
    } catch (...) {
      from_environment_ = tl::unexpected<Error>(CaughtError());
    }
    is_wrong_ = true;
  }

  std::mutex mutex_;  // held while setting, so that all members belong to one ceiling
  std::atomic<int64_t> ceiling_ = kNoCeiling;
  std::atomic<bool> is_wrong_ = false;
  Status from_environment_;  // never changes, so that Check needs no lock
};

// Every site that has dispatched, the latest first.
constinit std::atomic<simd::DispatchSite*> first_site = nullptr;

}  // namespace

Status SetMaxIsa(std::string_view name) try {
  WEFT_ASSIGN(const int64_t ceiling, CeilingOf("MaxIsa", name));
  Ceiling::Get().Set(ceiling);
  return Ok();
}
WEFT_CATCH

std::string_view MaxIsa() {
  const int64_t ceiling = Ceiling::Get().target();
  return ceiling == kNoCeiling ? std::string_view() : hwy::TargetName(ceiling);
}

Status CheckMaxIsa() { return Ceiling::Get().Check(); }

std::vector<std::string_view> MachineIsas() try { return NamesOf(MachineTargets()); }
WEFT_CATCH_RETURN({})
std::vector<std::string_view> CompiledIsas() try { return NamesOf(kCompiled); }
WEFT_CATCH_RETURN({})
std::string_view UsedIsa() {
  return hwy::TargetName(BestOf((UpTo(Ceiling::Get().target()) | kLeast) & kCompiled));
}

namespace simd {

constinit std::atomic<int64_t> allowed_targets = 0;

int64_t ReadCeiling() {
  Ceiling::Get();
  return allowed_targets.load(std::memory_order_relaxed);
}

void DispatchSite::Record(int64_t target) {
  taken.fetch_or(target, std::memory_order_relaxed);
  if (listed.exchange(true)) return;
  next = first_site.load();
  while (!first_site.compare_exchange_weak(next, this)) {
  }
}

std::vector<Taken> TakenTargets() {
  std::vector<Taken> all;
  for (const DispatchSite* site = first_site; site != nullptr; site = site->next)
    if (const int64_t taken = site->taken.load(); taken != 0) all.push_back({site->name, taken});
  return all;
}

void ForgetTaken() {
  for (DispatchSite* site = first_site; site != nullptr; site = site->next) site->taken = 0;
}

}  // namespace simd
}  // namespace weft
