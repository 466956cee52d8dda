// SPDX-License-Identifier: MIT
// Eigen's Tensor module: one expression per kind of movement (shuffle, slice, stride, reverse,
// broadcast, cast), evaluated on its own thread pool. Eigen tensors have no strides, so a padded
// tensor is a slice of a wider one.
#define EIGEN_USE_THREADS
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <unsupported/Eigen/CXX11/Tensor>

#include "peers/chunks.h"
#include "peers/peer.h"

namespace weft::bench {
namespace {

struct Pool {
  explicit Pool(int threads) : pool(threads), device(&pool, threads) {}
  Eigen::ThreadPool pool;
  Eigen::ThreadPoolDevice device;
};

Eigen::ThreadPoolDevice& DeviceWith(int threads) {
  static std::map<int, std::unique_ptr<Pool>> pools;
  std::unique_ptr<Pool>& pool = pools[threads];
  if (!pool) pool = std::make_unique<Pool>(threads);
  return pool->device;
}

template <int kRank>
using Index = std::array<Eigen::Index, kRank>;

// A tensor as its memory has it: dimensions from the largest stride to the smallest.
template <int kRank>
struct Physical {
  Index<kRank> order{};  // which dimension of the case stands here
  Index<kRank> sizes{};  // rows with their padding
  bool is_padded = false;
};

template <int kRank>
Physical<kRank> PhysicalOf(const std::vector<Dim>& dims, int64_t Dim::*size, int64_t Dim::*stride) {
  Physical<kRank> result;
  std::iota(result.order.begin(), result.order.end(), 0);
  std::stable_sort(result.order.begin(), result.order.end(),
                   [&](auto a, auto b) { return dims[a].*stride > dims[b].*stride; });
  for (int i = 0; i < kRank; ++i) {
    const Dim& dim = dims[result.order[i]];
    const int64_t outer = i == 0 ? 0 : dims[result.order[i - 1]].*stride;
    result.sizes[i] = i == 0 ? dim.*size : outer / (dim.*stride);
    result.is_padded |= result.sizes[i] != dim.*size;
  }
  return result;
}

template <class In, class Out, int kRank>
std::optional<Job> Build(const Case& description, const Memory& memory, int threads) {
  using InputMap = Eigen::TensorMap<Eigen::Tensor<const In, kRank, Eigen::RowMajor>>;
  using OutputMap = Eigen::TensorMap<Eigen::Tensor<Out, kRank, Eigen::RowMajor>>;
  const std::vector<Dim>& dims = description.dims;
  Eigen::ThreadPoolDevice& device = DeviceWith(threads);
  const auto* input_data = static_cast<const In*>(memory.input);
  auto* output_data = static_cast<Out*>(memory.output);

  if constexpr (!std::is_same_v<In, Out>) {
    OutputMap output(output_data, description.OutputElements());
    const InputMap input(input_data, description.OutputElements());
    return Job{[=, &device]() mutable { output.device(device) = input.template cast<Out>(); }};
  } else {
    const Physical<kRank> out = PhysicalOf<kRank>(dims, &Dim::output_size, &Dim::output_stride);
    OutputMap output(output_data, out.sizes);
    Index<kRank> firsts, sizes, steps, factors;
    std::array<bool, kRank> backwards;
    bool repeats = false, flips = false, skips = false;
    for (int i = 0; i < kRank; ++i) {
      const Dim& dim = dims[out.order[i]];
      repeats |= dim.input_stride == 0;
      flips |= dim.step == -1;
      skips |= dim.step > 1;
      if (dim.step < -1 ||
          (dim.step != 1 && dim.input_size != dim.output_size * std::abs(dim.step)))
        return std::nullopt;
      firsts[i] = dim.first;
      sizes[i] = dim.output_size;
      steps[i] = dim.step;
      backwards[i] = dim.step == -1;
      factors[i] = dim.input_stride == 0 ? dim.output_size : 1;
    }

    if (repeats) {
      Index<kRank> stored;
      for (int i = 0; i < kRank; ++i) stored[i] = sizes[i] / factors[i];
      const InputMap input(input_data, stored);
      return Job{[=, &device]() mutable { output.device(device) = input.broadcast(factors); }};
    }

    const Physical<kRank> in = PhysicalOf<kRank>(dims, &Dim::input_size, &Dim::input_stride);
    const InputMap input(input_data, in.sizes);
    if (in.order != out.order) {
      Index<kRank> permutation;  // output dimension i is input dimension permutation[i]
      for (int i = 0; i < kRank; ++i)
        permutation[i] =
            std::find(in.order.begin(), in.order.end(), out.order[i]) - in.order.begin();
      return Job{[=, &device]() mutable { output.device(device) = input.shuffle(permutation); }};
    }
    if (flips)
      return Job{[=, &device]() mutable { output.device(device) = input.reverse(backwards); }};
    if (skips) return Job{[=, &device]() mutable { output.device(device) = input.stride(steps); }};
    if (out.is_padded)
      return Job{
          [=, &device]() mutable { output.slice(Index<kRank>{}, sizes).device(device) = input; }};
    if (in.is_padded || description.HasWindow())
      return Job{[=, &device]() mutable { output.device(device) = input.slice(firsts, sizes); }};
    return Job{[=, &device]() mutable { output.device(device) = input; }};
  }
}

template <class In, class Out>
std::optional<Job> BuildRank(const Case& description, const Memory& memory, int threads) {
  switch (description.dims.size()) {
    case 1: return Build<In, Out, 1>(description, memory, threads);
    case 2: return Build<In, Out, 2>(description, memory, threads);
    case 3: return Build<In, Out, 3>(description, memory, threads);
    default: return std::nullopt;
  }
}

std::optional<Job> Prepare(const Case& original, const Memory& memory, int threads) {
  if (original.dims.empty()) return std::nullopt;
  const Case description = Simplified(original);
  if (description.OutputBytes() < kSmallestSplitBytes) threads = 1;  // Eigen would split this too
  const Type in = description.input_type, out = description.output_type;
  const bool is_flat = description.dims.size() == 1;
  if (in == Type::U8 && out == Type::F32 && is_flat)
    return Build<uint8_t, float, 1>(description, memory, threads);
  if (in == Type::F32 && out == Type::F16 && is_flat)
    return Build<float, Eigen::half, 1>(description, memory, threads);
  if (in != out) return std::nullopt;
  if (in == Type::F32) return BuildRank<float, float>(description, memory, threads);
  if (in == Type::F16) return BuildRank<Eigen::half, Eigen::half>(description, memory, threads);
  return BuildRank<uint8_t, uint8_t>(description, memory, threads);
}

}  // namespace

const Peer kEigen = {"Eigen", Peer::Role::Library, Prepare};

}  // namespace weft::bench
