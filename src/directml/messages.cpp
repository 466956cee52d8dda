// SPDX-License-Identifier: MIT
// See messages.h.
#include "directml/messages.h"

#include <fmt/format.h>

#include <cstdio>

#include "d3d12/caught.h"
#include "d3d12/interop.h"
#include "d3d12/last_error.h"

namespace weft::directml {

HRESULT Messages::Report(ID3D12Device* device, HRESULT result, std::string_view message) const try {
  d3d12::Report(device, D3D12_MESSAGE_SEVERITY_ERROR, message);
  Print(message);
  return com::Failure(result, message);
}
WEFT_CATCH_HRESULT

void Messages::PrintWorkError(std::string_view message) {
  KeepRemoval(message);
  Print(message);
}

void Messages::KeepRemoval(std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (removal_.empty()) removal_ = message;
}

std::string Messages::RemovalText() const {
  const std::lock_guard lock(mutex_);
  return removal_.empty() ? "the Direct3D device was removed" : removal_;
}

void Messages::Print(std::string_view message) const {
  if (debug_ && !muted_) fmt::print(stderr, "[DIRECTML ERROR] {}\n", message);
}

}  // namespace weft::directml
