// SPDX-License-Identifier: MIT
// See separable.h.
#include "ops/resampling/separable.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "ops/candidates.h"
#include "program/float_operand.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

struct FilterProblem {
  Temporary space;
  FloatInput from;
  FloatOutput to;
  std::vector<FilterAxis> axes;  // in the order they are filtered

  FilterProblem(const TensorDesc& output, const TensorDesc& input, Filters filters)
      : from(input, space), to(output, space) {
    if (std::ranges::none_of(filters, [](const auto& filter) { return filter.has_value(); })) {
      // Without filters only the layout and the type change.
      const auto smallest = std::ranges::min_element(output.sizes());
      filters[size_t(smallest - output.sizes().begin())] = Filter::Identity(*smallest);
    }
    for (size_t dim = 0; dim < filters.size(); ++dim)
      if (filters[dim])
        axes.push_back({int(dim), std::make_shared<const Filter>(*std::move(filters[dim]))});
    // Filters that enlarge keep their order.
    const auto growth = [](const FilterAxis& axis) {
      return std::min(1.0, double(axis.filter->outputs()) / double(axis.filter->inputs()));
    };
    std::ranges::stable_sort(
        axes, [&](const FilterAxis& a, const FilterAxis& b) { return growth(a) < growth(b); });
  }

  // The layout of the elements before axis i is filtered.
  Layout Before(size_t i) const {
    Layout layout = from.layout();
    if (i == 0) return layout;
    for (size_t done = 0; done < i; ++done)
      layout.sizes[axes[done].dim] = axes[done].filter->outputs();
    Layout like = to.layout();
    like.sizes = layout.sizes;
    return PackedLike(like);
  }
  Layout After(size_t i) const { return i + 1 < axes.size() ? Before(i + 1) : to.layout(); }
};

struct Step {
  std::variant<FilterPass, FilterPlane> pass;
  int64_t to_bytes;  // offset in temporary memory; unused by the last
};

// The first `passes` axes one by one, then a plane of two if two are left.
Program PlanSteps(const FilterProblem& problem, size_t passes) {
  Temporary space = problem.space;
  auto steps = std::make_shared<std::vector<Step>>();
  for (size_t i = 0; i < passes; ++i) {
    const Layout after = problem.After(i);
    const bool is_last = i + 1 == problem.axes.size();
    const int64_t at = is_last ? 0 : space.Add(after.ElementCount() * int64_t(sizeof(float)));
    steps->push_back({FilterPass(after, problem.Before(i), problem.axes[i]), at});
  }
  if (passes < problem.axes.size())
    steps->push_back({FilterPlane(problem.to.layout(), problem.Before(passes), problem.axes[passes],
                                  problem.axes[passes + 1]),
                      0});
  return {.run =
              [from = problem.from, to = problem.to,
               steps = std::shared_ptr<const std::vector<Step>>(steps)](const Bindings& bind) {
                const std::byte* source = from.Load(bind.Input(0), bind.temporary);
                for (const Step& step : *steps) {
                  const bool last = &step == &steps->back();
                  std::byte* target = last ? to.Target(bind.Output(0), bind.temporary)
                                           : bind.temporary + step.to_bytes;
                  std::visit([&](const auto& pass) { pass.Run(target, source); }, step.pass);
                  source = target;
                }
                to.Store(bind.Output(0), bind.temporary);
              },
          .temporary_bytes = space.bytes()};
}

Refusal RefusesPlane(const FilterProblem& problem) {
  const size_t count = problem.axes.size();
  if (count < 2) return {"{} dimension is filtered, but 2 are needed", count};
  return FilterPlane::Refuses(problem.to.layout(), problem.Before(count - 2),
                              problem.axes[count - 2], problem.axes[count - 1]);
}

// A plane first, because its intermediate results stay in the first-level cache.
constexpr Candidate<FilterProblem> kFilterCandidates[] = {
    {.name = "resampling/plane",
     .refuses = RefusesPlane,
     .cost = InListOrder,
     .plan = [](const FilterProblem& problem, const Machine&) -> Planned {
       return PlanSteps(problem, problem.axes.size() - 2);
     },
     .arithmetic = "As resampling/passes."},
    {.name = "resampling/passes",
     .refuses = TakesAll,
     .cost = InListOrder,
     .plan = [](const FilterProblem& problem, const Machine&) -> Planned {
       return PlanSteps(problem, problem.axes.size());
     },
     .arithmetic =
         "Weighted sums along one dimension after the other, those that shrink most first; the "
         "terms "
         "of an output are added in their order in float32, with fused multiply-adds where the "
         "machine has them, and rounded to float32 after each dimension."},
};
constexpr std::span<const Candidate<FilterProblem>> kFilterList = kFilterCandidates;

}  // namespace

Result<Program> FilterProgram(std::string_view op, const TensorDesc& output,
                              const TensorDesc& input, Filters filters) {
  return PlanCheapest(op, kFilterList, FilterProblem(output, input, std::move(filters)),
                      ThisMachine());
}

std::vector<CandidateInfo> ResamplingCandidates() { return InfosOf(kFilterList); }

}  // namespace weft::ops
