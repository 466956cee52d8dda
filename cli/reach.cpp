// SPDX-License-Identifier: MIT
// See reach.h.
#include "cli/reach.h"

#include <algorithm>
#include <filesystem>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

std::string Canonical(const fs::path& folder) {
  std::error_code failed;
  const fs::path canonical = fs::canonical(folder.empty() ? "." : folder, failed);
  return failed ? std::string() : canonical.string();
}

bool IsBelow(const fs::path& path, const fs::path& folder) {
  if (folder.empty()) return false;
  const auto [rest, _] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return rest == folder.end();
}

}  // namespace

Reach Reach::Of(const std::string& program) {
  Reach reach;
  reach.is_limited_ = true;
  reach.folder_ = Canonical(fs::path(program).parent_path());
  reach.current_ = Canonical({});
  return reach;
}

bool Reach::Includes(const std::string& path) const {
  if (!is_limited_) return true;
  // A link that leads nowhere yet is followed, too: what is written through it would lie there.
  fs::path at = path;
  std::error_code failed;
  constexpr int kMostLinks = 40;
  for (int links = 0; fs::is_symlink(fs::symlink_status(at, failed)); ++links) {
    if (links == kMostLinks) return false;
    const fs::path next = fs::read_symlink(at, failed);
    if (failed) return false;
    at = at.parent_path() / next;
  }
  const fs::path real = fs::weakly_canonical(fs::absolute(at, failed), failed);
  return !failed && (IsBelow(real, folder_) || IsBelow(real, current_));
}

}  // namespace weft::cli
