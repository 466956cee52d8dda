// SPDX-License-Identifier: MIT
// The CPU's name, as the system knows it.
#include "d3d12/adapter.h"

#include <fstream>

namespace weft::d3d12 {

std::string AdapterName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos)
      return "Weft (" + line.substr(colon + 2) + ")";
  }
  return "Weft (CPU)";  // Arm systems name none
}

}  // namespace weft::d3d12
