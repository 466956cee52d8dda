// SPDX-License-Identifier: MIT
// The device's messages: the newest ones are stored, and every one goes to the callbacks.
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "d3d12/info_queue_unsupported.h"

namespace weft::d3d12 {

// A member of the device, which shares its reference count.
class InfoQueue final : public InfoQueueUnsupported {
 public:
  explicit InfoQueue(IUnknown* owner) : owner_(owner) {}

  void Add(D3D12_MESSAGE_CATEGORY category, D3D12_MESSAGE_SEVERITY severity, D3D12_MESSAGE_ID id,
           std::string_view text);

  HRESULT QueryInterface(REFIID riid, void** out) override;
  ULONG AddRef() override { return owner_->AddRef(); }
  ULONG Release() override { return owner_->Release(); }

  HRESULT SetMessageCountLimit(UINT64 limit) override;
  void ClearStoredMessages() override;
  HRESULT GetMessage(UINT64 index, D3D12_MESSAGE* message, SIZE_T* bytes) override;
  UINT64 GetNumMessagesAllowedByStorageFilter() override;
  UINT64 GetNumMessagesDeniedByStorageFilter() override { return 0; }
  UINT64 GetNumStoredMessages() override;
  UINT64 GetNumStoredMessagesAllowedByRetrievalFilter() override { return GetNumStoredMessages(); }
  UINT64 GetNumMessagesDiscardedByMessageCountLimit() override;
  UINT64 GetMessageCountLimit() override;
  HRESULT AddMessage(D3D12_MESSAGE_CATEGORY category, D3D12_MESSAGE_SEVERITY severity,
                     D3D12_MESSAGE_ID id, LPCSTR text) override;
  HRESULT AddApplicationMessage(D3D12_MESSAGE_SEVERITY severity, LPCSTR text) override;
  void SetMuteDebugOutput(BOOL mute) override;
  BOOL GetMuteDebugOutput() override;
  HRESULT RegisterMessageCallback(D3D12MessageFunc function, D3D12_MESSAGE_CALLBACK_FLAGS flags,
                                  void* context, DWORD* cookie) override;
  HRESULT UnregisterMessageCallback(DWORD cookie) override;

 private:
  struct Message {
    D3D12_MESSAGE_CATEGORY category;
    D3D12_MESSAGE_SEVERITY severity;
    D3D12_MESSAGE_ID id;
    std::string text;
  };
  struct Callback {
    DWORD cookie;
    D3D12MessageFunc function;
    void* context;
  };

  IUnknown* const owner_;
  std::mutex mutex_;
  std::deque<Message> messages_;
  uint64_t limit_ = 1024;
  uint64_t added_ = 0, discarded_ = 0;
  bool mute_ = false;  // only remembered: nothing is printed anyway
  // Held while callbacks run, so that none runs after Unregister has returned. A callback may
  // unregister itself or cause another message.
  std::recursive_mutex callbacks_mutex_;
  std::vector<Callback> callbacks_;
  DWORD last_cookie_ = 0;
};

}  // namespace weft::d3d12
