// SPDX-License-Identifier: MIT
// See graph_reader.h. A node is read once everything it reads is known: the names in its input
// tensors are replaced by descriptions, and what results is read like any operator.
#include "cli/graph_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/error.h"
#include "cli/desc_reader.h"
#include "schema/tensor_slots.h"
#include "weft/device.h"
#include "weft/infer.h"
#include "weft/schema.h"

namespace weft::cli {
namespace {

// What a name stands for: a graph input, or a tensor of a node. A constant is a node of the graph,
// too, whose tensor is described here.
struct Source {
  bool is_input = false;
  uint32_t index = 0;
  bool is_constant = false;
  TensorDesc desc;  // of an input or a constant
};

// A place that names a source: the value of an input tensor, or an item of an array of them.
struct Reference {
  Node place;
  std::string text;  // as it is written
  std::string name;  // of the input, constant or node in it
};

struct Unread {
  const OperatorInfo* info;
  Node desc;
  std::vector<Reference> references;
};

class GraphReader {
 public:
  explicit GraphReader(ProgramFiles& files) : files_(files) {}

  Result<JsonGraph> Read(const Node& node) {
    WEFT_RETURN_IF_ERROR(CheckKeys(node, {"inputs", "constants", "nodes", "outputs"}));
    WEFT_ASSIGN(const Node nodes, node.Require("nodes"));
    WEFT_ASSIGN(const Node outputs, node.Require("outputs"));
    WEFT_RETURN_IF_ERROR(CheckObject(nodes));
    for (const bool is_input : {true, false}) {
      const std::optional<Node> tensors = node.Find(is_input ? "inputs" : "constants");
      if (!tensors) continue;
      WEFT_RETURN_IF_ERROR(CheckObject(*tensors));
      for (const auto& [name, value] : tensors->json.items())
        WEFT_RETURN_IF_ERROR(AddTensor(name, {value, Member(tensors->path, name)}, is_input));
    }
    WEFT_RETURN_IF_ERROR(ReadNodes(nodes));
    WEFT_RETURN_IF_ERROR(ReadOutputs(outputs));
    graph_.desc.input_count = uint32_t(graph_.inputs.size());
    return std::move(graph_);
  }

 private:
  Status AddTensor(const std::string& name, const Node& node, bool is_input) {
    if (sources_.contains(name))
      return Invalid("{} has a name that an input has already", node.path);
    WEFT_ASSIGN(GraphTensor tensor, ReadGraphTensor(name, node, files_));
    if (is_input) {
      sources_[name] = {true, uint32_t(graph_.inputs.size()), false, tensor.desc};
      graph_.inputs.push_back(std::move(tensor));
      return Ok();
    }
    sources_[name] = {false, uint32_t(graph_.desc.nodes.size()), true, tensor.desc};
    const std::span<const std::byte> bytes = tensor.values.memory.bytes();
    graph_.desc.nodes.push_back(
        {GraphConstant{std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end())},
         name});
    return Ok();
  }

  // Nodes that wait for nobody first, then those that waited for them.
  Status ReadNodes(const Node& nodes) {
    std::map<std::string, Unread> unread;
    std::map<std::string, std::vector<std::string>> readers;
    std::map<std::string, size_t> waits;
    for (const auto& [name, value] : nodes.json.items()) {
      const Node node{value, Member(nodes.path, name)};
      if (sources_.contains(name))
        return Invalid("{} has a name that an input or a constant has already", node.path);
      node_names_.insert(name);
    }
    if (node_names_.empty()) return Invalid("{} is empty", nodes.path);
    std::vector<std::string> ready;
    for (const auto& [name, value] : nodes.json.items()) {
      WEFT_ASSIGN(Unread node, ReadReferences({value, Member(nodes.path, name)}));
      size_t& count = waits[name];
      for (const Reference& reference : node.references)
        if (node_names_.contains(reference.name)) {
          readers[reference.name].push_back(name);
          ++count;
        }
      if (count == 0) ready.push_back(name);
      unread.emplace(name, std::move(node));
    }
    for (size_t i = 0; i < ready.size(); ++i) {
      const std::string name = ready[i];
      WEFT_RETURN_IF_ERROR(AddNode(name, unread.at(name)));
      unread.erase(name);
      for (const std::string& reader : readers[name])
        if (--waits[reader] == 0) ready.push_back(reader);
    }
    if (unread.empty()) return Ok();
    return CycleIn(nodes, unread);
  }

