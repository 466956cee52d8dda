// SPDX-License-Identifier: MIT
// `weft info`: what a model is, which of its operators are supported, what it needs for inputs of
// given shapes; and the page of all operators, docs/onnx_operators.md.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/model_inputs.h"
#include "cli/progress.h"
#include "weft/onnx.h"

namespace weft::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;  // keys stand as they are written
using onnx::ModelInfo;
using onnx::PlanInfo;
using onnx::Session;
using onnx::TensorInfo;

constexpr const char* kPageHead =
    R"(# ONNX operators

What models may use, by domain and by the opset versions that are known; an operator that came with
a later opset is there from that one on. Whether all operators of a model are among them, and in
which version, `weft info MODEL.onnx` tells. This page is what `weft info --operators` prints.
)";

std::string DomainName(const std::string& domain) { return domain.empty() ? "ai.onnx" : domain; }

void PrintOperatorsPage() {
  fmt::print("{}", kPageHead);
  std::string domain = "none yet";
  for (const onnx::OperatorVersions& op : onnx::SupportedOperators()) {
    if (op.domain != domain) {
      domain = op.domain;
      fmt::print("\n## {}\n\n| Operator | Opsets |\n|---|---|\n", DomainName(domain));
    }
    fmt::print("| {} | {} to {} |\n", op.name, op.since, op.until);
  }
}

std::string OperatorName(const ModelInfo::OperatorCount& op) {
  return op.domain.empty() ? op.name : op.domain + "." + op.name;
}

std::string Counted(int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// What planning for the inputs' shapes tells, or why nothing is known.
struct Needs {
  PlanInfo plan = {};
  std::string why_not = {};
};

Result<Needs> NeedsOf(const InfoOptions& options, const Session& session) {
  WEFT_ASSIGN(const ModelInputs inputs,
              ModelInputs::Read(options.model, session, options.inputs, ModelInputs::Want::Shapes));
  Needs needs;
  if (!inputs.missing().empty()) {
    needs.why_not =
        fmt::format("--shape NAME=1,2,3 is needed for {}", fmt::join(inputs.missing(), ", "));
    return needs;
  }
  Result<PlanInfo> plan = session.Plan(inputs.tensors());
  if (plan)
    needs.plan = *std::move(plan);
  else if (plan.error().code == ErrorCode::NotSupported)
    needs.why_not = plan.error().message;
  else
    return tl::unexpected<Error>(plan.error());
  return needs;
}

void PrintTensors(const char* what, const std::vector<TensorInfo>& tensors) {
  for (const TensorInfo& tensor : tensors)
    fmt::print("{} {}: {} {}\n", what, tensor.name, tensor.type, ShapeText(tensor));
}

void PrintInfo(const Session& session, const Needs& needs) {
  const ModelInfo info = session.info();
  if (!info.producer_name.empty())
    fmt::print("producer: {}{}{}\n", info.producer_name, info.producer_version.empty() ? "" : " ",
               info.producer_version);
  fmt::print("IR version: {}\n", info.ir_version);
  for (const auto& [domain, version] : info.opsets)
    fmt::print("opset: {} {}\n", DomainName(domain), version);
  PrintTensors("input", session.inputs());
  PrintTensors("output", session.outputs());
  int64_t nodes = 0;
  size_t width = 0;
  for (const ModelInfo::OperatorCount& op : info.operators) {
    nodes += op.count;
    width = std::max(width, OperatorName(op).size());
  }
  fmt::print("operators: {} in {}\n", info.operators.size(), Counted(nodes, "node"));
  for (const ModelInfo::OperatorCount& op : info.operators)
    fmt::print("  {:<{}}  {:>5}  {}\n", OperatorName(op), width, op.count,
               op.why_not.empty() ? "supported" : op.why_not);
  fmt::print("weights: {}, {} bytes\n", Counted(info.weight_count, "tensor"), info.weight_bytes);
  if (!needs.why_not.empty()) {
    fmt::print("products and memory: not known: {}\n", needs.why_not);
    return;
  }
  fmt::print("products: {}\ntemporary memory: {} bytes\npersistent memory: {} bytes\n",
             needs.plan.products, needs.plan.temporary_bytes, needs.plan.persistent_bytes);
  if (needs.plan.segments > 1)
    fmt::print("segments: {}, each of which ends where a value has to be known\n",
               needs.plan.segments);
}

OrderedJson TensorsJson(const std::vector<TensorInfo>& tensors) {
  OrderedJson list = OrderedJson::array();
  for (const TensorInfo& tensor : tensors) {
    OrderedJson shape;  // null: any
    if (tensor.shape) shape = OrderedJson::array();
    for (const onnx::DimensionInfo& dim :
         tensor.shape.value_or(std::vector<onnx::DimensionInfo>())) {
      if (dim.size >= 0)
        shape.push_back(dim.size);
      else if (dim.symbol.empty())
        shape.push_back(nullptr);
      else
        shape.push_back(dim.symbol);
    }
    list.push_back({{"name", tensor.name}, {"type", tensor.type}, {"shape", std::move(shape)}});
  }
  return list;
}

void PrintJson(const Session& session, const Needs& needs) {
  const ModelInfo info = session.info();
  OrderedJson operators = OrderedJson::array(), opsets = OrderedJson::object();
  for (const auto& [domain, version] : info.opsets) opsets[DomainName(domain)] = version;
  for (const ModelInfo::OperatorCount& op : info.operators) {
    operators.push_back({{"domain", DomainName(op.domain)},
                         {"name", op.name},
                         {"count", op.count},
                         {"supported", op.why_not.empty()}});
    if (!op.why_not.empty()) operators.back()["why_not"] = op.why_not;
  }
  OrderedJson plan;
  if (needs.why_not.empty())
    plan = {{"products", needs.plan.products},
            {"temporary_bytes", needs.plan.temporary_bytes},
            {"persistent_bytes", needs.plan.persistent_bytes},
            {"segments", needs.plan.segments}};
  else
    plan = {{"why_not", needs.why_not}};
  const OrderedJson all = {
      {"producer_name", info.producer_name},
      {"producer_version", info.producer_version},
      {"domain", info.domain},
      {"description", info.description},
      {"model_version", info.model_version},
      {"ir_version", info.ir_version},
      {"metadata", info.metadata},
      {"opsets", std::move(opsets)},
      {"inputs", TensorsJson(session.inputs())},
      {"outputs", TensorsJson(session.outputs())},
      {"operators", std::move(operators)},
      {"weights", {{"count", info.weight_count}, {"bytes", info.weight_bytes}}},
      {"plan", std::move(plan)}};
  // Names of a model may be no UTF-8.
  fmt::print("{}\n", all.dump(2, ' ', false, OrderedJson::error_handler_t::replace));
}

}  // namespace

Status InfoCommand(const InfoOptions& options) {
  if (options.operators) {
    PrintOperatorsPage();
    return Ok();
  }
  if (options.model.empty())
    return Invalid("info is about nothing: give MODEL.onnx or --operators");
  ProgressLine progress;
  WEFT_ASSIGN(const Session session, LoadModel(options.model, {.progress = progress.Callback()}));
  WEFT_ASSIGN(const Needs needs, NeedsOf(options, session));
  progress.Erase();
  if (options.json)
    PrintJson(session, needs);
  else
    PrintInfo(session, needs);
  return Ok();
}

}  // namespace weft::cli
