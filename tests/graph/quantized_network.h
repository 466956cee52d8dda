// SPDX-License-Identifier: MIT
// Graphs between integers, for tests: tensors of integers with their scales and zero points, nodes
// that dequantize and quantize them, and a comparison with the exact integers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/networks.h"
#include "oracle/convolution.h"
#include "oracle/dense.h"
#include "oracle/quantize.h"
#include "weft/operators.h"

namespace weft::test {

using oracle::Dense;

// Integers, and one scale and zero point for all or for each place of a dimension.
struct Integers {
  TensorDesc desc;
  std::vector<float> scales = {1};
  std::vector<int> zero_points = {};  // none: no tensor
  int dim = 0;
  Dense values = {};  // by coordinates

  Dense Scales() const {
    Dense dense{DataType::Float32, {int64_t(scales.size())}, {}};
    for (const float scale : scales)
      dense.elements.push_back(oracle::BitsOf(dense.type, {true, 0, scale}));
    return dense;
  }
  Dense ZeroPoints() const {
    Dense dense{desc.type, {int64_t(zero_points.size())}, {}};
    for (const int zero : zero_points)
      dense.elements.push_back(oracle::BitsOf(dense.type, {false, zero, 0}));
    return dense;
  }
  std::vector<uint8_t> Bytes() const {
    std::vector<uint8_t> bytes(desc.MinimumTotalBytes(), 0x5a);
    oracle::Scatter(values, desc.layout, reinterpret_cast<std::byte*>(bytes.data()));
    return bytes;
  }
};

// Any integers from `least` to `most`.
inline Dense SomeIntegers(const TensorDesc& desc, uint32_t seed, int least, int most) {
  Dense dense{desc.type, desc.sizes(), {}};
  uint32_t state = seed * 2654435761u + 1;
  for (int64_t i = 0; i < desc.layout.ElementCount(); ++i) {
    state = state * 1664525u + 1013904223u;
    const int number = least + int((state >> 8) % uint32_t(most - least + 1));
    dense.elements.push_back(oracle::BitsOf(desc.type, {false, number, 0}));
  }
  return dense;
}
inline Dense SomeBytes(const TensorDesc& desc, uint32_t seed) {
  const int least = desc.type == DataType::Int8 ? -128 : 0;
  return SomeIntegers(desc, seed, least, least + 255);
}

// The integer at a coordinate less its zero point, and what its scale is.
inline oracle::Integer Centered(const Integers& tensor, const oracle::Coordinate& at) {
  const auto index = size_t(oracle::IndexOf(tensor.desc.sizes(), at));
  const oracle::Integer integer =
      oracle::ValueOf(tensor.desc.type, tensor.values.elements[index]).integer;
  return integer - oracle::ZeroPointOf(tensor.ZeroPoints(), size_t(at[size_t(tensor.dim)]));
}
inline long double ScaleOf(const Integers& tensor, const oracle::Coordinate& at) {
  return tensor.scales[tensor.scales.size() > 1 ? size_t(at[size_t(tensor.dim)]) : 0];
}
// The integer nearest to `number`, an exact one.
inline uint64_t Nearest(long double number, const Integers& tensor) {
  const auto zero = (long double)(oracle::ZeroPointOf(tensor.ZeroPoints(), 0));
  const long double lowest = tensor.desc.type == DataType::Int8 ? -128 : 0;
  const long double steps = std::nearbyint(number / tensor.scales[0]) + zero;
  return oracle::BitsOf(tensor.desc.type,
                        {false, oracle::Integer(std::clamp(steps, lowest, lowest + 255)), 0});
}

inline TensorDesc NumbersLike(const TensorDesc& desc) {
  return TensorDesc(DataType::Float32, desc.sizes());
}

class QuantizedNetwork : public Network {
 public:
  std::vector<std::vector<uint8_t>> inputs;
  bool has_blocks = false;  // QUANTIZE and DEQUANTIZE instead of the older operators

  From Input(const Integers& tensor) {
    inputs.push_back(tensor.Bytes());
    return In(uint32_t(inputs.size()) - 1);
  }
  From Weights(const Integers& tensor, const std::string& name) {
    return Of(ConstantOf(tensor.Bytes(), name));
  }

  // Numbers are packed.
  uint32_t Dequantize(const From& integers, const Integers& tensor, const std::string& name) {
    const auto [froms, scale, zero] = Parameters(integers, tensor, name);
    if (has_blocks)
      return Add(weft::Dequantize{.input = tensor.desc,
                                  .quantization_type = TypeOf(tensor),
                                  .quantizations = Tensors(scale, zero),
                                  .output = NumbersLike(tensor.desc)},
                 froms, name);
    return Add(ElementWiseDequantizeLinear{.input = tensor.desc,
                                           .scale = scale,
                                           .zero_point = zero,
                                           .output = NumbersLike(tensor.desc)},
               froms, name);
  }
  // An output of the graph.
  uint32_t Quantize(const From& numbers, const Integers& tensor, const std::string& name) {
    return Quantize(numbers, NumbersLike(tensor.desc), tensor, name);
  }
  uint32_t Quantize(const From& numbers, const TensorDesc& input, const Integers& tensor,
                    const std::string& name) {
    const auto [froms, scale, zero] = Parameters(numbers, tensor, name);
    uint32_t node;
    if (has_blocks)
      node = Add(weft::Quantize{.input = input,
                                .quantization_type = TypeOf(tensor),
                                .quantizations = Tensors(scale, zero),
                                .output = tensor.desc},
                 froms, name);
    else
      node = Add(
          ElementWiseQuantizeLinear{
              .input = input, .scale = scale, .zero_point = zero, .output = tensor.desc},
          froms, name);
    Output(node);
    return node;
  }

