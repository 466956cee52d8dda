// SPDX-License-Identifier: MIT
// How many processors this process may keep busy. A container or a CI runner often has fewer than
// the machine, and more threads than that only compete for time slices.
#pragma once

namespace weft {

// At least 1: the affinity mask's count, or the control group's CPU quota where that is less.
int UsableProcessors();

namespace internal {
// The quota in whole processors, at least 1; 0 where there is none. `groups` is a file like
// /proc/self/cgroup, `mount` the folder that control groups are mounted in. A group's quota holds
// for those below it, so the smallest on the way up counts. Versions 1 and 2 are supported.
int CpuQuota(const char* groups, const char* mount);
}  // namespace internal

}  // namespace weft
