// SPDX-License-Identifier: MIT
// Which digits are on the pictures? The network of digits.cpp as a program of DirectML: operators
// connected by IDMLDevice1::CompileGraph, weights handed over once. Documented calls only; built
// for Windows' DirectML it would do the same.
//   digits_directml [FOLDER]
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "../hello_directml/direct3d.h"
#include "npy.h"
#include "print.h"

namespace {

// A description that stays where it is, because others point to it.
struct Tensor {
  std::vector<UINT> sizes, strides;
  DML_BUFFER_TENSOR_DESC buffer;
  DML_TENSOR_DESC desc;

  // float32; without strides it is packed.
  explicit Tensor(std::vector<UINT> the_sizes, DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE,
                  std::vector<UINT> the_strides = {})
      : sizes(std::move(the_sizes)), strides(std::move(the_strides)) {
    UINT64 count = 1;
    for (size_t i = 0; i < sizes.size(); ++i)
      count = strides.empty() ? count * sizes[i] : count + UINT64(sizes[i] - 1) * strides[i];
    buffer = {DML_TENSOR_DATA_TYPE_FLOAT32,
              flags,
              UINT(sizes.size()),
              sizes.data(),
              strides.empty() ? nullptr : strides.data(),
              count * sizeof(float),
              0};
    desc = {DML_TENSOR_TYPE_BUFFER, &buffer};
  }
  Tensor(const Tensor&) = delete;
};

// Nodes in a row: each reads the one before it, and inputs of its own.
class Chain {
 public:
  explicit Chain(IDMLDevice* device) : device_(device) {}

  template <class Desc>
  void Add(const char* name, DML_OPERATOR_TYPE type, const Desc& desc, UINT own_inputs = 0) {
    const DML_OPERATOR_DESC any = {type, &desc};
    Check(device_->CreateOperator(&any, IID_PPV_ARGS(&operators_.emplace_back())), name);
    const UINT node = UINT(nodes_.size());
    nodes_.push_back({operators_.back().Get(), name});
    if (node > 0) between_.push_back({node - 1, 0, node, 0, nullptr});
    for (UINT input = node > 0; input < own_inputs + 1; ++input)
      inputs_.push_back({input_count_++, node, input, nullptr});
  }

  ComPtr<IDMLCompiledOperator> Compile() const {
    const DML_OUTPUT_GRAPH_EDGE_DESC last = {UINT(nodes_.size()) - 1, 0, 0, nullptr};
    const DML_GRAPH_EDGE_DESC output = {DML_GRAPH_EDGE_TYPE_OUTPUT, &last};
    std::vector<DML_GRAPH_NODE_DESC> nodes;
    std::vector<DML_GRAPH_EDGE_DESC> inputs, between;
    for (const auto& node : nodes_) nodes.push_back({DML_GRAPH_NODE_TYPE_OPERATOR, &node});
    for (const auto& edge : inputs_) inputs.push_back({DML_GRAPH_EDGE_TYPE_INPUT, &edge});
    for (const auto& edge : between_) between.push_back({DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &edge});
    const DML_GRAPH_DESC graph = {input_count_,
                                  1,
                                  UINT(nodes.size()),
                                  nodes.data(),
                                  UINT(inputs.size()),
                                  inputs.data(),
                                  1,
                                  &output,
                                  UINT(between.size()),
                                  between.data()};
    ComPtr<IDMLDevice1> device;
    Check(device_->QueryInterface(IID_PPV_ARGS(&device)), "IDMLDevice1");
    ComPtr<IDMLCompiledOperator> compiled;
    Check(device->CompileGraph(&graph, DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&compiled)),
          "CompileGraph");
    return compiled;
  }

 private:
  IDMLDevice* device_;
  std::vector<ComPtr<IDMLOperator>> operators_;
  std::vector<DML_OPERATOR_GRAPH_NODE_DESC> nodes_;
  std::vector<DML_INPUT_GRAPH_EDGE_DESC> inputs_;
  std::vector<DML_INTERMEDIATE_GRAPH_EDGE_DESC> between_;
  UINT input_count_ = 0;
};

void AddConvolution(Chain& chain, const char* name, const Tensor& input, const Tensor& filter,
                    const Tensor& bias, const Tensor& output) {
  const UINT ones[] = {1, 1}, zeros[] = {0, 0};
  const DML_ACTIVATION_RELU_OPERATOR_DESC relu = {};
  const DML_OPERATOR_DESC activation = {DML_OPERATOR_ACTIVATION_RELU, &relu};
  DML_CONVOLUTION_OPERATOR_DESC desc = {};
  desc.InputTensor = &input.desc;
  desc.FilterTensor = &filter.desc;
  desc.BiasTensor = &bias.desc;
  desc.OutputTensor = &output.desc;
  desc.Mode = DML_CONVOLUTION_MODE_CROSS_CORRELATION;
  desc.Direction = DML_CONVOLUTION_DIRECTION_FORWARD;
  desc.DimensionCount = 2;
  desc.Strides = desc.Dilations = desc.StartPadding = desc.EndPadding = ones;
  desc.OutputPadding = zeros;
  desc.GroupCount = 1;
  desc.FusedActivation = &activation;
  chain.Add(name, DML_OPERATOR_CONVOLUTION, desc, 2);
}

