// SPDX-License-Identifier: MIT
// bench_onnx: Weft's side of ./bench/run onnx, which onnx_models.py asks in turns with
// onnx_peer.js. A line of JSON comes in and one goes out: inputs, then loading and the first run,
// then as many runs as wanted. Times are taken here, around what a program with a model calls.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/onnx.h"
#include "weft/threads.h"

using nlohmann::json;
using namespace weft;

namespace {

// NumPy's names.
const std::map<std::string_view, DataType> kTypes = {
    {"float32", DataType::Float32}, {"float16", DataType::Float16}, {"float64", DataType::Float64},
    {"uint8", DataType::UInt8},     {"uint16", DataType::UInt16},   {"uint32", DataType::UInt32},
    {"uint64", DataType::UInt64},   {"int8", DataType::Int8},       {"int16", DataType::Int16},
    {"int32", DataType::Int32},     {"int64", DataType::Int64},     {"bool", DataType::UInt8}};

// The messages go to whoever asked; nothing is caught but in main.
template <typename T>
T OrThrow(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

class Server {
 public:
  json Answer(const json& asked) {
    const std::string what = asked.at("do");
    if (what == "input") return AddInput(asked);
    if (what == "start") return Start(asked);
    if (what == "run") return RunSeveral(asked.at("times"));
    if (what == "save") return Save(asked.at("folder"));
    if (what == "plan") return Plan();
    throw std::runtime_error("'" + what + "' is not known");
  }

 private:
  struct Given {
    DataType type;
    std::vector<int64_t> shape;
    std::vector<char> bytes;
  };
  using Clock = std::chrono::steady_clock;

  static int64_t NanosecondsSince(Clock::time_point begin) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
  }

  json AddInput(const json& asked) {
    const std::string path = asked.at("file");
    const std::string type = asked.at("type");
    if (!kTypes.contains(type)) throw std::runtime_error("the type " + type + " is not known");
    // Memory is measured: no more of it than the input has.
    std::vector<char> bytes(std::filesystem::file_size(path));
    std::ifstream file(path, std::ios::binary);
    if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      throw std::runtime_error("cannot read " + path);
    given_.push_back({kTypes.at(type), asked.at("shape"), std::move(bytes)});
    return json::object();
  }

  json Start(const json& asked) {
    SetThreadCount(asked.at("threads"));
    const Clock::time_point begin = Clock::now();
    session_ = OrThrow(onnx::Session::Load(asked.at("model").get<std::string>()));
    const int64_t load = NanosecondsSince(begin);
    if (session_->inputs().size() != given_.size())
      throw std::runtime_error("the model has " + std::to_string(session_->inputs().size()) +
                               " inputs, but " + std::to_string(given_.size()) + " are given");
    for (size_t i = 0; i < given_.size(); ++i)
      inputs_.emplace_back(session_->inputs()[i].name, onnx::InputTensor{.type = given_[i].type,
                                                                         .shape = given_[i].shape,
                                                                         .data = given_[i].bytes});
    outputs_ = OrThrow(session_->Run(inputs_));
    return {{"load", load}, {"all", NanosecondsSince(begin)}};
  }

  json RunSeveral(int64_t times) {
    std::vector<int64_t> nanoseconds;
    for (int64_t i = 0; i < times; ++i) {
      outputs_.clear();
      const Clock::time_point begin = Clock::now();
      outputs_ = OrThrow(session_->Run(inputs_));
      nanoseconds.push_back(NanosecondsSince(begin));
    }
    return {{"ns", nanoseconds}};
  }

  json Save(const std::string& folder) {
    json saved = json::array();
    for (const onnx::Output& output : outputs_) {
      if (output.kind != onnx::ValueKind::Tensor)
        throw std::runtime_error("an output is no tensor, which is not compared");
      const onnx::OutputTensor& tensor = output.tensors[0];
      const std::string path = folder + "/" + std::to_string(saved.size());
      std::ofstream file(path, std::ios::binary);
      file.write(reinterpret_cast<const char*>(tensor.bytes.data()),
                 static_cast<std::streamsize>(tensor.bytes.size()));
      if (!file) throw std::runtime_error("cannot write " + path);
      saved.push_back({{"type", tensor.type}, {"shape", tensor.shape}, {"file", path}});
    }
    return {{"outputs", saved}};
  }

  json Plan() {
    const onnx::PlanInfo plan = OrThrow(session_->Plan(inputs_));
    const onnx::ModelInfo info = session_->info();
    // Operators that round to a few bits.
    const bool rounds = std::ranges::any_of(info.operators, [](const auto& op) {
      return op.name.find("Quant") != op.name.npos || op.name.find("QLinear") != op.name.npos ||
             op.name.find("Integer") != op.name.npos;
    });
    return {{"weights", info.weight_bytes},
            {"prepared", plan.persistent_bytes},
            {"temporary", plan.temporary_bytes},
            {"rounds", rounds}};
  }

  std::vector<Given> given_;
  std::optional<onnx::Session> session_;
  std::vector<std::pair<std::string, onnx::InputTensor>> inputs_;
  std::vector<onnx::Output> outputs_;
};

}  // namespace

int main() {
  Server server;
  for (std::string line; std::getline(std::cin, line);) {
    json answer;
    try {
      answer = server.Answer(json::parse(line));
    } catch (const std::exception& error) {
      answer = {{"error", error.what()}};
    }
    std::cout << answer.dump() << std::endl;
  }
}
