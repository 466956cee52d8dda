// SPDX-License-Identifier: MIT
// Inputs of an ONNX model as commands take them: .npy files in order or by name, a folder that has
// them, made-up numbers; or shapes alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/memory.h"
#include "weft/onnx.h"
#include "weft/status.h"

namespace weft::cli {

bool IsModel(const std::string& path);  // by its ending

// The session of a model's file; messages begin with its path.
Result<onnx::Session> LoadModel(const std::string& path, const onnx::SessionOptions& options);

// "[rows, 4]"
std::string ShapeText(const onnx::TensorInfo& info);
// "NAME=VALUE"; only the value may have a '='.
Result<std::pair<std::string, std::string>> ParseNamed(std::string_view option,
                                                       const std::string& text);

// A .npy file, packed in row-major order whatever the file's order.
struct Array {
  DataType type = DataType::Unknown;
  std::vector<int64_t> shape = {};
  Memory data = {};
};
Result<Array> ReadArray(const std::string& path);

class ModelInputs {
 public:
  enum class Want : uint8_t { Data, Shapes };

  // Those of `folder`, input_0.npy and so on, stand in for those not given otherwise.
  static Result<ModelInputs> Read(const std::string& model, const onnx::Session& session,
                                  const ModelInputOptions& options, Want want,
                                  const std::string& folder = {});

  // For a session; without bytes where shapes are all that is known.
  const std::vector<std::pair<std::string, onnx::InputTensor>>& tensors() const { return tensors_; }
  // Whose shape is not known where shapes are wanted: "'x' (tensor(float), [rows, 4])".
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  std::vector<Array> arrays_;
  std::vector<std::pair<std::string, onnx::InputTensor>> tensors_;
  std::vector<std::string> missing_;
};

}  // namespace weft::cli
