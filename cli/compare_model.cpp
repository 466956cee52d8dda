// SPDX-License-Identifier: MIT
// See compare_model.h.
//
// Asking for a value inside of a model keeps what surrounds it from being fused, so not all values
// are asked for at once: a round asks for every kRounds-th node, and both ways run in each round.
#include "cli/compare_model.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/error.h"
#include "cli/argument.h"
#include "cli/difference.h"
#include "cli/element.h"
#include "cli/model_inputs.h"
#include "cli/progress.h"
#include "cli/run_model.h"
#include "weft/onnx.h"
#include "weft/threads.h"

namespace weft::cli {
namespace {

constexpr int kEqual = 0, kDifferent = 1;
constexpr size_t kRounds = 32;

using onnx::Output;
using onnx::OutputTensor;
using onnx::Session;

std::string TensorText(DataType type, const std::vector<int64_t>& shape) {
  return fmt::format("{} [{}]", Name(type), fmt::join(shape, ", "));
}

std::string TextOf(std::span<const std::byte> data, DataType type, int64_t i) {
  return ElementText(LoadElement(data, type, uint64_t(i)), type);
}

Differences Compare(DataType type, std::span<const std::byte> a, std::span<const std::byte> b,
                    const std::vector<int64_t>& shape, const Tolerance& tolerance) {
  Differences found(type, tolerance);
  uint64_t count = 1;
  for (const int64_t size : shape) count *= uint64_t(size);
  for (uint64_t i = 0; i < count; ++i) found.Add(LoadElement(a, type, i), LoadElement(b, type, i));
  return found;
}

// ---- tolerances

class Tolerances {
 public:
  static Result<Tolerances> Parse(const CompareOptions& options, const Session& session) {
    Tolerances all;
    WEFT_ASSIGN(all.usual_, ParseTolerance(options.tolerance));
    for (const onnx::TensorInfo& output : session.outputs()) all.by_name_[output.name] = {};
    WEFT_RETURN_IF_ERROR(all.Read("--atol", options.atols, &Tolerance::absolute));
    WEFT_RETURN_IF_ERROR(all.Read("--rtol", options.rtols, &Tolerance::relative));
    return all;
  }

  const Tolerance& usual() const { return usual_; }
  Tolerance Of(const std::string& output) const {
    Tolerance tolerance = usual_;
    for (const auto& [which, value] : by_name_.at(output)) tolerance.*which = value;
    return tolerance;
  }

 private:
  // The number stands behind the last '=': names may have some.
  Status Read(std::string_view option, const std::vector<std::string>& texts,
              double Tolerance::*which) {
    for (const std::string& text : texts) {
      const size_t at = text.rfind('=');
      WEFT_ASSIGN(const double value,
                  ParsePositive(option, at == text.npos ? text : text.substr(at + 1)));
      if (at == text.npos) {
        usual_.*which = value;
        continue;
      }
      const auto named = by_name_.find(text.substr(0, at));
      if (named == by_name_.end())
        return Invalid("{} names '{}', but the model has no such output", option,
                       text.substr(0, at));
      named->second.push_back({which, value});
    }
    return Ok();
  }

