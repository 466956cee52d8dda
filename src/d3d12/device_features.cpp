// SPDX-License-Identifier: MIT
// What the device says it can do: feature level 12_1 with unified memory, buffers and no graphics.
#include <algorithm>
#include <array>
#include <cstring>

#include "d3d12/caught.h"
#include "d3d12/device.h"
#include "d3d12/feature_level.h"

namespace weft::d3d12 {
namespace {

// Newer than the headers; the last of its ten fields is ComputeOnlyCustomHeapSupported.
constexpr int kOptions19 = 48;
using Options19 = std::array<UINT, 10>;

// Features of which there is nothing: the answer is all zeros, in a struct of this size.
struct Absent {
  int feature;
  UINT bytes;
};
constexpr Absent kAbsent[] = {
    {D3D12_FEATURE_D3D12_OPTIONS2, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS2)},
    {D3D12_FEATURE_SHADER_CACHE, sizeof(D3D12_FEATURE_DATA_SHADER_CACHE)},
    {D3D12_FEATURE_D3D12_OPTIONS3, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS3)},
    {D3D12_FEATURE_EXISTING_HEAPS, sizeof(D3D12_FEATURE_DATA_EXISTING_HEAPS)},
    {D3D12_FEATURE_CROSS_NODE, sizeof(D3D12_FEATURE_DATA_CROSS_NODE)},
    {D3D12_FEATURE_D3D12_OPTIONS5, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS5)},
    {D3D12_FEATURE_DISPLAYABLE, sizeof(D3D12_FEATURE_DATA_DISPLAYABLE)},
    {D3D12_FEATURE_D3D12_OPTIONS6, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS6)},
    {D3D12_FEATURE_D3D12_OPTIONS7, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS7)},
    {D3D12_FEATURE_D3D12_OPTIONS8, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS8)},
    {D3D12_FEATURE_D3D12_OPTIONS9, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS9)},
    {D3D12_FEATURE_D3D12_OPTIONS10, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS10)},
    {D3D12_FEATURE_D3D12_OPTIONS11, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS11)},
    {D3D12_FEATURE_D3D12_OPTIONS12, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS12)},
    {D3D12_FEATURE_D3D12_OPTIONS13, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS13)},
    {D3D12_FEATURE_D3D12_OPTIONS14, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS14)},
    {D3D12_FEATURE_D3D12_OPTIONS15, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS15)},
};

// Fields that ask come first in these structs, and keep their values.
Status Answer(D3D12_FEATURE_DATA_D3D12_OPTIONS& data) {
  data = {};
  data.ResourceBindingTier = D3D12_RESOURCE_BINDING_TIER_3;
  data.ResourceHeapTier = D3D12_RESOURCE_HEAP_TIER_2;
  data.MaxGPUVirtualAddressBitsPerResource = 48;
  return Ok();
}

Status CheckNode(UINT node) {
  if (node == 0) return Ok();
  return Invalid("NodeIndex is {}, but there is one node", node);
}

Status Answer(D3D12_FEATURE_DATA_ARCHITECTURE& data) {
  WEFT_RETURN_IF_ERROR(CheckNode(data.NodeIndex));
  data.TileBasedRenderer = FALSE;
  data.UMA = data.CacheCoherentUMA = TRUE;
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_ARCHITECTURE1& data) {
  WEFT_RETURN_IF_ERROR(CheckNode(data.NodeIndex));
  data.TileBasedRenderer = data.IsolatedMMU = FALSE;
  data.UMA = data.CacheCoherentUMA = TRUE;
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_FEATURE_LEVELS& data) {
  if (data.NumFeatureLevels == 0 || data.pFeatureLevelsRequested == nullptr)
    return Invalid(
        "NumFeatureLevels is {} and pFeatureLevelsRequested is {}, but levels to choose "
        "from are required",
        data.NumFeatureLevels, data.pFeatureLevelsRequested ? "not null" : "null");
  int highest = 0;
  for (UINT i = 0; i < data.NumFeatureLevels; ++i)
    if (const int level = int(Number(data.pFeatureLevelsRequested[i])); IsSupported(level))
      highest = std::max(highest, level);
  if (highest == 0) return Invalid("none of pFeatureLevelsRequested is supported");
  data.MaxSupportedFeatureLevel = D3D_FEATURE_LEVEL(highest);
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_FORMAT_SUPPORT& data) {
  data.Support1 = D3D12_FORMAT_SUPPORT1_NONE;
  data.Support2 = D3D12_FORMAT_SUPPORT2_NONE;
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT& data) {
  data = {48, 48};
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_SHADER_MODEL& data) {
  data.HighestShaderModel =
      D3D_SHADER_MODEL(std::min<unsigned>(Number(data.HighestShaderModel), D3D_SHADER_MODEL_6_5));
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_D3D12_OPTIONS1& data) {
  data = {};
  data.Int64ShaderOps = TRUE;
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_ROOT_SIGNATURE& data) {
  data.HighestVersion = D3D_ROOT_SIGNATURE_VERSION(
      std::min<unsigned>(Number(data.HighestVersion), D3D_ROOT_SIGNATURE_VERSION_1_1));
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_COMMAND_QUEUE_PRIORITY& data) {
  data.PriorityForTypeIsSupported = data.Priority == D3D12_COMMAND_QUEUE_PRIORITY_NORMAL ||
                                    data.Priority == D3D12_COMMAND_QUEUE_PRIORITY_HIGH;
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_D3D12_OPTIONS4& data) {
  data = {};
  data.Native16BitShaderOpsSupported = TRUE;
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_SERIALIZATION& data) {
  WEFT_RETURN_IF_ERROR(CheckNode(data.NodeIndex));
  data.HeapSerializationTier = D3D12_HEAP_SERIALIZATION_TIER_0;
  return Ok();
}

