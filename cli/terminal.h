// SPDX-License-Identifier: MIT
// What standard output and standard error can show: colours, how many columns, lines that change.
#pragma once

namespace weft::cli {

bool UsesColour();    // a terminal, and NO_COLOR is not set
int TerminalWidth();  // 100 when it is no terminal
bool ErrorsGoToTerminal();

}  // namespace weft::cli
