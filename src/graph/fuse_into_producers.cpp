// SPDX-License-Identifier: MIT
// Fuses an operator into the producer of its input, if it is the only reader and the producer can
// apply it while its result is in the cache.
#include <algorithm>
#include <optional>

#include "graph/convolution_of.h"
#include "graph/rewrite.h"
#include "ops/convolution/convolution.h"
#include "weft/operators.h"
#include "weft/schema.h"

namespace weft::graph {
namespace {

const Field* ActivationField(const Operator& op) {
  for (const Field& field : Info(op.type()).fields)
    if (field.type == FieldType::Activation) return &field;
  return nullptr;
}

template <class Op>
bool HasScaleBias(const Op& op) {
  if constexpr (requires { op.scale_bias; }) return op.scale_bias.has_value();
  return false;
}

// The operator as a fused activation, without its tensors; nothing if it cannot be one.
template <size_t I = 0>
std::optional<FusedActivation> AsActivation(const Operator& op) {
  if constexpr (I < std::variant_size_v<FusedActivation>) {
    using Op = std::variant_alternative_t<I, FusedActivation>;
    if (op.type() != Op::kType) return AsActivation<I + 1>(op);
    if constexpr (std::is_same_v<Op, ActivationSoftmax> || std::is_same_v<Op, ActivationSoftmax1>)
      return std::nullopt;
    Op activation = op.As<Op>();
    if (HasScaleBias(activation)) return std::nullopt;
    activation.input = activation.output = {};
    return activation;
  }
  return std::nullopt;
}

bool CanFuse(const Operator& into, const FusedActivation& activation) {
  const bool is_clip = std::holds_alternative<ElementWiseClip>(activation);
  return !is_clip || into.type() == OperatorType::Convolution || into.type() == OperatorType::Gemm;
}

bool SameTensor(const TensorDesc& a, const TensorDesc& b) {
  return a.type == b.type && a.layout == b.layout;
}

class Fuser {
 public:
  explicit Fuser(Graph& graph) : graph_(graph) {}

  void Run() {
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      while (!graph_.nodes[i].is_done && FuseNext(NodeId(i))) {
      }
  }

  // After ChooseLayouts. An activation that follows the sum then follows the convolution.
  void RunSums() {
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      if (!graph_.nodes[i].is_done && AddToConvolution(NodeId(i))) FuseNext(NodeId(i));
  }

 private:
  // The only reader of a node's first output, if it reads it in the layout it is written in.
  std::optional<Use> OnlyReader(const Node& node) {
    if (node.outputs[0] == kNone) return std::nullopt;
    const Value& value = graph_.value(node.outputs[0]);
    if (!value.IsBetweenNodes() || value.is_joined || value.reader_count != 1) return std::nullopt;
    const Use use = graph_.Readers(node.outputs[0])[0];
    const Node& reader = graph_.node(use.node);
    if (!SameTensor(*reader.input_descs[size_t(use.input)], *node.output_descs[0]))
      return std::nullopt;
    return use;
  }

  bool FuseNext(NodeId id) {
    Node& node = graph_.node(id);
    const Field* field = ActivationField(node.op);
    if (field == nullptr ||
        MemberOf<std::optional<FusedActivation>>(node.op.data(), *field).has_value())
      return false;
    const std::optional<Use> reader = OnlyReader(node);
    if (!reader) return false;
    if (FuseSum(id, *reader)) return true;
    const Node& next = graph_.node(reader->node);
    const auto activation = AsActivation(next.op);
    if (!activation || !CanFuse(node.op, *activation)) return false;
    // A convolution's addend must have the layout of the output.
    if (node.addend && node.op.type() == OperatorType::Convolution &&
        !SameTensor(*next.output_descs[0], *node.output_descs[0]))
      return false;
    Absorb(id, reader->node);
    MemberOf<std::optional<FusedActivation>>(node.op.mutable_data(), *field) = activation;
    return true;
  }

