// SPDX-License-Identifier: MIT
// Damaged files: every beginning of forty small models, and every byte changed. Whatever a file
// holds, there is an error or an answer, and neither takes long or much memory.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "onnx/made_up_inputs.h"
#include "onnx/small_models.h"
#include "weft/onnx.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WEFT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEFT_SANITIZED 1
#endif
#endif
#ifndef WEFT_SANITIZED
#define WEFT_SANITIZED 0
#endif

namespace weft::onnx {
namespace {

namespace fs = std::filesystem;

constexpr double kMostSeconds = 0.2;        // of this process, on all of its threads
constexpr int64_t kMostBytes = 64ll << 20;  // beyond what the process had before

// A change of one byte can make a valid model of a damaged one that grows without end.
const SessionOptions kLimits = {.most_bytes = 16 << 20, .most_nodes = 1000};

// With WEFT_EXHAUSTIVE, a byte becomes every other one: that takes minutes.
const bool kTriesAll = std::getenv("WEFT_EXHAUSTIVE") != nullptr;

double ProcessorSeconds() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

// The most memory that this process ever had at once.
int64_t PeakBytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return int64_t(usage.ru_maxrss) * 1024;
}

class DamagedFiles : public testing::TestWithParam<test::SmallModel> {
 protected:
  void SetUp() override {
    bytes_ = GetParam().make().bytes;
    if (!GetParam().has_files) return;
    folder_ = fs::temp_directory_path() / ("weft_damaged_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "weights.bin", std::ios::binary) << std::string(64, '\0');
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  Result<Session> Load(const std::string& bytes) const {
    if (folder_.empty()) return Session::Load(test::BytesOf(bytes), kLimits);
    const fs::path path = folder_ / "model.onnx";
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    return Session::Load(path.string(), kLimits);
  }

  // Empty, or the message of the error.
  std::string Outcome(const std::string& bytes) const {
    const auto session = Load(bytes);
    if (!session) return session.error().message;
    const auto outputs = session->Run(test::InputsOf(*session));
    return outputs ? "" : outputs.error().message;
  }

  void Try(const std::string& bytes, const std::string& how) {
    const double start = ProcessorSeconds();
    const std::string message = Outcome(bytes);
    const double seconds = ProcessorSeconds() - start;
    EXPECT_EQ(message.find('\n'), message.npos) << how << ": " << message;
    if (WEFT_SANITIZED) return;
    EXPECT_LT(seconds, kMostSeconds) << how << ": " << message;
    const int64_t peak = PeakBytes();
    EXPECT_LT(peak - peak_, kMostBytes + int64_t(bytes.size())) << how << ": " << message;
    peak_ = std::max(peak_, peak);
  }

  // What a byte becomes: every bit flipped, or all of them. Files take longer, sanitizers, too.
  std::vector<uint8_t> ChangesOf(uint8_t was) const {
    std::vector<uint8_t> changes;
    if (kTriesAll) {
      for (int i = 1; i < 256; ++i) changes.push_back(uint8_t(was ^ i));
      return changes;
    }
    const bool is_slow = WEFT_SANITIZED || !folder_.empty();
    for (int bit = 0; bit < 8; bit += is_slow ? 7 : 1) changes.push_back(uint8_t(was ^ (1 << bit)));
    for (const uint8_t now : {0x00, 0xFF})
      if (was != now) changes.push_back(now);
    return changes;
  }

  std::string bytes_;
  fs::path folder_;
  int64_t peak_ = 0;
};

TEST_P(DamagedFiles, ErrorOrAnswer) {
  ASSERT_EQ(Outcome(bytes_), "");
  peak_ = PeakBytes();
  for (size_t length = 0; length < bytes_.size(); ++length)
    Try(bytes_.substr(0, length), "the first " + std::to_string(length) + " bytes");
  for (size_t at = 0; at < bytes_.size(); ++at) {
    for (const uint8_t now : ChangesOf(uint8_t(bytes_[at]))) {
      std::string damaged = bytes_;
      damaged[at] = char(now);
      Try(damaged, "byte " + std::to_string(at) + " is " + std::to_string(now));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, DamagedFiles, testing::ValuesIn(test::SmallModels()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace weft::onnx
