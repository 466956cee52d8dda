// SPDX-License-Identifier: MIT
// CheckFeatureSupport: the answers, and the exact size of every struct.
#include <array>

#include "d3d12/harness.h"

namespace weft::test {
namespace {

struct Feature {
  int feature;
  UINT bytes;
};
// Sizes as the documentation's structs have them on a 64-bit machine.
constexpr Feature kFeatures[] = {{0, 60},  {1, 16},  {3, 12},  {6, 8},   {7, 4},   {8, 24},
                                 {10, 8},  {12, 4},  {16, 20}, {18, 8},  {19, 4},  {20, 12},
                                 {21, 20}, {22, 4},  {23, 12}, {24, 8},  {25, 8},  {27, 12},
                                 {28, 8},  {30, 20}, {32, 8},  {36, 4},  {37, 24}, {39, 8},
                                 {40, 4},  {41, 12}, {42, 24}, {43, 12}, {44, 8},  {48, 40}};

TEST(Features, SizesAreExact) {
  ComPtr<ID3D12Device11> device = NewDevice();
  for (const auto [feature, bytes] : kFeatures)
    for (UINT size : {bytes - 4, bytes, bytes + 4}) {
      std::array<UINT, 20> data{};
      if (feature == 7) data[0] = 0x60;
      EXPECT_EQ(device->CheckFeatureSupport(D3D12_FEATURE(feature), data.data(), size),
                size == bytes ? S_OK : E_INVALIDARG)
          << feature << " with " << size << ": " << WeftGetLastErrorMessage();
    }
  UINT data[20] = {};
  EXPECT_EQ(device->CheckFeatureSupport(D3D12_FEATURE(1), data, 12), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Device::CheckFeatureSupport: FeatureSupportDataSize is 12, but the feature's "
               "struct has 16 bytes");
  EXPECT_EQ(device->CheckFeatureSupport(D3D12_FEATURE(999), data, 4), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Device::CheckFeatureSupport: Feature is 999, but no such feature is known");
  EXPECT_EQ(device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS, nullptr, 60), E_INVALIDARG);
}

template <class Data>
Data Ask(D3D12_FEATURE feature, Data data = {}) {
  EXPECT_EQ(NewDevice()->CheckFeatureSupport(feature, &data, sizeof data), S_OK);
  return data;
}

TEST(Features, Answers) {
  EXPECT_EQ(Ask<D3D12_FEATURE_DATA_D3D12_OPTIONS>(D3D12_FEATURE_D3D12_OPTIONS).ResourceHeapTier,
            D3D12_RESOURCE_HEAP_TIER_2);
  const auto architecture = Ask<D3D12_FEATURE_DATA_ARCHITECTURE1>(D3D12_FEATURE_ARCHITECTURE1);
  EXPECT_TRUE(architecture.UMA && architecture.CacheCoherentUMA);
  EXPECT_FALSE(architecture.TileBasedRenderer);
  EXPECT_TRUE(Ask<D3D12_FEATURE_DATA_D3D12_OPTIONS4>(D3D12_FEATURE_D3D12_OPTIONS4)
                  .Native16BitShaderOpsSupported);
  EXPECT_EQ((Ask<std::array<UINT, 10>>(D3D12_FEATURE(48))[9]), TRUE);
  EXPECT_EQ(Ask<D3D12_FEATURE_DATA_SHADER_MODEL>(D3D12_FEATURE_SHADER_MODEL, {D3D_SHADER_MODEL_6_2})
                .HighestShaderModel,
            D3D_SHADER_MODEL_6_2);
}

TEST(Features, TheHighestRequestedLevelThatIsSupported) {
  const auto highest = [](std::vector<int> levels) {
    const auto* const asked = reinterpret_cast<const D3D_FEATURE_LEVEL*>(levels.data());
    return int(Ask<D3D12_FEATURE_DATA_FEATURE_LEVELS>(D3D12_FEATURE_FEATURE_LEVELS,
                                                      {UINT(levels.size()), asked, {}})
                   .MaxSupportedFeatureLevel);
  };
  EXPECT_EQ(highest({0xc200, 0xb000, 0xc100, 0x1000}), 0xc100);
  EXPECT_EQ(highest({0x100, 0x1000}), 0x1000);
  EXPECT_EQ(highest({0x100}), 0x100);
  D3D12_FEATURE_DATA_FEATURE_LEVELS none{};
  EXPECT_EQ(NewDevice()->CheckFeatureSupport(D3D12_FEATURE_FEATURE_LEVELS, &none, sizeof none),
            E_INVALIDARG);
}

}  // namespace
}  // namespace weft::test