  Tolerance usual_;
  std::map<std::string, std::vector<std::pair<double Tolerance::*, double>>> by_name_;
};

// ---- with what was saved

// Whether it is equal; a line says what is not.
Result<bool> CompareWithFile(const std::string& name, const OutputTensor& tensor,
                             const std::string& path, const Tolerance& tolerance) {
  if (tensor.data_type == DataType::Unknown)
    return NotSupported("output '{}' is of type {}, which no .npy file holds", name, tensor.type);
  WEFT_ASSIGN(const Array saved, ReadArray(path));
  if (saved.type != tensor.data_type || saved.shape != tensor.shape) {
    fmt::print("{}: {}, but saved is {}\n", name, TensorText(tensor.data_type, tensor.shape),
               TensorText(saved.type, saved.shape));
    return false;
  }
  const Differences found =
      Compare(saved.type, tensor.bytes, saved.data.bytes(), saved.shape, tolerance);
  std::string text = "equal";
  if (found.count > 0)
    text = fmt::format("{} of {} elements differ; {} is {}, but saved is {}", found.count,
                       found.elements, PlaceText(found.first, saved.shape),
                       TextOf(tensor.bytes, saved.type, found.first),
                       TextOf(saved.data.bytes(), saved.type, found.first));
  if (found.largest > 0)
    text += fmt::format("; largest difference {:g} at {}, relative {:g} at {}", found.largest,
                        PlaceText(found.largest_at, saved.shape), found.largest_relative,
                        PlaceText(found.largest_relative_at, saved.shape));
  fmt::print("{}: {}\n", name, text);
  return found.count == 0;
}

Result<int> CompareWithFolder(const CompareOptions& options) {
  if (!std::filesystem::is_directory(options.with))
    return Invalid("--with is '{}', which is no folder", options.with);
  ProgressLine progress;
  WEFT_ASSIGN(const Session session, LoadModel(options.first, {.progress = progress.Callback()}));
  WEFT_ASSIGN(const Tolerances tolerances, Tolerances::Parse(options, session));
  WEFT_ASSIGN(const ModelInputs inputs, ModelInputs::Read(options.first, session, options.inputs,
                                                          ModelInputs::Want::Data, options.with));
  WEFT_ASSIGN(const std::vector<Output> outputs, session.Run(inputs.tensors()));
  progress.Erase();
  int code = kEqual;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string& name = session.outputs()[i].name;
    const bool is_sequence = outputs[i].kind == Output::Kind::Sequence;
    for (size_t k = 0; k < outputs[i].tensors.size(); ++k) {
      const std::string part = is_sequence ? fmt::format("_{}", k) : "";
      WEFT_ASSIGN(const bool is_equal,
                  CompareWithFile(name + part, outputs[i].tensors[k],
                                  OutputFile(options.with, i, part), tolerances.Of(name)));
      if (!is_equal) code = kDifferent;
    }
    const std::string next =
        OutputFile(options.with, i, fmt::format("_{}", outputs[i].tensors.size()));
    if (is_sequence && std::filesystem::exists(next)) {
      fmt::print("{}: {} tensors, but more are saved\n", name, outputs[i].tensors.size());
      code = kDifferent;
    }
  }
  return code;
}

// ---- as planned and as described

// A value of the model's graph and the node that gives it.
struct NodeValue {
  size_t node;        // its place among the nodes
  std::string title;  // "node 'conv1' (Conv)"
  std::string name;
};

class WaysComparison {
 public:
  WaysComparison(const std::string& model, const ModelInputs& inputs, const Tolerance& tolerance,
                 ProgressLine& progress)
      : model_(model), inputs_(inputs), tolerance_(tolerance), progress_(progress) {}

  Result<int> Run(const Session& session) {
    const std::vector<onnx::NodeInfo> nodes = session.nodes();
    std::set<std::string> output_names;
    for (const onnx::TensorInfo& output : session.outputs()) output_names.insert(output.name);
    std::vector<NodeValue> outputs, inside;
    for (size_t i = 0; i < nodes.size(); ++i)
      for (const std::string& name : nodes[i].outputs)
        if (!name.empty())
          (output_names.contains(name) ? outputs : inside).push_back({i, nodes[i].title, name});
    WEFT_RETURN_IF_ERROR(CompareValues(outputs, {}));  // the model as it is
    for (size_t round = 0; round < kRounds; ++round) {
      std::vector<NodeValue> wanted;
      std::vector<std::string> names;
      for (const NodeValue& value : inside)
        if (value.node % kRounds == round && value.node < first_) {
          wanted.push_back(value);
          names.push_back(value.name);
        }
      if (!wanted.empty()) WEFT_RETURN_IF_ERROR(CompareValues(wanted, names));
    }
    progress_.Erase();
    if (!message_.empty()) {
      fmt::print("{}\n", message_);
      return kDifferent;
    }
    fmt::print("equal: {} node{}", nodes.size(), nodes.size() == 1 ? "" : "s");
    if (largest_ > 0) fmt::print(", largest difference {:g} in {}", largest_, largest_title_);
    fmt::print("\n");
    return kEqual;
  }

