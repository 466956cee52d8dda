// SPDX-License-Identifier: MIT
// `weft compare`: two graphs, or one in two ways, with the same inputs. Nodes are compared in an
// order in which they can run, so the first that differs is where to look.
//
// Asking for every node's result in one run shows them all, but leaves nothing to be fused. So a
// graph that is compared with itself runs once for each node, up to that node, as it is compiled.
#include <cstring>
#include <map>

#include "base/error.h"
#include "cli/argument.h"
#include "cli/commands.h"
#include "cli/compare_model.h"
#include "cli/difference.h"
#include "cli/element.h"
#include "cli/graph_run.h"
#include "cli/model_inputs.h"
#include "cli/program.h"
#include "schema/tensor_slots.h"
#include "weft/threads.h"

namespace weft::cli {
namespace {

constexpr int kEqual = 0, kDifferent = 1;

// One of the two: a graph and the way to run it.
struct Side {
  std::string label;  // "in a.json", "as described"
  std::string file;
  std::unique_ptr<JsonGraph> graph;
  GraphOptions options = {};
  int threads = 0;
  bool at_once = false;                        // all nodes are wanted in one run
  std::map<std::string, uint32_t> nodes = {};  // that are operators
  std::map<std::pair<uint32_t, uint32_t>, Memory> results = {};

  Status Compute(std::span<const Port> ports) {
    results.clear();
    SetThreadCount(threads);
    Status status = Ok();
    Result<GraphRun> run = GraphRun::Prepare(*graph, ports, options);
    if (run) status = run->Run();
    if (!run || !status) {
      const Error& error = run ? status.error() : run.error();
      return Fail(error.code, "{}: {}", file, error.message);
    }
    for (size_t i = 0; i < ports.size(); ++i)
      results[{ports[i].node, ports[i].output}] = std::move(run->result(i));
    return Ok();
  }
  std::span<const std::byte> At(const Port& port) const {
    return results.at({port.node, port.output}).bytes();
  }
  std::string ElementAt(const Port& port, int64_t i) const {  // in row-major order
    const TensorDesc& desc = graph->TensorAt(port);
    const Strides packed = Layout::Packed(desc.sizes()).strides;
    std::vector<int64_t> at;
    for (int dim = 0; dim < desc.rank(); ++dim) at.push_back(i / packed[dim] % desc.sizes()[dim]);
    return ElementText(LoadElement(At(port), desc.type, uint64_t(desc.layout.OffsetOf(at))),
                       desc.type);
  }
};

// The same tensor of both, and what to call it.
struct Pair {
  Port first, second;
  std::string name;  // "node conv1 (CONVOLUTION): OutputTensor"
};

Differences Compare(const Side& a, const Side& b, const Pair& pair, const Tolerance& tolerance) {
  const TensorDesc& first = a.graph->TensorAt(pair.first);
  const TensorDesc& second = b.graph->TensorAt(pair.second);
  const std::span<const std::byte> first_bytes = a.At(pair.first), second_bytes = b.At(pair.second);
  Differences found(first.type, tolerance);
  std::vector<int64_t> at(size_t(first.rank()));
  for (int64_t i = 0; i < first.layout.ElementCount(); ++i) {
    found.Add(LoadElement(first_bytes, first.type, uint64_t(first.layout.OffsetOf(at))),
              LoadElement(second_bytes, second.type, uint64_t(second.layout.OffsetOf(at))));
    for (int dim = first.rank(); dim-- > 0;) {
      if (++at[size_t(dim)] < first.sizes()[dim]) break;
      at[size_t(dim)] = 0;
    }
  }
  return found;
}

class Comparison {
 public:
  Comparison(Side first, Side second, const Tolerance& tolerance)
      : a_(std::move(first)), b_(std::move(second)), tolerance_(tolerance) {}

