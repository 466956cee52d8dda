// SPDX-License-Identifier: MIT
// See graph_tensor.h.
#include "cli/graph_tensor.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "cli/desc_reader.h"

namespace weft::cli {
namespace {

bool IsNpy(const Node& values) {
  const auto path = values.json.is_object() ? values.Find("sourcePath") : std::nullopt;
  return path && path->json.is_string() && path->json.get<std::string>().ends_with(".npy");
}

}  // namespace

Json DescJson(const TensorDesc& desc) { return Json::parse(ToString(desc)); }

uint64_t TotalBytes(const TensorDesc& desc) {
  return std::max(desc.total_bytes, desc.MinimumTotalBytes());
}

Result<GraphTensor> ReadGraphTensor(const std::string& name, const Node& node,
                                    ProgramFiles& files) {
  Json written = node.json;
  if (written.is_string()) written = {{"initialValues", {{"sourcePath", node.json}}}};
  const Node whole{written, node.path};
  WEFT_RETURN_IF_ERROR(CheckObject(whole));
  WEFT_ASSIGN(const Node values, whole.Require("initialValues"));
  Json resource = {{"initialValues", values.json}};
  if (const std::optional<Node> type = whole.Find("DataType"))
    resource["initialValuesDataType"] = type->json;

  // A file is read first, because it may say what the description leaves out.
  GraphTensor tensor{name, {}, {}};
  Json desc = Json::object();
  if (IsNpy(values)) {
    WEFT_ASSIGN(tensor.values, ReadResource({resource, node.path}, files));
    desc = DescJson({tensor.values.type, tensor.values.sizes});
  }
  desc.update(written);
  desc.erase("initialValues");
  WEFT_ASSIGN(tensor.desc, ReadTensor({desc, node.path}));
  WEFT_RETURN_IF_ERROR(CheckTensor(tensor.desc, TensorUse::Input, node.path));
  if (!IsNpy(values)) {
    // As many values as the tensor has elements, where the number is not written down.
    Json& given = resource["initialValues"];
    if (given.is_object() && !given.contains("sourcePath") && !given.contains("valueCount"))
      given["valueCount"] = tensor.desc.layout.RequiredElements();
    WEFT_ASSIGN(tensor.values, ReadResource({resource, node.path}, files));
  } else if (tensor.desc.type != tensor.values.type) {
    return Invalid("{}.DataType is {}, but \"{}\" has {}", node.path, Name(tensor.desc.type),
                   files.read.back(), Name(tensor.values.type));
  }
  const uint64_t have = tensor.values.filled_bytes;
  if (have < tensor.desc.RequiredBytes() || have > TotalBytes(tensor.desc))
    return Invalid("{} has {} bytes, but {} of {} need {}", values.path, have,
                   ToString(tensor.desc.layout), Name(tensor.desc.type),
                   tensor.desc.RequiredBytes());
  return tensor;
}

}  // namespace weft::cli
