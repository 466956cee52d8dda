// SPDX-License-Identifier: MIT
// A queue: its own thread runs what is submitted, in order.
#pragma once

#include <condition_variable>
#include <deque>
#include <thread>

#include "d3d12/command_list.h"
#include "d3d12/fence.h"

namespace weft::d3d12 {

class CommandQueue final
    : public DeviceChild<CommandQueue, ID3D12CommandQueue, ID3D12Pageable, ID3D12CommandQueue> {
 public:
  static constexpr GUID kOwnId = com::OwnId(9);
  CommandQueue(Device* device, const D3D12_COMMAND_QUEUE_DESC& desc);
  // Runs what can run without waiting for a fence any longer, and drops the rest.
  ~CommandQueue();

  void ExecuteCommandLists(UINT count, ID3D12CommandList* const* lists) override;
  HRESULT Signal(ID3D12Fence* fence, UINT64 value) override;
  HRESULT Wait(ID3D12Fence* fence, UINT64 value) override;
  HRESULT GetTimestampFrequency(UINT64* frequency) override;
  HRESULT GetClockCalibration(UINT64* gpu, UINT64* cpu) override;
  D3D12_COMMAND_QUEUE_DESC GetDesc() override { return desc_; }

  // Tiles are not supported; markers are for tools.
  void UpdateTileMappings(ID3D12Resource*, UINT, const D3D12_TILED_RESOURCE_COORDINATE*,
                          const D3D12_TILE_REGION_SIZE*, ID3D12Heap*, UINT,
                          const D3D12_TILE_RANGE_FLAGS*, const UINT*, const UINT*,
                          D3D12_TILE_MAPPING_FLAGS) override {}
  void CopyTileMappings(ID3D12Resource*, const D3D12_TILED_RESOURCE_COORDINATE*, ID3D12Resource*,
                        const D3D12_TILED_RESOURCE_COORDINATE*, const D3D12_TILE_REGION_SIZE*,
                        D3D12_TILE_MAPPING_FLAGS) override {}
  void SetMarker(UINT, const void*, UINT) override {}
  void BeginEvent(UINT, const void*, UINT) override {}
  void EndEvent() override {}

 private:
  class Worker;

  const D3D12_COMMAND_QUEUE_DESC desc_;
  const std::shared_ptr<Worker> worker_;
  std::thread thread_;
};

}  // namespace weft::d3d12
