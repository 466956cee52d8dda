// SPDX-License-Identifier: MIT
// libbench_dense.so: oneDNN's primitives for dense.py, each in the layout it likes best (NHWC
// tensors, weights in a format of its own, packed before the first run), and OpenBLAS's product, if
// that is installed. Convolutions also take NCHW tensors, as they are or copied to NHWC and back in
// every run. A job keeps the caller's addresses.
#include <dlfcn.h>
#include <omp.h>

#include <dnnl.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using dnnl::memory;
using dnnl::prop_kind;
using Dims = memory::dims;
using Tag = memory::format_tag;
using Json = nlohmann::json;
constexpr auto kF32 = memory::data_type::f32;

struct Work {
  Json fields;
  int64_t operator[](const char* name) const { return fields.at(name).get<int64_t>(); }
};

struct Primitive {
  dnnl::primitive run;
  std::unordered_map<int, memory> arguments;
};
using Primitives = std::vector<Primitive>;  // one after the other

class OneDnn {
 public:
  explicit OneDnn(void* const* arrays) : arrays_(arrays) {}

  Primitives Prepare(const std::string& kind, const Work& work) {
    if (kind == "gemm") return {Gemm(work)};
    if (kind == "integer_gemm") return {IntegerGemm(work)};
    if (kind == "convolution") return Convolution(work);
    if (kind == "max_pool") return {MaxPool(work)};
    if (kind == "batch_norm") return {BatchNorm(work)};
    if (kind == "resample") return {Resample(work)};
    if (kind == "layer_norm") return {LayerNorm(work)};
    if (kind == "lstm") return {Lstm(work)};
    throw std::invalid_argument("no primitive for " + kind);
  }

  static dnnl::engine& Engine() {
    static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
  }
  static dnnl::stream& Stream() {
    static dnnl::stream stream(Engine());
    return stream;
  }

 private:
  memory At(int i, const memory::desc& desc) const { return {desc, Engine(), arrays_[i]}; }

  // Array i as the primitive wants it, now.
  memory Packed(int i, const memory::desc& given, const memory::desc& wanted) const {
    memory from = At(i, given);
    if (given == wanted) return from;
    memory to(wanted, Engine());
    dnnl::reorder(from, to).execute(Stream(), from, to);
    Stream().wait();
    return to;
  }

  // Two vectors behind each other.
  memory Pair(int first, int second, int64_t count) const {
    memory both({{2, count}, kF32, Tag::nc}, Engine());
    auto* to = static_cast<float*>(both.get_data_handle());
    const auto copy = [&](int i, float* at) {
      const auto* from = static_cast<const float*>(arrays_[i]);
      std::copy(from, from + count, at);
    };
    copy(first, to);
    copy(second, to + count);
    return both;
  }

  Primitive Gemm(const Work& work) const {
    const int64_t batch = work["batch"], m = work["m"], n = work["n"], k = work["k"];
    const bool transposed = work.fields.at("transpose").get<bool>();
    const memory::desc a({batch, m, k}, kF32, Tag::abc), c({batch, m, n}, kF32, Tag::abc);
    const memory::desc b({batch, k, n}, kF32, transposed ? Tag::acb : Tag::abc);
    const dnnl::matmul::primitive_desc plan({a, b, c}, Engine());
    return {dnnl::matmul(plan),
            {{DNNL_ARG_SRC, At(0, a)}, {DNNL_ARG_WEIGHTS, At(1, b)}, {DNNL_ARG_DST, At(2, c)}}};
  }

  // UINT8 by INT8, which is packed before where the others pack it.
  Primitive IntegerGemm(const Work& work) const {
    using enum memory::data_type;
    const int64_t m = work["m"], n = work["n"], k = work["k"];
    const bool packed = work.fields.at("packed").get<bool>();
    const memory::desc a({m, k}, u8, Tag::ab), b({k, n}, s8, Tag::ab), c({m, n}, s32, Tag::ab);
    const memory::desc wanted({k, n}, s8, packed ? Tag::any : Tag::ab);
    const dnnl::matmul::primitive_desc plan({a, wanted, c}, Engine());
    return {dnnl::matmul(plan),
            {{DNNL_ARG_SRC, At(0, a)},
             {DNNL_ARG_WEIGHTS, Packed(1, b, plan.weights_desc())},
             {DNNL_ARG_DST, At(2, c)}}};
  }

