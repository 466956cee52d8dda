// SPDX-License-Identifier: MIT
// Pooling where a layout decides how it is computed: widths around vectors and beyond a block, many
// channels, channels first or last, gaps, windows of padding only. All layouts give what the oracle
// does.
#include "oracle/pooling.h"

#include "ops/image_layouts.h"
#include "ops/random_layout.h"
#include "oracle/bounded.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
constexpr DataType kF32 = DataType::Float32;

struct Shape {
  Sizes input;
  oracle::PoolWindows windows;
};

std::vector<Shape> Shapes() {
  std::vector<Shape> shapes;
  const oracle::PoolWindows usual = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}};
  for (const int64_t width : {1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 31, 33, 64}) {
    shapes.push_back({{1, 2, 5, width}, usual});
    // With a stride of 2 the columns of two of a pair, or of one and those beside it.
    shapes.push_back({{1, 2, 5, width}, {{2, 2}, {2, 2}, {1, 1}, {0, 0}, {0, 1}}});
    shapes.push_back({{1, 2, 5, width}, {{1, 2}, {1, 2}, {1, 1}, {0, 1}, {0, 4}}});
    shapes.push_back({{1, 2, 5, width}, {{3, 3}, {2, 2}, {1, 1}, {2, 0}, {4, 2}}});
    shapes.push_back({{2, 3, 4, width}, {{2, 2}, {1, 1}, {1, 1}, {0, 1}, {1, 0}}});
    shapes.push_back({{1, 2, 3, width}, {{2, 3}, {1, 3}, {2, 1}, {1, 2}, {1, 2}}});
    shapes.push_back({{1, 2, 3, width}, {{3, 2}, {2, 1}, {1, 5}, {3, 5}, {3, 5}}});  // empty ones
  }
  for (const int64_t channels : {1, 3, 4, 7, 8, 9, 33})
    shapes.push_back({{1, channels, 6, 9}, usual});
  // More elements of a window than are taken at once.
  shapes.push_back({{1, 21, 10, 11}, {{9, 10}, {1, 1}, {1, 1}, {4, 2}, {4, 2}}});
  // In pieces; a pixel that is much of a block, and one that is too much.
  for (const int64_t width : {4095, 4096, 4097, 9000}) shapes.push_back({{1, 1, 3, width}, usual});
  shapes.push_back({{1, 130, 3, 70}, usual});
  shapes.push_back({{1, 2600, 3, 5}, usual});
  shapes.push_back({{1, 9000, 2, 4}, usual});
  shapes.push_back({{1, 1, 2, 9000}, {{2, 5000}, {1, 7}, {1, 1}, {0, 3}, {0, 3}}});
  return shapes;
}

template <class Op>
Op Over(DataType type, const Shape& shape) {
  Op op;
  op.input = {type, shape.input};
  op.output = {type, shape.windows.OutputOf(shape.input)};
  op.window_size = shape.windows.size;
  op.strides = shape.windows.strides;
  op.start_padding = shape.windows.start;
  op.end_padding = shape.windows.end;
  op.dilations = shape.windows.dilations;
  return op;
}

Dense RandomValues(const TensorDesc& desc) {
  Rng rng(5);
  Dense values{desc.type, desc.sizes(), {}};
  for (int64_t i = 0; i < desc.layout.ElementCount(); ++i)
    values.elements.push_back(test::RandomElement(rng, desc.type));
  return values;
}

TEST(PoolingLayouts, Largest) {
  for (const Shape& shape : Shapes())
    for (const DataType type : {kF32, DataType::Float16, DataType::Int8, DataType::UInt8,
                                DataType::UInt32, DataType::Int64}) {
      const bool is_large = shape.input[1] * shape.input[3] > 1000;
      if (is_large && type != kF32 && type != DataType::Int64) continue;
      MaxPooling2 op = Over<MaxPooling2>(type, shape);
      const Dense values = RandomValues(op.input);
      const Dense want =
          oracle::LargestOf(values, op.output.sizes(), shape.windows, DataType::UInt32).values;
      for (const auto& [in, out] : test::ImageLayoutPairs()) {
        op.input.layout = in.Of(op.input.sizes());
        op.output.layout = out.Of(op.output.sizes());
        const Dense got = test::RunOn(op, values);
        for (size_t i = 0; i < want.elements.size(); ++i)
          ASSERT_TRUE(
              got.elements[i] == want.elements[i] ||
              (oracle::IsNan(type, got.elements[i]) && oracle::IsNan(type, want.elements[i])))
              << in.name << " to " << out.name << " at " << i << ": " << ToString(Operator(op));
      }
    }
}

uint64_t Small(Rng& rng, DataType type) {
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 64});
}

// Packed as the oracle says, and the same bits in all layouts.
template <class Op, class Oracle>
void ExpectAllLayouts(Op op, const Oracle& oracle) {
  Rng rng(7);
  Dense values{op.input.type, op.input.sizes(), {}};
  for (int64_t i = 0; i < op.input.layout.ElementCount(); ++i)
    values.elements.push_back(Small(rng, op.input.type));
  const Dense first = test::RunOn(op, values);
  ASSERT_EQ(oracle::OutOfBounds(first, oracle(values)), "") << ToString(Operator(op));
  for (const auto& [in, out] : test::ImageLayoutPairs()) {
    op.input.layout = in.Of(op.input.sizes());
    op.output.layout = out.Of(op.output.sizes());
    ASSERT_EQ(test::RunOn(op, values).elements, first.elements)
        << in.name << " to " << out.name << ": " << ToString(Operator(op));
  }
}

TEST(PoolingLayouts, MeansAndNorms) {
  for (const Shape& shape : Shapes())
    for (const DataType type : {kF32, DataType::Float16}) {
      const bool is_large = shape.input[1] * shape.input[3] > 1000;
      if ((is_large && type != kF32) || shape.windows.size[1] > 1000) continue;
      for (const bool include_padding : {false, true}) {
        auto op = Over<AveragePooling1>(type, shape);
        op.include_padding = include_padding;
        ExpectAllLayouts(op, [&](const Dense& values) {
          return oracle::Mean(values, op.output.sizes(), shape.windows, include_padding);
        });
        if (HasFatalFailure()) return;
      }
      for (const uint32_t p : {1, 2, 3}) {
        if (is_large && p == 3) continue;
        auto op = Over<LpPooling1>(type, shape);
        op.p = p;
        ExpectAllLayouts(op, [&](const Dense& values) {
          return oracle::Norm(values, op.output.sizes(), shape.windows, p);
        });
        if (HasFatalFailure()) return;
      }
    }
}

}  // namespace
}  // namespace weft
