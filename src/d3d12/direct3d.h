// SPDX-License-Identifier: MIT
// Direct3D's and DXCore's headers, and last the interface IDs: dxguids.h knows only the interfaces
// declared before it.
#pragma once

#include <wsl/winadapter.h>

#include <directx/d3d12.h>
#include <directx/d3d12sdklayers.h>
#include <directx/dxcore.h>
#include <dxguids/dxguids.h>