  // The other input of a sum, if it is computed before the node.
  struct Summand {
    ValueId value;
    TensorDesc desc;
    std::optional<FusedActivation> activation;  // of the sum
  };
  std::optional<Summand> SummandFor(NodeId id, const Use& reader) const {
    const Node& sum = graph_.node(reader.node);
    const bool is_activated = sum.op.type() == OperatorType::ElementWiseAdd1;
    if (!is_activated && sum.op.type() != OperatorType::ElementWiseAdd) return std::nullopt;
    const auto other = size_t(1 - reader.input);
    const Value& added = graph_.value(sum.inputs[other]);
    if (added.is_joined || added.producer > id) return std::nullopt;
    const TensorDesc& desc = *sum.input_descs[other];
    Summand summand = {sum.inputs[other], TensorDesc(desc.type, desc.layout), {}};
    if (is_activated) summand.activation = sum.op.As<ElementWiseAdd1>().fused_activation;
    return summand;
  }

  // The first sum becomes GEMM's C unless it has one; another becomes its addend.
  bool FuseSum(NodeId id, const Use& reader) {
    Node& node = graph_.node(id);
    if (node.op.type() != OperatorType::Gemm || node.addend) return false;
    const std::optional<Summand> summand = SummandFor(id, reader);
    if (!summand) return false;
    auto& gemm = *static_cast<Gemm*>(node.op.mutable_data());
    gemm.fused_activation = summand->activation;
    if (gemm.c) {
      Absorb(id, reader.node);
      SetAddend(id, *summand);
      return true;
    }
    gemm.c = summand->desc;
    gemm.beta = 1;
    node.FindDescs();
    Absorb(id, reader.node);
    graph_.SetReader({id, 2}, summand->value);
    return true;
  }

  void SetAddend(NodeId id, const Summand& summand) {
    Node& node = graph_.node(id);
    node.addend = std::make_shared<TensorDesc>(summand.desc);
    node.FindDescs();
    const auto slot = std::ranges::find(node.input_descs, node.addend.get());
    graph_.SetReader({id, int(slot - node.input_descs.begin())}, summand.value);
  }

  bool AddToConvolution(NodeId id) {
    Node& node = graph_.node(id);
    if (node.op.type() != OperatorType::Convolution ||
        node.op.As<Convolution>().fused_activation.has_value())
      return false;
    const std::optional<Use> reader = OnlyReader(node);
    if (!reader) return false;
    const std::optional<Summand> summand = SummandFor(id, *reader);
    if (!summand || !SameTensor(*graph_.node(reader->node).output_descs[0], *node.output_descs[0]))
      return false;
    ops::ConvolutionProblem activated = ConvolutionOf(node);
    activated.fused_activation = summand->activation;
    activated.addend = &summand->desc;
    if (!ops::PlanConvolutionSum(activated)) return false;
    static_cast<Convolution*>(node.op.mutable_data())->fused_activation = summand->activation;
    Absorb(id, reader->node);
    SetAddend(id, *summand);
    return true;
  }

  // Makes the node write what its reader wrote.
  void Absorb(NodeId id, NodeId reader) {
    Node& node = graph_.node(id);
    Node& next = graph_.node(reader);
    for (size_t input = 0; input < next.inputs.size(); ++input)
      graph_.SetReader({reader, int(input)}, kNone);
    *node.output_descs[0] = *next.output_descs[0];
    node.outputs[0] = next.outputs[0];
    Value& result = graph_.value(next.outputs[0]);
    if (!result.is_joined) {
      result.producer = id;
      result.output = 0;
    }
    next.is_done = true;
    AppendName(node.name, next.name);
  }

  Graph& graph_;
};

}  // namespace

void FuseIntoProducers(Graph& graph) { Fuser(graph).Run(); }
void FuseSums(Graph& graph) { Fuser(graph).RunSums(); }

}  // namespace weft::graph
