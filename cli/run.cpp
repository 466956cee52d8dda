// SPDX-License-Identifier: MIT
// `weft run`: compiles every dispatchable of a JSON program, then carries out its commands. What
// concerns graphs is in run_graph.cpp.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "base/error.h"
#include "cli/argument.h"
#include "cli/commands.h"
#include "cli/element.h"
#include "cli/file.h"
#include "cli/model_inputs.h"
#include "cli/npy.h"
#include "cli/program.h"
#include "cli/run_graph.h"
#include "cli/run_model.h"
#include "weft/device.h"
#include "weft/schema.h"
#include "weft/threads.h"

namespace weft::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int64_t kMostIterations = 10'000'000;

double Milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

// A dispatchable compiled and initialized.
struct Ready {
  CompiledOperator compiled;
  Memory persistent;
};

class Runner {
 public:
  Runner(const RunOptions& options, int64_t iterations, FeatureLevel level)
      : options_(options), iterations_(iterations) {
    compile_options_.feature_level = level;
    compile_options_.strict_indices = options.strict;
    compile_options_.candidate = options.candidate;
  }

  Status Run(JsonProgram& program) {
    if (const char* option = GraphOption(); option && !program.graph)
      return Invalid("{} is for graphs, but {} has none", option, options_.program);
    resources_ = &program.resources;
    for (const auto& [name, dispatchable] : program.dispatchables) {
      const Clock::time_point begin = Clock::now();
      Result<CompiledOperator> compiled = Compile(dispatchable.op, compile_options_);
      if (!compiled) return Fail("dispatchables." + name, compiled.error());
      if (options_.verbose)
        fmt::print("Compile '{}': {:.4f} ms, {} temporary and {} persistent bytes\n", name,
                   Milliseconds(Clock::now() - begin), compiled->temporary_bytes(),
                   compiled->persistent_bytes());
      if (options_.explain)
        fmt::print("dispatchable '{}' ({})\n{}", name, Info(dispatchable.op.type()).name,
                   compiled->Explain());
      WEFT_ASSIGN(Memory persistent, Memory::Allocate(compiled->persistent_bytes(), name));
      const std::vector<ConstBuffer> owned = OwnedInputs(dispatchable);
      const Status status =
          compiled->Initialize(owned, Buffer(persistent.data(), persistent.size()));
      if (!status) return Fail("dispatchables." + name, status.error());
      compiled_.emplace(&dispatchable, Ready{*std::move(compiled), std::move(persistent)});
    }
    for (size_t i = 0; i < program.commands.size(); ++i) {
      const Status status =
          std::visit([&](const auto& command) { return Do(command); }, program.commands[i]);
      if (status) continue;
      // The messages of a graph say so, and it comes before the commands that are written down.
      if (std::holds_alternative<GraphCommand>(program.commands[i]))
        return weft::Fail(status.error().code, "{}: {}", options_.program, status.error().message);
      return Fail(fmt::format("commands[{}]", program.graph ? i - 1 : i), status.error());
    }
    return Ok();
  }

 private:
  tl::unexpected<Error> Fail(const std::string& place, const Error& error) const {
    return weft::Fail(error.code, "{}: {}: {}", options_.program, place, error.message);
  }

  Status Do(const DispatchCommand& command) {
    const auto& [compiled, persistent] = compiled_.at(command.dispatchable);
    std::vector<ConstBuffer> inputs;
    std::vector<Buffer> outputs;
    for (const Binding& binding : command.inputs)
      inputs.push_back(binding.resource ? ConstBuffer(DataOf(binding), binding.size_bytes)
                                        : ConstBuffer());
    for (const Binding& binding : command.outputs)
      outputs.push_back(binding.resource ? Buffer(DataOf(binding), binding.size_bytes) : Buffer());
    WEFT_ASSIGN(const Memory temporary,
                Memory::Allocate(compiled.temporary_bytes(), command.dispatchable->name));

    std::vector<double> samples;
    for (int64_t i = 0; i < iterations_; ++i) {
      const Clock::time_point begin = Clock::now();
      WEFT_RETURN_IF_ERROR(compiled.Run(inputs, outputs, Buffer(temporary.data(), temporary.size()),
                                        Buffer(persistent.data(), persistent.size())));
      samples.push_back(Milliseconds(Clock::now() - begin));
    }
    if (!options_.iterations.empty() || options_.verbose) {
      std::sort(samples.begin(), samples.end());
      fmt::print("Dispatch '{}': {} iterations, {:.4f} ms min, {:.4f} ms median\n",
                 command.dispatchable->name, iterations_, samples.front(),
                 samples[samples.size() / 2]);
    }
    return Ok();
  }

