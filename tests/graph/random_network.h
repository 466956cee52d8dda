// SPDX-License-Identifier: MIT
// Networks of operators from all families, in random layouts, as many as wanted.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "graph/networks.h"
#include "weft/expressions.h"

namespace weft::test {

class RandomNetwork {
 public:
  explicit RandomNetwork(uint32_t seed) : rng_(seed) {
    for (int i = 0; i < 3; ++i) {
      values_.push_back(
          graph.Input(Described({1 + Pick(2), 2 + Pick(6), 3 + Pick(8), 3 + Pick(8)})));
      input_sizes.push_back(size_t(values_.back().desc().layout.RequiredElements()));
    }
  }

  void Grow(int nodes) {
    for (int i = 0; i < nodes; ++i) {
      const Expression next = Next(Any());
      // Numbers stay in a range where nothing is lost.
      values_.push_back(Chance(30) ? next : expr::ActivationTanh(next));
    }
  }
  std::vector<Expression> Outputs() {
    std::vector<Expression> outputs = {values_.back()};
    for (int i = 0; i < 3; ++i) outputs.push_back(Any());
    for (size_t i = 0; i < input_sizes.size(); ++i) outputs.push_back(-values_[i]);  // all are used
    return outputs;
  }

  GraphBuilder graph;
  std::vector<size_t> input_sizes;

 private:
  int64_t Pick(int64_t count) { return int64_t(rng_() % uint64_t(count)); }
  bool Chance(int percent) { return Pick(100) < percent; }
  // The newer ones more often.
  const Expression& Any() {
    const auto count = int64_t(values_.size());
    return values_[size_t(count - 1 - std::min(Pick(count), Pick(count)))];
  }

  // A layout for these sizes: packed, with channels last, or with gaps.
  TensorDesc Described(const Sizes& sizes) {
    TensorDesc desc(DataType::Float32, sizes);
    if (Chance(60)) return desc;
    Strides& strides = desc.layout.strides;
    const int64_t gap = Chance(50) ? 2 : 0;
    if (sizes.rank() == 4 && Chance(50))
      strides = {(sizes[2] * sizes[3]) * (sizes[1] + gap), 1, sizes[3] * (sizes[1] + gap),
                 sizes[1] + gap};
    else
      for (int dim = sizes.rank() - 1, step = 1; dim >= 0; --dim) {
        strides[dim] = step;
        step = int(step * sizes[dim] + gap);
      }
    return desc;
  }

  Expression Next(const Expression& x) {
    switch (Pick(17)) {
      case 0: return expr::ElementWiseAbs(x, {.output = Described(x.sizes())});
      case 1: return expr::ActivationSigmoid(x);
      case 2: return expr::ElementWiseExp(-x);
      case 3: return x * 0.5f + 0.25f;
      case 4: return Sum(x);
      case 5: return x * expr::ActivationSoftsign(x);
      case 6: return Slice(x);
      case 7: return SplitAndJoin(x);
      case 8: return Copy(x);
      case 9: return Convolution(x);
      case 10: return Product(x);
      case 11: return Pool(x);
      case 12: return Normalize(x);
      case 13: return expr::ActivationSoftmax1(x, {.axes = {uint32_t(Pick(x.sizes().rank()))}});
      case 14: return Narrow(x);
      case 15: return Pad(x);
      default:
        return expr::Reduce(
            x, {.function = ReduceFunction::Average, .axes = {uint32_t(Pick(x.sizes().rank()))}});
    }
  }

  Expression Sum(const Expression& x) {
    for (int i = 0; i < 8; ++i) {
      const Expression& other = Any();
      if (other.sizes() == x.sizes()) return Chance(50) ? x + other : other + x;
    }
    return x + expr::Reduce(x, {.function = ReduceFunction::Max, .axes = {1}});
  }

  Expression Slice(const Expression& x) {
    Slice1 slice;
    Sizes sizes;
    for (const int64_t size : x.sizes()) {
      const int64_t window = 1 + Pick(size), offset = Pick(size - window + 1);
      const int64_t stride = 1 + Pick(2);
      slice.input_window_offsets.push_back(uint32_t(offset));
      slice.input_window_sizes.push_back(uint32_t(window));
      slice.input_window_strides.push_back(int32_t(Chance(30) ? -stride : stride));
      sizes.push_back(1 + (window - 1) / stride);
    }
    slice.output = Described(sizes);
    const Expression part = expr::Slice1(x, slice);
    return part.desc().layout.ElementCount() > 4 ? part : x + 0.0f;
  }

