// SPDX-License-Identifier: MIT
// The info queue and the thread's last message; methods that Weft leaves out say so.
#include <thread>

#include "d3d12/harness.h"

namespace weft::test {
namespace {

class Messages : public testing::Test {
 protected:
  Messages() { EXPECT_EQ(device.As(&queue), S_OK); }
  std::string Text(UINT64 index) {
    SIZE_T size = 0;
    EXPECT_EQ(queue->GetMessage(index, nullptr, &size), S_FALSE);
    std::vector<char> bytes(size);
    auto* const message = reinterpret_cast<D3D12_MESSAGE*>(bytes.data());
    EXPECT_EQ(queue->GetMessage(index, message, &size), S_OK);
    EXPECT_EQ(std::strlen(message->pDescription) + 1, message->DescriptionByteLength);
    return message->pDescription;
  }
  void Fail() { device->Evict(1, nullptr); }

  ComPtr<ID3D12Device11> device = NewDevice();
  ComPtr<ID3D12InfoQueue1> queue;
  const std::string failure = "ID3D12Device::Evict: ppObjects is null, but NumObjects is 1";
};

TEST_F(Messages, AreStoredUpToALimit) {
  Fail();
  ASSERT_EQ(queue->GetNumStoredMessages(), 1u);
  EXPECT_EQ(Text(0), failure);
  EXPECT_EQ(queue->SetMessageCountLimit(2), S_OK);
  EXPECT_EQ(queue->AddApplicationMessage(D3D12_MESSAGE_SEVERITY_INFO, "one"), S_OK);
  EXPECT_EQ(queue->AddApplicationMessage(D3D12_MESSAGE_SEVERITY_INFO, "two"), S_OK);
  EXPECT_EQ(queue->GetNumStoredMessages(), 2u);
  EXPECT_EQ(Text(0), "one");
  EXPECT_EQ(queue->GetNumMessagesDiscardedByMessageCountLimit(), 1u);
  SIZE_T size = 10;
  D3D12_MESSAGE message;
  EXPECT_EQ(queue->GetMessage(0, &message, &size), E_INVALIDARG);  // too small
  EXPECT_EQ(queue->GetMessage(2, nullptr, &size), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12InfoQueue::GetMessage: MessageIndex is 2, but 2 messages are stored");
  queue->ClearStoredMessages();
  EXPECT_EQ(queue->GetNumStoredMessages(), 0u);
}

TEST_F(Messages, GoToCallbacks) {
  std::vector<std::string> heard;
  DWORD cookie = 0;
  const auto hear = [](D3D12_MESSAGE_CATEGORY, D3D12_MESSAGE_SEVERITY severity, D3D12_MESSAGE_ID,
                       LPCSTR text, void* context) {
    EXPECT_EQ(severity, D3D12_MESSAGE_SEVERITY_ERROR);
    static_cast<std::vector<std::string>*>(context)->push_back(text);
  };
  ASSERT_EQ(queue->RegisterMessageCallback(hear, D3D12_MESSAGE_CALLBACK_FLAG_NONE, &heard, &cookie),
            S_OK);
  EXPECT_NE(cookie, 0u);
  Fail();
  EXPECT_EQ(heard, std::vector<std::string>{failure});
  EXPECT_EQ(queue->UnregisterMessageCallback(cookie), S_OK);
  Fail();
  EXPECT_EQ(heard.size(), 1u);
  EXPECT_EQ(queue->UnregisterMessageCallback(cookie), E_INVALIDARG);
}

TEST_F(Messages, TheLastErrorIsTheThreadsOwn) {
  Fail();
  std::string other = "not asked";
  std::thread([&] { other = WeftGetLastErrorMessage(); }).join();
  EXPECT_EQ(other, "");
  EXPECT_EQ(WeftGetLastErrorMessage(), failure);
}

TEST_F(Messages, MethodsLeftOutSaySo) {
  void* made = this;
  EXPECT_EQ(device->CreateRootSignature(0, nullptr, 0, __uuidof(ID3D12RootSignature), &made),
            E_NOTIMPL);
  EXPECT_EQ(made, nullptr);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "CreateRootSignature: Weft does not implement this method");
  EXPECT_EQ(device->CreateComputePipelineState(nullptr, __uuidof(ID3D12PipelineState), &made),
            E_NOTIMPL);
  EXPECT_EQ(device->CreateReservedResource(nullptr, {}, nullptr, __uuidof(ID3D12Resource), &made),
            E_NOTIMPL);
  EXPECT_EQ(device->CreateCommandSignature(nullptr, nullptr, __uuidof(IUnknown), &made), E_NOTIMPL);
  EXPECT_EQ(device->OpenSharedHandle(nullptr, __uuidof(IUnknown), &made), E_NOTIMPL);
  EXPECT_EQ(device->CreateStateObject(nullptr, __uuidof(IUnknown), &made), E_NOTIMPL);
  EXPECT_EQ(device->SetStablePowerState(TRUE), E_NOTIMPL);
  EXPECT_EQ(queue->PushEmptyStorageFilter(), E_NOTIMPL);
  UINT count = 9;
  EXPECT_EQ(device->EnumerateMetaCommands(&count, nullptr), S_OK);
  EXPECT_EQ(count, 0u);
}

// They do nothing, and the list works.
TEST(Unsupported, GraphicsCommandsDoNothing) {
  Program p(D3D12_COMMAND_LIST_TYPE_DIRECT);
  p.list->DrawInstanced(1, 1, 0, 0);
  p.list->Dispatch(1, 1, 1);
  p.list->SetPipelineState(nullptr);
  p.list->SetComputeRootSignature(nullptr);
  p.list->SetMarker(0, nullptr, 0);
  p.list->DispatchRays(nullptr);
  p.list->OMSetFrontAndBackStencilRef(1, 1);  // the last slot
  p.queue->BeginEvent(0, nullptr, 0);
  p.CloseAndRun();
  EXPECT_EQ(p.device->GetDeviceRemovedReason(), S_OK);
}

}  // namespace
}  // namespace weft::test
