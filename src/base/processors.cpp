// SPDX-License-Identifier: MIT
// Files are read by system calls into memory on the stack, because this must not throw, nor fail
// when memory is short.
#include "base/processors.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace weft {
namespace {

// A path joined from names. One that is too long is cut off, and then no file has that name.
class Path {
 public:
  Path(std::initializer_list<std::string_view> parts) {
    for (std::string_view part : parts)
      size_ += part.copy(text_ + size_, sizeof(text_) - 1 - size_);
  }
  const char* c_str() const { return text_; }

 private:
  char text_[4096] = {};
  size_t size_ = 0;
};

// The beginning of a file, as text; empty if it cannot be read.
class FileText {
 public:
  explicit FileText(const Path& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    while (size_ < sizeof(text_) - 1) {
      const ssize_t got = read(file, text_ + size_, sizeof(text_) - 1 - size_);
      if (got <= 0) break;
      size_ += size_t(got);
    }
    close(file);
    text_[size_] = '\0';
  }
  const char* c_str() const { return text_; }
  std::string_view view() const { return {text_, size_}; }

 private:
  char text_[8192] = {};
  size_t size_ = 0;
};

// Whole processors in quota microseconds of every period, 0 for "no limit".
int WholeProcessors(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return 0;
  return int(std::clamp(quota / period, 1LL, 1LL << 20));
}

// The quota of a folder of version 2: its file says "max 100000", or "150000 100000".
int QuotaOfVersion2(const char* folder) {
  const FileText text({folder, "/cpu.max"});
  long long quota = 0, period = 0;
  if (std::sscanf(text.c_str(), "%lld %lld", &quota, &period) != 2) return 0;
  return WholeProcessors(quota, period);
}

// The quota of a folder of version 1: two files, the first with -1 for "no limit".
int QuotaOfVersion1(const char* folder) {
  const FileText quota({folder, "/cpu.cfs_quota_us"}), period({folder, "/cpu.cfs_period_us"});
  return WholeProcessors(std::atoll(quota.c_str()), std::atoll(period.c_str()));
}

// The smallest quota from `mount`/`group` up to `mount` itself. Where a container sees its own
// group as the top, `group` may name a folder that is not there: those are skipped.
int SmallestUpwards(const char* mount, std::string_view group, int (*quota_of)(const char*)) {
  int smallest = 0;
  while (true) {
    while (group.ends_with('/')) group.remove_suffix(1);
    if (const int quota = quota_of(Path({mount, group}).c_str());
        quota > 0 && (smallest == 0 || quota < smallest))
      smallest = quota;
    if (group.empty()) return smallest;
    group = group.substr(0, group.rfind('/'));
  }
}

bool HasController(std::string_view list, std::string_view wanted) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    if (list.substr(0, end) == wanted) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

int AffinityCount() {
  unsigned long mask[1024] = {};  // 65,536 processors: the kernel refuses a mask that is too short
  static_assert(sizeof(mask) >= sizeof(cpu_set_t));
  const int got = sched_getaffinity(0, sizeof(mask), reinterpret_cast<cpu_set_t*>(mask));
  int count = 0;
  if (got == 0)
    for (unsigned long word : mask) count += std::popcount(word);
  return std::max(count, 1);
}

}  // namespace

namespace internal {

int CpuQuota(const char* groups, const char* mount) {
  const FileText text({groups});
  int smallest = 0;
  const auto take = [&](int quota) {
    if (quota > 0 && (smallest == 0 || quota < smallest)) smallest = quota;
  };
  // One line per hierarchy: "4:cpu,cpuacct:/docker/1f3a" in version 1, "0::/user.slice" in
  // version 2.
  for (std::string_view rest = text.view(); !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const size_t first = line.find(':');
    const size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view group = line.substr(second + 1);
    if (controllers.empty()) {
      take(SmallestUpwards(mount, group, QuotaOfVersion2));
    } else if (HasController(controllers, "cpu")) {
      // The controller's name is that of the folder or of a link to it.
      take(SmallestUpwards(Path({mount, "/cpu"}).c_str(), group, QuotaOfVersion1));
    }
  }
  return smallest;
}

}  // namespace internal

int UsableProcessors() try {
  const int processors = AffinityCount();
  const int quota = internal::CpuQuota("/proc/self/cgroup", "/sys/fs/cgroup");
  return quota > 0 ? std::min(processors, quota) : processors;
} catch (...) {  // of a file that cannot be
  return 1;
}

}  // namespace weft
