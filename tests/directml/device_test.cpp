// SPDX-License-Identifier: MIT
// The device and what it makes: creation, identity, lifetimes, names, features.
#include <algorithm>

#include "harness.h"

namespace weft::test {
namespace {

ComPtr<ID3D12Device> Direct3D() {
  ComPtr<ID3D12Device> device;
  World::Check(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&device)));
  return device;
}

ULONG ReferencesOf(IUnknown* object) {
  object->AddRef();
  return object->Release();
}

TEST(CreateDevice, TakesEveryKnownLevel) {
  const ComPtr<ID3D12Device> d3d12 = Direct3D();
  for (const UINT level : {0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000, 0x4100, 0x5000, 0x5100,
                           0x5200, 0x6000, 0x6100, 0x6200, 0x6300, 0x6400}) {
    ComPtr<IDMLDevice> device;
    EXPECT_EQ(DMLCreateDevice1(d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE, DML_FEATURE_LEVEL(level),
                               IID_PPV_ARGS(&device)),
              S_OK);
    EXPECT_NE(device.Get(), nullptr);
  }
}

TEST(CreateDevice, ProbesWithoutAPointer) {
  const ComPtr<ID3D12Device> d3d12 = Direct3D();
  const ULONG before = ReferencesOf(d3d12.Get());
  EXPECT_EQ(
      DMLCreateDevice(d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE, __uuidof(IDMLDevice), nullptr),
      S_FALSE);
  EXPECT_EQ(
      DMLCreateDevice(d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE, __uuidof(IDMLOperator), nullptr),
      E_NOINTERFACE);
  EXPECT_EQ(ReferencesOf(d3d12.Get()), before);
}

TEST(CreateDevice, RefusesWithWords) {
  const ComPtr<ID3D12Device> d3d12 = Direct3D();
  struct Case {
    ID3D12Device* device;
    UINT flags, level;
    const IID& riid;
    HRESULT result;
    const char* message;
  };
  const Case cases[] = {
      {nullptr, 0, 0x1000, __uuidof(IDMLDevice), E_INVALIDARG,
       "DMLCreateDevice1: d3d12Device is null"},
      {d3d12.Get(), 2, 0x1000, __uuidof(IDMLDevice), E_INVALIDARG,
       "DMLCreateDevice1: flags is 0x2, but DEBUG (0x1) is the only flag"},
      {d3d12.Get(), 0, 0x6500, __uuidof(IDMLDevice), DXGI_ERROR_UNSUPPORTED,
       "DMLCreateDevice1: minimumFeatureLevel is 0x6500, but 6_4 is the newest there is"},
      {d3d12.Get(), 0, 0x1234, __uuidof(IDMLDevice), E_INVALIDARG,
       "DMLCreateDevice1: minimumFeatureLevel is 0x1234, but that is no feature level"},
      {d3d12.Get(), 0, 0x1000, __uuidof(IDMLBindingTable), E_NOINTERFACE,
       "DMLCreateDevice1: riid is no interface of a device"},
  };
  for (const Case& c : cases) {
    void* device = &device;
    EXPECT_EQ(DMLCreateDevice1(c.device, DML_CREATE_DEVICE_FLAGS(c.flags),
                               DML_FEATURE_LEVEL(c.level), c.riid, &device),
              c.result)
        << c.message;
    EXPECT_EQ(device, nullptr);
    EXPECT_EQ(LastError(), c.message);
  }
}

TEST(CreateDevice, IsNoSingleton) {
  const ComPtr<ID3D12Device> d3d12 = Direct3D();
  ComPtr<IDMLDevice> a, b;
  DMLCreateDevice(d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&a));
  DMLCreateDevice(d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&b));
  EXPECT_NE(a.Get(), b.Get());
}

// Every interface of an object leads to all others and to one IUnknown; strangers are refused.
void ExpectInterfaces(IUnknown* object, const std::vector<IID>& ids) {
  ComPtr<IUnknown> identity;
  ASSERT_EQ(object->QueryInterface(IID_PPV_ARGS(&identity)), S_OK);
  for (const IID& id : ids) {
    ComPtr<IUnknown> face, same;
    ASSERT_EQ(object->QueryInterface(id, reinterpret_cast<void**>(face.GetAddressOf())), S_OK);
    ASSERT_EQ(face->QueryInterface(IID_PPV_ARGS(&same)), S_OK);
    EXPECT_EQ(same.Get(), identity.Get());
    for (const IID& other : ids) {
      ComPtr<IUnknown> again;
      EXPECT_EQ(face->QueryInterface(other, reinterpret_cast<void**>(again.GetAddressOf())), S_OK);
    }
  }
  void* stranger = object;
  EXPECT_EQ(object->QueryInterface(__uuidof(ID3D12Fence), &stranger), E_NOINTERFACE);
  EXPECT_EQ(stranger, nullptr);
  EXPECT_EQ(object->QueryInterface(__uuidof(IUnknown), nullptr), E_POINTER);
}