  // From a node that waits to one it waits for, until one comes again.
  static tl::unexpected<Error> CycleIn(const Node& nodes, std::map<std::string, Unread>& unread) {
    std::vector<std::string> way;
    std::map<std::string, size_t> places;
    std::string name = unread.begin()->first;
    while (places.try_emplace(name, way.size()).second) {
      way.push_back(name);
      for (const Reference& reference : unread.at(name).references)
        if (unread.contains(reference.name)) name = reference.name;
    }
    way.erase(way.begin(), way.begin() + std::ptrdiff_t(places[name]));
    constexpr size_t kMostShown = 8;
    const bool is_long = way.size() > kMostShown;
    if (is_long) way.resize(kMostShown);
    way.push_back(is_long ? "…" : name);
    return Invalid("{} reads its own result: {}", Member(nodes.path, name),
                   fmt::join(way, " reads "));
  }

  Result<Unread> ReadReferences(const Node& node) const {
    WEFT_RETURN_IF_ERROR(CheckKeys(node, {"type", "desc"}));
    WEFT_ASSIGN(const Node type, node.Require("type"));
    WEFT_ASSIGN(const std::string type_name, ReadString(type));
    const OperatorInfo* info = FindOperator(type_name);
    if (!info) return Unlike(type, "an operator such as SLICE1");
    WEFT_ASSIGN(const Node desc, node.Require("desc"));
    WEFT_RETURN_IF_ERROR(CheckObject(desc));
    Unread unread{info, desc, {}};
    for (const Field& field : info->fields) {
      const std::optional<Node> value = desc.Find(field.name);
      if (field.role != FieldRole::Input || !value) continue;
      if (field.type == FieldType::TensorArray) WEFT_RETURN_IF_ERROR(CheckArray(*value));
      const size_t count = field.type == FieldType::TensorArray ? value->json.size() : 1;
      for (size_t i = 0; i < count; ++i) {
        const Node item = field.type == FieldType::TensorArray ? value->At(i) : *value;
        WEFT_ASSIGN(Reference reference, ReadReference(item));
        unread.references.push_back(std::move(reference));
      }
    }
    return unread;
  }

  // "conv1", "top.OutputIndexTensor", or { "from": one of these, and what is described otherwise }.
  Result<Reference> ReadReference(const Node& place) const {
    if (!place.json.is_object()) return Named(place, place);
    WEFT_RETURN_IF_ERROR(
        CheckKeys(place, {"from", "DataType", "Sizes", "Strides", "TotalTensorSizeInBytes"}));
    WEFT_ASSIGN(const Node from, place.Require("from"));
    return Named(place, from);
  }
  Result<Reference> Named(const Node& place, const Node& from) const {
    constexpr std::string_view kRule = "the name of an input, a constant or a node";
    if (!from.json.is_string()) return Unlike(from, kRule);
    std::string text = from.json.get<std::string>();
    const auto is_known = [&](const std::string& name) {
      return sources_.contains(name) || node_names_.contains(name);
    };
    if (is_known(text)) return Reference{place, text, text};
    const std::string name = text.substr(0, text.rfind('.'));
    if (node_names_.contains(name)) return Reference{place, std::move(text), name};
    return Unlike(from, kRule);
  }

  // The tensor a reference to a node means: the one it names, or else the first.
  Result<Port> PortOf(const Reference& reference, uint32_t node) const {
    const std::vector<TensorSlot> slots = OutputSlots(std::get<Operator>(NodeAt(node).what));
    const bool is_first = reference.text == reference.name;
    std::vector<std::string> names;
    for (uint32_t i = 0; i < slots.size(); ++i) {
      if (!slots[i].desc) continue;
      names.push_back(slots[i].Name());
      if (is_first || reference.text == reference.name + "." + names.back()) return Port{node, i};
    }
    return Invalid("{} is {}, but node {} has {}", reference.place.path,
                   Shown(Json(reference.text)), reference.name, fmt::join(names, ", "));
  }
  const GraphNode& NodeAt(uint32_t node) const { return graph_.desc.nodes[node]; }