Status Answer(D3D12_FEATURE_DATA_PROTECTED_RESOURCE_SESSION_SUPPORT& data) {
  WEFT_RETURN_IF_ERROR(CheckNode(data.NodeIndex));
  data.Support = D3D12_PROTECTED_RESOURCE_SESSION_SUPPORT_FLAG_NONE;
  return Ok();
}

Status Answer(Options19& data) {
  data = {};
  data.back() = TRUE;
  return Ok();
}

Status CheckSize(UINT bytes, UINT required) {
  if (bytes == required) return Ok();
  return Invalid("FeatureSupportDataSize is {}, but the feature's struct has {} bytes", bytes,
                 required);
}

template <class Data>
Status AnswerAs(void* data, UINT bytes) {
  WEFT_RETURN_IF_ERROR(CheckSize(bytes, sizeof(Data)));
  return Answer(*static_cast<Data*>(data));
}

Status AnswerFeature(int feature, void* data, UINT bytes) {
  switch (feature) {
    case D3D12_FEATURE_D3D12_OPTIONS:
      return AnswerAs<D3D12_FEATURE_DATA_D3D12_OPTIONS>(data, bytes);
    case D3D12_FEATURE_ARCHITECTURE: return AnswerAs<D3D12_FEATURE_DATA_ARCHITECTURE>(data, bytes);
    case D3D12_FEATURE_FEATURE_LEVELS:
      return AnswerAs<D3D12_FEATURE_DATA_FEATURE_LEVELS>(data, bytes);
    case D3D12_FEATURE_FORMAT_SUPPORT:
      return AnswerAs<D3D12_FEATURE_DATA_FORMAT_SUPPORT>(data, bytes);
    case D3D12_FEATURE_GPU_VIRTUAL_ADDRESS_SUPPORT:
      return AnswerAs<D3D12_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT>(data, bytes);
    case D3D12_FEATURE_SHADER_MODEL: return AnswerAs<D3D12_FEATURE_DATA_SHADER_MODEL>(data, bytes);
    case D3D12_FEATURE_D3D12_OPTIONS1:
      return AnswerAs<D3D12_FEATURE_DATA_D3D12_OPTIONS1>(data, bytes);
    case D3D12_FEATURE_PROTECTED_RESOURCE_SESSION_SUPPORT:
      return AnswerAs<D3D12_FEATURE_DATA_PROTECTED_RESOURCE_SESSION_SUPPORT>(data, bytes);
    case D3D12_FEATURE_ROOT_SIGNATURE:
      return AnswerAs<D3D12_FEATURE_DATA_ROOT_SIGNATURE>(data, bytes);
    case D3D12_FEATURE_ARCHITECTURE1:
      return AnswerAs<D3D12_FEATURE_DATA_ARCHITECTURE1>(data, bytes);
    case D3D12_FEATURE_COMMAND_QUEUE_PRIORITY:
      return AnswerAs<D3D12_FEATURE_DATA_COMMAND_QUEUE_PRIORITY>(data, bytes);
    case D3D12_FEATURE_D3D12_OPTIONS4:
      return AnswerAs<D3D12_FEATURE_DATA_D3D12_OPTIONS4>(data, bytes);
    case D3D12_FEATURE_SERIALIZATION:
      return AnswerAs<D3D12_FEATURE_DATA_SERIALIZATION>(data, bytes);
    case kOptions19: return AnswerAs<Options19>(data, bytes);
    default: break;
  }
  for (const Absent& absent : kAbsent) {
    if (absent.feature != feature) continue;
    WEFT_RETURN_IF_ERROR(CheckSize(bytes, absent.bytes));
    std::memset(data, 0, bytes);
    return Ok();
  }
  return Invalid("Feature is {}, but no such feature is known", feature);
}

}  // namespace

HRESULT Device::CheckFeatureSupport(D3D12_FEATURE feature, void* data, UINT bytes) try {
  constexpr const char* kMethod = "ID3D12Device::CheckFeatureSupport";
  if (data == nullptr)
    return Fail(E_INVALIDARG, fmt::format("{}: pFeatureSupportData is null", kMethod));
  const Status status = AnswerFeature(int(Number(feature)), data, bytes);
  return status ? S_OK : Fail(E_INVALIDARG, fmt::format("{}: {}", kMethod, status.error().message));
}
WEFT_CATCH_HRESULT

HRESULT Device::EnumerateMetaCommands(UINT* count, D3D12_META_COMMAND_DESC*) try {
  if (count == nullptr)
    return Fail(E_INVALIDARG, "ID3D12Device5::EnumerateMetaCommands: pNumMetaCommands is null");
  *count = 0;
  return S_OK;
}
WEFT_CATCH_HRESULT

}  // namespace weft::d3d12
