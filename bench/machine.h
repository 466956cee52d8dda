// SPDX-License-Identifier: MIT
// Where the figures come from.
#pragma once

#include <string>

namespace weft::bench {

// "AMD EPYC, 2 cores, GCC 12.2", and a warning when other programs are busy at this moment.
std::string DescribeMachine();

}  // namespace weft::bench
