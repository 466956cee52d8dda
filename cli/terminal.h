// SPDX-License-Identifier: MIT
// What standard output can show: colours and how many columns.
#pragma once

namespace weft::cli {

bool UsesColour();    // a terminal, and NO_COLOR is not set
int TerminalWidth();  // 100 when it is no terminal

}  // namespace weft::cli
