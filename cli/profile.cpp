// SPDX-License-Identifier: MIT
// See profile.h. A profile is measured in runs after the first, which finds cold caches.
#include "cli/profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cli/file.h"
#include "cli/json_text.h"

namespace weft::cli {

double Percentile(std::vector<double> samples, int percent) {
  std::ranges::sort(samples);
  const size_t rank = (samples.size() * size_t(percent) + 99) / 100;  // counted from 1
  return samples[std::max<size_t>(rank, 1) - 1];
}

double Median(std::vector<double> samples) {
  std::ranges::sort(samples);
  return samples[samples.size() / 2];
}

Status PrintProfile(int64_t iterations, const ProfiledRun& run) {
  std::vector<GraphStepTime> times;
  std::vector<std::vector<double>> samples;
  for (int64_t i = 0; i < iterations; ++i) {
    WEFT_ASSIGN(times, run());
    samples.resize(times.size());
    for (size_t step = 0; step < times.size(); ++step)
      samples[step].push_back(times[step].seconds * 1e6);
  }
  double total = 0;
  size_t width = 5;
  for (size_t step = 0; step < times.size(); ++step) {
    total += Median(samples[step]);
    width = std::max(width, times[step].step.size());
  }
  fmt::print("{:<{}}  microseconds   share\n", "step", width);
  const auto print = [&](const std::string& name, double microseconds) {
    fmt::print("{:<{}}  {:>12.1f}  {:>5.1f} %\n", name, width, microseconds,
               total > 0 ? microseconds / total * 100 : 0);
  };
  for (size_t step = 0; step < times.size(); ++step) print(times[step].step, Median(samples[step]));
  print("total", total);
  return Ok();
}

Status WriteTrace(const std::string& path, int64_t iterations, const ProfiledRun& run) {
  Json events = Json::array();
  double at = 0;  // microseconds
  for (int64_t i = 0; i < iterations; ++i) {
    WEFT_ASSIGN(const std::vector<GraphStepTime> times, run());
    for (const GraphStepTime& time : times) {
      const double duration = time.seconds * 1e6;
      events.push_back({{"name", time.step},
                        {"ph", "X"},  // a complete event: it has a duration
                        {"ts", at},
                        {"dur", duration},
                        {"pid", 0},
                        {"tid", 0},
                        {"args", {{"iteration", i}}}});
      at += duration;
    }
  }
  const Json trace = {{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
  // Names of a model may be no UTF-8.
  const std::string text = trace.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  return WriteFile(path, {AsBytes(text)});
}

}  // namespace weft::cli
