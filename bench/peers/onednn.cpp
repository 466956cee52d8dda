// SPDX-License-Identifier: MIT
// oneDNN's reorder primitive, which takes any strides but negative ones, and its concat for JOIN.
#include "peers/onednn.h"

#include <omp.h>

namespace weft::bench {
namespace {

dnnl::memory::data_type OneDnnType(Type type) {
  using enum dnnl::memory::data_type;
  return type == Type::F32 ? f32 : type == Type::F16 ? f16 : u8;
}

const dnnl::engine& Engine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

Job PrepareConcat(const OperatorWork& work, Type type, const Memory& memory) {
  const auto desc_of = [&](const Sizes& sizes) {
    const Strides strides = Layout::Packed(sizes).strides;
    return dnnl::memory::desc(dnnl::memory::dims(sizes.begin(), sizes.end()), OneDnnType(type),
                              dnnl::memory::dims(strides.begin(), strides.end()));
  };
  std::vector<dnnl::memory::desc> inputs;
  for (const Sizes& sizes : work.inputs) inputs.push_back(desc_of(sizes));
  const dnnl::memory::desc output = desc_of(work.outputs[0]);
  const dnnl::concat::primitive_desc plan(output, int(work.op.As<Join>().axis), inputs, Engine());
  std::unordered_map<int, dnnl::memory> arguments = {
      {DNNL_ARG_DST, dnnl::memory(output, Engine(), memory.output)}};
  auto* input = static_cast<char*>(const_cast<void*>(memory.input));
  for (size_t i = 0; i < inputs.size(); input += inputs[i++].get_size())
    arguments.insert({DNNL_ARG_MULTIPLE_SRC + int(i), dnnl::memory(inputs[i], Engine(), input)});
  return MakeJob(dnnl::concat(plan), arguments, plan.impl_info_str());
}

Job PrepareReorder(const Case& description, const Memory& memory) {
  dnnl::memory::dims sizes, input_strides, output_strides;
  for (const Dim& dim : description.dims) {
    sizes.push_back(dim.output_size);
    input_strides.push_back(dim.step * dim.input_stride);
    output_strides.push_back(dim.output_stride);
  }
  const dnnl::memory::desc input_desc(sizes, OneDnnType(description.input_type), input_strides);
  const dnnl::memory::desc output_desc(sizes, OneDnnType(description.output_type), output_strides);
  const auto* input = static_cast<const char*>(memory.input) +
                      description.InputOffset() * SizeBytes(description.input_type);
  const dnnl::reorder::primitive_desc plan(Engine(), input_desc, Engine(), output_desc);
  return MakeJob(dnnl::reorder(plan),
                 {{DNNL_ARG_FROM, dnnl::memory(input_desc, Engine(), const_cast<char*>(input))},
                  {DNNL_ARG_TO, dnnl::memory(output_desc, Engine(), memory.output)}},
                 plan.impl_info_str());
}

std::optional<Job> Prepare(const Case& description, const Memory& memory, int threads) try {
  omp_set_num_threads(threads);
  if (description.work && description.work->op.type() == OperatorType::Join)
    return PrepareConcat(*description.work, description.output_type, memory);
  if (description.work && description.tolerance)
    return PrepareArithmetic(description, memory, Engine());
  if (description.dims.empty()) return std::nullopt;
  for (const Dim& dim : description.dims)
    if (dim.step < 0) return std::nullopt;
  return PrepareReorder(Simplified(description), memory);
} catch (const dnnl::error&) {
  return std::nullopt;
}

}  // namespace

Job MakeJob(const dnnl::primitive& primitive,
            const std::unordered_map<int, dnnl::memory>& arguments, const char* how) {
  const auto run = [primitive, arguments, stream = dnnl::stream(Engine())]() mutable {
    primitive.execute(stream, arguments);
    stream.wait();
  };
  return {run, how};
}

const Peer kOneDnn = {"oneDNN", Peer::Role::Library, Prepare};

}  // namespace weft::bench
