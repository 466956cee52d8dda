// SPDX-License-Identifier: MIT
// See onednn_primitive.h.
#include "ops/convolution/onednn_primitive.h"

#if defined(WEFT_HAS_ONEDNN)

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

#include "ops/convolution/onednn_library.h"
#include "strided/channels_last.h"

namespace weft::ops {
namespace {

// An object of oneDNN's, destroyed with this. Empty where it could not be made.
template <class Object, dnnl_status_t (*OneDnnLibrary::*kDestroy)(Object)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(const OneDnnLibrary& library) : library_(&library) {}
  Owned(Owned&& other) noexcept
      : library_(other.library_), object_(std::exchange(other.object_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(library_, other.library_);
    std::swap(object_, other.object_);
    return *this;
  }
  ~Owned() {
    if (object_ != nullptr) (library_->*kDestroy)(object_);
  }
  Object get() const { return object_; }
  Object* out() { return &object_; }

 private:
  const OneDnnLibrary* library_ = nullptr;
  Object object_ = nullptr;
};

using Stream = Owned<dnnl_stream_t, &OneDnnLibrary::stream_destroy>;
using Memory = Owned<dnnl_memory_t, &OneDnnLibrary::memory_destroy>;
using PostOps = Owned<dnnl_post_ops_t, &OneDnnLibrary::post_ops_destroy>;
using Attributes = Owned<dnnl_primitive_attr_t, &OneDnnLibrary::primitive_attr_destroy>;
using Desc = Owned<dnnl_primitive_desc_t, &OneDnnLibrary::primitive_desc_destroy>;
using Primitive = Owned<dnnl_primitive_t, &OneDnnLibrary::primitive_destroy>;

// The first failure stays; what follows it does nothing.
class Steps {
 public:
  template <class Step, class... Args>
  void operator()(Step step, Args... args) {
    if (is_fine_) is_fine_ = step(args...) == dnnl_success;
  }
  explicit operator bool() const { return is_fine_; }

 private:
  bool is_fine_ = true;
};

struct Dims {
  Dims(const auto& values) {
    for (const auto value : values) at[count++] = value;
  }
  dnnl_dims_t at = {};
  int count = 0;
};

dnnl_memory_desc_t Strided(const OneDnnLibrary& library, Steps& steps, const Dims& sizes,
                           const Dims& strides) {
  dnnl_memory_desc_t desc = {};
  steps(library.memory_desc_init_by_strides, &desc, sizes.count, sizes.at, dnnl_f32, strides.at);
  return desc;
}

dnnl_memory_desc_t DescOfImage(const OneDnnLibrary& library, Steps& steps, const Sizes& sizes) {
  return Strided(library, steps, sizes, ChannelsLast(sizes).strides);
}

// Without the group where there is one.
dnnl_memory_desc_t DescOfFilter(const OneDnnLibrary& library, Steps& steps, const Layout& split) {
  std::vector<int64_t> sizes, strides;
  for (int dim = split.sizes[0] == 1 ? 1 : 0; dim < split.rank(); ++dim) {
    sizes.push_back(split.sizes[dim]);
    strides.push_back(split.sizes[dim] > 1 ? split.strides[dim] : 1);
  }
  return Strided(library, steps, sizes, strides);
}

Attributes AttributesOf(const OneDnnLibrary& library, Steps& steps, const OneDnnShape& shape) {
  PostOps after(library);
  steps(library.post_ops_create, after.out());
  const auto append = [&](dnnl_alg_kind_t function, float alpha, float beta) {
    steps(library.post_ops_append_eltwise, after.get(), 1.0f, function, alpha, beta);
  };
  if (shape.adds) steps(library.post_ops_append_sum, after.get(), 1.0f);
  if (shape.relu) append(dnnl_eltwise_relu, 0, 0);
  if (shape.clip) {
    // It clips NaN to the smallest; we, the other way round, to the largest.
    append(dnnl_eltwise_linear, -1, 0);
    append(dnnl_eltwise_clip, -shape.clip->max, -shape.clip->min);
    append(dnnl_eltwise_linear, -1, 0);
  }
  Attributes attributes(library);
  steps(library.primitive_attr_create, attributes.out());
  steps(library.primitive_attr_set_post_ops, attributes.get(), after.get());
  steps(library.primitive_attr_set_scratchpad_mode, attributes.get(), dnnl_scratchpad_mode_user);
  return attributes;
}

// `weights`: a format, or any.
Desc Plan(const OneDnnLibrary& library, Steps& steps, const OneDnnShape& shape,
          const dnnl_memory_desc_t& weights) {
  const dnnl_memory_desc_t input = DescOfImage(library, steps, shape.input);
  const dnnl_memory_desc_t output = DescOfImage(library, steps, shape.output);
  dnnl_memory_desc_t bias = {};
  if (shape.has_bias)
    bias = Strided(library, steps, std::array{shape.output[1]}, std::array<int64_t, 1>{1});
  Dims between_taps = shape.dilations;
  for (int i = 0; i < between_taps.count; ++i) --between_taps.at[i];
  dnnl_convolution_desc_t convolution = {};
  steps(library.dilated_convolution_forward_desc_init, &convolution, dnnl_forward_inference,
        dnnl_convolution_direct, &input, &weights, &bias, &output, Dims(shape.strides).at,
        between_taps.at, Dims(shape.start_padding).at, Dims(shape.end_padding).at);
  const Attributes attributes = AttributesOf(library, steps, shape);
  Desc desc(library);
  steps(library.primitive_desc_create, desc.out(), &convolution, attributes.get(), library.engine,
        nullptr);
  return desc;
}

// What one run at a time uses: making these takes longer than a small convolution.
struct Call {
  Stream stream;
  std::array<Memory, 5> memories;
  std::array<const void*, 5> data = {};
  std::unique_ptr<Call> next;  // in the list of those that nobody uses
};

}  // namespace

struct OneDnnPrimitive::State {
  explicit State(const OneDnnLibrary& loaded) : library(loaded) {}

