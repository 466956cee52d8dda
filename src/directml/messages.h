// SPDX-License-Identifier: MIT
// Where the text of an error goes: to the thread's last error, the Direct3D device's info queue
// and, on a debug device, stderr. Recorded work outlives its DirectML device, so this is shared.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

#include "d3d12/direct3d.h"
#include "weft/status.h"

namespace weft::directml {

class Messages {
 public:
  explicit Messages(bool debug) : debug_(debug) {}

  void Mute(bool mute) { muted_ = mute; }

  // An error of a call: returns its HRESULT.
  HRESULT Report(ID3D12Device* device, HRESULT result, std::string_view message) const;
  // An error of recorded work. Direct3D reports it as the reason why it removed the device.
  void PrintWorkError(std::string_view message);

  void KeepRemoval(std::string_view message);  // the first one stays
  std::string RemovalText() const;

 private:
  void Print(std::string_view message) const;

  const bool debug_;
  std::atomic<bool> muted_ = false;
  mutable std::mutex mutex_;
  std::string removal_;
};

}  // namespace weft::directml
