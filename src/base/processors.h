// SPDX-License-Identifier: MIT
// How many processors this process may keep busy: a container or a CI runner has often fewer than
// the machine, and threads beyond that only wait for each other's time slices.
#pragma once

namespace weft {

// At least 1: the affinity mask's count, or the control group's CPU quota where that is less.
int UsableProcessors();

namespace internal {
// The quota in whole processors, at least 1; 0 where there is none. `groups` is a file like
// /proc/self/cgroup, `mount` the folder that control groups are mounted in. A group's quota holds
// for those below it, so the smallest on the way up counts. Versions 1 and 2 are understood.
int CpuQuota(const char* groups, const char* mount);
}  // namespace internal

}  // namespace weft
