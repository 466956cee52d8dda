// SPDX-License-Identifier: MIT
// See onednn_primitive.h.
#include "ops/onednn_primitive.h"

#if defined(WEFT_HAS_ONEDNN)

#include <omp.h>

#include <array>
#include <cstdlib>
#include <dnnl.hpp>
#include <mutex>
#include <string_view>

#include "strided/channels_last.h"

namespace weft::ops {
namespace {

using dnnl::memory;
using Dims = memory::dims;
using Desc = dnnl::convolution_forward::primitive_desc;
constexpr auto kF32 = memory::data_type::f32;

const dnnl::engine& Engine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

// oneDNN asks OpenMP how many threads there are.
class ThreadsOfOneDnn {
 public:
  explicit ThreadsOfOneDnn(int threads) : before_(omp_get_max_threads()) {
    omp_set_num_threads(threads);
  }
  ~ThreadsOfOneDnn() { omp_set_num_threads(before_); }
  ThreadsOfOneDnn(const ThreadsOfOneDnn&) = delete;
  ThreadsOfOneDnn& operator=(const ThreadsOfOneDnn&) = delete;

 private:
  const int before_;
};

memory::desc DescOfImage(const Sizes& sizes) {
  const Layout layout = ChannelsLast(sizes);
  return {Dims(sizes.begin(), sizes.end()), kF32,
          Dims(layout.strides.begin(), layout.strides.end())};
}

// Without the group where there is one.
memory::desc DescOfFilter(const Layout& split) {
  Dims sizes, strides;
  for (int dim = split.sizes[0] == 1 ? 1 : 0; dim < split.rank(); ++dim) {
    sizes.push_back(split.sizes[dim]);
    strides.push_back(split.sizes[dim] > 1 ? split.strides[dim] : 1);
  }
  return {sizes, kF32, strides};
}

Desc Plan(const OneDnnShape& shape, const memory::desc& filter) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  dnnl::post_ops after;
  if (shape.adds) after.append_sum();
  if (shape.relu) after.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
  if (shape.clip) {
    // It clips NaN to the smallest; we, the other way round, to the largest.
    after.append_eltwise(1, dnnl::algorithm::eltwise_linear, -1, 0);
    after.append_eltwise(1, dnnl::algorithm::eltwise_clip, -shape.clip->max, -shape.clip->min);
    after.append_eltwise(1, dnnl::algorithm::eltwise_linear, -1, 0);
  }
  attributes.set_post_ops(after);
  const memory::desc bias = shape.has_bias
                                ? memory::desc({shape.output[1]}, kF32, memory::format_tag::x)
                                : memory::desc();
  Dims between_taps = shape.dilations;
  for (int64_t& gap : between_taps) --gap;
  const ThreadsOfOneDnn threads(shape.threads);
  return Desc({dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
               DescOfImage(shape.input), memory::desc(filter.dims(), kF32, memory::format_tag::any),
               bias, DescOfImage(shape.output), shape.strides, between_taps, shape.start_padding,
               shape.end_padding},
              attributes, Engine());
}

// What one run at a time uses: making these takes longer than a small convolution.
class Call {
 public:
  explicit Call(const Desc& desc)
      : stream_(Engine()),
        memories_{memory(desc.src_desc(), Engine(), nullptr),
                  memory(desc.weights_desc(), Engine(), nullptr),
                  memory(desc.bias_desc(), Engine(), nullptr),
                  memory(desc.dst_desc(), Engine(), nullptr),
                  memory(desc.scratchpad_desc(), Engine(), nullptr)} {}

  void Run(const dnnl::primitive& primitive, const OneDnnPrimitive::Operands& to) {
    // oneDNN's memory is not const, but it only reads its inputs.
    const std::array<const void*, 5> data = {to.input, to.weights, to.bias, to.output, to.scratch};
    constexpr std::array<int, 5> kArguments = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_BIAS,
                                               DNNL_ARG_DST, DNNL_ARG_SCRATCHPAD};
    std::array<dnnl_exec_arg_t, 5> arguments;
    for (size_t i = 0; i < data.size(); ++i) {
      if (data_[i] != data[i]) memories_[i].set_data_handle(const_cast<void*>(data[i]), stream_);
      data_[i] = data[i];
      arguments[i] = {kArguments[i], memories_[i].get()};
    }
    dnnl::error::wrap_c_api(dnnl_primitive_execute(primitive.get(), stream_.get(),
                                                   int(arguments.size()), arguments.data()),
                            "oneDNN could not run a convolution");
  }

