// SPDX-License-Identifier: MIT
// Stores messages up to a limit, dropping the oldest, and calls those who registered.
#include "d3d12/info_queue.h"
#include "d3d12/caught.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace weft::d3d12 {

HRESULT InfoQueue::QueryInterface(REFIID riid, void** out) try {
  return owner_->QueryInterface(riid, out);
}
WEFT_CATCH_HRESULT

void InfoQueue::Add(D3D12_MESSAGE_CATEGORY category, D3D12_MESSAGE_SEVERITY severity,
                    D3D12_MESSAGE_ID id, std::string_view text) {
  const std::string copy(text);  // ends with a zero, as callbacks expect
  {
    const std::lock_guard lock(mutex_);
    ++added_;
    messages_.push_back({category, severity, id, copy});
    for (; messages_.size() > limit_; ++discarded_) messages_.pop_front();
  }
  const std::lock_guard lock(callbacks_mutex_);
  const std::vector<Callback> callbacks = callbacks_;  // a callback may change the list
  for (const Callback& callback : callbacks)
    callback.function(category, severity, id, copy.c_str(), callback.context);
}

HRESULT InfoQueue::SetMessageCountLimit(UINT64 limit) try {
  const std::lock_guard lock(mutex_);
  limit_ = limit;
  for (; messages_.size() > limit_; ++discarded_) messages_.pop_front();
  return S_OK;
}
WEFT_CATCH_HRESULT

void InfoQueue::ClearStoredMessages() {
  const std::lock_guard lock(mutex_);
  messages_.clear();
}

HRESULT InfoQueue::GetMessage(UINT64 index, D3D12_MESSAGE* message, SIZE_T* bytes) try {
  if (bytes == nullptr)
    return com::Failure(E_POINTER, "ID3D12InfoQueue::GetMessage: pMessageByteLength is null");
  const std::lock_guard lock(mutex_);
  if (index >= messages_.size()) {
    *bytes = 0;
    return com::Failure(E_INVALIDARG,
                        fmt::format("ID3D12InfoQueue::GetMessage: MessageIndex is {}, but {} "
                                    "messages are stored",
                                    index, messages_.size()));
  }
  const Message& from = messages_[size_t(index)];
  const SIZE_T room = *bytes;
  *bytes = sizeof *message + from.text.size() + 1;
  if (message == nullptr) return S_FALSE;
  if (room < *bytes)
    return com::Failure(E_INVALIDARG,
                        fmt::format("ID3D12InfoQueue::GetMessage: *pMessageByteLength is {}, but "
                                    "message {} needs {}",
                                    room, index, *bytes));
  char* const text = reinterpret_cast<char*>(message + 1);
  std::memcpy(text, from.text.c_str(), from.text.size() + 1);
  *message = {from.category, from.severity, from.id, text, from.text.size() + 1};
  return S_OK;
}
WEFT_CATCH_HRESULT

UINT64 InfoQueue::GetNumMessagesAllowedByStorageFilter() {
  const std::lock_guard lock(mutex_);
  return added_;
}

UINT64 InfoQueue::GetNumStoredMessages() {
  const std::lock_guard lock(mutex_);
  return messages_.size();
}

UINT64 InfoQueue::GetNumMessagesDiscardedByMessageCountLimit() {
  const std::lock_guard lock(mutex_);
  return discarded_;
}

UINT64 InfoQueue::GetMessageCountLimit() {
  const std::lock_guard lock(mutex_);
  return limit_;
}

HRESULT InfoQueue::AddMessage(D3D12_MESSAGE_CATEGORY category, D3D12_MESSAGE_SEVERITY severity,
                              D3D12_MESSAGE_ID id, LPCSTR text) try {
  if (text == nullptr)
    return com::Failure(E_POINTER, "ID3D12InfoQueue::AddMessage: pDescription is null");
  Add(category, severity, id, text);
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT InfoQueue::AddApplicationMessage(D3D12_MESSAGE_SEVERITY severity, LPCSTR text) try {
  return AddMessage(D3D12_MESSAGE_CATEGORY_APPLICATION_DEFINED, severity, D3D12_MESSAGE_ID_UNKNOWN,
                    text);
}
WEFT_CATCH_HRESULT

void InfoQueue::SetMuteDebugOutput(BOOL mute) {
  const std::lock_guard lock(mutex_);
  mute_ = mute;
}

BOOL InfoQueue::GetMuteDebugOutput() {
  const std::lock_guard lock(mutex_);
  return mute_;
}

// The one flag only says that storage filters do not apply, and there are none.
HRESULT InfoQueue::RegisterMessageCallback(D3D12MessageFunc function, D3D12_MESSAGE_CALLBACK_FLAGS,
                                           void* context, DWORD* cookie) try {
  if (function == nullptr || cookie == nullptr)
    return com::Failure(E_POINTER,
                        fmt::format("ID3D12InfoQueue1::RegisterMessageCallback: {} is null",
                                    function ? "pCallbackCookie" : "CallbackFunc"));
  const std::lock_guard lock(callbacks_mutex_);
  *cookie = ++last_cookie_;
  callbacks_.push_back({*cookie, function, context});
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT InfoQueue::UnregisterMessageCallback(DWORD cookie) try {
  const std::lock_guard lock(callbacks_mutex_);
  const auto found = std::find_if(callbacks_.begin(), callbacks_.end(),
                                  [&](const Callback& c) { return c.cookie == cookie; });
  if (found == callbacks_.end())
    return com::Failure(
        E_INVALIDARG, fmt::format("ID3D12InfoQueue1::UnregisterMessageCallback: CallbackCookie is "
                                  "{}, but no callback has it",
                                  cookie));
  callbacks_.erase(found);
  return S_OK;
}
WEFT_CATCH_HRESULT

}  // namespace weft::d3d12
