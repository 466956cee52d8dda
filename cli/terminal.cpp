// SPDX-License-Identifier: MIT
// See terminal.h.
#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace weft::cli {

bool UsesColour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && (!no_colour || !*no_colour);
}

int TerminalWidth() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::clamp<int>(size.ws_col, 20, 200);
  return 100;
}

bool ErrorsGoToTerminal() { return isatty(STDERR_FILENO); }

}  // namespace weft::cli
