// SPDX-License-Identifier: MIT
// A compiled graph in words and as a picture.
#include <fmt/format.h>

#include <map>
#include <string>

#include "graph/compiled_graph.h"

namespace weft {
namespace {

using graph::GraphPlan;
using graph::Place;
using graph::Step;

std::string PlaceText(const Place& place) {
  switch (place.kind) {
    case Place::Input: return fmt::format("input {}", place.at);
    case Place::Output: return fmt::format("output {}", place.at);
    case Place::Constant: return fmt::format("constant {}", place.at);
    case Place::Temporary:
      return fmt::format("temporary [{}, {})", place.at, place.at + place.bytes);
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

std::string CompiledGraph::Explain() const {
  const GraphPlan& plan = *state_->plan;
  std::string text;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    text += fmt::format("step {}: {} ({})\n", i, step.name, step.type);
    for (const Place& place : step.inputs)
      if (place.kind != Place::Nowhere) text += fmt::format("  reads {}\n", PlaceText(place));
    size_t layout = 0;
    for (const Place& place : step.outputs)
      if (place.kind != Place::Nowhere)
        text += fmt::format("  writes {} as {}\n", PlaceText(place), step.layouts[layout++]);
    if (step.program.temporary_bytes > 0)
      text += fmt::format("  scratch [{}, {})\n", step.temporary_at,
                          step.temporary_at + step.program.temporary_bytes);
    if (step.program.persistent_bytes > 0)
      text += fmt::format("  prepared {} bytes\n", step.program.persistent_bytes);
  }
  return text + fmt::format(
                    "temporary memory: {} bytes, of which tensors need {} at one time\n"
                    "persistent memory: {} bytes\n",
                    temporary_bytes(), plan.least_temporary_bytes, persistent_bytes());
}

// A box for each step, an arrow from whoever wrote a place last to each who reads it.
std::string CompiledGraph::ToDot() const {
  const GraphPlan& plan = *state_->plan;
  std::string text = "digraph {\n  node [shape=box]\n";
  std::map<std::pair<Place::Kind, uint64_t>, std::string> writers;
  const auto writer = [&](const Place& place) {
    auto [at, is_new] = writers.try_emplace({place.kind, place.at});
    if (!is_new) return at->second;
    at->second = fmt::format("p{}", writers.size());
    text += fmt::format("  {} [label={}, shape=ellipse]\n", at->second, Quoted(PlaceText(place)));
    return at->second;
  };
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    text += fmt::format("  s{} [label={}]\n", i, Quoted(step.name + "\n" + step.type));
    for (const Place& place : step.inputs)
      if (place.kind != Place::Nowhere) text += fmt::format("  {} -> s{}\n", writer(place), i);
    for (const Place& place : step.outputs) {
      if (place.kind == Place::Nowhere) continue;
      writers[{place.kind, place.at}] = fmt::format("s{}", i);
      if (place.kind == Place::Output)
        text += fmt::format("  o{0} [label=\"output {0}\", shape=ellipse]\n  s{1} -> o{0}\n",
                            place.at, i);
    }
  }
  return text + "}\n";
}

}  // namespace weft