 private:
  static QuantizationType TypeOf(const Integers& tensor) {
    return tensor.zero_points.empty() ? QuantizationType::Scale : QuantizationType::ScaleZeroPoint;
  }
  static std::vector<TensorDesc> Tensors(const TensorDesc& scale,
                                         const std::optional<TensorDesc>& zero) {
    return zero ? std::vector{scale, *zero} : std::vector{scale};
  }
  // A tensor of parameters: for every element, or with one for all in a dimension of size 1.
  TensorDesc Described(DataType type, const Integers& tensor, size_t count) const {
    Sizes sizes = tensor.desc.sizes();
    Strides strides = Strides::Filled(sizes.rank(), 0);
    if (count > 1) strides[tensor.dim] = 1;
    for (int dim = 0; has_blocks && dim < sizes.rank(); ++dim)
      if (count == 1 || dim != tensor.dim) sizes[dim] = 1;
    return TensorDesc(type, sizes, strides);
  }
  struct Read {
    std::vector<From> froms;
    TensorDesc scale;
    std::optional<TensorDesc> zero;
  };
  Read Parameters(const From& from, const Integers& tensor, const std::string& name) {
    Read read = {{from, Of(Constant(tensor.scales, name + " scale"))},
                 Described(DataType::Float32, tensor, tensor.scales.size()),
                 {}};
    if (tensor.zero_points.empty()) return read;
    Integers zeros = {TensorDesc(tensor.desc.type, {int64_t(tensor.zero_points.size())})};
    zeros.values = tensor.ZeroPoints();
    read.froms.push_back(Weights(zeros, name + " zero"));
    read.zero = Described(tensor.desc.type, tensor, tensor.zero_points.size());
    return read;
  }
};

// The integers of the graph's output 0 in both ways of running it.
struct Results {
  std::string text;  // that explains it
  Dense fused, plain;
};
inline Results RunBoth(const QuantizedNetwork& net, const TensorDesc& output) {
  const CompiledGraph fused = Compiled(net.desc), plain = Compiled(net.desc, true);
  const auto integers = [&](const CompiledGraph& graph) {
    const auto bytes = RunGraph<uint8_t>(graph, net.inputs, {size_t(output.MinimumTotalBytes())});
    // What is no element stays as it was.
    std::vector<uint8_t> rest = bytes[0], untouched(rest.size(), uint8_t(-77));
    oracle::ForEachCoordinate(output.sizes(), [&](const oracle::Coordinate& at) {
      rest[size_t(oracle::OffsetOf(output.layout, at))] = uint8_t(-77);
    });
    EXPECT_EQ(rest, untouched);
    return oracle::Gather(output.type, output.layout,
                          reinterpret_cast<const std::byte*>(bytes[0].data()));
  };
  return {fused.Explain(), integers(fused), integers(plain)};
}

// The nodes one by one may be a step off, where float32 sums miss a tie.
inline void ExpectWithinAStep(const Results& results) {
  for (size_t i = 0; i < results.fused.elements.size(); ++i) {
    const auto fused = oracle::ValueOf(results.fused.type, results.fused.elements[i]).integer;
    const auto plain = oracle::ValueOf(results.plain.type, results.plain.elements[i]).integer;
    ASSERT_LE(std::abs(int(fused) - int(plain)), 1) << "element " << i << "\n" << results.text;
  }
}

// One step of this name and type gives just these integers.
inline void ExpectFused(const QuantizedNetwork& net, const TensorDesc& output, const Dense& want,
                        const std::string& step) {
  const Results results = RunBoth(net, output);
  EXPECT_TRUE(results.text.starts_with("step 0: " + step + "\n")) << results.text;
  EXPECT_EQ(results.text.find("step 1:"), std::string::npos) << results.text;
  EXPECT_EQ(results.fused.elements, want.elements) << results.text;
  ExpectWithinAStep(results);
}

// No operator of integers computes anything.
inline void ExpectNotFused(const QuantizedNetwork& net, const TensorDesc& output) {
  const Results results = RunBoth(net, output);
  EXPECT_EQ(results.text.find("QUANTIZED_LINEAR"), std::string::npos) << results.text;
  ExpectWithinAStep(results);
}

// What a test changes of a case.
template <class Case>
struct Change {
  std::string name;
  std::function<void(Case&)> change;
};

}  // namespace weft::test
