// SPDX-License-Identifier: MIT
// What a caller gives a session, checked against the model's inputs and put where a run reads it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "onnx/path.h"
#include "weft/onnx.h"

namespace weft::onnx {

using NamedInputs = std::vector<std::pair<std::string, Input>>;

struct Bound {
  std::vector<InputShape> shapes;  // one for each of the model's inputs
  std::vector<Slot> slots;         // one for each tensor among them, strings aside
};
Result<Bound> BindInputs(const Graph& graph, const NamedInputs& given, bool has_data);

}  // namespace weft::onnx
