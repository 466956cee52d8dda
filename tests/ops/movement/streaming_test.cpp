// SPDX-License-Identifier: MIT
// Element-wise results larger than the caches, which are written past them line by line: the same
// bits as small pieces give, wherever rows begin and end, and not a byte beside them.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "weft/device.h"
#include "weft/operators.h"

namespace weft {
namespace {

constexpr DataType kF32 = DataType::Float32;
constexpr int64_t kColumns = 1'000'003;
constexpr uint32_t kUntouched = 0xABABABAB;

struct RowLayout {
  int64_t rows, step, offset;  // in elements
};

float ValueAt(int64_t i, int64_t salt) { return float((i * 7919 + salt) % 20011) / 1000.f - 10; }

std::vector<float> Filled(const RowLayout& layout, int64_t salt) {
  std::vector<float> values(size_t(layout.offset + layout.rows * layout.step));
  for (size_t i = 0; i < values.size(); ++i) values[i] = ValueAt(int64_t(i), salt);
  return values;
}

// make(output, inputs) gives the operator for tensors of these descriptions.
template <class Make>
void ExpectSameAsPieces(int inputs, const RowLayout& layout, const Make& make) {
  const TensorDesc whole(kF32, Layout({layout.rows, kColumns}, {layout.step, 1}, layout.offset));
  std::vector<std::vector<float>> data;
  std::vector<ConstBuffer> from;
  for (int i = 0; i < inputs; ++i) {
    data.push_back(Filled(layout, 31 * i));
    from.push_back({data.back().data(), data.back().size() * sizeof(float)});
  }
  std::vector<uint32_t> result(data[0].size(), kUntouched);
  const Buffer to = {result.data(), result.size() * sizeof(float)};
  const Status ran = Run(make(whole), from, std::span(&to, 1));
  ASSERT_TRUE(ran) << ran.error().message;

  constexpr int64_t kPiece = 4099;
  std::vector<uint32_t> expected(result.size(), kUntouched);
  for (int64_t row = 0; row < layout.rows; ++row)
    for (int64_t c = 0; c < kColumns; c += kPiece) {
      const int64_t count = std::min(kPiece, kColumns - c);
      const size_t at = size_t(layout.offset + row * layout.step + c);
      std::vector<ConstBuffer> piece;
      for (const std::vector<float>& values : data)
        piece.push_back({values.data() + at, size_t(count) * sizeof(float)});
      const Buffer out = {expected.data() + at, size_t(count) * sizeof(float)};
      ASSERT_TRUE(Run(make(TensorDesc(kF32, {count})), piece, std::span(&out, 1)));
    }
  EXPECT_EQ(std::memcmp(result.data(), expected.data(), result.size() * sizeof(float)), 0);
}

TEST(Streaming, SameAsSmallPieces) {
  for (const RowLayout& layout :
       {RowLayout{3, kColumns, 0}, RowLayout{3, kColumns, 5}, RowLayout{3, kColumns + 13, 16}}) {
    SCOPED_TRACE(testing::Message() << "row step " << layout.step << ", offset " << layout.offset);
    ExpectSameAsPieces(2, layout, [](const TensorDesc& t) { return ElementWiseAdd{t, t, t}; });
    ExpectSameAsPieces(2, layout, [](const TensorDesc& t) { return ElementWiseDivide{t, t, t}; });
    ExpectSameAsPieces(1, layout, [](const TensorDesc& t) { return ActivationRelu{t, t}; });
    ExpectSameAsPieces(1, layout, [](const TensorDesc& t) { return ActivationGelu{t, t}; });
    ExpectSameAsPieces(1, layout, [](const TensorDesc& t) {
      return ElementWiseExp{.input = t, .output = t, .scale_bias = ScaleBias{0.5f, 1}};
    });
  }
}

}  // namespace
}  // namespace weft
