// SPDX-License-Identifier: MIT
// See candidate.h. The list of names that are asked for is short, so each query searches its text.
#include "program/candidate.h"

#include <cstdlib>

#include <fmt/args.h>
#include <fmt/format.h>

#include "base/error.h"
#include "base/trace.h"

namespace weft {
namespace {

thread_local std::string_view names_of_scope;

std::string_view AskedFor() {
  static const char* const environment = std::getenv("WEFT_CANDIDATE");
  if (!names_of_scope.empty() || environment == nullptr) return names_of_scope;
  return environment;
}

std::string_view FamilyOf(std::string_view name) { return name.substr(0, name.find('/')); }

// Calls visit(name) for each name of the list until one returns true; returns whether one did.
template <class Visit>
bool AnyName(std::string_view list, const Visit& visit) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    if (!name.empty() && visit(name)) return true;
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return false;
}

bool IsAskedFor(std::string_view candidate, std::string_view name) {
  return candidate.starts_with(name) &&
         (candidate.size() == name.size() || candidate[name.size()] == '/');
}

bool FamilyIsAskedFor(std::string_view candidate) {
  return AnyName(AskedFor(),
                 [&](std::string_view name) { return FamilyOf(name) == FamilyOf(candidate); });
}

bool MayBeTaken(std::string_view candidate) {
  return !FamilyIsAskedFor(candidate) ||
         AnyName(AskedFor(), [&](std::string_view name) { return IsAskedFor(candidate, name); });
}

}  // namespace

std::string Refusal::ToString() const {
  if (format_ == nullptr) return {};
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const int64_t value : values_) values.push_back(value);
  return fmt::vformat(format_, values);
}

CandidateScope::CandidateScope(std::string_view names) : before_(names_of_scope) {
  if (!names.empty()) names_of_scope = names;
}
CandidateScope::~CandidateScope() { names_of_scope = before_; }

namespace internal {

int Cheapest(std::span<const Offer> offers) {
  int cheapest = -1;
  for (size_t i = 0; i < offers.size(); ++i) {
    if (offers[i].refusal || !MayBeTaken(offers[i].name)) continue;
    if (cheapest < 0 || offers[i].cost < offers[size_t(cheapest)].cost) cheapest = int(i);
  }
  return cheapest;
}

void TraceChoice(std::string_view op, std::span<const Offer> offers, int chosen) {
  if (!TraceEnabled(TraceEvent::Refused)) return;
  for (size_t i = 0; i < offers.size(); ++i) {
    const Offer& offer = offers[i];
    if (int(i) == chosen) continue;
    std::string why = "it was not asked for";
    if (offer.refusal)
      why = offer.refusal.ToString();
    else if (MayBeTaken(offer.name))
      why = fmt::format("it would cost {:.3g} and {} {:.3g}", offer.cost,
                        offers[size_t(chosen)].name, offers[size_t(chosen)].cost);
    Trace(TraceEvent::Refused, fmt::format("{}: not {}: {}", op, offer.name, why));
  }
}

tl::unexpected<Error> NoneTakesIt(std::string_view op, std::span<const Offer> offers) {
  std::string names;
  for (const Offer& offer : offers) {
    if (FamilyIsAskedFor(offer.name) && MayBeTaken(offer.name))
      return Invalid("{}: the candidate {} was asked for and refuses: {}", op, offer.name,
                     offer.refusal.ToString());
    names += (names.empty() ? "" : ", ") + std::string(offer.name);
  }
  return Invalid("{}: the candidates asked for are {}, but there are {}", op, AskedFor(), names);
}

}  // namespace internal
}  // namespace weft
