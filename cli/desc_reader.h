// SPDX-License-Identifier: MIT
// An operator description from JSON: `desc` mirrors the C struct, and the schema's field table says
// what each member holds. No operator is named here.
#pragma once

#include <cstdint>
#include <string_view>

#include "cli/json_node.h"
#include "weft/schema.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::cli {

// Enumerators with or without their prefix; flags as one name or a list of names.
Result<uint32_t> ReadEnum(const EnumInfo& info, const Node& node);
const EnumInfo& EnumNamed(std::string_view name);  // of AllEnums()

Result<TensorDesc> ReadTensor(const Node& node);  // type and sizes are required

// Whether output tensors must be described, or may be left out in whole or in part.
enum class OutputTensors { Described, MayFollow };
Result<Operator> ReadOperator(const OperatorInfo& info, const Node& desc,
                              OutputTensors outputs = OutputTensors::Described);

}  // namespace weft::cli
