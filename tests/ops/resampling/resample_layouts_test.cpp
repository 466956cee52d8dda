// SPDX-License-Identifier: MIT
// RESAMPLE and its gradient where a layout decides how they are computed: sizes around vectors and
// blocks, scales whose elements lie near or far, channels first or last, gaps. All layouts give the
// oracle's numbers and the same bits.
#include "oracle/resample.h"

#include <cmath>
#include <string>

#include "ops/image_layouts.h"
#include "ops/random_layout.h"
#include "oracle/bounded.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
constexpr auto kLinear = InterpolationMode::Linear;

struct Shape {
  Sizes input;
  float height, width;
  bool antialiased = false;
};

std::vector<Shape> Shapes() {
  std::vector<Shape> shapes;
  for (const int64_t width : {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 33})
    for (const float scale : {2.0f, 1.25f, 1.05f, 0.5f, 0.1f})
      shapes.push_back({{1, 2, 3, width}, 2, scale});
  for (const int64_t channels : {1, 3, 4, 7, 8, 9, 17}) {
    shapes.push_back({{2, channels, 4, 5}, 2, 3});
    shapes.push_back({{1, channels, 9, 12}, 0.5f, 0.5f, true});
  }
  shapes.push_back({{1, 2, 40, 11}, 2, 2});  // more rows than are summed at once
  shapes.push_back({{1, 2, 5, 70}, 1, 2});   // along one dimension only
  shapes.push_back({{1, 3, 9, 30}, 1, 0.3f, true});
  shapes.push_back({{1, 3, 9, 30}, 2, 1});
  shapes.push_back({{1, 2, 9, 40}, 3, 0.4f});  // columns before rows
  shapes.push_back({{1, 1, 2, 5000}, 2, 2});   // in pieces
  shapes.push_back({{1, 1, 2, 5000}, 1.5f, 0.3f, true});
  shapes.push_back({{1, 300, 2, 40}, 2, 2});
  shapes.push_back({{1, 2100, 2, 12}, 2, 2});
  shapes.push_back({{1, 5000, 2, 6}, 2, 0.25f, true});  // one output is more than a block
  return shapes;
}

uint64_t Small(Rng& rng, DataType type) {
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 64});
}

std::vector<uint64_t> Comparable(Dense dense) {
  for (uint64_t& bits : dense.elements)
    if (oracle::IsNan(dense.type, bits)) bits = oracle::BitsOf(dense.type, {true, 0, NAN});
  return dense.elements;
}

// `from` and `to` are the tensors that `op` has.
template <class Op, class Oracle>
void ExpectAllLayouts(Op op, TensorDesc& from, TensorDesc& to, const Oracle& oracle) {
  Rng rng(5);
  Dense values{from.type, from.sizes(), {}}, wild = values;
  for (int64_t i = 0; i < from.layout.ElementCount(); ++i) {
    values.elements.push_back(Small(rng, from.type));
    wild.elements.push_back(rng.Chance(5) ? test::RandomElement(rng, from.type)
                                          : Small(rng, from.type));
  }
  const Dense first = test::RunOn(op, values), first_wild = test::RunOn(op, wild);
  ASSERT_EQ(oracle::OutOfBounds(first, oracle(values)), "") << ToString(Operator(op));
  for (const auto& [in, out] : test::ImageLayoutPairs()) {
    SCOPED_TRACE(std::string(in.name) + " to " + out.name);
    from.layout = in.Of(from.sizes());
    to.layout = out.Of(to.sizes());
    ASSERT_EQ(test::RunOn(op, values).elements, first.elements) << ToString(Operator(op));
    ASSERT_EQ(Comparable(test::RunOn(op, wild)), Comparable(first_wild)) << ToString(Operator(op));
  }
}

TEST(ResampleLayouts, ForwardAndBack) {
  for (const Shape& shape : Shapes())
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
      const bool is_large = shape.input[1] * shape.input[3] > 1000;
      if (is_large && type == DataType::Float16) continue;
      oracle::ResampleRule rule;
      rule.linear = true;
      rule.antialiased = shape.antialiased;
      rule.scales = {1, 1, shape.height, shape.width};
      rule.input_offsets = {0.5f, 0.5f, 0.5f, 0.5f};
      rule.output_offsets = {-0.5f, -0.5f, -0.5f, -0.5f};
      Sizes output = shape.input;
      for (const int dim : {2, 3})
        output[dim] = std::max<int64_t>(1, int64_t(float(output[dim]) * rule.scales[size_t(dim)]));
      Resample3 op{{type, shape.input},       {type, output},  kLinear,
                   AxisDirection::Increasing, rule.scales,     rule.input_offsets,
                   rule.output_offsets,       rule.antialiased};
      ExpectAllLayouts<Resample3&>(op, op.input, op.output, [&](const Dense& input) {
        return oracle::Resampled(input, output, rule);
      });
      if (shape.antialiased || HasFatalFailure()) continue;
      ResampleGrad grad{{type, output}, {type, shape.input}, kLinear,
                        rule.scales,    rule.input_offsets,  rule.output_offsets};
      ExpectAllLayouts<ResampleGrad&>(
          grad, grad.input_gradient, grad.output_gradient, [&](const Dense& gradient) {
            return oracle::ResampledGradient(gradient, shape.input, rule);
          });
      if (HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace weft
