// SPDX-License-Identifier: MIT
// Programs that load the libraries by name, use them and close them, as often as they like.
// clang-format off
#include <wsl/winadapter.h>
#include <directx/d3d12.h>
#include <directx/dxcore.h>
#include <dxguids/dxguids.h>
// clang-format on
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

namespace {

struct Name {
  const char* library;
  const char* function;
};
constexpr Name kNames[] = {{"libd3d12.so", "D3D12CreateDevice"},
                           {"libdxcore.so", "DXCoreCreateAdapterFactory"},
                           {"libdirectml.so", "DMLCreateDevice1"}};

TEST(Load, EachNameHasItsFunctions) {
  for (const auto [library, function] : kNames) {
    void* const handle = dlopen((WEFT_LIBRARIES "/" + std::string(library)).c_str(), RTLD_NOW);
    ASSERT_NE(handle, nullptr) << dlerror();
    EXPECT_NE(dlsym(handle, function), nullptr) << function;
    EXPECT_NE(dlsym(handle, "WeftGetLastErrorMessage"), nullptr);
    dlclose(handle);
  }
}

TEST(Load, AHundredTimesWithAQueueAtWork) {
  for (int i = 0; i < 100; ++i) {
    const std::string path = WEFT_LIBRARIES "/" + std::string(kNames[i % 3].library);
    void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << dlerror();
    const auto create =
        reinterpret_cast<PFN_D3D12_CREATE_DEVICE>(dlsym(handle, "D3D12CreateDevice"));
    ASSERT_NE(create, nullptr);
    ID3D12Device* device = nullptr;
    ASSERT_EQ(create(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&device)), S_OK);
    const D3D12_COMMAND_QUEUE_DESC desc{};
    ID3D12CommandQueue* queue = nullptr;
    ASSERT_EQ(device->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)), S_OK);
    ID3D12Fence* fence = nullptr;
    ASSERT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)), S_OK);
    queue->Signal(fence, 1);
    dlclose(handle);  // the objects live on
    EXPECT_EQ(fence->SetEventOnCompletion(1, nullptr), S_OK);
    EXPECT_EQ(queue->Release(), 0u);
    EXPECT_EQ(fence->Release(), 0u);
    EXPECT_EQ(device->Release(), 0u);
  }
}

}  // namespace
