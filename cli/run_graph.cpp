// SPDX-License-Identifier: MIT
// See run_graph.h.
#include "cli/run_graph.h"

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "cli/file.h"
#include "cli/graph_run.h"
#include "cli/profile.h"
#include "draw/draw.h"

namespace weft::cli {
namespace {

using Clock = std::chrono::steady_clock;

double Milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

Status WritePicture(const std::string& program, const std::string& path, const std::string& text) {
  if (path.empty()) return Ok();
  WEFT_RETURN_IF_ERROR(CheckDistinct(program, path));
  return WriteFile(path, {AsBytes(text)});
}

// Steps are told by numbers of inputs and outputs, so their names come first.
void PrintExplanation(const JsonGraph& graph, const CompiledGraph& compiled) {
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    fmt::print("input {}: {} {}\n", i, graph.inputs[i].name, ToString(graph.inputs[i].desc));
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    fmt::print("output {}: {} {}\n", i, graph.output_names[i],
               ToString(graph.TensorAt(graph.outputs[i])));
  fmt::print("{}", compiled.Explain());
}

GraphOutline NamedOutline(const JsonGraph& graph, const CompiledGraph& compiled) {
  GraphOutline outline = compiled.Outline();
  for (GraphOutline::Box& box : outline.boxes) {
    if (box.kind == GraphOutline::Kind::Input) box.name = graph.inputs[box.index].name;
    // What nobody asked for, but an operator writes, has no name.
    if (box.kind == GraphOutline::Kind::Output && box.index < graph.output_names.size())
      box.name = graph.output_names[box.index];
  }
  return outline;
}

}  // namespace

Status RunGraph(const JsonGraph& graph, const RunOptions& options,
                const CompileOptions& compile_options, int64_t iterations,
                std::map<std::string, Resource>& resources) {
  const Clock::time_point begin = Clock::now();
  WEFT_ASSIGN(GraphRun run,
              GraphRun::Prepare(graph, graph.outputs, {.operators = compile_options}));
  if (options.verbose)
    fmt::print("Compile graph: {:.4f} ms, {} temporary and {} persistent bytes\n",
               Milliseconds(Clock::now() - begin), run.compiled().temporary_bytes(),
               run.compiled().persistent_bytes());
  if (options.explain) PrintExplanation(graph, run.compiled());
  WEFT_RETURN_IF_ERROR(WritePicture(options.program, options.dot, run.compiled().ToDot()));
  WEFT_RETURN_IF_ERROR(WritePicture(options.program, options.svg,
                                    draw::GraphPicture(NamedOutline(graph, run.compiled()))));

  std::vector<double> samples;
  for (int64_t i = 0; i < iterations; ++i) {
    const Clock::time_point start = Clock::now();
    WEFT_RETURN_IF_ERROR(run.Run());
    samples.push_back(Milliseconds(Clock::now() - start));
  }
  if (!options.iterations.empty() || options.verbose)
    fmt::print("Run graph: {} iterations, {:.4f} ms min, {:.4f} ms median\n", iterations,
               *std::ranges::min_element(samples), Median(samples));
  if (options.profile)
    WEFT_RETURN_IF_ERROR(PrintProfile(iterations, [&]() -> Result<std::vector<GraphStepTime>> {
      std::vector<GraphStepTime> times;
      WEFT_RETURN_IF_ERROR(run.Profile(times));
      return times;
    }));
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    resources.at(graph.output_names[i]).memory = std::move(run.result(i));
  return Ok();
}

}  // namespace weft::cli
