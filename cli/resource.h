// SPDX-License-Identifier: MIT
// A resource of a JSON program: a named buffer and what it was filled with. Only the buffer's bytes
// count for an operator; the element type and count serve printing and writing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/json_node.h"
#include "cli/memory.h"
#include "cli/reach.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::cli {

struct Resource {
  Memory memory;
  DataType type = DataType::Unknown;        // of the initial values
  uint64_t element_count = 0;               // of them, when `type` is known
  Sizes sizes = {};                         // of the array, when they have some
  uint64_t filled_bytes = 0;                // by the initial values; the rest is padding
  DataType bound_type = DataType::Unknown;  // of the tensor it was last bound to

  // How to show it: its own type, else the one it was last used as.
  DataType shown_type() const { return type != DataType::Unknown ? type : bound_type; }
  uint64_t shown_count() const;
};

// What a JSON program says of files: those it names are relative to `folder`, or else to the
// current directory, and within `reach`. Each one that is read is added to `read`.
struct ProgramFiles {
  std::string folder;
  Reach reach;
  std::vector<std::string> read = {};

  // An error where the file is out of reach; `name` is what names it.
  Status Check(const Node& name, const std::string& path) const;
};

Result<Resource> ReadResource(const Node& node, ProgramFiles& files);

}  // namespace weft::cli
