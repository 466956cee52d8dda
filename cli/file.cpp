// SPDX-License-Identifier: MIT
// See file.h.
#include "cli/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

Status CheckPath(const std::string& path) {
  if (path.empty()) return Invalid("a file name is empty");
  if (path.find('\0') != std::string::npos)
    return Invalid("{}: the file name holds a NUL byte", path.substr(0, path.find('\0')));
  return Ok();
}

// Calls that a signal may interrupt.
template <class Call>
auto Retrying(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

// Files are written beside their target, under its name and this with six letters.
constexpr std::string_view kBeside = ".weft-";
constexpr size_t kLetters = 6;

bool Lock(int handle) {
  return Retrying([&] { return flock(handle, LOCK_EX | LOCK_NB); }) == 0;
}

// Removes what was left beside `target` when a process or the machine stopped: files that nobody
// has locked.
void RemoveLeftovers(const std::string& target) {
  std::error_code failed;
  const fs::path path = target;
  const std::string start = path.filename().string() + std::string(kBeside);
  fs::directory_iterator files(path.has_parent_path() ? path.parent_path() : ".", failed);
  for (; !failed && files != fs::directory_iterator(); files.increment(failed)) {
    const fs::path& file = files->path();
    const std::string name = file.filename().string();
    if (!name.starts_with(start) || name.size() != start.size() + kLetters ||
        !fs::is_regular_file(files->symlink_status()))
      continue;
    const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (handle < 0) continue;
    if (Lock(handle)) unlink(file.c_str());
    close(handle);
  }
}

// A file beside the target. It removes itself unless it was renamed.
class NewFile {
 public:
  explicit NewFile(const std::string& target) {
    constexpr int kMostTries = 100;
    for (int i = 0; i < kMostTries && !is_there_; ++i) {
      name_ = target + std::string(kBeside) + std::string(kLetters, 'X');
      handle_ = mkostemp(name_.data(), O_CLOEXEC);
      if (handle_ < 0 && errno != EINTR) return;
      if (handle_ < 0) continue;
      // Before it is locked another process may take it for left over.
      struct stat status = {};
      is_there_ = (Lock(handle_) || errno != EWOULDBLOCK) &&
                  (fstat(handle_, &status) != 0 || status.st_nlink > 0);
      if (!is_there_) close(std::exchange(handle_, -1));
    }
  }
  ~NewFile() {
    if (handle_ >= 0) close(handle_);
    if (is_there_) unlink(name_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool ok() const { return is_there_; }

  bool Write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = Retrying([&] { return write(handle_, bytes.data(), bytes.size()); });
      if (written < 0) return false;
      bytes = bytes.subspan(size_t(written));
    }
    return true;
  }

  // The name never stands for a file that is not complete, even if the machine stops.
  bool RenameTo(const std::string& target) {
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(handle_, 0666 & ~mask);  // mkostemp's 0600 is for secrets
    if (Retrying([&] { return fsync(handle_); }) != 0 && errno != EINVAL) return false;
    // Before it is closed, which unlocks it. What was written is safe by now.
    if (Retrying([&] { return rename(name_.c_str(), target.c_str()); }) != 0) return false;
    is_there_ = false;
    return true;
  }

 private:
  std::string name_;
  int handle_ = -1;
  bool is_there_ = false;
};

}  // namespace

Result<InputFile> InputFile::Open(const std::string& path) {
  WEFT_RETURN_IF_ERROR(CheckPath(path));
  // Without O_NONBLOCK, opening a pipe nobody writes to would wait for ever.
  InputFile file(path,
                 Retrying([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); }));
  if (file.handle_ < 0) return Invalid("{}: cannot be opened: {}", path, std::strerror(errno));
  struct stat status = {};
  if (fstat(file.handle_, &status) != 0)
    return Invalid("{}: cannot be examined: {}", path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return Invalid("{}: is a directory, but a file is required", path);
  if (!S_ISREG(status.st_mode)) return Invalid("{}: is no regular file", path);
  file.size_ = uint64_t(status.st_size);
  return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)),
      handle_(std::exchange(other.handle_, -1)),
      size_(other.size_) {}

InputFile::~InputFile() {
  if (handle_ >= 0) close(handle_);
}

Status InputFile::ReadAt(uint64_t offset, std::span<std::byte> target) const {
  while (!target.empty()) {
    const ssize_t count =
        Retrying([&] { return pread(handle_, target.data(), target.size(), off_t(offset)); });
    if (count < 0) return Invalid("{}: cannot be read: {}", path_, std::strerror(errno));
    if (count == 0) return Invalid("{}: ended while it was read", path_);
    offset += uint64_t(count);
    target = target.subspan(size_t(count));
  }
  return Ok();
}

Result<std::string> ReadText(const std::string& path, uint64_t most_bytes) {
  WEFT_ASSIGN(const InputFile file, InputFile::Open(path));
  if (file.size() > most_bytes)
    return Invalid("{}: has {} bytes, but at most {} are read", path, file.size(), most_bytes);
  std::string text(file.size(), '\0');
  WEFT_RETURN_IF_ERROR(file.ReadAt(0, std::as_writable_bytes(std::span(text))));
  return text;
}

Status WriteFile(const std::string& path, std::initializer_list<std::span<const std::byte>> parts) {
  WEFT_RETURN_IF_ERROR(CheckPath(path));
  std::error_code ignored;
  std::string target = path;
  if (const fs::file_status status = fs::status(path, ignored); fs::exists(status)) {
    if (fs::is_directory(status))
      return Invalid("{}: is a directory, but a file is required", path);
    if (!fs::is_regular_file(status)) return Invalid("{}: is no regular file", path);
    target = fs::canonical(path, ignored).string();  // write through a link, do not replace it
    if (target.empty()) target = path;
  }
  RemoveLeftovers(target);
  NewFile file(target);
  if (!file.ok()) return Invalid("{}: cannot be created: {}", path, std::strerror(errno));
  const bool written =
      std::all_of(parts.begin(), parts.end(), [&](auto part) { return file.Write(part); });
  if (!written || !file.RenameTo(target))
    return Fail(ErrorCode::Internal, "{}: cannot be written: {}", path, std::strerror(errno));
  return Ok();
}

Status CheckDistinct(const std::string& input, const std::string& output) {
  std::error_code ignored;
  if (input == output || fs::equivalent(input, output, ignored))
    return Invalid("{}: is both input and output", output);
  return Ok();
}

}  // namespace weft::cli