  static Primitive Copy(const memory& from, const memory& to) {
    return {dnnl::reorder(from, to), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}}};
  }

  Primitives Convolution(const Work& work) const {
    const int64_t in = work["inputs"], out = work["outputs"], side = work["side"];
    const int64_t after = work["after"], window = work["window"], groups = work["groups"];
    const int64_t pad = work["pad"], stride = work["stride"];
    const auto layout = work.fields.at("layout").get<std::string>();
    const Tag given_tag = layout == "NHWC" ? Tag::nhwc : Tag::nchw;
    const Tag tag = layout == "NCHW" ? Tag::nchw : Tag::nhwc;
    const memory::desc source({1, in, side, side}, kF32, tag);
    const memory::desc target({1, out, after, after}, kF32, tag);
    const memory given_source = At(0, {source.dims(), kF32, given_tag});
    const memory given_target = At(3, {target.dims(), kF32, given_tag});
    const bool copies = tag != given_tag;
    const memory from = copies ? memory(source, Engine()) : given_source;
    const memory to = copies ? memory(target, Engine()) : given_target;
    const memory::desc bias({out}, kF32, Tag::x);
    const Dims filter = groups == 1 ? Dims{out, in, window, window}
                                    : Dims{groups, out / groups, in / groups, window, window};
    const memory::desc given(filter, kF32, groups == 1 ? Tag::oihw : Tag::goihw);
    const memory::desc any(filter, kF32, Tag::any);
    const Dims steps = {stride, stride}, begin = {pad, pad};
    const int64_t rest = (after - 1) * stride + window - side - pad;
    const dnnl::convolution_forward::primitive_desc plan(
        {prop_kind::forward_inference, dnnl::algorithm::convolution_direct, source, any, bias,
         target, steps, begin, Dims{rest, rest}},
        Engine());
    const Primitive convolve = {dnnl::convolution_forward(plan),
                                {{DNNL_ARG_SRC, from},
                                 {DNNL_ARG_WEIGHTS, Packed(1, given, plan.weights_desc())},
                                 {DNNL_ARG_BIAS, At(2, bias)},
                                 {DNNL_ARG_DST, to}}};
    if (!copies) return {convolve};
    return {Copy(given_source, from), convolve, Copy(to, given_target)};
  }

  Primitive MaxPool(const Work& work) const {
    const int64_t channels = work["channels"], side = work["side"], after = work["after"];
    const memory::desc source({1, channels, side, side}, kF32, Tag::nhwc);
    const memory::desc target({1, channels, after, after}, kF32, Tag::nhwc);
    const int64_t rest = (after - 1) * 2 + 3 - side - 1;
    const dnnl::pooling_forward::primitive_desc plan(
        {prop_kind::forward_inference, dnnl::algorithm::pooling_max, source, target, Dims{2, 2},
         Dims{3, 3}, Dims{1, 1}, Dims{rest, rest}},
        Engine());
    return {dnnl::pooling_forward(plan),
            {{DNNL_ARG_SRC, At(0, source)}, {DNNL_ARG_DST, At(1, target)}}};
  }

  Primitive BatchNorm(const Work& work) const {
    const int64_t channels = work["channels"], side = work["side"];
    const memory::desc data({1, channels, side, side}, kF32, Tag::nhwc);
    const memory::desc vector({channels}, kF32, Tag::x);
    using Flags = dnnl::normalization_flags;
    const dnnl::batch_normalization_forward::primitive_desc plan(
        {prop_kind::forward_inference, data, 1e-5f,
         Flags::use_global_stats | Flags::use_scale_shift},
        Engine());
    return {dnnl::batch_normalization_forward(plan),
            {{DNNL_ARG_SRC, At(0, data)},
             {DNNL_ARG_MEAN, At(1, vector)},
             {DNNL_ARG_VARIANCE, At(2, vector)},
             {DNNL_ARG_SCALE_SHIFT, Pair(3, 4, channels)},
             {DNNL_ARG_DST, At(5, data)}}};
  }

  Primitive Resample(const Work& work) const {
    const int64_t channels = work["channels"], side = work["side"];
    const memory::desc source({1, channels, side, side}, kF32, Tag::nhwc);
    const memory::desc target({1, channels, 2 * side, 2 * side}, kF32, Tag::nhwc);
    const dnnl::resampling_forward::primitive_desc plan(
        {prop_kind::forward_inference, dnnl::algorithm::resampling_linear, source, target},
        Engine());
    return {dnnl::resampling_forward(plan),
            {{DNNL_ARG_SRC, At(0, source)}, {DNNL_ARG_DST, At(1, target)}}};
  }

  Primitive LayerNorm(const Work& work) const {
    const int64_t rows = work["rows"], columns = work["columns"];
    const memory::desc data({rows, columns}, kF32, Tag::ab);
    const dnnl::layer_normalization_forward::primitive_desc plan(
        {prop_kind::forward_inference, data, 1e-5f, dnnl::normalization_flags::use_scale_shift},
        Engine());
    return {dnnl::layer_normalization_forward(plan),
            {{DNNL_ARG_SRC, At(0, data)},
             {DNNL_ARG_SCALE_SHIFT, Pair(1, 2, columns)},
             {DNNL_ARG_DST, At(3, data)}}};
  }

  // The caller's weights are {inputs, gates * outputs}, which is oneDNN's ldigo.
  Primitive Lstm(const Work& work) const {
    const int64_t batch = work["batch"], steps = work["steps"], width = work["width"];
    const memory::desc sequence({steps, batch, width}, kF32, Tag::tnc);
    const Dims filter = {1, 1, width, 4, width};
    const memory::desc given(filter, kF32, Tag::ldigo), any(filter, kF32, Tag::any);
    const memory::desc bias({1, 1, 4, width}, kF32, Tag::ldgo), none;
    const dnnl::lstm_forward::primitive_desc plan(
        {prop_kind::forward_inference, dnnl::rnn_direction::unidirectional_left2right, sequence,
         none, none, any, any, bias, sequence, none, none},
        Engine());
    return {dnnl::lstm_forward(plan),
            {{DNNL_ARG_SRC_LAYER, At(0, sequence)},
             {DNNL_ARG_WEIGHTS_LAYER, Packed(1, given, plan.weights_layer_desc())},
             {DNNL_ARG_WEIGHTS_ITER, Packed(2, given, plan.weights_iter_desc())},
             {DNNL_ARG_BIAS, At(3, bias)},
             {DNNL_ARG_DST_LAYER, At(4, sequence)}}};
  }

  void* const* arrays_;
};