 private:
  // Runs the model both ways, with these values inside of it as outputs.
  Status CompareValues(const std::vector<NodeValue>& values,
                       const std::vector<std::string>& more_outputs) {
    std::vector<std::string> names;
    for (const NodeValue& value : values) names.push_back(value.name);
    onnx::SessionOptions options = {.more_outputs = more_outputs, .progress = progress_.Callback()};
    WEFT_ASSIGN(const std::vector<Output> planned, RunWith(options, names));
    options.as_described = true;
    WEFT_ASSIGN(const std::vector<Output> described, RunWith(options, names));
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t count = std::min(planned[i].tensors.size(), described[i].tensors.size());
      for (size_t k = 0; k < count; ++k)
        CompareTensors(values[i],
                       planned[i].kind == Output::Kind::Sequence ? fmt::format("_{}", k) : "",
                       planned[i].tensors[k], described[i].tensors[k]);
      if (planned[i].tensors.size() != described[i].tensors.size())
        Found(values[i], fmt::format("has {} tensors as planned, but {} as described",
                                     planned[i].tensors.size(), described[i].tensors.size()));
    }
    return Ok();
  }

  Result<std::vector<Output>> RunWith(const onnx::SessionOptions& options,
                                      const std::vector<std::string>& names) const {
    WEFT_ASSIGN(const Session session, LoadModel(model_, options));
    return session.Run(inputs_.tensors(), names);
  }

  void CompareTensors(const NodeValue& value, const std::string& part, const OutputTensor& a,
                      const OutputTensor& b) {
    if (a.type != b.type || a.shape != b.shape)
      return Found(value,
                   fmt::format("{} is {} [{}] as planned, but {} [{}] as described", part, a.type,
                               fmt::join(a.shape, ", "), b.type, fmt::join(b.shape, ", ")));
    if (a.data_type == DataType::Unknown) {
      if (a.strings != b.strings) Found(value, part + " has other strings as described");
      return;
    }
    const Differences found = Compare(a.data_type, a.bytes, b.bytes, a.shape, tolerance_);
    if (found.count > 0)
      return Found(
          value,
          fmt::format("{}{} is {} as planned, but {} as described; {} of {} elements differ, by up "
                      "to {:g}",
                      part, PlaceText(found.first, a.shape),
                      TextOf(a.bytes, a.data_type, found.first),
                      TextOf(b.bytes, a.data_type, found.first), found.count, found.elements,
                      found.largest));
    if (found.largest > largest_) {
      largest_ = found.largest;
      largest_title_ = value.title;
    }
  }

  void Found(const NodeValue& value, const std::string& what) {
    if (value.node >= first_) return;
    first_ = value.node;
    message_ = fmt::format("{}: {}{}", value.title, value.name, what);
  }

  const std::string& model_;
  const ModelInputs& inputs_;
  const Tolerance tolerance_;
  ProgressLine& progress_;
  size_t first_ = SIZE_MAX;  // the first node that differs
  std::string message_;      // … and how
  double largest_ = 0;
  std::string largest_title_;
};

Result<int> CompareWays(const CompareOptions& options) {
  ProgressLine progress;
  WEFT_ASSIGN(const Session session, LoadModel(options.first, {.progress = progress.Callback()}));
  WEFT_ASSIGN(const Tolerances tolerances, Tolerances::Parse(options, session));
  WEFT_ASSIGN(const ModelInputs inputs,
              ModelInputs::Read(options.first, session, options.inputs, ModelInputs::Want::Data));
  return WaysComparison(options.first, inputs, tolerances.usual(), progress).Run(session);
}

}  // namespace

Result<int> CompareModel(const CompareOptions& options) {
  if (options.with.empty() != options.as_described)
    return Invalid("{} is compared {}: give --with DIR or --as-described", options.first,
                   options.as_described ? "with two things" : "with nothing");
  if (!options.threads.empty()) {
    WEFT_ASSIGN(const int64_t threads, ParseInteger("--threads", options.threads, 1, kMostThreads));
    SetThreadCount(int(threads));
  }
  return options.as_described ? CompareWays(options) : CompareWithFolder(options);
}

}  // namespace weft::cli
