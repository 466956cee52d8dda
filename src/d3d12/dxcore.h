// SPDX-License-Identifier: MIT
// DXCore: how programs find the adapter.
#pragma once

#include "d3d12/direct3d.h"

namespace weft::d3d12 {

IUnknown* NewAdapterFactory();

}  // namespace weft::d3d12
