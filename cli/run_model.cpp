// SPDX-License-Identifier: MIT
// See run_model.h.
#include "cli/run_model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "cli/element.h"
#include "cli/file.h"
#include "cli/model_inputs.h"
#include "cli/npy.h"
#include "cli/profile.h"
#include "cli/progress.h"
#include "draw/draw.h"
#include "weft/onnx.h"

namespace weft::cli {
namespace {

using Clock = std::chrono::steady_clock;
using onnx::Output;
using onnx::OutputTensor;
using onnx::Session;

Status Write(const std::string& path, const std::string& name, const OutputTensor& tensor) {
  if (tensor.data_type == DataType::Unknown)
    return NotSupported("output '{}' is of type {}, which no .npy file holds", name, tensor.type);
  return WriteNpy(path, tensor.data_type, tensor.type == "bool", tensor.shape, tensor.bytes);
}

// The first elements.
void Print(const std::string& name, const OutputTensor& tensor) {
  constexpr uint64_t kMostShown = 16;
  fmt::memory_buffer text;
  uint64_t count = 1;
  for (const int64_t size : tensor.shape) count *= uint64_t(size);
  fmt::format_to(std::back_inserter(text), "{}: {} [{}]:", name, tensor.type,
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

class ModelRun {
 public:
  ModelRun(const RunOptions& options, const Session& session, const ModelInputs& inputs)
      : options_(options), session_(session), inputs_(inputs.tensors()) {}

  Status Run(int64_t iterations, ProgressLine& progress) {
    double milliseconds = 0;
    WEFT_RETURN_IF_ERROR(RunOnce(milliseconds));
    progress.Erase();
    if (options_.explain) {
      WEFT_ASSIGN(const std::string text, session_.Explain(inputs_));
      progress.Erase();
      std::fputs(text.c_str(), stdout);
    }
    if (!options_.svg.empty()) {
      WEFT_ASSIGN(const onnx::PlanInfo plan, session_.Plan(inputs_));
      progress.Erase();
      const std::string picture = draw::GraphPicture(plan.outline);
      WEFT_RETURN_IF_ERROR(CheckDistinct(options_.program, options_.svg));
      WEFT_RETURN_IF_ERROR(WriteFile(options_.svg, {AsBytes(picture)}));
    }
    const ProfiledRun profiled = [&] { return session_.Profile(inputs_); };
    if (options_.profile) WEFT_RETURN_IF_ERROR(PrintProfile(iterations, profiled));
    if (!options_.trace.empty()) {
      WEFT_RETURN_IF_ERROR(CheckDistinct(options_.program, options_.trace));
      WEFT_RETURN_IF_ERROR(WriteTrace(options_.trace, iterations, profiled));
    }
    if (!options_.iterations.empty()) WEFT_RETURN_IF_ERROR(PrintLatency(iterations, milliseconds));
    for (size_t i = 0; i < outputs_.size(); ++i) WEFT_RETURN_IF_ERROR(Show(i));
    return Ok();
  }

 private:
  Status RunOnce(double& milliseconds) {
    const Clock::time_point begin = Clock::now();
    WEFT_ASSIGN(outputs_, session_.Run(inputs_));
    milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    return Ok();
  }

  // The first run plans and packs weights, so it is told apart.
  Status PrintLatency(int64_t iterations, double first) {
    std::vector<double> samples(static_cast<size_t>(iterations));
    for (double& sample : samples) WEFT_RETURN_IF_ERROR(RunOnce(sample));
    fmt::print(
        "first run {:.3f} ms, then {} iteration{}: min {:.3f} ms, median {:.3f} ms, "
        "90 % {:.3f} ms, 99 % {:.3f} ms, max {:.3f} ms\n",
        first, iterations, iterations == 1 ? "" : "s", Percentile(samples, 0), Median(samples),
        Percentile(samples, 90), Percentile(samples, 99), Percentile(samples, 100));
    return Ok();
  }

  Status Show(size_t i) const {
    const std::string& name = session_.outputs()[i].name;
    for (size_t k = 0; k < outputs_[i].tensors.size(); ++k) {
      const std::string part =
          outputs_[i].kind == Output::Kind::Sequence ? fmt::format("_{}", k) : "";
      const OutputTensor& tensor = outputs_[i].tensors[k];
      if (options_.output.empty())
        Print(name + part, tensor);
      else
        WEFT_RETURN_IF_ERROR(Write(OutputFile(options_.output, i, part), name, tensor));
    }
    return Ok();
  }

  const RunOptions& options_;
  const Session& session_;
  const std::vector<std::pair<std::string, onnx::InputTensor>>& inputs_;
  std::vector<Output> outputs_;
};

}  // namespace

std::string OutputFile(const std::string& folder, size_t i, const std::string& part) {
  return (std::filesystem::path(folder) / fmt::format("output_{}{}.npy", i, part)).string();
}

Status RunModel(const RunOptions& options, int64_t iterations) {
  if (!options.dot.empty())
    return Invalid("--dot is for graphs, but {} is a model", options.program);
  if (!options.output.empty() && !std::filesystem::is_directory(options.output))
    return Invalid("-o is '{}', which is no folder", options.output);
  ProgressLine progress;
  WEFT_ASSIGN(const Session session, LoadModel(options.program, {.strict = options.strict,
                                                                 .candidate = options.candidate,
                                                                 .progress = progress.Callback()}));
  WEFT_ASSIGN(const ModelInputs inputs,
              ModelInputs::Read(options.program, session, options.inputs, ModelInputs::Want::Data));
  return ModelRun(options, session, inputs).Run(iterations, progress);
}

}  // namespace weft::cli
