// SPDX-License-Identifier: MIT
// See run_model.h.
#include "cli/run_model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>

#include "base/error.h"
#include "base/half.h"
#include "cli/argument.h"
#include "cli/element.h"
#include "cli/npy.h"
#include "weft/onnx.h"

namespace weft::cli {
namespace {

using Clock = std::chrono::steady_clock;
using onnx::InputTensor;
using onnx::Session;
using onnx::TensorInfo;

struct Input {
  std::vector<int64_t> shape;
  DataType type = DataType::Unknown;
  Memory data;
};

// "NAME=VALUE"; the name may have colons, slashes and the like, but no '='.
Result<std::pair<std::string, std::string>> Named(const char* option, const std::string& text) {
  const size_t at = text.find('=');
  if (at == 0 || at == text.npos)
    return Invalid("{} is '{}', but NAME=VALUE is required", option, text);
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

std::string ShapeText(const TensorInfo& info) {
  if (!info.shape) return "any shape";
  std::vector<std::string> dims;
  for (const onnx::DimensionInfo& dim : *info.shape)
    dims.push_back(dim.size >= 0        ? std::to_string(dim.size)
                   : dim.symbol.empty() ? "?"
                                        : dim.symbol);
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

Result<Input> FromFile(const std::string& path) {
  WEFT_ASSIGN(NpyArray array, ReadNpy(path));
  if (array.layout.rank() > 1 && array.layout.strides != Layout::Packed(array.layout.sizes).strides)
    return NotSupported("{}: arrays in Fortran order are not supported here", path);
  return Input{array.shape, array.type, std::move(array.data)};
}

// Numbers that look like data: around 0 for floats, small for integers.
Result<Input> MadeUp(const TensorInfo& info, const std::vector<int64_t>& shape,
                     std::mt19937_64& random) {
  Input input = {shape, info.data_type, {}};
  uint64_t count = 1;
  for (const int64_t size : shape) {
    if (size > 0 && count > uint64_t(kMaxElements) / uint64_t(size))
      return Invalid("input '{}': the shape [{}] has too many elements", info.name,
                     fmt::join(shape, ", "));
    count *= uint64_t(size);
  }
  WEFT_ASSIGN(input.data,
              Memory::Allocate(*BytesFor(input.type, count), "input '" + info.name + "'"));
  std::normal_distribution<double> normal;
  for (uint64_t i = 0; i < count; ++i) {
    const bool is_float = input.type == DataType::Float32 || input.type == DataType::Float16 ||
                          input.type == DataType::Float64;
    const Scalar number = is_float ? Scalar(normal(random)) : Scalar(uint64_t(random() % 2));
    StoreElement(input.data.bytes(), input.type, i, number.Bits(input.type));
  }
  return input;
}

class ModelRun {
 public:
  ModelRun(const RunOptions& options, const Session& session)
      : options_(options), session_(session), inputs_(session.inputs().size()) {}

  Status ReadInputs() {
    const std::vector<TensorInfo>& infos = session_.inputs();
    if (options_.files.size() > infos.size())
      return Invalid("{}: there are {} files, but the model has {} inputs", options_.program,
                     options_.files.size(), infos.size());
    std::vector<bool> is_there(infos.size());
    for (size_t i = 0; i < options_.files.size(); ++i) {
      WEFT_ASSIGN(inputs_[i], FromFile(options_.files[i]));
      is_there[i] = true;
    }
    for (const std::string& text : options_.inputs) {
      WEFT_ASSIGN(const auto named, Named("--input", text));
      WEFT_ASSIGN(const size_t i, Find("--input", named.first));
      WEFT_ASSIGN(inputs_[i], FromFile(named.second));
      is_there[i] = true;
    }
    std::map<size_t, std::vector<int64_t>> shapes;
    for (const std::string& text : options_.shapes) {
      WEFT_ASSIGN(const auto named, Named("--shape", text));
      WEFT_ASSIGN(const size_t i, Find("--shape", named.first));
      WEFT_ASSIGN(shapes[i], ParseUIntList("--shape", named.second));
    }
    std::vector<std::string> missing;
    std::mt19937_64 random;
    if (!options_.random.empty()) {
      WEFT_ASSIGN(const int64_t seed, ParseInteger("--random", options_.random, 0, INT64_MAX));
      random.seed(uint64_t(seed));
    }
    for (size_t i = 0; i < infos.size(); ++i) {
      if (is_there[i]) continue;
      if (options_.random.empty()) {
        missing.push_back(
            fmt::format("'{}' ({}, {})", infos[i].name, infos[i].type, ShapeText(infos[i])));
        continue;
      }
      std::vector<int64_t> shape;
      if (shapes.contains(i)) {
        shape = shapes[i];
      } else if (infos[i].shape) {
        for (const onnx::DimensionInfo& dim : *infos[i].shape)
          shape.push_back(dim.size < 0 ? 1 : dim.size);
      }
      WEFT_ASSIGN(inputs_[i], MadeUp(infos[i], shape, random));
    }
    if (!missing.empty())
      return Invalid(
          "{}: no data for {}; give .npy files in this order, --input NAME=FILE.npy or "
          "--random SEED",
          options_.program, fmt::join(missing, ", "));
    for (size_t i = 0; i < infos.size(); ++i)
      bound_.push_back({infos[i].name,
                        {inputs_[i].type, inputs_[i].shape,
                         ConstBuffer(inputs_[i].data.data(), inputs_[i].data.size())}});
    return Ok();
  }

  Status Run(int64_t iterations) {
    if (options_.explain) {
      WEFT_ASSIGN(const std::string text, session_.Explain(bound_));
      std::fputs(text.c_str(), stdout);
    }
    if (options_.profile) {
      WEFT_ASSIGN(const std::vector<GraphStepTime> times, session_.Profile(bound_));
      double all = 0;
      for (const GraphStepTime& time : times) all += time.seconds;
      for (const GraphStepTime& time : times)
        fmt::print("{:10.1f} us {:5.1f} %  {}\n", time.seconds * 1e6, 100 * time.seconds / all,
                   time.step);
    }
    std::vector<onnx::Output> outputs;
    std::vector<double> samples;
    for (int64_t i = 0; i < iterations; ++i) {
      const Clock::time_point begin = Clock::now();
      WEFT_ASSIGN(outputs, session_.Run(bound_));
      samples.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    if (!options_.iterations.empty()) {
      const double first = samples.front();
      std::ranges::sort(samples);
      fmt::print(
          "{} iterations: first {:.3f} ms, min {:.3f} ms, median {:.3f} ms, 99 % {:.3f} ms\n",
          iterations, first, samples.front(), samples[samples.size() / 2],
          samples[samples.size() * 99 / 100]);
    }
    for (size_t i = 0; i < outputs.size(); ++i) WEFT_RETURN_IF_ERROR(Show(i, outputs[i]));
    return Ok();
  }

 private:
  Result<size_t> Find(const char* option, const std::string& name) const {
    const auto found = std::ranges::find(session_.inputs(), name, &TensorInfo::name);
    if (found == session_.inputs().end())
      return Invalid("{} names '{}', but {} has no such input", option, name, options_.program);
    return size_t(found - session_.inputs().begin());
  }

  Status Show(size_t i, const onnx::Output& output) const {
    const std::string& name = session_.outputs()[i].name;
    for (size_t k = 0; k < output.tensors.size(); ++k) {
      const onnx::OutputTensor& tensor = output.tensors[k];
      const std::string part =
          output.kind == onnx::Output::Kind::Sequence ? fmt::format("_{}", k) : "";
      if (!options_.output.empty()) {
        if (tensor.data_type == DataType::Unknown)
          return NotSupported("output '{}' is of type {}, which no .npy file holds", name,
                              tensor.type);
        const std::filesystem::path path =
            std::filesystem::path(options_.output) / fmt::format("output_{}{}.npy", i, part);
        WEFT_RETURN_IF_ERROR(WriteNpy(path.string(), tensor.data_type, tensor.type == "bool",
                                      tensor.shape, tensor.bytes));
        continue;
      }
      constexpr uint64_t kMostShown = 16;
      fmt::memory_buffer text;
      uint64_t count = 1;
      for (const int64_t size : tensor.shape) count *= uint64_t(size);
      fmt::format_to(std::back_inserter(text), "{}{}: {} [{}]:", name, part, tensor.type,
                     fmt::join(tensor.shape, ", "));
      for (uint64_t at = 0; at < std::min(count, kMostShown); ++at) {
        text.push_back(' ');
        if (tensor.data_type == DataType::Unknown)
          text.append(tensor.strings[at]);
        else
          AppendElement(text, tensor.bytes, tensor.data_type, at);
      }
      if (count > kMostShown) text.append(std::string_view(" …"));
      text.push_back('\n');
      std::fwrite(text.data(), 1, text.size(), stdout);
    }
    return Ok();
  }

  const RunOptions& options_;
  const Session& session_;
  std::vector<Input> inputs_;
  std::vector<std::pair<std::string, InputTensor>> bound_;
};

}  // namespace

bool IsModel(const std::string& path) { return path.ends_with(".onnx"); }

Status RunModel(const RunOptions& options, int64_t iterations) {
  if (!options.output.empty() && !std::filesystem::is_directory(options.output))
    return Invalid("-o is '{}', which is no folder", options.output);
  Result<Session> session = Session::Load(options.program, {.strict = options.strict});
  if (!session)
    return Fail(session.error().code, "{}: {}", options.program, session.error().message);
  ModelRun run(options, *session);
  WEFT_RETURN_IF_ERROR(run.ReadInputs());
  return run.Run(iterations);
}

}  // namespace weft::cli