  Result<int> Run() {
    const std::vector<std::vector<Pair>> nodes = NodePairs();
    if (nodes.empty()) return Invalid("no node of {} has the name of one of {}", a_.file, b_.file);
    if (a_.at_once) WEFT_RETURN_IF_ERROR(a_.Compute(PortsOf(nodes, &Pair::first)));
    if (b_.at_once) WEFT_RETURN_IF_ERROR(b_.Compute(PortsOf(nodes, &Pair::second)));
    for (const std::vector<Pair>& node : nodes) {
      if (!a_.at_once) WEFT_RETURN_IF_ERROR(a_.Compute(PortsOf({node}, &Pair::first)));
      if (!b_.at_once) WEFT_RETURN_IF_ERROR(b_.Compute(PortsOf({node}, &Pair::second)));
      if (FoundDifference(node)) return kDifferent;
    }
    // The graphs as they are: nodes that nobody asks for are fused.
    const std::vector<Pair> outputs = OutputPairs();
    if (!outputs.empty()) {
      WEFT_RETURN_IF_ERROR(a_.Compute(PortsOf({outputs}, &Pair::first)));
      WEFT_RETURN_IF_ERROR(b_.Compute(PortsOf({outputs}, &Pair::second)));
      if (FoundDifference(outputs)) return kDifferent;
    }
    fmt::print("equal: {} node{}", nodes.size(), nodes.size() == 1 ? "" : "s");
    if (largest_ > 0) fmt::print(", largest difference {:g} in {}", largest_, largest_name_);
    fmt::print("\n");
    return kEqual;
  }

 private:
  // The tensors of each node of the first graph that the second has, too.
  std::vector<std::vector<Pair>> NodePairs() const {
    std::vector<std::vector<Pair>> nodes;
    for (uint32_t i = 0; i < a_.graph->desc.nodes.size(); ++i) {
      const GraphNode& node = a_.graph->desc.nodes[i];
      const Operator* op = std::get_if<Operator>(&node.what);
      const auto other = b_.nodes.find(node.name);
      if (!op || other == b_.nodes.end()) continue;
      const Operator& other_op = std::get<Operator>(b_.graph->desc.nodes[other->second].what);
      const std::vector<TensorSlot> slots = OutputSlots(*op), other_slots = OutputSlots(other_op);
      std::vector<Pair> pairs;
      for (uint32_t output = 0; output < std::min(slots.size(), other_slots.size()); ++output)
        if (slots[output].desc && other_slots[output].desc)
          pairs.push_back({{i, output},
                           {other->second, output},
                           fmt::format("node {} ({}): {}", node.name, Info(op->type()).name,
                                       slots[output].Name())});
      if (!pairs.empty()) nodes.push_back(std::move(pairs));
    }
    return nodes;
  }

  std::vector<Pair> OutputPairs() const {
    std::vector<Pair> pairs;
    for (size_t i = 0; i < a_.graph->outputs.size(); ++i)
      for (size_t other = 0; other < b_.graph->outputs.size(); ++other)
        if (a_.graph->output_names[i] == b_.graph->output_names[other])
          pairs.push_back({a_.graph->outputs[i], b_.graph->outputs[other],
                           fmt::format("output {}: ", a_.graph->output_names[i])});
    return pairs;
  }

  static std::vector<Port> PortsOf(const std::vector<std::vector<Pair>>& nodes, Port Pair::*side) {
    std::vector<Port> ports;
    for (const std::vector<Pair>& node : nodes)
      for (const Pair& pair : node) ports.push_back(pair.*side);
    return ports;
  }

  bool FoundDifference(const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) {
      const TensorDesc& first = a_.graph->TensorAt(pair.first);
      const TensorDesc& second = b_.graph->TensorAt(pair.second);
      if (first.type != second.type || first.sizes() != second.sizes()) {
        fmt::print("{} is {} {} {}, but {} {} {}\n", pair.name, Name(first.type),
                   ToString(first.sizes()), a_.label, Name(second.type), ToString(second.sizes()),
                   b_.label);
        return true;
      }
      const Differences found = Compare(a_, b_, pair, tolerance_);
      if (found.count > 0) {
        fmt::print("{}{} is {} {}, but {} {}; {} of {} elements differ, by up to {:g}\n", pair.name,
                   PlaceText(found.first, {first.sizes().begin(), first.sizes().end()}),
                   a_.ElementAt(pair.first, found.first), a_.label,
                   b_.ElementAt(pair.second, found.first), b_.label, found.count, found.elements,
                   found.largest);
        return true;
      }
      if (found.largest > largest_) {
        largest_ = found.largest;
        largest_name_ = pair.name.substr(0, pair.name.rfind(':'));
      }
    }
    return false;
  }

