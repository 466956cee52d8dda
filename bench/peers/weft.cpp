// SPDX-License-Identifier: MIT
// Weft: the operator a case names, or else SLICE1 for a window, CAST between types and
// ELEMENT_WISE_IDENTITY for the rest; the layouts are in the tensors' strides.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "peers/peer.h"
#include "weft/device.h"

namespace weft::bench {
namespace {

Operator OperatorOf(const Case& description) {
  if (description.work) return description.work->op;
  Sizes input_sizes, output_sizes;
  Strides input_strides, output_strides;
  Slice1 slice;
  for (const Dim& dim : description.dims) {
    input_sizes.push_back(dim.input_size);
    input_strides.push_back(dim.input_stride);
    output_sizes.push_back(dim.output_size);
    output_strides.push_back(dim.output_stride);
    // A window that runs backwards begins at its end.
    const int64_t last = dim.first + dim.step * (dim.output_size - 1);
    const int64_t begin = std::min(dim.first, last);
    slice.input_window_offsets.push_back(uint32_t(begin));
    slice.input_window_sizes.push_back(uint32_t(std::max(dim.first, last) - begin + 1));
    slice.input_window_strides.push_back(int32_t(dim.step));
  }
  const TensorDesc input(DataTypeOf(description.input_type), input_sizes, input_strides);
  const TensorDesc output(DataTypeOf(description.output_type), output_sizes, output_strides);
  if (description.HasWindow()) {
    slice.input = input;
    slice.output = output;
    return slice;
  }
  if (description.input_type != description.output_type)
    return Cast{.input = input, .output = output};
  return ElementWiseIdentity{.input = input, .output = output};
}

// Whatever Weft refuses is a fault to see, not a row to leave out, unless it is not implemented.
[[noreturn]] void GiveUp(const Case& description, const Error& error) {
  std::fprintf(stderr, "weft: %s: %s\n", description.id.c_str(), error.message.c_str());
  std::exit(1);
}

// A part of `memory` for each of `tensors`, one after another.
template <class Buffer, class Bytes>
std::vector<Buffer> Parts(const std::vector<Sizes>& tensors, Type type, Bytes* memory) {
  std::vector<Buffer> parts;
  for (const Sizes& sizes : tensors) {
    const int64_t bytes = ElementsIn({sizes}) * SizeBytes(type);
    parts.emplace_back(memory, size_t(bytes));
    memory += bytes;
  }
  return parts;
}

std::optional<Job> Prepare(const Case& description, const Memory& memory, int threads) {
  SetThreadCount(threads);
  const Result<CompiledOperator> compiled = Compile(OperatorOf(description));
  if (!compiled && compiled.error().code == ErrorCode::NotSupported) return std::nullopt;
  if (!compiled) GiveUp(description, compiled.error());
  std::vector<ConstBuffer> inputs = {{memory.input, memory.input_bytes}};
  std::vector<Buffer> outputs = {{memory.output, memory.output_bytes}};
  auto indices = std::make_shared<std::vector<uint32_t>>();
  if (const auto& work = description.work) {
    inputs = Parts<ConstBuffer>(work->inputs, description.input_type,
                                static_cast<const char*>(memory.input));
    outputs =
        Parts<Buffer>(work->outputs, description.output_type, static_cast<char*>(memory.output));
    *indices = MakeIndices(*work);
    const bool is_if = work->op.type() == OperatorType::ElementWiseIf;  // the condition is first
    if (!indices->empty()) inputs.emplace(is_if ? inputs.begin() : inputs.end(), *indices);
  }
  const Status status = compiled->Run(inputs, outputs);
  if (!status) GiveUp(description, status.error());
  return Job{[compiled = *compiled, inputs, outputs, indices] {
    if (!compiled.Run(inputs, outputs)) std::abort();  // ran before with the same buffers
  }};
}

}  // namespace

const Peer kWeft = {"Weft", Peer::Role::Weft, Prepare};

}  // namespace weft::bench