  const dnnl_memory_desc_t& Of(dnnl_query_t what) const {
    return *library.primitive_desc_query_md(desc.get(), what, 0);
  }

  bool Prepare(const OneDnnShape& shape, const State* like) {
    const OneThreadOfOneDnn one_thread(library);
    Steps steps;
    given = DescOfFilter(library, steps, shape.filter);
    dnnl_memory_desc_t weights = {};
    steps(library.memory_desc_init_by_tag, &weights, given.ndims, given.dims, dnnl_f32,
          dnnl_format_tag_any);
    desc = Plan(library, steps, shape, like ? like->Of(dnnl_query_weights_md) : weights);
    const char* name = "";
    steps(library.primitive_desc_query, desc.get(), dnnl_query_impl_info_str, 0,
          static_cast<void*>(&name));
    if (!std::string_view(name).starts_with("jit")) return false;
    convolve = Primitive(library);
    steps(library.primitive_create, convolve.out(), desc.get());
    if (!steps) return false;
    Desc reorder(library);
    steps(library.reorder_primitive_desc_create, reorder.out(), &given, library.engine,
          &Of(dnnl_query_weights_md), library.engine, nullptr);
    pack = Primitive(library);
    steps(library.primitive_create, pack.out(), reorder.get());
    idle = steps ? NewCall() : nullptr;
    return idle != nullptr;
  }

  // Null where there is no memory for one.
  std::unique_ptr<Call> NewCall() const {
    std::unique_ptr<Call> call(new (std::nothrow) Call);
    if (!call) return nullptr;
    constexpr std::array kTensors = {dnnl_query_src_md, dnnl_query_weights_md,
                                     dnnl_query_weights_md, dnnl_query_dst_md,
                                     dnnl_query_scratchpad_md};
    Steps steps;
    call->stream = Stream(library);
    steps(library.stream_create, call->stream.out(), library.engine,
          unsigned(dnnl_stream_default_flags));
    for (size_t i = 0; i < kTensors.size(); ++i) {
      call->memories[i] = Memory(library);
      const int index = i == 2 ? 1 : 0;  // the bias is the second of the weights
      steps(library.memory_create, call->memories[i].out(),
            library.primitive_desc_query_md(desc.get(), kTensors[i], index), library.engine,
            nullptr);
    }
    return steps ? std::move(call) : nullptr;
  }

  // A run cannot fail: where there is no memory for another call it waits for one that is in use.
  std::unique_ptr<Call> Take() {
    std::unique_lock lock(mutex);
    if (idle == nullptr) {
      lock.unlock();
      if (std::unique_ptr<Call> call = NewCall()) return call;
      lock.lock();
      given_back.wait(lock, [&] { return idle != nullptr; });
    }
    std::unique_ptr<Call> call = std::move(idle);
    idle = std::move(call->next);
    return call;
  }
  void GiveBack(std::unique_ptr<Call> call) {
    const std::lock_guard lock(mutex);
    call->next = std::move(idle);
    idle = std::move(call);
    given_back.notify_one();
  }

