// SPDX-License-Identifier: MIT
// Files in and out. Input is opened once and asked for its size before memory is; output appears
// under its name only when it is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "cli/memory.h"
#include "weft/status.h"

namespace weft::cli {

// A regular file open for reading. Messages begin with its path.
class InputFile {
 public:
  static Result<InputFile> Open(const std::string& path);
  InputFile(InputFile&& other) noexcept;
  ~InputFile();

  uint64_t size() const { return size_; }
  Status ReadAt(uint64_t offset, std::span<std::byte> target) const;

 private:
  InputFile(std::string path, int handle) : path_(std::move(path)), handle_(handle) {}
  std::string path_;
  int handle_;
  uint64_t size_ = 0;
};

Result<std::string> ReadText(const std::string& path, uint64_t most_bytes);

// Writes beside the target and renames: on a failure the old file, if any, is still there.
Status WriteFile(const std::string& path, std::initializer_list<std::span<const std::byte>> parts);

inline std::span<const std::byte> AsBytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Rejects an output that is the input under the same or another name.
Status CheckDistinct(const std::string& input, const std::string& output);

}  // namespace weft::cli
