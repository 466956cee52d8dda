// SPDX-License-Identifier: MIT
// See graph_reader.h.
#include "directml/graph_reader.h"

#include <fmt/format.h>

#include <span>

#include "base/error.h"
#include "directml/operator.h"

namespace weft::directml {
namespace {

std::string NameOf(const char* name) { return name == nullptr ? std::string() : name; }

template <class T>
Result<std::span<const T>> ArrayOf(const char* array, const T* values, const char* counter,
                                   UINT count) {
  if (count > 0 && values == nullptr)
    return Invalid("{} is null, but {} is {}", array, counter, count);
  return std::span(values, count);
}

template <class Desc>
Result<const Desc*> DescOf(std::string_view where, const void* desc) {
  if (desc == nullptr) return Invalid("{}.Desc is null", where);
  return static_cast<const Desc*>(desc);
}

Result<GraphNode> ReadNode(const DmlDevice& device, const std::string& where,
                           const DML_GRAPH_NODE_DESC& node) {
  const auto type = uint32_t(node.Type);
  if (type == DML_GRAPH_NODE_TYPE_OPERATOR) {
    WEFT_ASSIGN(const auto* desc, DescOf<DML_OPERATOR_GRAPH_NODE_DESC>(where, node.Desc));
    WEFT_ASSIGN(DmlOperator* const op,
                ChildOf<DmlOperator>(device, desc->Operator, where + ".Operator"));
    return GraphNode{op->description(), desc->Name ? NameOf(desc->Name) : op->Name()};
  }
  if (type != DML_GRAPH_NODE_TYPE_CONSTANT)
    return Invalid("{}.Type is {}, but it must be OPERATOR or CONSTANT", where, type);
  WEFT_ASSIGN(const auto* desc, DescOf<DML_CONSTANT_DATA_GRAPH_NODE_DESC>(where, node.Desc));
  if (desc->Data == nullptr || desc->DataSize == 0)
    return Invalid("{}: Data is {} and DataSize is {}, but a constant has at least 1 byte", where,
                   desc->Data ? "there" : "null", uint64_t(desc->DataSize));
  const auto* bytes = static_cast<const std::byte*>(desc->Data);
  auto data = std::make_shared<const std::vector<std::byte>>(bytes, bytes + desc->DataSize);
  return GraphNode{GraphConstant{std::move(data)}, NameOf(desc->Name)};
}

// Each array holds edges of its own type.
template <class Desc, class Edge, class Convert>
Status ReadEdges(const char* array, const DML_GRAPH_EDGE_DESC* values, const char* counter,
                 UINT count, DML_GRAPH_EDGE_TYPE type, std::vector<Edge>& edges, Convert convert) {
  WEFT_ASSIGN(const auto span, ArrayOf(array, values, counter, count));
  edges.reserve(span.size());
  for (size_t i = 0; i < span.size(); ++i) {
    const std::string where = fmt::format("{}[{}]", array, i);
    if (span[i].Type != type)
      return Invalid("{}.Type is {}, but all of {} are of type {}", where, uint32_t(span[i].Type),
                     array, uint32_t(type));
    WEFT_ASSIGN(const Desc* desc, DescOf<Desc>(where, span[i].Desc));
    edges.push_back(convert(*desc));
  }
  return Ok();
}

}  // namespace

Result<GraphDesc> ReadGraph(const DmlDevice& device, const DML_GRAPH_DESC& desc) {
  GraphDesc graph{.input_count = desc.InputCount, .output_count = desc.OutputCount};
  WEFT_ASSIGN(const auto nodes, ArrayOf("Nodes", desc.Nodes, "NodeCount", desc.NodeCount));
  graph.nodes.reserve(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    WEFT_ASSIGN(GraphNode node, ReadNode(device, fmt::format("Nodes[{}]", i), nodes[i]));
    graph.nodes.push_back(std::move(node));
  }
  WEFT_RETURN_IF_ERROR(ReadEdges<DML_INPUT_GRAPH_EDGE_DESC>(
      "InputEdges", desc.InputEdges, "InputEdgeCount", desc.InputEdgeCount,
      DML_GRAPH_EDGE_TYPE_INPUT, graph.input_edges,
      [](const DML_INPUT_GRAPH_EDGE_DESC& edge) -> GraphInputEdge {
        return {edge.GraphInputIndex, edge.ToNodeIndex, edge.ToNodeInputIndex, NameOf(edge.Name)};
      }));
  WEFT_RETURN_IF_ERROR(ReadEdges<DML_OUTPUT_GRAPH_EDGE_DESC>(
      "OutputEdges", desc.OutputEdges, "OutputEdgeCount", desc.OutputEdgeCount,
      DML_GRAPH_EDGE_TYPE_OUTPUT, graph.output_edges,
      [](const DML_OUTPUT_GRAPH_EDGE_DESC& edge) -> GraphOutputEdge {
        return {edge.FromNodeIndex, edge.FromNodeOutputIndex, edge.GraphOutputIndex,
                NameOf(edge.Name)};
      }));
  WEFT_RETURN_IF_ERROR(ReadEdges<DML_INTERMEDIATE_GRAPH_EDGE_DESC>(
      "IntermediateEdges", desc.IntermediateEdges, "IntermediateEdgeCount",
      desc.IntermediateEdgeCount, DML_GRAPH_EDGE_TYPE_INTERMEDIATE, graph.intermediate_edges,
      [](const DML_INTERMEDIATE_GRAPH_EDGE_DESC& edge) -> GraphIntermediateEdge {
        return {edge.FromNodeIndex, edge.FromNodeOutputIndex, edge.ToNodeIndex,
                edge.ToNodeInputIndex, NameOf(edge.Name)};
      }));
  return graph;
}

}  // namespace weft::directml
