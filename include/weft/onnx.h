// SPDX-License-Identifier: MIT
// ONNX models: `weft::onnx::Session::Load("model.onnx")`, then Run as often as wanted.
//
//   auto session = weft::onnx::Session::Load("digits.onnx");
//   auto results = session->Run({{"image", {weft::DataType::Float32, {1, 1, 28, 28}, pixels}}});
//
// A model is planned for the shapes that its inputs have when it runs; plans are kept for the
// shapes that were used last. A session never changes otherwise: many threads may run one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/buffer.h"
#include "weft/export.h"
#include "weft/graph.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::onnx {

struct SessionOptions {
  bool strict = false;        // an index out of range is an error that names it
  bool as_described = false;  // operator by operator, nothing fused: to compare with
  int shapes_to_keep = 8;     // plans, those that were used last
  // Limits, above which a model is refused; for models that nobody vouches for, set them lower.
  // Bytes that results, temporary memory and rearranged weights may have; 0: those of the machine.
  uint64_t most_bytes = 0;
  // Nodes of loops, branches and functions that one plan carries out, each counted every time.
  int64_t most_nodes = 1'000'000;
  // Operators choose among these ways to compute alone, as CompileOptions::candidate says.
  std::string candidate = {};
  // Values inside of the model's graph, by name: they are outputs, too, behind its own.
  std::vector<std::string> more_outputs = {};
  // Told how far "reading", "planning" and "compiling" are, in nodes of the model's graph, by
  // whichever thread does it; 0 of 0 where that is not known.
  std::function<void(std::string_view stage, int64_t done, int64_t all)> progress = {};
};

// One dimension of an input or output: a size, or below 0 and a symbol, which may be empty.
struct DimensionInfo {
  int64_t size = -1;
  std::string symbol = {};
};

struct TensorInfo {
  std::string name;
  std::string type;                                      // "tensor(float)", "seq(tensor(int64))"
  DataType data_type = DataType::Unknown;                // of a tensor; bool is UINT8
  std::optional<std::vector<DimensionInfo>> shape = {};  // nothing: any
};

enum class ValueKind : uint8_t { Tensor, Sequence, Nothing };

// What goes into a model: a tensor, packed, row-major, of rank 0, or empty, if the model says so.
// Where the model's input is a sequence, its tensors are `items`; an optional one may be nothing.
struct Input {
  using Kind = ValueKind;
  DataType type = DataType::Unknown;
  std::vector<int64_t> shape = {};
  ConstBuffer data = {};
  std::vector<std::string> strings = {};  // of a tensor of strings, whose type is Unknown
  Kind kind = Kind::Tensor;
  std::vector<Input> items = {};
};
using InputTensor = Input;

// A tensor that comes out. Its bytes are its own, and go with the last copy of it.
struct OutputTensor {
  std::string type;                        // "float", "bool", as ONNX names it
  DataType data_type = DataType::Unknown;  // Unknown for strings
  std::vector<int64_t> shape = {};
  std::span<const std::byte> bytes = {};
  std::vector<std::string> strings = {};  // of a tensor of strings
  std::shared_ptr<const void> owner = nullptr;
  bool is_constant = false;  // a part of the model: its bytes may not be written
};

// A tensor, or several where the model's output is a sequence, or nothing.
struct Output {
  using Kind = ValueKind;
  Kind kind = Kind::Tensor;
  std::vector<OutputTensor> tensors = {};  // one for a tensor
};

struct ModelInfo {
  int64_t ir_version = 0, model_version = 0;
  std::string producer_name, producer_version, domain, description;
  std::map<std::string, int64_t> opsets;  // "ai.onnx" is ""
  std::map<std::string, std::string> metadata;
  struct OperatorCount {
    std::string domain, name;
    int64_t count = 0;
    std::string why_not = {};  // empty: it is supported
  };
  std::vector<OperatorCount> operators;  // by name
  int64_t weight_count = 0;              // tensors; those of Constant nodes are weights, too
  uint64_t weight_bytes = 0;
  std::string graph_name = {}, graph_description = {};
};

// A node of the model's graph.
struct NodeInfo {
  std::string title;                 // "node 'conv1' (Conv)", as in messages
  std::vector<std::string> outputs;  // values by name; empty for those that nobody wants
};

// What a model became for inputs of certain shapes.
struct PlanInfo {
  uint64_t products = 0;          // of two numbers that are summed up (multiply-adds)
  uint64_t temporary_bytes = 0;   // while it runs; without inputs and outputs
  uint64_t persistent_bytes = 0;  // weights as operators want them
  int64_t segments = 0;           // graphs, each of which ends where a value has to be known
  GraphOutline outline = {};      // of the steps of all of them
};

// An operator that models may use, and the versions of its domain's opset.
struct OperatorVersions {
  std::string domain, name;  // "ai.onnx" is ""
  int64_t since = 1, until = 1;
};
WEFT_API std::vector<OperatorVersions> SupportedOperators();  // by domain and name

class WEFT_API Session {
 public:
  static Result<Session> Load(const std::string& path, const SessionOptions& options = {});
  // The bytes are copied. Weights in other files are refused.
  static Result<Session> Load(std::span<const std::byte> bytes, const SessionOptions& options = {});

  const std::vector<TensorInfo>& inputs() const;
  const std::vector<TensorInfo>& outputs() const;
  ModelInfo info() const;
  std::vector<NodeInfo> nodes() const;  // in an order in which they can run

  // All inputs by name, but for optional ones that are nothing; outputs in the model's order, or
  // those that are named.
  Result<std::vector<Output>> Run(const std::vector<std::pair<std::string, InputTensor>>& inputs,
                                  std::span<const std::string> outputs = {}) const;

  // The steps for these inputs, for people. Without data, as far as shapes alone tell.
  Result<std::string> Explain(const std::vector<std::pair<std::string, InputTensor>>& inputs) const;
  // … and in numbers.
  Result<PlanInfo> Plan(const std::vector<std::pair<std::string, InputTensor>>& inputs) const;
  // Run, and how long each step took.
  Result<std::vector<GraphStepTime>> Profile(
      const std::vector<std::pair<std::string, InputTensor>>& inputs) const;

  struct State;  // src/onnx/session.cpp

 private:
  explicit Session(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

}  // namespace weft::onnx
