// SPDX-License-Identifier: MIT
// See device.h.
#include "directml/device.h"

#include <fmt/format.h>

#include "d3d12/caught.h"
#include "directml/binding_table.h"
#include "directml/command_recorder.h"
#include "directml/compiled_operator.h"
#include "directml/desc_reader.h"
#include "directml/feature_support.h"
#include "directml/graph_reader.h"
#include "directml/operator.h"
#include "directml/operator_initializer.h"
#include "graph/compiled_graph.h"
#include "weft/device.h"
#include "weft/graph.h"

namespace weft::directml {
namespace {

constexpr uint32_t kKnownFlags = DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION |
                                 DML_EXECUTION_FLAG_DISABLE_META_COMMANDS |
                                 DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;

Result<bool> IsVolatile(uint32_t flags) {
  if (flags & ~kKnownFlags)
    return Invalid("flags is {:#x}, but only the bits {:#x} are known", flags, kKnownFlags);
  return (flags & DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE) != 0;
}

void Clear(void** ppv) {
  if (ppv != nullptr) *ppv = nullptr;
}

}  // namespace

DmlDevice::DmlDevice(ID3D12Device* parent, bool debug)
    : parent_(parent), messages_(std::make_shared<Messages>(debug)), debug_(debug) {}

HRESULT DmlDevice::QueryInterface(REFIID riid, void** object) try {
  if (object == nullptr || !debug_ || riid != __uuidof(IDMLDebugDevice))
    return NamedObject::QueryInterface(riid, object);
  *object = static_cast<IDMLDebugDevice*>(&debug_face_);
  AddRef();
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::CheckFeatureSupport(DML_FEATURE feature, UINT query_bytes, const void* query,
                                       UINT support_bytes, void* support) try {
  return Do("IDMLDevice::CheckFeatureSupport",
            [&, number = uint32_t(feature)]() -> Result<HRESULT> {
              WEFT_RETURN_IF_ERROR(
                  AnswerFeatureQuery(number, query_bytes, query, support_bytes, support));
              return S_OK;
            });
}
WEFT_CATCH_HRESULT

// Errors in a description have the text of other faces, which begins with the operator.
HRESULT DmlDevice::CreateOperator(const DML_OPERATOR_DESC* desc, REFIID riid, void** ppv) try {
  Clear(ppv);
  return Do("IDMLDevice::CreateOperator", [&]() -> Result<HRESULT> {
    if (desc == nullptr) return Invalid("desc is null");
    Result<Operator> op = ReadOperator(*desc);
    if (!op) return Fail("", op.error());
    if (const Status status = Validate(*op); !status) return Fail("", status.error());
    return HandOutOrProbe(new DmlOperator(*this, *std::move(op)), riid, ppv);
  });
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags, REFIID riid,
                                   void** ppv) try {
  Clear(ppv);
  return Do("IDMLDevice::CompileOperator", [&, bits = uint32_t(flags)]() -> Result<HRESULT> {
    WEFT_ASSIGN(DmlOperator* const own, ChildOf<DmlOperator>(*this, op, "op"));
    WEFT_ASSIGN(const bool is_volatile, IsVolatile(bits));
    WEFT_ASSIGN(CompiledOperator compiled, Compile(own->description()));
    return HandOutOrProbe(new DmlCompiledOperator(*this, own, std::move(compiled), is_volatile),
                          riid, ppv);
  });
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::CreateOperatorInitializer(UINT count, IDMLCompiledOperator* const* operators,
                                             REFIID riid, void** ppv) try {
  Clear(ppv);
  return Do("IDMLDevice::CreateOperatorInitializer", [&]() -> Result<HRESULT> {
    ComPtr<DmlOperatorInitializer> initializer;
    initializer.Attach(new DmlOperatorInitializer(*this));
    WEFT_RETURN_IF_ERROR(initializer->SetTargets(count, operators));
    return initializer->QueryInterface(riid, ppv);
  });
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::CreateCommandRecorder(REFIID riid, void** ppv) try {
  Clear(ppv);
  return Do("IDMLDevice::CreateCommandRecorder", [&]() -> Result<HRESULT> {
    return com::HandOut(new DmlCommandRecorder(*this), riid, ppv);
  });
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID riid,
                                      void** ppv) try {
  Clear(ppv);
  return Do("IDMLDevice::CreateBindingTable", [&]() -> Result<HRESULT> {
    ComPtr<DmlBindingTable> table;
    table.Attach(new DmlBindingTable(*this));
    WEFT_RETURN_IF_ERROR(table->SetTarget(desc));
    return table->QueryInterface(riid, ppv);
  });
}
WEFT_CATCH_HRESULT

// Everything is always resident.
HRESULT DmlDevice::Evict(UINT count, IDMLPageable* const* objects) try {
  return Do("IDMLDevice::Evict", [&] { return CheckPageable(count, objects); });
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::MakeResident(UINT count, IDMLPageable* const* objects) try {
  return Do("IDMLDevice::MakeResident", [&] { return CheckPageable(count, objects); });
}
WEFT_CATCH_HRESULT

Result<HRESULT> DmlDevice::CheckPageable(UINT count, IDMLPageable* const* objects) {
  if (count > 0 && objects == nullptr) return Invalid("ppObjects is null, but count is {}", count);
  for (UINT i = 0; i < count; ++i) {
    const std::string parameter = fmt::format("ppObjects[{}]", i);
    if (!ChildOf<DmlCompiledOperator>(*this, objects[i], parameter))
      WEFT_RETURN_IF_ERROR(ChildOf<DmlOperatorInitializer>(*this, objects[i], parameter));
  }
  return S_OK;
}

HRESULT DmlDevice::GetDeviceRemovedReason() try {
  const HRESULT reason = RemovedReason();
  return reason == S_OK ? S_OK : com::Failure(reason, messages_->RemovalText());
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::GetParentDevice(REFIID riid, void** ppv) try {
  return parent_->QueryInterface(riid, ppv);
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::CompileGraph(const DML_GRAPH_DESC* desc, DML_EXECUTION_FLAGS flags, REFIID riid,
                                void** ppv) try {
  Clear(ppv);
  return Do("IDMLDevice1::CompileGraph", [&, bits = uint32_t(flags)]() -> Result<HRESULT> {
    if (desc == nullptr) return Invalid("desc is null");
    WEFT_ASSIGN(const bool is_volatile, IsVolatile(bits));
    WEFT_ASSIGN(const GraphDesc graph, ReadGraph(*this, *desc));
    WEFT_ASSIGN(const CompiledGraph compiled, weft::CompileGraph(graph));
    return HandOutOrProbe(
        new DmlCompiledOperator(*this, nullptr, compiled.state().whole, is_volatile), riid, ppv);
  });
}
WEFT_CATCH_HRESULT

// Removal of the Direct3D device is removal of this one.
HRESULT DmlDevice::RemovedReason() const try {
  const HRESULT own = removed_reason_.load(std::memory_order_relaxed);
  return own != S_OK ? own : parent_->GetDeviceRemovedReason();
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::RefuseAfterRemoval(std::string_view method) try {
  return com::Failure(DXGI_ERROR_DEVICE_REMOVED, fmt::format("{}: the device was removed: {}",
                                                             method, messages_->RemovalText()));
}
WEFT_CATCH_HRESULT

// For the codes of QueryInterface, which has no texts of its own.
HRESULT DmlDevice::Finish(std::string_view method, HRESULT result) try {
  const char* text = result == E_NOINTERFACE ? "riid is no interface of the object"
                     : result == E_POINTER   ? "ppv is null"
                                             : nullptr;
  if (text == nullptr) return result;
  return messages_->Report(parent(), result, fmt::format("{}: {}", method, text));
}
WEFT_CATCH_HRESULT

HRESULT DmlDevice::Fail(std::string_view method, const Error& error) noexcept try {
  return messages_->Report(
      parent(), com::ToHresult(error.code),
      method.empty() ? error.message : fmt::format("{}: {}", method, error.message));
} catch (...) {
  return com::Failure(error);
}

void DmlDevice::Remove(std::string_view method, const Error& error) noexcept {
  try {
    messages_->KeepRemoval(fmt::format("{}: {}", method, error.message));
  } catch (...) {  // then there is no text
  }
  const HRESULT reason = Fail(method, error);
  HRESULT none = S_OK;
  removed_reason_.compare_exchange_strong(none, reason);
}

}  // namespace weft::directml
