// SPDX-License-Identifier: MIT
// An input or a constant of a graph in JSON: a tensor's description and its values, or the name of
// a .npy file, which knows both.
#pragma once

#include <string>
#include <vector>

#include "cli/json_node.h"
#include "cli/resource.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::cli {

struct GraphTensor {
  std::string name;
  TensorDesc desc;
  Resource values;
};

// Files are found as those of resources are.
Result<GraphTensor> ReadGraphTensor(const std::string& name, const Node& node, ProgramFiles& files);

Json DescJson(const TensorDesc& desc);        // as ReadTensor takes it
uint64_t TotalBytes(const TensorDesc& desc);  // TotalTensorSizeInBytes, or what the layout needs

}  // namespace weft::cli
