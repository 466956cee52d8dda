// SPDX-License-Identifier: MIT
// Where the figures come from, as the Linux kernel tells it.
#include "machine.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace weft::bench {
namespace {

struct ProcessorTime {
  double idle = 0;
  double all = 0;
};

ProcessorTime ReadProcessorTime() {
  std::ifstream file("/proc/stat");
  std::string word;
  file >> word;  // "cpu": the sum over all processors
  ProcessorTime time;
  double value = 0;
  // user nice system idle iowait irq softirq steal
  for (int column = 0; column < 8 && file >> value; ++column) {
    time.all += value;
    if (column == 3 || column == 4) time.idle += value;
  }
  return time;
}

// The part of all processors' time that is taken while this program sleeps.
double UsedByOthers() {
  const ProcessorTime before = ReadProcessorTime();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const ProcessorTime after = ReadProcessorTime();
  const double all = after.all - before.all;
  return all > 0 ? 1 - (after.idle - before.idle) / all : 0;
}

std::string ProcessorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  return "unknown processor";
}

}  // namespace

std::string DescribeMachine() {
  std::string text = fmt::format("{}, {} cores, GCC {}.{}", ProcessorName(),
                                 std::thread::hardware_concurrency(), __GNUC__, __GNUC_MINOR__);
  if (const double used = UsedByOthers(); used > 0.15)
    text += fmt::format(
        "; other programs used {:.0f} % of the processors: do not trust the figures", used * 100);
  return text;
}

}  // namespace weft::bench
