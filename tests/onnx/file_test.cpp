// SPDX-License-Identifier: MIT
// Files as mapped bytes, and memory that is let go: a model's weights are read from its file again.
#include "onnx/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "onnx/model_writer.h"
#include "weft/onnx.h"

namespace weft::onnx {
namespace {

constexpr size_t kBytes = 1 << 20;

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(std::filesystem::temp_directory_path() /
              ("weft_file_test_" + std::to_string(getpid()))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// Kilobytes of a mapping that are in memory, as the system says; -1 where it does not.
int64_t ResidentKilobytes(const void* begin) {
  std::ifstream maps("/proc/self/smaps");
  std::ostringstream first;
  first << std::hex << reinterpret_cast<uintptr_t>(begin) << "-";
  bool is_here = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.starts_with(first.str())) is_here = true;
    if (is_here && line.starts_with("Rss:")) return std::stoll(line.substr(4));
  }
  return -1;
}

TEST(File, BytesThatAreLetGoAreReadAgain) {
  std::string content(kBytes, ' ');
  for (size_t i = 0; i < kBytes; ++i) content[i] = char(i * 7 % 251);
  const TemporaryFile file(content);
  const auto mapped = MapFile(file.path());
  ASSERT_TRUE(mapped) << mapped.error().message;
  const auto is_same = [&] {
    return std::memcmp(mapped->bytes.data(), content.data(), kBytes) == 0;
  };
  EXPECT_TRUE(is_same());
  const int64_t before = ResidentKilobytes(mapped->bytes.data());
  LetGo(mapped->owner, mapped->bytes.subspan(100, kBytes - 200));
  const int64_t after = ResidentKilobytes(mapped->bytes.data());
  if (before >= 0) {
    EXPECT_EQ(before, int64_t(kBytes / 1024));
    EXPECT_LE(after, 128);  // the first and the last page
  }
  EXPECT_TRUE(is_same());
  LetGo(mapped->owner, mapped->bytes.first(10));  // no whole page
  LetGo(mapped->owner, {});
  EXPECT_TRUE(is_same());
}

TEST(File, OnlyBytesOfFilesAreLetGo) {
  const auto owner = std::make_shared<std::vector<std::byte>>(kBytes, std::byte(3));
  LetGo(owner, *owner);
  EXPECT_EQ(std::ranges::count(*owner, std::byte(3)), std::ptrdiff_t(kBytes));
  LetGo(nullptr, *owner);
  EXPECT_EQ(std::ranges::count(*owner, std::byte(3)), std::ptrdiff_t(kBytes));
}

// y = x * w, w[i][j] = i + j, one plan kept: every run plans with weights that were let go.
TEST(File, WeightsServeEveryPlan) {
  constexpr int64_t kSize = 96;
  std::vector<float> weights;
  for (int64_t i = 0; i < kSize * kSize; ++i) weights.push_back(float(i / kSize + i % kSize));
  const test::Message model =
      test::Model({.nodes = {test::Node("MatMul", {"x", "w"}, {"y"})},
                   .weights = {test::Weights<float>("w", 1, {kSize, kSize}, weights)},
                   .inputs = {test::Value("x", 1, {-1, kSize})},
                   .outputs = {test::Value("y", 1, {-1, kSize})}});
  const TemporaryFile file(model.bytes);
  const auto session = Session::Load(file.path(), {.shapes_to_keep = 1});
  ASSERT_TRUE(session) << session.error().message;
  for (const int64_t rows : {8, 20, 8}) {
    const std::vector<float> x(size_t(rows * kSize), 1.0f);
    const auto outputs = session->Run({{"x", {DataType::Float32, {rows, kSize}, ConstBuffer(x)}}});
    ASSERT_TRUE(outputs) << outputs.error().message;
    const auto bytes = (*outputs)[0].tensors.at(0).bytes;
    ASSERT_EQ(bytes.size(), x.size() * 4);
    for (size_t i = 0; i < x.size(); ++i) {
      float y;
      std::memcpy(&y, bytes.data() + 4 * i, 4);
      // The sum of i + j over i.
      EXPECT_EQ(y, float(kSize * (kSize - 1) / 2 + kSize * int64_t(i % kSize)));
    }
  }
}

}  // namespace
}  // namespace weft::onnx