void AddPooling(Chain& chain, const char* name, const Tensor& input, const Tensor& output) {
  const UINT twos[] = {2, 2}, zeros[] = {0, 0};
  const DML_MAX_POOLING_OPERATOR_DESC desc = {&input.desc, &output.desc, 2,    twos,
                                              twos,        zeros,        zeros};
  chain.Add(name, DML_OPERATOR_MAX_POOLING, desc);
}

ComPtr<IDMLCompiledOperator> CompileNetwork(IDMLDevice* device, UINT count) {
  const auto owned = DML_TENSOR_FLAG_OWNED_BY_DML;
  const Tensor x({count, 1, 28, 28});
  const Tensor filter1({8, 1, 3, 3}, owned), bias1({1, 8, 1, 1}, owned);
  const Tensor filter2({16, 8, 3, 3}, owned), bias2({1, 16, 1, 1}, owned);
  const Tensor matrix({1, 1, 784, 10}, owned), offset({1, 1, count, 10}, owned, {0, 0, 0, 1});
  const Tensor a({count, 8, 28, 28}), b({count, 8, 14, 14});
  const Tensor c({count, 16, 14, 14}), d({count, 16, 7, 7});
  const Tensor flat({1, 1, count, 784}), digits({1, 1, count, 10});

  Chain chain(device);
  AddConvolution(chain, "conv1", x, filter1, bias1, a);
  AddPooling(chain, "pool1", a, b);
  AddConvolution(chain, "conv2", b, filter2, bias2, c);
  AddPooling(chain, "pool2", c, d);
  const DML_GEMM_OPERATOR_DESC product = {&flat.desc,
                                          &matrix.desc,
                                          &offset.desc,
                                          &digits.desc,
                                          DML_MATRIX_TRANSFORM_NONE,
                                          DML_MATRIX_TRANSFORM_NONE,
                                          1,
                                          1,
                                          nullptr};
  chain.Add("gemm", DML_OPERATOR_GEMM, product, 2);
  const DML_ACTIVATION_SOFTMAX_OPERATOR_DESC softmax = {&digits.desc, &digits.desc};
  chain.Add("softmax", DML_OPERATOR_ACTIVATION_SOFTMAX, softmax);
  return chain.Compile();
}

// Buffers of one device, filled by recorded copies.
struct Buffers {
  ID3D12Device* device;
  Commands& commands;
  std::vector<ComPtr<ID3D12Resource>> in_use = {};  // until the commands have run

  ComPtr<ID3D12Resource> Empty(UINT64 bytes) const {
    return CreateBuffer(device, bytes, D3D12_HEAP_TYPE_DEFAULT,
                        D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  }
  ComPtr<ID3D12Resource> Filled(const std::vector<float>& numbers) {
    const UINT64 bytes = numbers.size() * sizeof(float);
    const auto upload =
        CreateBuffer(device, bytes, D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ);
    const auto buffer =
        CreateBuffer(device, bytes, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_COPY_DEST);
    void* data = nullptr;
    Check(upload->Map(0, nullptr, &data), "Map");
    std::memcpy(data, numbers.data(), bytes);
    upload->Unmap(0, nullptr);
    commands.list->CopyResource(buffer.Get(), upload.Get());
    commands.Transition(buffer.Get(), D3D12_RESOURCE_STATE_COPY_DEST,
                        D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
    in_use.push_back(upload);
    return buffer;
  }
};

DML_BUFFER_BINDING Whole(const ComPtr<ID3D12Resource>& buffer) {
  return {buffer.Get(), 0, buffer ? buffer->GetDesc().Width : 0};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "examples/digits";
  const std::vector<float> pictures = ReadNpy(folder + "/pictures.npy");
  const UINT count = UINT(pictures.size() / (28 * 28));

  const ComPtr<ID3D12Device> device = CreateDirect3DDevice();
  ComPtr<IDMLDevice> dml;
  Check(DMLCreateDevice(device.Get(), DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&dml)),
        "DMLCreateDevice");
  const ComPtr<IDMLCompiledOperator> network = CompileNetwork(dml.Get(), count);
  IDMLCompiledOperator* const operators[] = {network.Get()};
  ComPtr<IDMLOperatorInitializer> initializer;
  Check(dml->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(&initializer)),
        "CreateOperatorInitializer");