  // Cut in two along an axis, one half changed, and put together again in the other order.
  Expression SplitAndJoin(const Expression& x) {
    const int axis = int(Pick(x.sizes().rank()));
    const int64_t size = x.sizes()[axis];
    if (size < 2) return -x;
    Sizes first = x.sizes(), second = x.sizes();
    first[axis] = 1 + Pick(size - 1);
    second[axis] = size - first[axis];
    const auto parts =
        expr::Split(x, {.outputs = {Described(first), Described(second)}, .axis = uint32_t(axis)});
    const Expression changed = expr::ActivationTanh(parts[0]);
    if (Chance(20)) values_.push_back(changed);
    return expr::Join({Chance(50) ? parts[1] : -parts[1], changed}, {.axis = uint32_t(axis)});
  }

  Expression Copy(const Expression& x) {
    if (x.sizes().rank() == 4 && Chance(40)) {
      const Expression turned = x.Transpose({0, 1, 3, 2});
      return expr::ElementWiseIdentity(turned, {.output = Described(turned.sizes())});
    }
    if (Chance(30)) return expr::ElementWiseIdentity(x).Reinterpret(x.sizes()) * 1.0f;
    return expr::ElementWiseIdentity(x, {.output = Described(x.sizes())});
  }

  // float16 and back.
  Expression Narrow(const Expression& x) {
    TensorDesc narrow(DataType::Float16, x.sizes());
    return expr::Cast(expr::Cast(x, {.output = narrow}),
                      {.output = TensorDesc(DataType::Float32, x.sizes())});
  }

  Expression Pad(const Expression& x) {
    const Expression inner = Chance(50) ? expr::ElementWiseAbs(x) : x;
    Padding1 padding = {.padding_mode = Chance(80) ? PaddingMode::Constant : PaddingMode::Edge,
                        .padding_value_data_type = DataType::Float32,
                        .padding_value = Chance(50) ? 0.0f : 0.75f};
    Sizes sizes = x.sizes();
    for (int dim = 0; dim < sizes.rank(); ++dim) {
      // Images stay small.
      const bool grows = dim >= 2 && sizes[dim] < 10;
      padding.start_padding.push_back(uint32_t(grows ? Pick(3) : 0));
      padding.end_padding.push_back(uint32_t(grows ? Pick(3) : 0));
      sizes[dim] += padding.start_padding.back() + padding.end_padding.back();
    }
    padding.output = Described(sizes);
    return expr::Padding1(inner, padding);
  }

  Expression Weights(const Sizes& sizes) {
    const TensorDesc desc(DataType::Float32, sizes);
    return graph.Constant(desc, Numbers(size_t(desc.layout.ElementCount()), uint32_t(rng_())));
  }

  Expression Convolution(const Expression& x) {
    if (x.sizes().rank() != 4) return -x;
    const int64_t channels = 1 + Pick(6), window = Chance(50) ? 1 : 3;
    const auto pad = uint32_t(window / 2);
    return expr::Convolution(x, Weights({channels, x.sizes()[1], window, window}),
                             Chance(50) ? Weights({1, channels, 1, 1}) : Expression(),
                             {.mode = ConvolutionMode::CrossCorrelation,
                              .strides = {1, 1},
                              .dilations = {1, 1},
                              .start_padding = {pad, pad},
                              .end_padding = {pad, pad},
                              .output_padding = {0, 0},
                              .group_count = 1});
  }

  Expression Product(const Expression& x) {
    if (x.sizes().rank() != 4) return -x;
    const int64_t columns = 1 + Pick(20);
    Sizes sizes = x.sizes();
    sizes[2] = sizes[3];
    sizes[3] = columns;
    return expr::Gemm(x, Weights({1, 1, sizes[2], columns}).Broadcast(sizes), {}, {.alpha = 1});
  }

  Expression Pool(const Expression& x) {
    if (x.sizes().rank() != 4 || x.sizes()[2] < 2 || x.sizes()[3] < 2) return -x;
    if (Chance(50))
      return expr::MaxPooling(x, {.strides = {1, 1},
                                  .window_size = {2, 2},
                                  .start_padding = {0, 0},
                                  .end_padding = {1, 1}});
    return expr::AveragePooling(x, {.strides = {1, 1},
                                    .window_size = {2, 2},
                                    .start_padding = {1, 0},
                                    .end_padding = {0, 1},
                                    .include_padding = true});
  }

  Expression Normalize(const Expression& x) {
    if (x.sizes().rank() != 4) return -x;
    return expr::MeanVarianceNormalization1(
        x, {}, {}, {.axes = {1, 3}, .normalize_variance = true, .epsilon = 0.1f});
  }

  std::mt19937 rng_;
  std::vector<Expression> values_;
};

// How many floats each output has room for, in the order of the graph's outputs.
inline std::vector<size_t> OutputSizes(const GraphDesc& graph) {
  std::vector<size_t> sizes(graph.output_count);
  for (const GraphOutputEdge& edge : graph.output_edges) {
    const auto& op = std::get<Operator>(graph.nodes[edge.from_node].what);
    sizes[edge.graph_output] =
        size_t(OutputSlots(op)[edge.from_output].desc->layout.RequiredElements());
  }
  return sizes;
}

}  // namespace weft::test
