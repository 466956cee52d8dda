// SPDX-License-Identifier: MIT
// Which files a JSON program may name. A program may come from anywhere, so it reaches only what
// lies below its own folder or below the current directory, wherever links lead, unless the caller
// allows more.
#pragma once

#include <string>

namespace weft::cli {

class Reach {
 public:
  // Everything.
  Reach() = default;
  // Below the folder of the file `program`, or the current directory.
  static Reach Of(const std::string& program);

  // Whether a file, which need not exist, lies within.
  bool Includes(const std::string& path) const;

 private:
  bool is_limited_ = false;
  std::string folder_, current_;  // canonical; empty where there is none
};

}  // namespace weft::cli
