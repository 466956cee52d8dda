// SPDX-License-Identifier: MIT
// An object that a device has made: it knows the device and keeps it alive.
#pragma once

#include "d3d12/device.h"

namespace weft::d3d12 {

template <class Self, class Base, class... Interfaces>
class DeviceChild
    : public com::NamedObject<Self, Base, ID3D12Object, ID3D12DeviceChild, Interfaces...> {
 public:
  HRESULT GetDevice(REFIID riid, void** out) override { return device_->QueryInterface(riid, out); }
  Device* device() const { return device_.Get(); }

 protected:
  explicit DeviceChild(Device* device) : device_(device) {}

 private:
  const com::ComPtr<Device> device_;
};

}  // namespace weft::d3d12
