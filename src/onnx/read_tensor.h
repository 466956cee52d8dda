// SPDX-License-Identifier: MIT
// TensorProto: its bytes where they lie, in the model's file or in a file of weights; numbers that
// are written one by one are put together. As many bytes as the shape asks for, or an error.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "onnx/file.h"
#include "onnx/model.h"

namespace weft::onnx {

class TensorReader {
 public:
  // `file` is all of the model; `folder` has its files of weights, or is empty.
  TensorReader(Bytes file, std::string folder) : file_(file), folder_(std::move(folder)) {}

  const std::byte* file() const { return file_.data(); }
  Result<Tensor> Read(Bytes bytes);
  Result<Tensor> ReadSparse(Bytes bytes);  // written out

 private:
  struct Parts;  // of one message
  Result<Parts> ReadParts(Bytes bytes);
  Status TakeExternal(const Parts& parts, Tensor& tensor);
  Status Collect(const Parts& parts, Tensor& tensor, size_t count);

  Bytes file_;
  std::string folder_;
  std::map<std::string, MappedFile, std::less<>> weights_;  // that were mapped already
  int64_t dense_bytes_ = 0;                                 // of sparse tensors
};

}  // namespace weft::onnx
