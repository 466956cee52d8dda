// SPDX-License-Identifier: MIT
// See model_inputs.h.
#include "cli/model_inputs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <random>

#include "base/error.h"
#include "cli/argument.h"
#include "cli/element.h"
#include "cli/npy.h"

namespace weft::cli {
namespace {

using onnx::Session;
using onnx::TensorInfo;

// Numbers that look like data: around 0 for floats, 0 and 1 for integers.
Result<Array> MakeUp(const TensorInfo& info, std::vector<int64_t> shape, std::mt19937_64& random) {
  if (info.data_type == DataType::Unknown)
    return NotSupported("input '{}' is of type {}, which --random does not make up", info.name,
                        info.type);
  uint64_t count = 1;
  for (const int64_t size : shape) {
    if (size > 0 && count > uint64_t(kMaxElements) / uint64_t(size))
      return Invalid("input '{}' has the shape [{}], but at most {} elements are supported",
                     info.name, fmt::join(shape, ", "), kMaxElements);
    count *= uint64_t(size);
  }
  Array array = {info.data_type, std::move(shape)};
  WEFT_ASSIGN(array.data, Memory::Allocate(BytesFor(array.type, count).value_or(UINT64_MAX),
                                           "input '" + info.name + "'"));
  const bool is_float = array.type == DataType::Float32 || array.type == DataType::Float16 ||
                        array.type == DataType::Float64;
  std::normal_distribution<double> normal;
  for (uint64_t i = 0; i < count; ++i) {
    const Scalar number = is_float ? Scalar(normal(random)) : Scalar(uint64_t(random() % 2));
    StoreElement(array.data.bytes(), array.type, i, number.Bits(array.type));
  }
  return array;
}

// The shape that the model itself says, but for sizes that are not fixed.
std::optional<std::vector<int64_t>> FixedShape(const TensorInfo& info, int64_t otherwise) {
  if (!info.shape) return std::nullopt;
  std::vector<int64_t> shape;
  for (const onnx::DimensionInfo& dim : *info.shape) {
    shape.push_back(dim.size < 0 ? otherwise : dim.size);
    if (shape.back() < 0) return std::nullopt;
  }
  return shape;
}

// What the options say, by the number of the input.
struct Given {
  std::map<size_t, std::string> files;
  std::map<size_t, std::vector<int64_t>> shapes;
};

Result<Given> ReadOptions(const std::string& model, const std::vector<TensorInfo>& infos,
                          const ModelInputOptions& options) {
  const auto find = [&](const char* option, const std::string& name) -> Result<size_t> {
    const auto found = std::ranges::find(infos, name, &TensorInfo::name);
    if (found == infos.end())
      return Invalid("{} names '{}', but {} has no such input", option, name, model);
    return size_t(found - infos.begin());
  };
  if (options.files.size() > infos.size())
    return Invalid("{}: there are {} files, but the model has {} input{}", model,
                   options.files.size(), infos.size(), infos.size() == 1 ? "" : "s");
  Given given;
  for (size_t i = 0; i < options.files.size(); ++i) given.files[i] = options.files[i];
  for (const std::string& text : options.inputs) {
    WEFT_ASSIGN(const auto named, ParseNamed("--input", text));
    WEFT_ASSIGN(const size_t i, find("--input", named.first));
    if (!given.files.emplace(i, named.second).second)
      return Invalid("input '{}' is given twice: {} and {}", named.first, given.files[i],
                     named.second);
  }
  for (const std::string& text : options.shapes) {
    WEFT_ASSIGN(const auto named, ParseNamed("--shape", text));
    WEFT_ASSIGN(const size_t i, find("--shape", named.first));
    if (given.files.contains(i))
      return Invalid("--shape names '{}', but its shape is that of {}", named.first,
                     given.files[i]);
    std::vector<int64_t>& shape = given.shapes[i];
    if (!named.second.empty()) {  // "x=" is of rank 0
      WEFT_ASSIGN(shape, ParseUIntList("--shape", named.second));
    }
  }
  return given;
}

}  // namespace

bool IsModel(const std::string& path) { return path.ends_with(".onnx"); }

Result<Session> LoadModel(const std::string& path, const onnx::SessionOptions& options) {
  Result<Session> session = Session::Load(path, options);
  if (!session) return Fail(session.error().code, "{}: {}", path, session.error().message);
  return session;
}

std::string ShapeText(const TensorInfo& info) {
  if (!info.shape) return "any shape";
  std::vector<std::string> dims;
  for (const onnx::DimensionInfo& dim : *info.shape)
    dims.push_back(dim.size >= 0        ? std::to_string(dim.size)
                   : dim.symbol.empty() ? "?"
                                        : dim.symbol);
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

Result<std::pair<std::string, std::string>> ParseNamed(std::string_view option,
                                                       const std::string& text) {
  const size_t at = text.find('=');
  if (at == 0 || at == text.npos)
    return Invalid("{} is '{}', but NAME=VALUE is required", option, text);
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

Result<Array> ReadArray(const std::string& path) {
  WEFT_ASSIGN(NpyArray array, ReadNpy(path));
  const Layout packed = Layout::Packed(array.layout.sizes);
  if (array.layout.rank() < 2 || array.layout.strides == packed.strides)
    return Array{array.type, std::move(array.shape), std::move(array.data)};
  Array result = {array.type, array.shape};
  WEFT_ASSIGN(result.data, Memory::Allocate(array.data.size(), path));
  std::vector<int64_t> at(array.shape.size());
  for (int64_t i = 0; i < packed.ElementCount(); ++i) {
    const uint64_t bits =
        LoadElement(array.data.bytes(), array.type, uint64_t(array.layout.OffsetOf(at)));
    StoreElement(result.data.bytes(), array.type, uint64_t(i), bits);
    for (size_t dim = at.size(); dim-- > 0;) {
      if (++at[dim] < array.shape[dim]) break;
      at[dim] = 0;
    }
  }
  return result;
}

Result<ModelInputs> ModelInputs::Read(const std::string& model, const Session& session,
                                      const ModelInputOptions& options, Want want,
                                      const std::string& folder) {
  const std::vector<TensorInfo>& infos = session.inputs();
  WEFT_ASSIGN(Given given, ReadOptions(model, infos, options));
  std::mt19937_64 random;
  if (!options.random.empty()) {
    WEFT_ASSIGN(const int64_t seed, ParseInteger("--random", options.random, 0, INT64_MAX));
    random.seed(uint64_t(seed));
  }
  ModelInputs inputs;
  inputs.arrays_.resize(infos.size());
  for (size_t i = 0; i < infos.size(); ++i) {
    Array& array = inputs.arrays_[i];
    const std::filesystem::path saved =
        std::filesystem::path(folder) / fmt::format("input_{}.npy", i);
    if (!given.files.contains(i) && !folder.empty() && std::filesystem::exists(saved))
      given.files[i] = saved.string();
    const auto shape = given.shapes.find(i);
    if (given.files.contains(i)) {
      WEFT_ASSIGN(array, ReadArray(given.files[i]));
    } else if (!options.random.empty()) {
      WEFT_ASSIGN(array, MakeUp(infos[i],
                                shape != given.shapes.end()
                                    ? shape->second
                                    : FixedShape(infos[i], 1).value_or(std::vector<int64_t>()),
                                random));
    } else {
      array.type = infos[i].data_type;
      const std::optional<std::vector<int64_t>> known =
          shape != given.shapes.end() ? shape->second : FixedShape(infos[i], -1);
      if (known) array.shape = *known;
      if (!known || want == Want::Data)
        inputs.missing_.push_back(
            fmt::format("'{}' ({}, {})", infos[i].name, infos[i].type, ShapeText(infos[i])));
    }
    inputs.tensors_.push_back(
        {infos[i].name,
         {array.type, array.shape, ConstBuffer(array.data.data(), array.data.size())}});
  }
  if (want == Want::Data && !inputs.missing_.empty())
    return Invalid(
        "{}: no data for {}; give .npy files in this order, --input NAME=FILE.npy or "
        "--random SEED",
        model, fmt::join(inputs.missing_, ", "));
  return inputs;
}

}  // namespace weft::cli
