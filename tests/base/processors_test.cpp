// SPDX-License-Identifier: MIT
// Quotas of control groups as files say them, in both versions and at every level.
#include "base/processors.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace weft {
namespace {

namespace fs = std::filesystem;

class Processors : public testing::Test {
 protected:
  Processors() {
    std::string name = (fs::temp_directory_path() / "weft-processors-XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~Processors() override { fs::remove_all(root_); }

  void Write(const fs::path& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  int Quota(const std::string& groups) const {
    Write("groups", groups);
    return internal::CpuQuota((root_ / "groups").c_str(), (root_ / "mount").c_str());
  }

  fs::path root_;
};

TEST_F(Processors, NoFilesNoQuota) {
  EXPECT_EQ(internal::CpuQuota("/does/not/exist", "/nor/does/this"), 0);
  EXPECT_EQ(Quota(""), 0);
  EXPECT_EQ(Quota("nonsense\n:\n::\n"), 0);
  EXPECT_EQ(Quota("0::/\n"), 0);
}

TEST_F(Processors, Version2) {
  Write("mount/cpu.max", "200000 100000\n");
  EXPECT_EQ(Quota("0::/\n"), 2);
  Write("mount/cpu.max", "max 100000\n");
  EXPECT_EQ(Quota("0::/\n"), 0);
  Write("mount/cpu.max", "50000 100000\n");
  EXPECT_EQ(Quota("0::/\n"), 1);  // half of one is one thread
  Write("mount/cpu.max", "390000 100000\n");
  EXPECT_EQ(Quota("0::/\n"), 3);  // a fourth thread would be stopped in every period
}

TEST_F(Processors, TheSmallestOnTheWayUpCounts) {
  Write("mount/a/cpu.max", "300000 100000\n");
  Write("mount/a/b/cpu.max", "max 100000\n");
  Write("mount/a/b/c/cpu.max", "800000 100000\n");
  EXPECT_EQ(Quota("0::/a/b/c\n"), 3);
  EXPECT_EQ(Quota("0::/a/b/not/there\n"), 3);
  EXPECT_EQ(Quota("0::/elsewhere\n"), 0);
}

TEST_F(Processors, Version1) {
  Write("mount/cpu/box/cpu.cfs_quota_us", "400000\n");
  Write("mount/cpu/box/cpu.cfs_period_us", "200000\n");
  Write("mount/cpu/cpu.cfs_quota_us", "-1\n");
  Write("mount/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(Quota("5:memory:/box\n4:cpu,cpuacct:/box\n0::/\n"), 2);
  EXPECT_EQ(Quota("5:cpuacct,cpu:/box\n"), 2);
  EXPECT_EQ(Quota("4:cpuacct:/box\n3:cpuset:/box\n"), 0);  // other controllers have no quota
  EXPECT_EQ(Quota("4:cpu:/\n"), 0);
}

TEST_F(Processors, AffinityCounts) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(UsableProcessors(), 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_GE(UsableProcessors(), 1);
  EXPECT_LE(UsableProcessors(), CPU_COUNT(&before));
}

}  // namespace
}  // namespace weft
