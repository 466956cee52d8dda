// SPDX-License-Identifier: MIT
// A compiled graph as text and as an outline of boxes and arrows.
#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "graph/compiled_graph.h"

namespace weft {
namespace {

using graph::GraphPlan;
using graph::Location;
using graph::Step;

std::string LocationText(const GraphPlan& plan, const Location& location) {
  switch (location.kind) {
    case Location::Input: return fmt::format("input {}", location.at);
    case Location::Output: return fmt::format("output {}", location.at);
    case Location::Constant: {
      const std::string& name = plan.constants[location.at].name;
      return "constant " + (name.empty() ? std::to_string(location.at) : name);
    }
    case Location::Temporary:
      return fmt::format("temporary [{}, {})", location.at, location.at + location.bytes);
    default: return "nowhere";
  }
}

std::string Quoted(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? "\\n" : std::string(1, c);
  }
  return '"' + quoted + '"';
}

}  // namespace

std::string CompiledGraph::Explain() const try {
  const GraphPlan& plan = *state_->plan;
  std::string text;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    text += fmt::format("step {}: {} ({})\n", i, step.name, step.type);
    for (const Location& location : step.inputs)
      if (location.kind != Location::Nowhere)
        text += fmt::format("  reads {}\n", LocationText(plan, location));
    size_t layout = 0;
    for (const Location& location : step.outputs)
      if (location.kind != Location::Nowhere)
        text += fmt::format("  writes {} as {}\n", LocationText(plan, location),
                            step.layouts[layout++]);
    if (step.program.temporary_bytes > 0)
      text += fmt::format("  scratch [{}, {})\n", step.temporary_at,
                          step.temporary_at + step.program.temporary_bytes);
    if (step.program.persistent_bytes > 0)
      text += fmt::format("  prepared {} bytes\n", step.program.persistent_bytes);
    if (const std::string how = HowItRuns(step.program); !how.empty())
      text += fmt::format("  by {}\n", how);
    text += fmt::format("  cost {} bytes moved", step.moved_bytes);
    if (step.products > 0) text += fmt::format(", {} products", step.products);
    text += '\n';
  }
  text += fmt::format(
      "temporary memory: {} bytes, of which tensors need {} at one time\n"
      "persistent memory: {} bytes\n",
      temporary_bytes(), plan.least_temporary_bytes, persistent_bytes());
  if (plan.prepared_bytes > 0)
    text += fmt::format("prepared weights: {} bytes\n", plan.prepared_bytes);
  return text;
}
WEFT_CATCH_TEXT

// An arrow from each step that writes a tensor, or a slice of it, to each step that reads it.
GraphOutline CompiledGraph::Outline() const try {
  using Kind = GraphOutline::Kind;
  const GraphPlan& plan = *state_->plan;
  GraphOutline outline;
  std::map<int32_t, std::vector<size_t>> writers;  // of each tensor
  std::map<uint64_t, size_t> outputs;
  const auto add_box = [&](Kind kind, size_t index, std::string name, std::string type = {}) {
    outline.boxes.push_back({kind, index, std::move(name), std::move(type)});
    return outline.boxes.size() - 1;
  };
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    const size_t box = add_box(Kind::Step, i, step.name, step.type);
    std::set<size_t> sources;
    for (const Location& location : step.inputs) {
      if (location.kind == Location::Nowhere) continue;
      std::vector<size_t>& from = writers[location.tensor];
      if (from.empty())
        from.push_back(add_box(location.kind == Location::Constant ? Kind::Constant : Kind::Input,
                               location.at, LocationText(plan, location)));
      sources.insert(from.begin(), from.end());
    }
    for (const size_t source : sources) outline.arrows.push_back({source, box});
    for (const Location& location : step.outputs) {
      if (location.kind == Location::Nowhere) continue;
      writers[location.tensor].push_back(box);
      if (location.kind != Location::Output) continue;
      const auto [output, is_new] = outputs.try_emplace(location.at);
      if (is_new) output->second = add_box(Kind::Output, location.at, LocationText(plan, location));
      outline.arrows.push_back({box, output->second});
    }
  }
  return outline;
}
WEFT_CATCH_RETURN({})

std::string CompiledGraph::ToDot() const try {
  const GraphOutline outline = Outline();
  std::string text = "digraph {\n  node [shape=box]\n";
  for (size_t i = 0; i < outline.boxes.size(); ++i) {
    const GraphOutline::Box& box = outline.boxes[i];
    const bool is_step = box.kind == GraphOutline::Kind::Step;
    text += fmt::format("  b{} [label={}{}]\n", i,
                        Quoted(is_step ? box.name + "\n" + box.type : box.name),
                        is_step ? "" : ", shape=ellipse");
  }
  for (const auto& [from, to] : outline.arrows) text += fmt::format("  b{} -> b{}\n", from, to);
  return text + "}\n";
}
WEFT_CATCH_TEXT

}  // namespace weft
