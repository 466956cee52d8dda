// SPDX-License-Identifier: MIT
// The methods of an info queue that Weft leaves out: filters, and stopping in the debugger.
#pragma once

#include "d3d12/direct3d.h"
#include "d3d12/last_error.h"

namespace weft::d3d12 {

using com::NotImplemented;

class InfoQueueUnsupported : public ID3D12InfoQueue1 {
 public:
  HRESULT AddStorageFilterEntries(D3D12_INFO_QUEUE_FILTER*) override {
    return NotImplemented(__func__);
  }
  HRESULT GetStorageFilter(D3D12_INFO_QUEUE_FILTER*, SIZE_T*) override {
    return NotImplemented(__func__);
  }
  void ClearStorageFilter() override {}
  HRESULT PushEmptyStorageFilter() override { return NotImplemented(__func__); }
  HRESULT PushCopyOfStorageFilter() override { return NotImplemented(__func__); }
  HRESULT PushStorageFilter(D3D12_INFO_QUEUE_FILTER*) override { return NotImplemented(__func__); }
  void PopStorageFilter() override {}
  UINT GetStorageFilterStackSize() override { return 0; }
  HRESULT AddRetrievalFilterEntries(D3D12_INFO_QUEUE_FILTER*) override {
    return NotImplemented(__func__);
  }
  HRESULT GetRetrievalFilter(D3D12_INFO_QUEUE_FILTER*, SIZE_T*) override {
    return NotImplemented(__func__);
  }
  void ClearRetrievalFilter() override {}
  HRESULT PushEmptyRetrievalFilter() override { return NotImplemented(__func__); }
  HRESULT PushCopyOfRetrievalFilter() override { return NotImplemented(__func__); }
  HRESULT PushRetrievalFilter(D3D12_INFO_QUEUE_FILTER*) override {
    return NotImplemented(__func__);
  }
  void PopRetrievalFilter() override {}
  UINT GetRetrievalFilterStackSize() override { return 0; }
  HRESULT SetBreakOnCategory(D3D12_MESSAGE_CATEGORY, BOOL) override {
    return NotImplemented(__func__);
  }
  HRESULT SetBreakOnSeverity(D3D12_MESSAGE_SEVERITY, BOOL) override {
    return NotImplemented(__func__);
  }
  HRESULT SetBreakOnID(D3D12_MESSAGE_ID, BOOL) override { return NotImplemented(__func__); }
  BOOL GetBreakOnCategory(D3D12_MESSAGE_CATEGORY) override { return FALSE; }
  BOOL GetBreakOnSeverity(D3D12_MESSAGE_SEVERITY) override { return FALSE; }
  BOOL GetBreakOnID(D3D12_MESSAGE_ID) override { return FALSE; }
};

}  // namespace weft::d3d12
