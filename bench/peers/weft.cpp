// SPDX-License-Identifier: MIT
// Weft: SLICE1 for a window, CAST between types, ELEMENT_WISE_IDENTITY for the rest; the layouts
// are in the tensors' strides.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "peers/peer.h"
#include "weft/device.h"

namespace weft::bench {
namespace {

DataType DataTypeOf(Type type) {
  return type == Type::F32   ? DataType::Float32
         : type == Type::F16 ? DataType::Float16
                             : DataType::UInt8;
}

Operator OperatorOf(const Case& description) {
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

// Weft does every case: whatever it refuses is a fault to see, not a row to leave out.
[[noreturn]] void GiveUp(const Case& description, const Error& error) {
  std::fprintf(stderr, "weft: %s: %s\n", description.id.c_str(), error.message.c_str());
  std::exit(1);
}

std::optional<Job> Prepare(const Case& description, const Memory& memory, int threads) {
  SetThreadCount(threads);
  const Result<CompiledOperator> compiled = Compile(OperatorOf(description));
  if (!compiled) GiveUp(description, compiled.error());
  const ConstBuffer input(memory.input, memory.input_bytes);
  const Buffer output(memory.output, memory.output_bytes);
  const Status status = compiled->Run({input}, {output});
  if (!status) GiveUp(description, status.error());
  return Job{[compiled = *compiled, input, output] {
    if (!compiled.Run({input}, {output})) std::abort();  // ran before with the same buffers
  }};
}

}  // namespace

const Peer kWeft = {"Weft", Peer::Role::Weft, Prepare};

}  // namespace weft::bench
