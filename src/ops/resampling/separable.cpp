// SPDX-License-Identifier: MIT
// See separable.h.
#include "ops/resampling/separable.h"
#include "strided/view.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace weft::ops {

Program SeparableProgram(const TensorDesc& output, const TensorDesc& input, LinearMaps maps) {
  Temporary space;
  const FloatInput from(input, space);
  const FloatOutput to(output, space);
  std::vector<int> order;
  for (int dim = 0; dim < output.rank(); ++dim)
    if (maps[size_t(dim)]) order.push_back(dim);
  if (order.empty()) {  // nothing changes but the layout and the type
    const auto smallest = std::ranges::min_element(output.sizes());
    order.push_back(int(smallest - output.sizes().begin()));
    maps[size_t(order[0])] = LinearMap::Identity(*smallest);
  }
  // What grows keeps its place.
  const auto growth = [&](int dim) {
    return std::min(1.0,
                    double(maps[size_t(dim)]->outputs()) / double(maps[size_t(dim)]->inputs()));
  };
  std::ranges::stable_sort(order, [&](int a, int b) { return growth(a) < growth(b); });

  struct Step {
    std::variant<LinearPass, LinearPlane> pass;
    int64_t to_bytes;  // where in temporary memory; not used by the last
  };
  auto steps = std::make_shared<std::vector<Step>>();
  Layout layout = from.layout();
  for (size_t i = 0; i < order.size(); ++i) {
    const int dim = order[i];
    LinearMap& map = *maps[size_t(dim)];
    if (i + 2 == order.size()) {
      const int last = order[i + 1];
      if (auto plane =
              LinearPlane::Make(to.layout(), layout, {dim, map}, {last, *maps[size_t(last)]})) {
        steps->push_back({std::move(*plane), 0});
        break;
      }
    }
    Layout next = to.layout();
    int64_t at = 0;
    if (i + 1 < order.size()) {
      next.sizes = layout.sizes;
      next.sizes[dim] = map.outputs();
      next = PackedLike(next);
      at = space.Add(next.ElementCount() * int64_t(sizeof(float)));
    }
    steps->push_back({LinearPass(next, layout, dim, std::move(map)), at});
    layout = next;
  }
  return {.run =
              [=, steps = std::shared_ptr<const std::vector<Step>>(steps)](const Bindings& bind) {
                const std::byte* source = from.Load(bind.Input(0), bind.temporary);
                for (const Step& step : *steps) {
                  const bool last = &step == &steps->back();
                  std::byte* target = last ? to.Place(bind.Output(0), bind.temporary)
                                           : bind.temporary + step.to_bytes;
                  std::visit([&](const auto& pass) { pass.Run(target, source); }, step.pass);
                  source = target;
                }
                to.Store(bind.Output(0), bind.temporary);
              },
          .temporary_bytes = space.bytes()};
}

}  // namespace weft::ops