using Job = std::function<void()>;

Job OneDnnJob(const Work& work, void* const* arrays) {
  Primitives primitives = OneDnn(arrays).Prepare(work.fields.at("kind").get<std::string>(), work);
  return [primitives = std::move(primitives)] {
    for (const Primitive& primitive : primitives)
      primitive.run.execute(OneDnn::Stream(), primitive.arguments);
    OneDnn::Stream().wait();
  };
}

// Loaded by name: Debian's programs take whichever BLAS is installed, and this must be OpenBLAS.
struct OpenBlas {
  void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  using Sgemm = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int,
                         float, float*, int);
  Sgemm sgemm = library ? reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm")) : nullptr;
  using SetThreads = void (*)(int);
  SetThreads set_threads =
      library ? reinterpret_cast<SetThreads>(dlsym(library, "openblas_set_num_threads")) : nullptr;
};
const OpenBlas& Blas() {
  static const OpenBlas blas;
  return blas;
}

Job BlasJob(const Work& work, void* const* arrays) {
  if (Blas().sgemm == nullptr) return nullptr;
  const int batch = int(work["batch"]), m = int(work["m"]), n = int(work["n"]), k = int(work["k"]);
  const bool transposed = work.fields.at("transpose").get<bool>();
  const auto *a = static_cast<const float*>(arrays[0]), *b = static_cast<const float*>(arrays[1]);
  auto* c = static_cast<float*>(arrays[2]);
  return [=] {
    constexpr int kRowMajor = 101, kPlain = 111, kTransposed = 112;
    for (int i = 0; i < batch; ++i)
      Blas().sgemm(kRowMajor, kPlain, transposed ? kTransposed : kPlain, m, n, k, 1,
                   a + int64_t(i) * m * k, k, b + int64_t(i) * k * n, transposed ? k : n, 0,
                   c + int64_t(i) * m * n, n);
  };
}

}  // namespace

extern "C" {

void dense_threads(int threads) {
  omp_set_num_threads(threads);
  if (Blas().set_threads != nullptr) Blas().set_threads(threads);
}

// Null where the peer cannot do the work. Jobs live as long as the process.
void* dense_prepare(const char* peer, const char* json, void* const* arrays) {
  try {
    const Work work = {Json::parse(json)};
    Job job = std::string(peer) == "oneDNN" ? OneDnnJob(work, arrays) : BlasJob(work, arrays);
    return job ? new Job(std::move(job)) : nullptr;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", peer, error.what());
    return nullptr;
  }
}

void dense_run(void* job) { (*static_cast<Job*>(job))(); }
}
