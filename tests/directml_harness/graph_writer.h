// SPDX-License-Identifier: MIT
// From a weft::GraphDesc to the C structs and operators a DirectML program would have made. All of
// it lives as long as its writer.
#pragma once

#include <DirectML.h>

#include <deque>
#include <memory>
#include <vector>

#include "directml_harness/desc_writer.h"
#include "directml_harness/dispatch.h"
#include "weft/graph.h"

namespace weft::test {

class GraphWriter {
 public:
  GraphWriter(IDMLDevice* device, const GraphDesc& graph) {
    for (const GraphNode& node : graph.nodes) AddNode(device, node);
    for (const GraphInputEdge& edge : graph.input_edges)
      Add(DML_GRAPH_EDGE_TYPE_INPUT, inputs_, input_edges_,
          {edge.graph_input, edge.to_node, edge.to_input, edge.name.c_str()});
    for (const GraphOutputEdge& edge : graph.output_edges)
      Add(DML_GRAPH_EDGE_TYPE_OUTPUT, outputs_, output_edges_,
          {edge.from_node, edge.from_output, edge.graph_output, edge.name.c_str()});
    for (const GraphIntermediateEdge& edge : graph.intermediate_edges)
      Add(DML_GRAPH_EDGE_TYPE_INTERMEDIATE, between_, between_edges_,
          {edge.from_node, edge.from_output, edge.to_node, edge.to_input, edge.name.c_str()});
    desc_ = {graph.input_count,           graph.output_count,
             UINT(nodes_.size()),         nodes_.data(),
             UINT(input_edges_.size()),   input_edges_.data(),
             UINT(output_edges_.size()),  output_edges_.data(),
             UINT(between_edges_.size()), between_edges_.data()};
  }
  GraphWriter(const GraphWriter&) = delete;
  GraphWriter& operator=(const GraphWriter&) = delete;

  const DML_GRAPH_DESC* get() const { return &desc_; }

 private:
  void AddNode(IDMLDevice* device, const GraphNode& node) {
    if (const auto* constant = std::get_if<GraphConstant>(&node.what)) {
      constants_.push_back({constant->bytes.data(), constant->bytes.size(), node.name.c_str()});
      nodes_.push_back({DML_GRAPH_NODE_TYPE_CONSTANT, &constants_.back()});
      return;
    }
    const DescWriter desc(std::get<Operator>(node.what));
    operators_.emplace_back();
    WEFT_TEST_CALL(device->CreateOperator(desc.get(), IID_PPV_ARGS(&operators_.back())));
    operator_nodes_.push_back({operators_.back().Get(), node.name.c_str()});
    nodes_.push_back({DML_GRAPH_NODE_TYPE_OPERATOR, &operator_nodes_.back()});
  }
  template <class Edge>
  static void Add(DML_GRAPH_EDGE_TYPE type, std::deque<Edge>& kept,
                  std::vector<DML_GRAPH_EDGE_DESC>& edges, const Edge& edge) {
    kept.push_back(edge);
    edges.push_back({type, &kept.back()});
  }

  // Deques: what they hold stays where it is.
  std::deque<ComPtr<IDMLOperator>> operators_;
  std::deque<DML_OPERATOR_GRAPH_NODE_DESC> operator_nodes_;
  std::deque<DML_CONSTANT_DATA_GRAPH_NODE_DESC> constants_;
  std::deque<DML_INPUT_GRAPH_EDGE_DESC> inputs_;
  std::deque<DML_OUTPUT_GRAPH_EDGE_DESC> outputs_;
  std::deque<DML_INTERMEDIATE_GRAPH_EDGE_DESC> between_;
  std::vector<DML_GRAPH_NODE_DESC> nodes_;
  std::vector<DML_GRAPH_EDGE_DESC> input_edges_, output_edges_, between_edges_;
  DML_GRAPH_DESC desc_ = {};
};

}  // namespace weft::test