  Status AddNode(const std::string& name, const Unread& unread) {
    const auto node = uint32_t(graph_.desc.nodes.size());
    Json desc = unread.desc.json;
    std::vector<GraphIntermediateEdge> edges;
    for (const Reference& reference : unread.references) {
      const Source& source = sources_.at(reference.name);
      TensorDesc tensor = source.desc;
      edges.push_back({source.index, 0, node, 0});
      if (!source.is_input && !source.is_constant) {
        WEFT_ASSIGN(const Port port, PortOf(reference, source.index));
        edges.back().from_output = port.output;
        tensor = graph_.TensorAt(port);
      }
      JsonAt(desc, unread, reference) = Described(tensor, reference.place.json);
    }
    WEFT_ASSIGN(Operator op,
                ReadOperator(*unread.info, {desc, unread.desc.path}, OutputTensors::MayFollow));
    Status status = InferOutputs(op);
    if (status) status = Validate(op);
    if (!status)
      return Fail(status.error().code, "{}: {}", Member("graph.nodes", name),
                  status.error().message);
    // The tensors that are there take the references in the order of the fields, as they were read.
    const std::vector<TensorSlot> slots = InputSlots(op);
    size_t next = 0;
    for (uint32_t slot = 0; slot < slots.size(); ++slot) {
      if (!slots[slot].desc) continue;
      GraphIntermediateEdge edge = edges[next];
      edge.to_input = slot;
      if (sources_.at(unread.references[next++].name).is_input)
        graph_.desc.input_edges.push_back({edge.from_node, node, slot});
      else
        graph_.desc.intermediate_edges.push_back(edge);
    }
    graph_.desc.nodes.push_back({std::move(op), name});
    sources_[name] = {false, node, false, {}};
    return Ok();
  }

  // Where in a copy of the node's desc the reference stands.
  static Json& JsonAt(Json& copy, const Unread& unread, const Reference& reference) {
    for (const auto& [key, value] : unread.desc.json.items()) {
      if (&value == &reference.place.json) return copy[key];
      for (size_t i = 0; value.is_array() && i < value.size(); ++i)
        if (&value[i] == &reference.place.json) return copy[key][i];
    }
    return copy;
  }

  // The tensor as this reader sees it: other sizes are packed unless it says otherwise, and the
  // bytes are those of the tensor.
  static Json Described(const TensorDesc& tensor, const Json& reader) {
    Json desc = DescJson(tensor);
    if (!reader.is_object()) return desc;
    if (reader.contains("Sizes")) desc.erase("Strides");
    desc["TotalTensorSizeInBytes"] = TotalBytes(tensor);
    for (const auto& [key, value] : reader.items())
      if (key != "from") desc[key] = value;
    return desc;
  }

  Status ReadOutputs(const Node& outputs) {
    WEFT_RETURN_IF_ERROR(CheckArray(outputs));
    if (outputs.json.empty()) return Invalid("{} is empty", outputs.path);
    for (size_t i = 0; i < outputs.json.size(); ++i) {
      const Node item = outputs.At(i);
      WEFT_ASSIGN(const Reference reference, Named(item, item));
      if (!node_names_.contains(reference.name)) return Unlike(item, "the name of a node");
      WEFT_ASSIGN(const Port port, PortOf(reference, sources_.at(reference.name).index));
      if (std::ranges::count(graph_.output_names, reference.text) != 0)
        return Invalid("{} is {}, which is there already", item.path, Shown(item.json));
      graph_.outputs.push_back(port);
      graph_.output_names.push_back(reference.text);
    }
    return Ok();
  }

  ProgramFiles& files_;
  std::map<std::string, Source> sources_;
  std::set<std::string> node_names_;
  JsonGraph graph_;
};

}  // namespace

const TensorDesc& JsonGraph::TensorAt(const Port& port) const {
  return *OutputSlots(std::get<Operator>(desc.nodes[port.node].what))[port.output].desc;
}

Result<JsonGraph> ReadGraph(const Node& node, ProgramFiles& files) {
  return GraphReader(files).Read(node);
}

}  // namespace weft::cli
