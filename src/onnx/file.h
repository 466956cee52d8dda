// SPDX-License-Identifier: MIT
// Files as bytes: mapped, so that weights are read from where the file has them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "onnx/wire.h"
#include "weft/status.h"

namespace weft::onnx {

struct MappedFile {
  Bytes bytes;
  std::shared_ptr<const void> owner;
};

// Bytes that are not needed for now: where `owner` is that of a mapped file, its memory may go, and
// whoever reads them again gets them from the file.
void LetGo(const std::shared_ptr<const void>& owner, Bytes bytes);

// A regular file, whole.
Result<MappedFile> MapFile(const std::string& path);

// A file of weights, named by a model: a relative path without "..", a regular file inside of
// `folder`, and no symbolic link on the way. Nothing that a model names is opened otherwise.
Result<MappedFile> MapWeights(const std::string& folder, std::string_view location);

}  // namespace weft::onnx
