// SPDX-License-Identifier: MIT
// The `weft` command: what it accepts and how a result becomes output and an exit code. The
// commands themselves are one file each.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "base/error.h"
#include "cli/commands.h"
#include "simd/isa.h"

namespace weft::cli {
namespace {

constexpr int kExitFailure = 1;
constexpr int kExitBadInput = 2;
constexpr int kExitNotSupported = 77;

constexpr char kAllowOutside[] =
    "Files that a program names may lie outside of its folder and of the current directory";

int ExitCode(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument: return kExitBadInput;
    case ErrorCode::NotSupported: return kExitNotSupported;
    case ErrorCode::OutOfMemory:
    case ErrorCode::Internal: break;
  }
  return kExitFailure;
}

// One line whatever the message quotes: control characters become \xNN. Takes no memory, which may
// be what is missing.
int Report(ErrorCode code, std::string_view message) {
  std::fputs("weft: ", stderr);
  for (const char c : message)
    if (uint8_t(c) < 0x20 || c == 0x7f)
      std::fprintf(stderr, "\\x%02x", uint8_t(c));
    else
      std::fputc(c, stderr);
  std::fputc('\n', stderr);
  return ExitCode(code);
}
int Report(const Error& error) { return Report(error.code, error.message); }

Error OutputError(int number) {
  return {ErrorCode::Internal,
          fmt::format("cannot write to standard output: {}", std::strerror(number))};
}

// In a handler, whatever the exception.
int ReportCaught() noexcept {
  try {
    throw;
  } catch (const std::system_error& error) {  // fmt::print's way to say that writing failed
    std::fprintf(stderr, "weft: cannot write to standard output: %s\n",
                 std::strerror(error.code().value()));
    return ExitCode(ErrorCode::Internal);
  } catch (const std::bad_alloc&) {
    return Report(ErrorCode::OutOfMemory, "out of memory");
  } catch (const std::exception& error) {
    return Report(ErrorCode::Internal, error.what());
  } catch (...) {
    return Report(ErrorCode::Internal, "internal error");
  }
}

// What `weft --version` prints; `test` reads the last three lines.
std::string Version() {
  return fmt::format("weft " WEFT_VERSION "\nmachine: {}\ncompiled: {}\nused: {}",
                     fmt::join(MachineIsas(), " "), fmt::join(CompiledIsas(), " "), UsedIsa());
}

Status Flushed() {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return Ok();
  return tl::unexpected<Error>(OutputError(errno));
}

class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", Version, "Print the version and the instruction sets");
    app_.set_help_flag("-h,--help", "Print this help");
    app_.require_subcommand(1);
    app_.footer("Example: weft run examples/slice1.json");
    AddRun();
    AddInfo();
    AddCompare();
    AddSlice();
    AddConvert();
    AddTensor();
    AddOps();
  }

  int Main(int argc, char** argv) {
    if (argc > 1 && argv[1][0] != '-' && !IsCommand(argv[1]))
      return Report({ErrorCode::InvalidArgument,
                     fmt::format("'{}' is no command; `weft --help` lists them", argv[1])});
    if (const Status status = CheckMaxIsa(); !status) return Report(status.error());
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help and --version
      app_.exit(success);
      const Status flushed = Flushed();
      return flushed ? 0 : Report(flushed.error());
    } catch (const CLI::ParseError& error) {
      return Report({ErrorCode::InvalidArgument, error.what()});
    }
    const Result<int> code = command_();
    Status status = code ? Flushed() : Status(tl::unexpect, code.error());
    std::fflush(stdout);  // what was printed before an error stands before it
    return status ? *code : Report(status.error());
  }

 private:
  bool IsCommand(std::string_view name) const {
    const std::vector<const CLI::App*> commands = app_.get_subcommands(nullptr);
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* command) { return command->get_name() == name; });
  }

  template <class Options, class Answer>
  CLI::App* Add(const std::string& name, const std::string& help, const std::string& example,
                Answer (*run)(const Options&), const Options& options) {
    CLI::App* command = app_.add_subcommand(name, help);
    command->footer("Example: " + example);
    command->callback([this, run, &options] {
      command_ = [run, &options]() -> Result<int> {
        if constexpr (std::is_same_v<Answer, Status>) {
          return run(options).map([] { return 0; });
        } else {
          return run(options);
        }
      };
    });
    return command;
  }

  // An option that may be there several times, with one value each time: what follows is not its.
  static void AddRepeated(CLI::App* command, const std::string& name,
                          std::vector<std::string>& values, const std::string& help) {
    command->add_option(name, values, help)->allow_extra_args(false);
  }

  // The options that say what a model's inputs are; `files` is what its files are called in help.
  static void AddModelInputs(CLI::App* command, ModelInputOptions& inputs, const std::string& files,
                             const std::string& help) {
    command->add_option(files, inputs.files, help);
    AddRepeated(command, "--input", inputs.inputs, "Models: NAME=FILE.npy");
    AddRepeated(command, "--shape", inputs.shapes, "Models: NAME=1,3,224,224, without a file");
    command->add_option("--random", inputs.random, "Models: make up what is missing, from a seed");
  }

  void AddRun() {
    CLI::App* run = Add("run", "Run a JSON program of operators, a graph or an ONNX model",
                        "weft run examples/slice1.json", RunCommand, run_);
    run->add_option("FILE", run_.program,
                    "JSON: resources, dispatchables, commands; or graph, commands; or MODEL.onnx")
        ->required();
    AddModelInputs(run, run_.inputs, "IN.npy", "Models: the inputs, in order");
    run->add_option("-o", run_.output, "Models: the folder for output_0.npy and so on");
    run->add_option("--feature-level", run_.feature_level,
                    "Validate as a device of this level would, such as 2_1");
    run->add_option("--iterations", run_.iterations,
                    "Run each dispatch this often and print how long it took");
    run->add_flag("--strict", run_.strict,
                  "An index out of range is an error, where DirectML takes the nearest or none");
    run->add_option("--candidate", run_.candidate,
                    "Compute by these alone, such as pooling/window: names as --explain prints");
    run->add_option("--threads", run_.threads, "Worker threads, 1 to 256");
    run->add_flag("--allow-outside", run_.allow_outside, kAllowOutside);
    run->add_flag("--verbose", run_.verbose, "Print times of compiling and running");
    run->add_flag("--explain", run_.explain,
                  "Print what computes each operator; of graphs and models, also the steps");
    run->add_flag("--profile", run_.profile, "Graphs and models: print how long each step takes");
    run->add_option("--svg", run_.svg, "Graphs and models: draw the steps as a picture");
    run->add_option("--dot", run_.dot, "Graphs: write the steps as a file for Graphviz");
    run->add_option("--trace", run_.trace,
                    "Models: write when each step ran as JSON for chrome://tracing");
  }

  void AddInfo() {
    CLI::App* info = Add("info", "Tell what an ONNX model is and needs", "weft info model.onnx",
                         InfoCommand, info_);
    info->add_option("MODEL.onnx", info_.model, "The model");
    AddModelInputs(info, info_.inputs, "IN.npy",
                   "Inputs, in order, if the plan needs their values");
    info->add_flag("--json", info_.json, "Print it as JSON");
    info->add_flag("--operators", info_.operators,
                   "Print all operators that models may use, as a page of Markdown");
  }

  void AddCompare() {
    CLI::App* compare =
        Add("compare", "Find where two graphs differ, or a model from what was saved",
            "weft compare examples/graph.json --as-described", CompareCommand, compare_);
    compare->add_option("FILE", compare_.first, "A graph, with the inputs of both; or MODEL.onnx")
        ->required();
    AddModelInputs(compare, compare_.inputs, "B.json",
                   "The other graph; or a model's inputs as .npy files, in order");
    compare->add_option("--with", compare_.with,
                        "Models: the folder of output_0.npy and so on; also of input_0.npy");
    compare->add_flag("--as-described", compare_.as_described,
                      "Run the second one operator by operator, nothing fused or left out");
    compare->add_flag("--allow-outside", compare_.allow_outside, kAllowOutside);
    compare->add_option("--threads", compare_.threads, "Worker threads of the second, 1 to 256");
    compare->add_option("--tolerance", compare_.tolerance,
                        "ABSOLUTE,RELATIVE, or one number for both (1e-5)");
    AddRepeated(compare, "--atol", compare_.atols,
                "Models: the absolute tolerance, NUMBER or OUTPUT=NUMBER");
    AddRepeated(compare, "--rtol", compare_.rtols, "Models: the relative one");
  }

  void AddSlice() {
    CLI::App* slice = Add("slice", "Slice an array as NumPy does",
                          "weft slice in.npy '[::-1, 1:8:2]' out.npy", SliceCommand, slice_);
    slice->add_option("IN.npy", slice_.input, "The array")->required();
    slice->add_option("SLICE", slice_.slice, "Python's notation: '[..., ::-1, 1:8:2]'")->required();
    slice->add_option("OUT.npy", slice_.output, "Where the result goes")->required();
    slice->add_option("--svg", slice_.svg, "Draw which elements are picked, and in which order");
  }

  void AddConvert() {
    CLI::App* convert = Add("convert", "Reorder the axes of an array, change its type",
                            "weft convert in.npy out.npy --from NCHW --to NHWC --type FLOAT16",
                            ConvertCommand, convert_);
    convert->add_option("IN.npy", convert_.input, "The array")->required();
    convert->add_option("OUT.npy", convert_.output, "Where the result goes")->required();
    convert->add_option("--from", convert_.from, "A letter per axis of the input")->required();
    convert->add_option("--to", convert_.to, "The same letters in the order wanted")->required();
    convert->add_option("--type", convert_.type, "Data type of the result");
    convert->add_option("--row-pitch", convert_.row_pitch,
                        "Length of the last axis in the result, filled up with zeros");
  }

  void AddTensor() {
    CLI::App* tensor =
        Add("tensor", "Explain and draw how a tensor lies in memory",
            "weft tensor --sizes 2,3 --strides 5,1 --svg padded.svg", TensorCommand, tensor_);
    tensor->add_option("--type", tensor_.type, "Data type (FLOAT32)");
    tensor->add_option("--sizes", tensor_.sizes, "Sizes, such as 2,3")->required();
    tensor->add_option("--strides", tensor_.strides, "Strides in elements (packed)");
    tensor->add_option("--layout,--label", tensor_.layout,
                       "Order of the dimensions in memory, such as NHWC; sizes stay in NCHW order");
    tensor->add_option("--broadcast", tensor_.broadcast,
                       "Dimensions that repeat: letters or numbers, such as N,C or 0,1");
    tensor->add_option("--row-pitch", tensor_.row_pitch,
                       "Elements from row to row, or bytes: 8 or 32B");
    tensor->add_option("--row-align", tensor_.row_align,
                       "Round the row pitch up to a multiple of these elements, or bytes");
    tensor->add_option("--offset", tensor_.offset, "Place of the first element");
    tensor->add_option("--svg", tensor_.svg, "Draw it as a picture");
  }

  void AddOps() {
    CLI::App* ops =
        Add("ops", "List the operators, or explain one", "weft ops SLICE1", OpsCommand, ops_);
    ops->add_option("NAME", ops_.name, "An operator, with or without DML_OPERATOR_");
    ops->add_flag("--implemented", ops_.implemented, "List only the implemented ones");
  }

  CLI::App app_{"DirectML's tensor operators on the CPU", "weft"};
  std::function<Result<int>()> command_;
  RunOptions run_;
  InfoOptions info_;
  CompareOptions compare_;
  SliceOptions slice_;
  ConvertOptions convert_;
  TensorOptions tensor_;
  OpsOptions ops_;
};

}  // namespace
}  // namespace weft::cli

int main(int argc, char** argv) {
  try {
    return weft::cli::CommandLine().Main(argc, argv);
  } catch (...) {
    return weft::cli::ReportCaught();
  }
}
