// SPDX-License-Identifier: MIT
// One session, many shapes: what is kept for shapes that were used stays bounded, and threads with
// shapes of their own do not disturb each other.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

#include "onnx/model_writer.h"
#include "weft/onnx.h"

namespace weft::onnx {
namespace {

using test::kFloat;
using test::Node;

constexpr int64_t kChannels = 64;

float WeightAt(int64_t i) { return float(i % 7) - 3; }

// y = relu(x @ w), x of any two sizes and 64, w packed for every shape.
Result<Session> Load(const SessionOptions& options = {}) {
  std::vector<float> weights;
  for (int64_t i = 0; i < kChannels * kChannels; ++i) weights.push_back(WeightAt(i));
  const test::Message model =
      test::Model({.nodes = {Node("MatMul", {"x", "w"}, {"p"}), Node("Relu", {"p"}, {"y"})},
                   .weights = {test::Weights<float>("w", kFloat, {kChannels, kChannels}, weights)},
                   .inputs = {test::Value("x", kFloat, {-1, -1, kChannels})},
                   .outputs = {test::Value("y", kFloat, {-1, -1, kChannels})}});
  return Session::Load(test::BytesOf(model.bytes), options);
}

// Runs it with all elements `value`; whether the first and last rows are right.
bool IsRight(const Session& session, int64_t rows, int64_t columns, float value) {
  const std::vector<float> x(size_t(rows * columns * kChannels), value);
  const auto outputs =
      session.Run({{"x", {DataType::Float32, {rows, columns, kChannels}, ConstBuffer(x)}}});
  if (!outputs) return false;
  const OutputTensor& y = outputs->at(0).tensors.at(0);
  if (y.shape != std::vector<int64_t>{rows, columns, kChannels}) return false;
  std::vector<float> values(y.bytes.size() / 4);
  std::memcpy(values.data(), y.bytes.data(), y.bytes.size());
  for (int64_t k = 0; k < kChannels; ++k) {
    double sum = 0;
    for (int64_t i = 0; i < kChannels; ++i) sum += double(value) * WeightAt(i * kChannels + k);
    const auto want = float(std::fmax(sum, 0));
    if (values[size_t(k)] != want || values[values.size() - size_t(kChannels - k)] != want)
      return false;
  }
  return true;
}

// Bytes that this process has from the heap now.
int64_t HeapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return int64_t(info.uordblks) + int64_t(info.hblkhd);
}

TEST(ManyShapes, MemoryStaysBounded) {
  const auto session = Load();
  ASSERT_TRUE(session) << session.error().message;
  int64_t after_100 = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    // 25 by 40 shapes, all of them different.
    ASSERT_TRUE(IsRight(*session, 1 + i / 40, 1 + i % 40, 0.5f)) << i;
    if (i == 99) after_100 = HeapBytes();
  }
  // A plan of each shape has its packed weights, 16 KiB: 900 more of them would be 14 MiB.
  EXPECT_LT(HeapBytes() - after_100, 4 << 20);
}

TEST(ManyShapes, EightThreads) {
  for (const int kept : {1, 8}) {
    const auto session = Load({.shapes_to_keep = kept});
    ASSERT_TRUE(session) << session.error().message;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int64_t t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        for (int64_t i = 0; i < 40; ++i)
          if (!IsRight(*session, 1 + (i + t) % 5, 1 + i % 7, float(t) - 3)) ++wrong;
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace
}  // namespace weft::onnx
