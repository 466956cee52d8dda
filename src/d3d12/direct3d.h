// SPDX-License-Identifier: MIT
// Direct3D's and DXCore's headers, and last the interface IDs: dxguids.h knows only the interfaces
// declared before it.
#pragma once

#include <wsl/winadapter.h>

#include <directx/d3d12.h>
#include <directx/d3d12sdklayers.h>
#include <directx/dxcore.h>
#include <dxguids/dxguids.h>

#include <cstring>
#include <type_traits>

namespace weft::d3d12 {

// Programs may store any number in an enum, and a C++ enum outside of its range is undefined: so it
// is read as an integer until it is checked.
template <class Enum>
auto Number(const Enum& value) {
  std::underlying_type_t<Enum> number;
  std::memcpy(&number, &value, sizeof number);
  return number;
}

}  // namespace weft::d3d12
