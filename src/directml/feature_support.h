// SPDX-License-Identifier: MIT
// CheckFeatureSupport: which data types and feature levels there are.
#pragma once

#include <DirectML.h>

#include "weft/status.h"

namespace weft::directml {

Status AnswerFeatureQuery(uint32_t feature, UINT query_bytes, const void* query, UINT support_bytes,
                          void* support);

}  // namespace weft::directml