 private:
  dnnl::stream stream_;
  std::array<memory, 5> memories_;
  std::array<const void*, 5> data_ = {};
};

}  // namespace

struct OneDnnPrimitive::State {
  State(const Desc& planned, const memory::desc& filter, int most_threads)
      : desc(planned),
        convolve(planned),
        given(filter),
        pack(dnnl::reorder::primitive_desc(Engine(), filter, Engine(), planned.weights_desc())),
        threads(most_threads) {}

  std::unique_ptr<Call> Take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<Call>(desc);
    std::unique_ptr<Call> call = std::move(idle.back());
    idle.pop_back();
    return call;
  }
  void GiveBack(std::unique_ptr<Call> call) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(call));
  }

  const Desc desc;
  const dnnl::convolution_forward convolve;
  const memory::desc given;  // weights as they are bound
  const dnnl::reorder pack;
  const int threads;
  std::mutex mutex;
  std::vector<std::unique_ptr<Call>> idle;
};

std::shared_ptr<const OneDnnPrimitive> OneDnnPrimitive::Make(const OneDnnShape& shape) {
  if (!HasOneDnn()) return nullptr;
  try {
    const memory::desc filter = DescOfFilter(shape.filter);
    const Desc desc = Plan(shape, filter);
    if (!std::string_view(desc.impl_info_str()).starts_with("jit")) return nullptr;
    return std::shared_ptr<OneDnnPrimitive>(
        new OneDnnPrimitive(std::make_unique<State>(desc, filter, shape.threads)));
  } catch (const dnnl::error&) {
    return nullptr;  // it has no such convolution
  }
}

OneDnnPrimitive::OneDnnPrimitive(std::unique_ptr<State> state) : state_(std::move(state)) {}
OneDnnPrimitive::~OneDnnPrimitive() = default;

int64_t OneDnnPrimitive::weights_bytes() const {
  return int64_t(state_->desc.weights_desc().get_size());
}
int64_t OneDnnPrimitive::scratch_bytes() const {
  return int64_t(state_->desc.scratchpad_desc().get_size());
}

void OneDnnPrimitive::PackWeights(std::byte* weights, const std::byte* filter) const {
  memory from(state_->given, Engine(), const_cast<std::byte*>(filter));
  memory to(state_->desc.weights_desc(), Engine(), weights);
  dnnl::stream stream(Engine());
  state_->pack.execute(stream, from, to);
}

void OneDnnPrimitive::Run(const Operands& operands) const {
  const ThreadsOfOneDnn threads(state_->threads);
  std::unique_ptr<Call> call = state_->Take();
  call->Run(state_->convolve, operands);
  state_->GiveBack(std::move(call));
}

bool HasOneDnn() {
  const char* const wanted = std::getenv("WEFT_ONEDNN");
  return wanted == nullptr || std::string_view(wanted) != "0";
}

}  // namespace weft::ops

#else

namespace weft::ops {

struct OneDnnPrimitive::State {};

OneDnnPrimitive::OneDnnPrimitive(std::unique_ptr<State> state) : state_(std::move(state)) {}
OneDnnPrimitive::~OneDnnPrimitive() = default;
std::shared_ptr<const OneDnnPrimitive> OneDnnPrimitive::Make(const OneDnnShape&) { return nullptr; }
int64_t OneDnnPrimitive::weights_bytes() const { return 0; }
int64_t OneDnnPrimitive::scratch_bytes() const { return 0; }
void OneDnnPrimitive::PackWeights(std::byte*, const std::byte*) const {}
void OneDnnPrimitive::Run(const Operands&) const {}
bool HasOneDnn() { return false; }

}  // namespace weft::ops

#endif