  const OneDnnLibrary& library;
  Desc desc;
  Primitive convolve, pack;
  dnnl_memory_desc_t given = {};  // weights as they are bound
  std::mutex mutex;
  std::condition_variable given_back;
  std::unique_ptr<Call> idle;  // the first of a list
};

std::shared_ptr<const OneDnnPrimitive> OneDnnPrimitive::Make(const OneDnnShape& shape,
                                                             const OneDnnPrimitive* like) {
  const OneDnnLibrary* const library = OneDnnLibrary::Get();
  if (library == nullptr) return nullptr;
  auto state = std::make_unique<State>(*library);
  if (!state->Prepare(shape, like ? like->state_.get() : nullptr)) return nullptr;
  return std::shared_ptr<OneDnnPrimitive>(new OneDnnPrimitive(std::move(state)));
}

OneDnnPrimitive::OneDnnPrimitive(std::unique_ptr<State> state) : state_(std::move(state)) {}
OneDnnPrimitive::~OneDnnPrimitive() = default;

int64_t OneDnnPrimitive::weights_bytes() const {
  return int64_t(state_->library.memory_desc_get_size(&state_->Of(dnnl_query_weights_md)));
}
int64_t OneDnnPrimitive::scratch_bytes() const {
  return int64_t(state_->library.memory_desc_get_size(&state_->Of(dnnl_query_scratchpad_md)));
}

void OneDnnPrimitive::PackWeights(std::byte* weights, const std::byte* filter) const {
  const OneDnnLibrary& library = state_->library;
  const OneThreadOfOneDnn one_thread(library);
  Stream stream(library);
  Memory from(library), to(library);
  Steps steps;
  steps(library.stream_create, stream.out(), library.engine, unsigned(dnnl_stream_default_flags));
  steps(library.memory_create, from.out(), &state_->given, library.engine,
        const_cast<std::byte*>(filter));
  steps(library.memory_create, to.out(), &state_->Of(dnnl_query_weights_md), library.engine,
        weights);
  const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, from.get()}, {DNNL_ARG_TO, to.get()}};
  steps(library.primitive_execute, state_->pack.get(), stream.get(), 2, arguments);
}

void OneDnnPrimitive::Run(const Operands& to) const {
  const OneDnnLibrary& library = state_->library;
  const OneThreadOfOneDnn one_thread(library);
  std::unique_ptr<Call> call = state_->Take();
  // oneDNN's memory is not const, but it only reads its inputs.
  const std::array<const void*, 5> data = {to.input, to.weights, to.bias, to.output, to.scratch};
  constexpr std::array kArguments = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_BIAS, DNNL_ARG_DST,
                                     DNNL_ARG_SCRATCHPAD};
  std::array<dnnl_exec_arg_t, 5> arguments;
  for (size_t i = 0; i < data.size(); ++i) {
    if (call->data[i] != data[i])
      library.memory_set_data_handle_v2(call->memories[i].get(), const_cast<void*>(data[i]),
                                        call->stream.get());
    call->data[i] = data[i];
    arguments[i] = {kArguments[i], call->memories[i].get()};
  }
  library.primitive_execute(state_->convolve.get(), call->stream.get(), int(arguments.size()),
                            arguments.data());
  state_->GiveBack(std::move(call));
}

bool HasOneDnn() { return OneDnnLibrary::Get() != nullptr; }

}  // namespace weft::ops

#else

namespace weft::ops {

struct OneDnnPrimitive::State {};

OneDnnPrimitive::OneDnnPrimitive(std::unique_ptr<State> state) : state_(std::move(state)) {}
OneDnnPrimitive::~OneDnnPrimitive() = default;
std::shared_ptr<const OneDnnPrimitive> OneDnnPrimitive::Make(const OneDnnShape&,
                                                             const OneDnnPrimitive*) {
  return nullptr;
}
int64_t OneDnnPrimitive::weights_bytes() const { return 0; }
int64_t OneDnnPrimitive::scratch_bytes() const { return 0; }
void OneDnnPrimitive::PackWeights(std::byte*, const std::byte*) const {}
void OneDnnPrimitive::Run(const Operands&) const {}
bool HasOneDnn() { return false; }

}  // namespace weft::ops

#endif
