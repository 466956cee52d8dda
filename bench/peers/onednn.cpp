// SPDX-License-Identifier: MIT
// oneDNN's reorder primitive. It takes any strides but negative ones.
#include <dnnl.hpp>
#include <memory>
#include <unordered_map>

#include "peers/peer.h"

namespace weft::bench {
namespace {

dnnl::memory::data_type DataTypeOf(Type type) {
  using enum dnnl::memory::data_type;
  return type == Type::F32 ? f32 : type == Type::F16 ? f16 : u8;
}

struct Reorder {
  dnnl::stream stream;
  dnnl::primitive primitive;
  std::unordered_map<int, dnnl::memory> arguments;
};

std::optional<Job> Prepare(const Case& original, const Memory& memory, int /*threads*/) try {
  const Case description = Simplified(original);
  dnnl::memory::dims sizes, input_strides, output_strides;
  for (const Dim& dim : description.dims) {
    if (dim.step < 0) return std::nullopt;
    sizes.push_back(dim.output_size);
    input_strides.push_back(dim.step * dim.input_stride);
    output_strides.push_back(dim.output_stride);
  }
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const dnnl::memory::desc input_desc(sizes, DataTypeOf(description.input_type), input_strides);
  const dnnl::memory::desc output_desc(sizes, DataTypeOf(description.output_type), output_strides);
  const auto* input = static_cast<const char*>(memory.input) +
                      description.InputOffset() * SizeBytes(description.input_type);
  const dnnl::reorder::primitive_desc plan(engine, input_desc, engine, output_desc);
  auto reorder = std::make_shared<Reorder>(
      Reorder{dnnl::stream(engine),
              dnnl::reorder(plan),
              {{DNNL_ARG_FROM, dnnl::memory(input_desc, engine, const_cast<char*>(input))},
               {DNNL_ARG_TO, dnnl::memory(output_desc, engine, memory.output)}}});
  const auto run = [reorder] {
    reorder->primitive.execute(reorder->stream, reorder->arguments);
    reorder->stream.wait();
  };
  return Job{run, plan.impl_info_str()};
} catch (const dnnl::error&) {
  return std::nullopt;
}

}  // namespace

const Peer kOneDnn = {"oneDNN", Peer::Role::Library, Prepare};

}  // namespace weft::bench