  Side a_, b_;
  Tolerance tolerance_;
  double largest_ = 0;
  std::string largest_name_;
};

Result<Side> ReadSide(const std::string& path, bool allow_outside) {
  WEFT_ASSIGN(JsonProgram program, ReadProgram(path, allow_outside));
  if (!program.graph) return Invalid("{}: has no graph, but graphs are compared", path);
  Side side{"in " + path, path, std::move(program.graph)};
  side.threads = ThreadCount();
  for (uint32_t i = 0; i < side.graph->desc.nodes.size(); ++i)
    if (std::holds_alternative<Operator>(side.graph->desc.nodes[i].what))
      side.nodes[side.graph->desc.nodes[i].name] = i;
  return side;
}

// The second graph reads what the first reads.
Status ShareInputs(const Side& first, Side& second) {
  for (GraphTensor& input : second.graph->inputs) {
    const auto same = std::ranges::find(first.graph->inputs, input.name, &GraphTensor::name);
    if (same == first.graph->inputs.end())
      return Invalid("{}: graph.inputs.{} is no input of {}", second.file, input.name, first.file);
    if (same->desc != input.desc)
      return Invalid("{}: graph.inputs.{} is {}, but in {} it is {}", second.file, input.name,
                     ToString(input.desc), first.file, ToString(same->desc));
    const size_t bytes = std::min(input.values.memory.size(), same->values.memory.size());
    std::memcpy(input.values.memory.data(), same->values.memory.data(), bytes);
  }
  return Ok();
}

Result<int> CompareGraphs(const CompareOptions& options) {
  for (const char* const option :
       {!options.with.empty() ? "--with" : nullptr, !options.atols.empty() ? "--atol" : nullptr,
        !options.rtols.empty() ? "--rtol" : nullptr,
        !options.inputs.inputs.empty() ? "--input" : nullptr,
        !options.inputs.shapes.empty() ? "--shape" : nullptr,
        !options.inputs.random.empty() ? "--random" : nullptr})
    if (option) return Invalid("{} is for models, but {} is none", option, options.first);
  if (options.inputs.files.size() > 1)
    return Invalid("{} is followed by {} files, but is compared with one", options.first,
                   options.inputs.files.size());
  const bool is_one = options.inputs.files.empty();
  if (is_one && !options.as_described && options.threads.empty())
    return Invalid("{} is compared with nothing: give another graph, --as-described or --threads",
                   options.first);
  WEFT_ASSIGN(const Tolerance tolerance, ParseTolerance(options.tolerance));
  const bool outside = options.allow_outside;
  WEFT_ASSIGN(Side first, ReadSide(options.first, outside));
  WEFT_ASSIGN(Side second, ReadSide(is_one ? options.first : options.inputs.files[0], outside));
  WEFT_RETURN_IF_ERROR(ShareInputs(first, second));
  second.options.as_described = options.as_described;
  if (!options.threads.empty()) {
    WEFT_ASSIGN(const int64_t threads, ParseInteger("--threads", options.threads, 1, kMostThreads));
    second.threads = int(threads);
  }
  first.at_once = !is_one;
  second.at_once = !is_one || options.as_described;
  if (is_one) {
    first.label = "as compiled";
    second.label = options.as_described ? "as described"
                                        : fmt::format("with {} thread{}", second.threads,
                                                      second.threads == 1 ? "" : "s");
  }
  return Comparison(std::move(first), std::move(second), tolerance).Run();
}

}  // namespace

Result<int> CompareCommand(const CompareOptions& options) {
  Result<int> code = IsModel(options.first) ? CompareModel(options) : CompareGraphs(options);
  // Whatever went wrong, the exit code must not say that something is different.
  if (!code && code.error().code != ErrorCode::NotSupported)
    code.error().code = ErrorCode::InvalidArgument;
  return code;
}

}  // namespace weft::cli
