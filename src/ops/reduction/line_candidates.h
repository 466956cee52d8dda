// SPDX-License-Identifier: MIT
// Functions of whole lines with one algorithm each. They are candidates nevertheless, so that plans
// can name them.
#pragma once

#include <string_view>

#include "program/program.h"
#include "strided/lines.h"

namespace weft::ops {

// For SoftmaxLine, LogSoftmaxLine and LogSumExpFor.
Result<Program> SoftmaxProgram(std::string_view op, const LinesPlan& lines);
// For FindInLine.
Result<Program> ArgExtremeProgram(std::string_view op, const LinesPlan& lines);

}  // namespace weft::ops
