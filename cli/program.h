// SPDX-License-Identifier: MIT
// A JSON program as DirectML engineers write it: resources, dispatchables (operators with their
// descriptions) and commands; or a graph, whose outputs are the resources. Everything is read,
// checked and bound to each other here, so that running it meets no name that does not exist.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cli/graph_reader.h"
#include "cli/resource.h"
#include "weft/device.h"
#include "weft/schema.h"
#include "weft/status.h"

namespace weft::cli {

// A part of a resource, bound to one tensor. An absent optional tensor has no resource.
struct Binding {
  Resource* resource = nullptr;
  uint64_t offset_bytes = 0;
  uint64_t size_bytes = 0;
  DataType type = DataType::Unknown;  // of the tensor
};

struct Dispatchable {
  std::string name;
  Operator op;
  // What tensors owned by DirectML hold: copied once from the resource bound to them. One per
  // input, empty for the tensors that a dispatch binds.
  std::vector<Memory> owned;
};

struct DispatchCommand {
  const Dispatchable* dispatchable;
  std::vector<Binding> inputs, outputs;
};
struct PrintCommand {
  std::string name;
  const Resource* resource;
};
struct WriteFileCommand {
  std::string name;
  const Resource* resource;
  std::string path;
  std::vector<int64_t> dimensions;  // empty: as many as there are elements
};
// Its results become the resources of the outputs' names.
struct GraphCommand {
  const JsonGraph* graph;
};
using Command = std::variant<DispatchCommand, GraphCommand, PrintCommand, WriteFileCommand>;

struct JsonProgram {
  std::map<std::string, Resource> resources;
  std::map<std::string, Dispatchable> dispatchables;
  std::unique_ptr<JsonGraph> graph;  // null in a program of dispatchables
  std::vector<Command> commands;     // they point into the above
};

// Messages begin with the path of the file. What it names lies below its folder or the current
// directory, or anywhere if that is allowed.
Result<JsonProgram> ReadProgram(const std::string& path, bool allow_outside);

}  // namespace weft::cli
