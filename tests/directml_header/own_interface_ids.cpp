// SPDX-License-Identifier: MIT
// Programs written for other DirectML headers declare the interface IDs themselves, because those
// headers have none on Linux. Such a program compiles unchanged, and its IDs are the ones used.
// The order of the includes is theirs as well.

// clang-format off
#include <wsl/winadapter.h>
#include <directx/d3d12.h>
#include <dxguids/dxguids.h>
#include <DirectML.h>

WINADAPTER_IID(IDMLObject, 0xc8263aac, 0x9e0c, 0x4a2d, 0x9b, 0x8e, 0x00, 0x75, 0x21, 0xa3, 0x31, 0x7c);
WINADAPTER_IID(IDMLDevice, 0x6dbd6437, 0x96fd, 0x423f, 0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f);
WINADAPTER_IID(IDMLDeviceChild, 0x27e83142, 0x8165, 0x49e3, 0x97, 0x4e, 0x2f, 0xd6, 0x6e, 0x4c, 0xb6, 0x9d);
WINADAPTER_IID(IDMLPageable, 0xb1ab0825, 0x4542, 0x4a4b, 0x86, 0x17, 0x6d, 0xde, 0x6e, 0x8f, 0x62, 0x01);
WINADAPTER_IID(IDMLOperator, 0x26caae7a, 0x3081, 0x4633, 0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d);
__CRT_UUID_DECL(IDMLCompiledOperator, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
// clang-format on

static_assert(__uuidof(IDMLDevice).Data1 == 0x6dbd6437);
static_assert(__uuidof(IDMLCompiledOperator).Data1 == 1);  // the program's own
static_assert(__uuidof(IDMLCompiledOperator*).Data4[7] == 11);
static_assert(__uuidof(IDMLDispatchable).Data1 == 0xdcb821a8);  // the header's

int main() {
  IDMLDevice* device = nullptr;
  ID3D12Device* d3d12_device = nullptr;
  return FAILED(DMLCreateDevice(d3d12_device, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device)));
}