TEST(Objects, AnswerForAllTheirInterfaces) {
  World world(DML_CREATE_DEVICE_FLAG_DEBUG);
  ExpectInterfaces(world.dml.Get(), {__uuidof(IDMLObject), __uuidof(IDMLDevice),
                                     __uuidof(IDMLDevice1), __uuidof(IDMLDebugDevice)});
  const Tensor tensor({4});
  const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {&tensor.desc, &tensor.desc, nullptr};
  const auto op = world.Operator(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
  ExpectInterfaces(op.Get(),
                   {__uuidof(IDMLObject), __uuidof(IDMLDeviceChild), __uuidof(IDMLOperator)});
  const auto compiled = world.Compile(op.Get());
  ExpectInterfaces(compiled.Get(),
                   {__uuidof(IDMLObject), __uuidof(IDMLDeviceChild), __uuidof(IDMLPageable),
                    __uuidof(IDMLDispatchable), __uuidof(IDMLCompiledOperator)});
  const auto initializer = world.Initializer({});
  ExpectInterfaces(initializer.Get(),
                   {__uuidof(IDMLObject), __uuidof(IDMLDeviceChild), __uuidof(IDMLPageable),
                    __uuidof(IDMLDispatchable), __uuidof(IDMLOperatorInitializer)});
  ExpectInterfaces(world.recorder.Get(), {__uuidof(IDMLObject), __uuidof(IDMLDeviceChild),
                                          __uuidof(IDMLCommandRecorder)});
  ComPtr<IDMLBindingTable> table;
  World::Check(world.dml->CreateBindingTable(nullptr, IID_PPV_ARGS(&table)));
  ExpectInterfaces(table.Get(),
                   {__uuidof(IDMLObject), __uuidof(IDMLDeviceChild), __uuidof(IDMLBindingTable)});
}

TEST(Objects, OnlyADebugDeviceHasTheDebugInterface) {
  World world;
  ComPtr<IDMLDebugDevice> debug;
  EXPECT_EQ(world.dml.As(&debug), E_NOINTERFACE);
}

TEST(Objects, DebugOutputCanBeMuted) {
  World world(DML_CREATE_DEVICE_FLAG_DEBUG);
  ComPtr<IDMLDebugDevice> debug;
  ASSERT_EQ(world.dml.As(&debug), S_OK);
  ComPtr<IDMLOperator> op;
  const auto output_of_an_error = [&] {
    testing::internal::CaptureStderr();
    EXPECT_EQ(world.dml->CreateOperator(nullptr, IID_PPV_ARGS(&op)), E_INVALIDARG);
    return testing::internal::GetCapturedStderr();
  };
  const std::string text = "[DIRECTML ERROR] IDMLDevice::CreateOperator: desc is null\n";
  EXPECT_EQ(output_of_an_error(), text);
  debug->SetMuteDebugOutput(TRUE);
  EXPECT_EQ(output_of_an_error(), "");
  debug->SetMuteDebugOutput(FALSE);
  EXPECT_EQ(output_of_an_error(), text);
}

TEST(Objects, CountTheirReferences) {
  ComPtr<ID3D12Device> d3d12 = Direct3D();
  const ULONG before = ReferencesOf(d3d12.Get());
  {
    World world;
    Copy copy(world);
    copy.BindBoth();
    copy.Record();
    world.Run();
    EXPECT_EQ(copy.compiled.Reset(), 1u);  // the table holds it
    EXPECT_EQ(copy.table.Reset(), 0u);
    EXPECT_EQ(world.recorder.Reset(), 0u);
    EXPECT_EQ(world.dml.Reset(), 0u);
  }
  EXPECT_EQ(ReferencesOf(d3d12.Get()), before);
}

TEST(Objects, KeepTheirDeviceAlive) {
  World world;
  ComPtr<IDMLCompiledOperator> compiled = world.Identity(4);
  IDMLDevice* const raw = world.dml.Get();
  world.recorder.Reset();
  world.dml.Reset();
  ComPtr<IDMLDevice> parent;
  ASSERT_EQ(compiled->GetDevice(IID_PPV_ARGS(&parent)), S_OK);
  EXPECT_EQ(parent.Get(), raw);
  ComPtr<ID3D12Device> d3d12;
  ASSERT_EQ(parent->GetParentDevice(IID_PPV_ARGS(&d3d12)), S_OK);
  EXPECT_EQ(d3d12.Get(), world.d3d12.Get());
  void* none = &none;
  EXPECT_EQ(compiled->GetDevice(__uuidof(ID3D12Fence), &none), E_NOINTERFACE);
  EXPECT_EQ(none, nullptr);
}

TEST(Objects, HoldPrivateData) {
  World world;
  const GUID key = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
  UINT size = 0;
  EXPECT_EQ(world.dml->GetPrivateData(key, &size, nullptr), DXGI_ERROR_NOT_FOUND);
  const int value = 42;
  EXPECT_EQ(world.dml->SetPrivateData(key, sizeof value, &value), S_OK);
  int got = 0;
  size = 2;
  EXPECT_EQ(world.dml->GetPrivateData(key, &size, &got), DXGI_ERROR_MORE_DATA);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(world.dml->GetPrivateData(key, &size, &got), S_OK);
  EXPECT_EQ(got, 42);
  EXPECT_EQ(world.dml->SetPrivateData(key, 4, nullptr), E_INVALIDARG);
  EXPECT_EQ(world.dml->SetPrivateData(key, 0, nullptr), S_OK);
  EXPECT_EQ(world.dml->GetPrivateData(key, &size, &got), DXGI_ERROR_NOT_FOUND);
  const ULONG before = ReferencesOf(world.fence.Get());
  EXPECT_EQ(world.recorder->SetPrivateDataInterface(key, world.fence.Get()), S_OK);
  EXPECT_EQ(ReferencesOf(world.fence.Get()), before + 1);
  EXPECT_EQ(world.recorder->SetPrivateDataInterface(key, nullptr), S_OK);
  EXPECT_EQ(ReferencesOf(world.fence.Get()), before);
}

TEST(Features, DataTypes) {
  World world;
  for (UINT type = 0; type < 20; ++type) {
    DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT support = {7};
    EXPECT_EQ(
        world.dml->CheckFeatureSupport(DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, 4, &type, 4, &support),
        S_OK);
    EXPECT_EQ(support.IsSupported, BOOL(type >= 1 && type <= 13)) << type;
  }
}

TEST(Features, HighestLevel) {
  World world;
  const auto highest = [&](std::vector<UINT> levels) {
    const DML_FEATURE_QUERY_FEATURE_LEVELS query = {
        UINT(levels.size()), reinterpret_cast<const DML_FEATURE_LEVEL*>(levels.data())};
    UINT answer = 1;
    const HRESULT result = world.dml->CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, sizeof query,
                                                          &query, sizeof answer, &answer);
    return SUCCEEDED(result) ? answer : UINT(result);
  };
  EXPECT_EQ(highest({0x1000, 0x5000, 0x2000}), 0x5000u);
  EXPECT_EQ(highest({0x6400, 0x6500}), 0x6400u);
  EXPECT_EQ(highest({0x1234, 0x1000}), 0x1000u);
  EXPECT_EQ(highest({0x6500}), UINT(DXGI_ERROR_UNSUPPORTED));
  EXPECT_EQ(highest({}), UINT(E_INVALIDARG));
}