  Status Do(const GraphCommand& command) {
    return RunGraph(*command.graph, options_, compile_options_, iterations_, *resources_);
  }

  const char* GraphOption() const {
    return options_.profile        ? "--profile"
           : !options_.dot.empty() ? "--dot"
           : !options_.svg.empty() ? "--svg"
                                   : nullptr;
  }

  Status Do(const PrintCommand& command) {
    WEFT_RETURN_IF_ERROR(CheckType(command.name, *command.resource));
    const Resource& resource = *command.resource;
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "Resource '{}': ", command.name);
    for (uint64_t i = 0; i < resource.shown_count(); ++i) {
      if (i != 0) text.append(std::string_view(", "));
      AppendElement(text, resource.memory.bytes(), resource.shown_type(), i);
      if (text.size() >= size_t(1) << 16) {  // whole buffers would double a large resource
        std::fwrite(text.data(), 1, text.size(), stdout);
        text.clear();
      }
    }
    text.push_back('\n');
    std::fwrite(text.data(), 1, text.size(), stdout);
    return Ok();
  }

  Status Do(const WriteFileCommand& command) {
    WEFT_RETURN_IF_ERROR(CheckType(command.name, *command.resource));
    const Resource& resource = *command.resource;
    const uint64_t count = resource.shown_count();
    std::vector<int64_t> shape = command.dimensions;
    if (shape.empty()) shape.push_back(int64_t(count));
    unsigned __int128 product = 1;
    for (const int64_t size : shape)
      product = std::min(product * (unsigned __int128)(size), (unsigned __int128)(1) << 64);
    if (product != count)
      return Invalid("dimensions are [{}], but resource '{}' has {} elements",
                     fmt::join(shape, ", "), command.name, count);
    const std::span<const std::byte> data =
        resource.memory.bytes().first(*BytesFor(resource.shown_type(), count));
    return command.path.ends_with(".npy")
               ? WriteNpy(command.path, resource.shown_type(), false, shape, data)
               : WriteFile(command.path, {data});
  }

  static Status CheckType(const std::string& name, const Resource& resource) {
    if (resource.shown_type() != DataType::Unknown) return Ok();
    return Invalid("resource '{}' has no initialValuesDataType and was bound to no tensor", name);
  }

  static std::vector<ConstBuffer> OwnedInputs(const Dispatchable& dispatchable) {
    std::vector<ConstBuffer> inputs;
    for (const Memory& memory : dispatchable.owned)
      inputs.emplace_back(memory.data(), memory.size());
    return inputs;
  }

  static std::byte* DataOf(const Binding& binding) {
    binding.resource->bound_type = binding.type;
    return binding.resource->memory.data() + binding.offset_bytes;
  }

  const RunOptions& options_;
  int64_t iterations_;
  CompileOptions compile_options_;
  std::map<const Dispatchable*, Ready> compiled_;
  std::map<std::string, Resource>* resources_ = nullptr;
};

}  // namespace

Status RunCommand(const RunOptions& options) {
  int64_t iterations = 1;
  if (!options.iterations.empty()) {
    WEFT_ASSIGN(iterations, ParseInteger("--iterations", options.iterations, 1, kMostIterations));
  }
  FeatureLevel level = kNewestFeatureLevel;
  if (!options.feature_level.empty()) {
    WEFT_ASSIGN(level, ParseFeatureLevel("--feature-level", options.feature_level));
  }
  if (!options.threads.empty()) {
    WEFT_ASSIGN(const int64_t threads, ParseInteger("--threads", options.threads, 1, kMostThreads));
    SetThreadCount(int(threads));
  }
  if (IsModel(options.program)) return RunModel(options, iterations);
  if (!options.inputs.files.empty())
    return Invalid("{} is followed by {}, but only a model takes files", options.program,
                   options.inputs.files.front());
  if (!options.trace.empty())
    return Invalid("--trace is for models, but {} is none", options.program);
  WEFT_ASSIGN(JsonProgram program, ReadProgram(options.program, options.allow_outside));
  return Runner(options, iterations, level).Run(program);
}

}  // namespace weft::cli
