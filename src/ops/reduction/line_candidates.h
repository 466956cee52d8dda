// SPDX-License-Identifier: MIT
// Functions of whole lines, of which each has one way to be computed. They are candidates all the
// same, so that plans have a name for them.
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
