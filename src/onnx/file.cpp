// SPDX-License-Identifier: MIT
// See file.h.
#include "onnx/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "base/error.h"

namespace weft::onnx {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int get() const { return number_; }
  bool IsOpen() const { return number_ >= 0; }

 private:
  int number_;
};

struct Unmap {
  size_t size;
  void operator()(void* all) const { munmap(all, size); }
};

Result<MappedFile> Map(const Descriptor& file, std::string_view name) {
  struct stat info = {};
  if (fstat(file.get(), &info) != 0)
    return Invalid("model: {} cannot be read: {}", name, std::strerror(errno));
  if (!S_ISREG(info.st_mode)) return Invalid("model: {} is no regular file", name);
  const auto size = size_t(info.st_size);
  if (size == 0) return MappedFile{};
  void* const memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (memory == MAP_FAILED)
    return Fail(ErrorCode::OutOfMemory, "model: {} cannot be mapped: {}", name,
                std::strerror(errno));
  // With huge pages, the next read of a few bytes would bring back megabytes that were let go.
  madvise(memory, size, MADV_NOHUGEPAGE);
  std::shared_ptr<const void> owner(memory, Unmap{size});
  return MappedFile{{static_cast<const std::byte*>(memory), size}, std::move(owner)};
}

}  // namespace

void LetGo(const std::shared_ptr<const void>& owner, Bytes bytes) {
  if (std::get_deleter<Unmap>(owner) == nullptr) return;
  // Whole pages: others of the model's bytes lie in the first and the last one, too.
  const auto page = uintptr_t(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  const uintptr_t first = (begin + page - 1) / page * page;
  const uintptr_t end = (begin + bytes.size()) / page * page;
  // The mapping is read-only, so there is nothing to lose.
  auto* const mapped = const_cast<std::byte*>(bytes.data());
  if (first < end) madvise(mapped + (first - begin), end - first, MADV_DONTNEED);
}

Result<MappedFile> MapFile(const std::string& path) {
  int opened;
  do opened = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  while (opened < 0 && errno == EINTR);
  const Descriptor file(opened);
  if (!file.IsOpen())
    return Invalid("model: {} cannot be opened: {}", Printable(path), std::strerror(errno));
  return Map(file, Printable(path));
}

Result<MappedFile> MapWeights(const std::string& folder, std::string_view location) {
  const std::string shown = Printable(location);
  if (folder.empty())
    return Invalid("model: weights are in the file '{}', but the model came without a folder",
                   shown);
  if (location.empty() || location.front() == '/' || location.find('\0') != location.npos)
    return Invalid("model: weights are in the file '{}', but a relative path is required", shown);
  Descriptor at(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at.IsOpen()) return Invalid("model: its folder cannot be opened: {}", std::strerror(errno));
  // One component of the path after the other, so that no link can lead outside.
  for (std::string_view rest = location; !rest.empty();) {
    const size_t slash = rest.find('/');
    const std::string part(rest.substr(0, slash));
    rest = slash == rest.npos ? std::string_view() : rest.substr(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..")
      return Invalid("model: weights are in the file '{}', but '..' is not allowed there", shown);
    // Looked at before it is opened: opening a device may do something.
    struct stat info = {};
    const bool is_there = fstatat(at.get(), part.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (is_there && S_ISLNK(info.st_mode))
      return Invalid("model: weights are in the file '{}', but '{}' is a symbolic link", shown,
                     Printable(part));
    if (is_there && rest.empty() && !S_ISREG(info.st_mode))
      return Invalid("model: the file of weights '{}' is no regular file", shown);
    const int flags =
        O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (rest.empty() ? 0 : O_DIRECTORY);
    Descriptor next(openat(at.get(), part.c_str(), flags));
    if (!next.IsOpen())
      return Invalid("model: weights are in the file '{}', which cannot be opened: {}", shown,
                     std::strerror(errno));
    at = std::move(next);
  }
  return Map(at, fmt::format("the file of weights '{}'", shown));
}

}  // namespace weft::onnx