TEST(Features, RefusesWithWords) {
  World world;
  const UINT query[4] = {};
  UINT answer = 5;
  struct Case {
    int feature;
    UINT query_bytes;
    const void* query;
    UINT answer_bytes;
    void* answer;
    HRESULT result;
    const char* message;
  };
  const Case cases[] = {
      {0, 3, query, 4, &answer, E_INVALIDARG,
       "featureQueryDataSize is 3, but its struct has 4 bytes"},
      {0, 4, nullptr, 4, &answer, E_INVALIDARG, "featureQueryData is null"},
      {0, 4, query, 8, &answer, E_INVALIDARG,
       "featureSupportDataSize is 8, but its struct has 4 bytes"},
      {0, 4, query, 4, nullptr, E_INVALIDARG, "featureSupportData is null"},
      {1, 4, query, 4, &answer, E_INVALIDARG,
       "featureQueryDataSize is 4, but its struct has 16 bytes"},
      {1, 16, query, 4, &answer, E_INVALIDARG,
       "RequestedFeatureLevelCount is 0, but at least 1 is required"},
      {2, 4, query, 4, &answer, DXGI_ERROR_UNSUPPORTED, "feature is 2, but 0 or 1 is required"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(world.dml->CheckFeatureSupport(DML_FEATURE(c.feature), c.query_bytes, c.query,
                                             c.answer_bytes, c.answer),
              c.result);
    EXPECT_EQ(LastError(), std::string("IDMLDevice::CheckFeatureSupport: ") + c.message);
  }
  EXPECT_EQ(answer, 5u);
}

TEST(Factory, ProbesAndRefuses) {
  World world;
  const Tensor tensor({4});
  const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC identity = {&tensor.desc, &tensor.desc, nullptr};
  const DML_OPERATOR_DESC desc = {DML_OPERATOR_ELEMENT_WISE_IDENTITY, &identity};
  EXPECT_EQ(world.dml->CreateOperator(&desc, __uuidof(IDMLOperator), nullptr), S_FALSE);
  const auto op = world.Operator(desc.Type, desc.Desc);
  EXPECT_EQ(world.dml->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE,
                                       __uuidof(IDMLCompiledOperator), nullptr),
            S_FALSE);
  World other;
  const auto foreign = other.Operator(desc.Type, desc.Desc);
  void* none = &none;
  const auto expect = [&](HRESULT result, HRESULT wanted, const std::string& message) {
    EXPECT_EQ(result, wanted) << message;
    EXPECT_EQ(LastError(), message);
    EXPECT_EQ(none, nullptr);
    none = &none;
  };
  expect(world.dml->CreateOperator(&desc, __uuidof(IDMLDevice), &none), E_NOINTERFACE,
         "IDMLDevice::CreateOperator: riid is no interface of the object");
  const std::string compile = "IDMLDevice::CompileOperator: ";
  const IID& id = __uuidof(IDMLCompiledOperator);
  expect(world.dml->CompileOperator(nullptr, DML_EXECUTION_FLAG_NONE, id, &none), E_INVALIDARG,
         compile + "op is null");
  expect(world.dml->CompileOperator(foreign.Get(), DML_EXECUTION_FLAG_NONE, id, &none),
         E_INVALIDARG, compile + "op belongs to another device");
  expect(world.dml->CompileOperator(op.Get(), DML_EXECUTION_FLAGS(8), id, &none), E_INVALIDARG,
         compile + "flags is 0x8, but only the bits 0x7 are known");
  const std::string make = "IDMLDevice::CreateOperatorInitializer: ";
  const auto compiled = other.Compile(foreign.Get());
  IDMLCompiledOperator* const operators[] = {compiled.Get()};
  IDMLCompiledOperator* const nulls[] = {nullptr};
  const IID& initializer = __uuidof(IDMLOperatorInitializer);
  expect(world.dml->CreateOperatorInitializer(2, nullptr, initializer, &none), E_INVALIDARG,
         make + "operators is null, but operatorCount is 2");
  expect(world.dml->CreateOperatorInitializer(1, operators, initializer, &none), E_INVALIDARG,
         make + "operators[0] belongs to another device");
  expect(world.dml->CreateOperatorInitializer(1, nulls, initializer, &none), E_INVALIDARG,
         make + "operators[0] is null");
  expect(world.dml->CreateCommandRecorder(__uuidof(IDMLDevice), &none), E_NOINTERFACE,
         "IDMLDevice::CreateCommandRecorder: riid is no interface of the object");
  EXPECT_EQ(world.dml->CreateCommandRecorder(__uuidof(IDMLCommandRecorder), nullptr), E_POINTER);
  EXPECT_EQ(LastError(), "IDMLDevice::CreateCommandRecorder: ppv is null");
  ComPtr<IDMLDevice1> newest;
  ASSERT_EQ(world.dml.As(&newest), S_OK);
  expect(newest->CompileGraph(nullptr, DML_EXECUTION_FLAG_NONE, id, &none), E_INVALIDARG,
         "IDMLDevice1::CompileGraph: desc is null");
}

TEST(Factory, EverythingIsResident) {
  World world, other;
  const auto compiled = world.Identity(4), foreign = other.Identity(4);
  const auto initializer = world.Initializer({});
  IDMLPageable* const objects[] = {compiled.Get(), initializer.Get()};
  EXPECT_EQ(world.dml->Evict(2, objects), S_OK);
  EXPECT_EQ(world.dml->MakeResident(2, objects), S_OK);
  EXPECT_EQ(world.dml->Evict(0, nullptr), S_OK);
  EXPECT_EQ(world.dml->MakeResident(1, nullptr), E_INVALIDARG);
  EXPECT_EQ(LastError(), "IDMLDevice::MakeResident: ppObjects is null, but count is 1");
  IDMLPageable* const strangers[] = {compiled.Get(), foreign.Get()};
  EXPECT_EQ(world.dml->Evict(2, strangers), E_INVALIDARG);
  EXPECT_EQ(LastError(), "IDMLDevice::Evict: ppObjects[1] belongs to another device");
}

}  // namespace
}  // namespace weft::test