  const DML_BINDING_PROPERTIES needs = network->GetBindingProperties();
  const DML_BINDING_PROPERTIES first_needs = initializer->GetBindingProperties();
  D3D12_DESCRIPTOR_HEAP_DESC heap_desc = {};
  heap_desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  heap_desc.NumDescriptors =
      std::max(first_needs.RequiredDescriptorCount, needs.RequiredDescriptorCount);
  heap_desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  ComPtr<ID3D12DescriptorHeap> heap;
  Check(device->CreateDescriptorHeap(&heap_desc, IID_PPV_ARGS(&heap)), "CreateDescriptorHeap");
  ID3D12DescriptorHeap* const heaps[] = {heap.Get()};

  Commands commands(device.Get());
  Buffers buffers{device.Get(), commands};
  const UINT64 scratch_bytes =
      std::max(first_needs.TemporaryResourceSize, needs.TemporaryResourceSize);
  const auto scratch = scratch_bytes > 0 ? buffers.Empty(scratch_bytes) : nullptr;
  const auto prepared =
      needs.PersistentResourceSize > 0 ? buffers.Empty(needs.PersistentResourceSize) : nullptr;
  const DML_BUFFER_BINDING scratch_buffer = Whole(scratch), prepared_buffer = Whole(prepared);
  const DML_BINDING_DESC bind_scratch = {DML_BINDING_TYPE_BUFFER, &scratch_buffer};
  const DML_BINDING_DESC bind_prepared = {DML_BINDING_TYPE_BUFFER, &prepared_buffer};
  ComPtr<IDMLCommandRecorder> recorder;
  Check(dml->CreateCommandRecorder(IID_PPV_ARGS(&recorder)), "CreateCommandRecorder");

  // Once: the weights, in the order of the graph's inputs. The first input, the pictures, changes.
  DML_BINDING_TABLE_DESC table_desc = {
      initializer.Get(), heap->GetCPUDescriptorHandleForHeapStart(),
      heap->GetGPUDescriptorHandleForHeapStart(), heap_desc.NumDescriptors};
  ComPtr<IDMLBindingTable> table;
  Check(dml->CreateBindingTable(&table_desc, IID_PPV_ARGS(&table)), "CreateBindingTable");
  std::vector<ComPtr<ID3D12Resource>> weights;
  std::vector<DML_BUFFER_BINDING> weight_buffers = {{nullptr, 0, 0}};
  for (const char* name : {"filter1", "bias1", "filter2", "bias2", "matrix", "offset"}) {
    weights.push_back(buffers.Filled(ReadNpy(folder + "/" + name + ".npy")));
    weight_buffers.push_back(Whole(weights.back()));
  }
  const DML_BUFFER_ARRAY_BINDING weight_array = {UINT(weight_buffers.size()),
                                                 weight_buffers.data()};
  const DML_BINDING_DESC bind_weights = {DML_BINDING_TYPE_BUFFER_ARRAY, &weight_array};
  table->BindInputs(1, &bind_weights);
  if (prepared) table->BindOutputs(1, &bind_prepared);
  if (first_needs.TemporaryResourceSize > 0) table->BindTemporaryResource(&bind_scratch);
  commands.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(commands.list.Get(), initializer.Get(), table.Get());
  commands.RunAndWait();

  // For each batch of pictures.
  table_desc.Dispatchable = network.Get();
  Check(table->Reset(&table_desc), "Reset");
  const ComPtr<ID3D12Resource> input = buffers.Filled(pictures);
  std::vector<float> probabilities(size_t(count) * 10);
  const ComPtr<ID3D12Resource> output = buffers.Empty(probabilities.size() * sizeof(float));
  const DML_BUFFER_BINDING input_buffer = Whole(input), output_buffer = Whole(output);
  std::vector<DML_BINDING_DESC> bind_inputs(weight_buffers.size(),
                                            {DML_BINDING_TYPE_NONE, nullptr});
  bind_inputs[0] = {DML_BINDING_TYPE_BUFFER, &input_buffer};
  const DML_BINDING_DESC bind_output = {DML_BINDING_TYPE_BUFFER, &output_buffer};
  table->BindInputs(UINT(bind_inputs.size()), bind_inputs.data());
  table->BindOutputs(1, &bind_output);
  if (needs.TemporaryResourceSize > 0) table->BindTemporaryResource(&bind_scratch);
  if (prepared) table->BindPersistentResource(&bind_prepared);
  commands.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(commands.list.Get(), network.Get(), table.Get());
  const auto readback = CreateBuffer(device.Get(), output_buffer.SizeInBytes,
                                     D3D12_HEAP_TYPE_READBACK, D3D12_RESOURCE_STATE_COPY_DEST);
  commands.Transition(output.Get(), D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                      D3D12_RESOURCE_STATE_COPY_SOURCE);
  commands.list->CopyResource(readback.Get(), output.Get());
  commands.RunAndWait();
  Check(dml->GetDeviceRemovedReason(), "Dispatch");

  void* data = nullptr;
  Check(readback->Map(0, nullptr, &data), "Map");
  std::memcpy(probabilities.data(), data, output_buffer.SizeInBytes);
  readback->Unmap(0, nullptr);
  PrintDigits(probabilities);
}
