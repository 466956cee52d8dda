// SPDX-License-Identifier: MIT
// bench_move: how fast Weft moves tensors, or computes element by element, beside memcpy, a
// non-temporal copy, oneDNN and Eigen. It also lists the cases for move.py and reports results that
// were saved before.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "machine.h"
#include "measure.h"
#include "report.h"

namespace weft::bench {
namespace {

struct Arguments {
  std::vector<std::string> sizes, types;
  Selection selection;
  MeasureOptions measure;
  bool quick = false, list_cases = false, elementwise = false;
  std::vector<std::string> report;
  std::string csv, json, svg;
};

int64_t SizeFromText(const std::string& text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, size_t(text.data() + text.size() - end));
  const int shift = unit == "K" ? 10 : unit == "M" ? 20 : 0;
  const bool is_known = error == std::errc() && (unit.empty() || shift > 0);
  if (!is_known || number < 4096 >> shift || number > int64_t(1) << (30 - shift))
    throw std::invalid_argument("size is " + text + ", but 4K to 1024M is required");
  return number << shift;
}

void AddOptions(CLI::App& app, Arguments& arguments) {
  app.add_flag("--elementwise", arguments.elementwise, "Arithmetic and reductions, not movements");
  app.add_option("--sizes", arguments.sizes, "Bytes of output: 16K,1M,64M")->delimiter(',');
  app.add_option("--types", arguments.types, "Types of the output: f32,f16,u8")->delimiter(',');
  app.add_option("--threads", arguments.measure.threads, "Numbers of threads: 1,2")
      ->delimiter(',')
      ->check(CLI::Range(1, 256));
  app.add_option("--cases", arguments.selection.ids, "Cases by name: copy,flip_w,...")
      ->delimiter(',');
  app.add_option("--rounds", arguments.measure.rounds, "Samples of each peer")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--quick", arguments.quick, "3 short rounds: a rough idea in a minute");
  app.add_flag("--list-cases", arguments.list_cases, "Print the cases as JSON, measure nothing");
  app.add_option("--report", arguments.report, "Report saved results instead of measuring");
  app.add_option("--csv", arguments.csv, "Write a line per case and peer");
  app.add_option("--json", arguments.json, "Write the results, for --report");
  app.add_option("--svg", arguments.svg, "Write a picture");
}

Results MeasureAll(const Arguments& arguments, const std::vector<Case>& cases) {
  Results results;
  results.machine = DescribeMachine();
  results.small = MeasureSmall(arguments.measure);
  const size_t count = cases.size() * arguments.measure.threads.size();
  const Peer* const peers[] = {&kWeft, &kMemcpy, &kNonTemporal, &kOneDnn, &kEigen};
  const bool is_watched = isatty(STDERR_FILENO);
  Measure(cases, peers, arguments.measure, results, [&](const Row& row) {
    if (!is_watched) return;
    fmt::print(stderr, "\r{:>4} of {}: {:<30}", results.rows.size(), count, row.title);
    std::fflush(stderr);
  });
  if (is_watched) fmt::print(stderr, "\r{:<50}\r", "");
  return results;
}

int Main(Arguments& arguments) {
  for (const std::string& text : arguments.sizes)
    arguments.selection.size_classes.push_back(SizeFromText(text));
  if (arguments.elementwise) arguments.selection.suite = Suite::Elementwise;
  for (const std::string& text : arguments.types)
    arguments.selection.types.push_back(TypeFromName(text));
  if (arguments.quick) {
    arguments.measure.rounds = 3;
    arguments.measure.sample_seconds = 5e-4;
  }
  Results results;
  if (!arguments.report.empty()) {
    for (const std::string& path : arguments.report) Merge(results, Load(path));
  } else {
    const std::vector<Case> cases = MakeCases(arguments.selection);
    if (cases.empty()) throw std::invalid_argument("no case has this name and type");
    if (arguments.list_cases) {
      std::cout << nlohmann::json(cases).dump(1) << "\n";
      return 0;
    }
    results = MeasureAll(arguments, cases);
  }
  fmt::print("{}\n{}", Table(results), Summary(results));
  if (!arguments.csv.empty()) WriteText(arguments.csv, Csv(results));
  if (!arguments.json.empty()) Save(results, arguments.json);
  if (!arguments.svg.empty()) WriteText(arguments.svg, Svg(results));
  return results.weft_is_wrong ? 1 : 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
  weft::bench::Arguments arguments;
  CLI::App app("Measures how fast Weft moves tensors, beside other libraries.");
  weft::bench::AddOptions(app, arguments);
  CLI11_PARSE(app, argc, argv);
  try {
    return weft::bench::Main(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_move: {}\n", error.what());
    return 2;
  }
}
