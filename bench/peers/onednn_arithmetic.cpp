// SPDX-License-Identifier: MIT
// oneDNN's eltwise, binary, softmax and reduction primitives, on the cases that compute.
#include <dnnl.hpp>
#include <optional>
#include <unordered_map>

#include "peers/onednn.h"

namespace weft::bench {
namespace {

using dnnl::algorithm;
using dnnl::prop_kind;

dnnl::memory::desc Desc(Sizes sizes, Type type, int rank) {
  dnnl::memory::dims dims;
  for (int missing = sizes.rank(); missing < rank; ++missing) dims.push_back(1);
  for (int64_t size : sizes) dims.push_back(size);
  const int64_t count = int64_t(dims.size());
  dnnl::memory::dims strides(dims.size(), 1);
  for (int64_t i = count - 2; i >= 0; --i)
    strides[size_t(i)] = strides[size_t(i + 1)] * dims[size_t(i + 1)];
  return {dims, type == Type::U8 ? dnnl::memory::data_type::u8 : dnnl::memory::data_type::f32,
          strides};
}

std::optional<algorithm> Eltwise(OperatorType type) {
  switch (type) {
    case OperatorType::ElementWiseExp: return algorithm::eltwise_exp;
    case OperatorType::ElementWiseTanh: return algorithm::eltwise_tanh;
    case OperatorType::ActivationSigmoid: return algorithm::eltwise_logistic;
    case OperatorType::ActivationGelu: return algorithm::eltwise_gelu_erf;
    case OperatorType::ActivationRelu: return algorithm::eltwise_relu;
    default: return std::nullopt;
  }
}

std::optional<algorithm> Binary(OperatorType type) {
  switch (type) {
    case OperatorType::ElementWiseAdd: return algorithm::binary_add;
    case OperatorType::ElementWiseMultiply: return algorithm::binary_mul;
    case OperatorType::ElementWiseLogicalGreaterThan: return algorithm::binary_gt;
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Job> PrepareArithmetic(const Case& description, const Memory& memory,
                                     const dnnl::engine& engine) {
  const OperatorWork& work = *description.work;
  const OperatorType type = work.op.type();
  const int rank = work.outputs[0].rank();
  const dnnl::memory::desc source = Desc(work.inputs[0], Type::F32, rank);
  const dnnl::memory::desc target = Desc(work.outputs[0], description.output_type, rank);
  auto* input = static_cast<float*>(const_cast<void*>(memory.input));
  const dnnl::memory from(source, engine, input), to(target, engine, memory.output);
  if (const auto algorithm = Eltwise(type)) {
    const dnnl::eltwise_forward::primitive_desc plan(
        {prop_kind::forward_inference, *algorithm, source, 0, 0}, engine);
    return MakeJob(dnnl::eltwise_forward(plan), {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}},
                   plan.impl_info_str());
  }
  if (const auto algorithm = Binary(type)) {
    const dnnl::memory::desc second = Desc(work.inputs[1], Type::F32, rank);
    const dnnl::memory other(second, engine, input + ElementsIn({work.inputs[0]}));
    const dnnl::binary::primitive_desc plan({*algorithm, source, second, target}, engine);
    return MakeJob(dnnl::binary(plan),
                   {{DNNL_ARG_SRC_0, from}, {DNNL_ARG_SRC_1, other}, {DNNL_ARG_DST, to}},
                   plan.impl_info_str());
  }
  if (type == OperatorType::ActivationSoftmax1) {
    const dnnl::softmax_forward::primitive_desc plan({prop_kind::forward_inference, source, 1},
                                                     engine);
    return MakeJob(dnnl::softmax_forward(plan), {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}},
                   plan.impl_info_str());
  }
  if (type == OperatorType::Reduce) {
    const dnnl::reduction::primitive_desc plan({algorithm::reduction_sum, source, target, 0, 0},
                                               engine);
    return MakeJob(dnnl::reduction(plan), {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}},
                   plan.impl_info_str());
  }
  return std::nullopt;
}

}  // namespace weft::bench
