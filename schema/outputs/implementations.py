# SPDX-License-Identifier: MIT
"""src/generated/ops/implementations.{h,cpp}: which functions implement which operator."""

from model import Api
from outputs import BANNER

HEADER = """\
// SPDX-License-Identifier: MIT
// {banner}
// The functions each implemented operator consists of, and how to find them by operator type.
// They are named by overload, so a missing one is a link error. An operator without Infer has outputs
// like its first input.
#pragma once

#include "program/program.h"
#include "weft/operators.h"
#include "weft/status.h"

namespace weft {{
namespace ops {{

{declarations}

}}  // namespace ops

struct Implementation {{
  // The argument is the operator's aggregate: Operator::data().
  void (*infer)(void* op);                   // sets what outputs were not given; null: like the input
  Status (*validate)(const void* op);        // what the tables of weft/schema.h cannot say
  Result<Program> (*plan)(const void* op);   // only after validation
}};

// Null for an operator that is not implemented.
const Implementation* FindImplementation(OperatorType type);

}}  // namespace weft
"""

SOURCE = """\
// SPDX-License-Identifier: MIT
// {banner}
#include "generated/ops/implementations.h"

namespace weft {{
namespace {{

template <class Op>
void InferOf(void* op) {{
  ops::Infer(*static_cast<Op*>(op));
}}

template <class Op, void (*kInfer)(void*) = nullptr>
constexpr Implementation kImplementation = {{
    kInfer,
    [](const void* op) {{ return ops::Validate(*static_cast<const Op*>(op)); }},
    [](const void* op) {{ return ops::Plan(*static_cast<const Op*>(op)); }},
}};

}}  // namespace

const Implementation* FindImplementation(OperatorType type) {{
  switch (type) {{
{cases}
    default: return nullptr;
  }}
}}

}}  // namespace weft
"""


def implementations_header(api: Api) -> str:
    lines = []
    for op in api.operators:
        if op.implemented:
            if op.infers:
                lines.append(f"void Infer({op.cpp_name}& op);")
            lines += [f"Status Validate(const {op.cpp_name}& op);",
                      f"Result<Program> Plan(const {op.cpp_name}& op);"]
    return HEADER.format(banner=BANNER, declarations="\n".join(lines))


def implementations_source(api: Api) -> str:
    cases = []
    for op in api.operators:
        if op.implemented:
            arguments = op.cpp_name + (f", InferOf<{op.cpp_name}>" if op.infers else "")
            cases.append(f"    case OperatorType::{op.cpp_name}: return &kImplementation<{arguments}>;")
    return SOURCE.format(banner=BANNER, cases="\n".join(cases))
