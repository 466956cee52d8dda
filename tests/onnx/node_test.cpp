// SPDX-License-Identifier: MIT
// ONNX's own tests, as Debian ships them, through weft::onnx::Session: single nodes, what PyTorch
// exported, and small models. Those that do not pass are listed in not_passing.txt with the reason,
// which has to be the one that the session gives: a test that begins to pass, or fails otherwise,
// makes this one fail until the list says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "base/half.h"
#include "onnx/file.h"
#include "onnx/model.h"
#include "weft/onnx.h"

namespace weft::onnx {
namespace {

namespace fs = std::filesystem;

const fs::path kData = "/usr/share/libonnx-testdata/data";
// ONNX's bounds for its own reference.
constexpr double kRelative = 1e-3, kAbsolute = 1e-7;

// A file of a test's data: a TensorProto, SequenceProto or OptionalProto.
struct Data {
  ValueKind kind = ValueKind::Tensor;
  std::vector<Tensor> tensors = {};
};

Status Read(Bytes bytes, const std::shared_ptr<const void>& owner, const std::string& type,
            Data& data) {
  if (type.starts_with("tensor(")) {
    auto tensor = ReadTensor(bytes, owner);
    if (!tensor) return tl::unexpected<Error>(tensor.error());
    data.tensors.push_back(*std::move(tensor));
    return {};
  }
  const bool is_optional = type.starts_with("optional(");
  const std::string inner = type.substr(type.find('(') + 1);
  data.kind = is_optional ? ValueKind::Nothing : ValueKind::Sequence;
  Fields fields(bytes, bytes.data());
  for (Field field;;) {
    const auto more = fields.Next(field);
    if (!more) return tl::unexpected<Error>(more.error());
    if (!*more) return {};
    if (field.number != 3 && !(is_optional && field.number == 5)) continue;
    if (is_optional) data.kind = ValueKind::Tensor;
    if (const Status status = Read(field.bytes, owner, inner, data); !status) return status;
  }
}

Result<Data> Load(const fs::path& path, const std::string& type) {
  auto file = MapFile(path.string());
  if (!file) return tl::unexpected<Error>(file.error());
  Data data;
  if (const Status status = Read(file->bytes, file->owner, type, data); !status)
    return tl::unexpected<Error>(status.error());
  return data;
}

Input InputOf(const Data& data) {
  std::vector<Input> items;
  for (const Tensor& tensor : data.tensors)
    items.push_back({.type = DataTypeOf(tensor.type),
                     .shape = tensor.shape,
                     .data = ConstBuffer(tensor.bytes),
                     .strings = {tensor.strings.begin(), tensor.strings.end()}});
  if (data.kind == ValueKind::Tensor) return items.at(0);
  return {.kind = data.kind, .items = std::move(items)};
}

double NumberAt(Bytes bytes, ElementType type, size_t i) {
  const auto read = [&]<class T>(T) {
    T number;
    std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
    return double(number);
  };
  switch (type) {
    case ElementType::Float: return read(float());
    case ElementType::Double: return read(double());
    case ElementType::Float16: {
      uint16_t bits;
      std::memcpy(&bits, bytes.data() + 2 * i, 2);
      return HalfToDouble(Half{bits});
    }
    case ElementType::Int64: return read(int64_t());
    case ElementType::UInt64: return read(uint64_t());
    case ElementType::Int32: return read(int32_t());
    case ElementType::UInt32: return read(uint32_t());
    case ElementType::Int16: return read(int16_t());
    case ElementType::UInt16: return read(uint16_t());
    case ElementType::Int8: return read(int8_t());
    default: return read(uint8_t());
  }
}

// Nothing, or what is wrong.
std::string Difference(const OutputTensor& tensor, const Tensor& want) {
  if (tensor.type != Name(want.type))
    return "type " + tensor.type + " instead of " + std::string(Name(want.type));
  if (tensor.shape != want.shape)
    return "shape " + ToString(tensor.shape) + " instead of " + ToString(want.shape);
  if (want.type == ElementType::String)
    return std::ranges::equal(tensor.strings, want.strings) ? "" : "other strings";
  const int bits = SizeBits(want.type);
  if (bits % 8 != 0) return "elements of 4 bits";
  const size_t count = want.bytes.size() / size_t(bits / 8);
  for (size_t i = 0; i < count; ++i) {
    const double a = NumberAt(tensor.bytes, want.type, i), b = NumberAt(want.bytes, want.type, i);
    if (std::isnan(a) && std::isnan(b)) continue;
    if (a == b || std::abs(a - b) <= kAbsolute + kRelative * std::abs(b)) continue;
    std::ostringstream text;
    text << "element " << i << " is " << a << " instead of " << b;
    return text.str();
  }
  return "";
}

std::string Difference(const Output& got, const Data& want) {
  if (got.kind != want.kind) return "it is of another kind";
  if (got.tensors.size() != want.tensors.size())
    return std::to_string(got.tensors.size()) + " tensors instead of " +
           std::to_string(want.tensors.size());
  for (size_t i = 0; i < got.tensors.size(); ++i) {
    const std::string difference = Difference(got.tensors[i], want.tensors[i]);
    if (!difference.empty()) return difference;
  }
  return "";
}

// Nothing where the test passes, else why it does not.
std::string Outcome(const fs::path& folder) {
  const auto session = Session::Load((folder / "model.onnx").string());
  if (!session) return session.error().message;
  const fs::path data = folder / "test_data_set_0";
  std::vector<std::pair<std::string, Input>> inputs;
  std::vector<Data> kept;
  for (size_t i = 0; i < session->inputs().size(); ++i) {
    const TensorInfo& info = session->inputs()[i];
    const auto given = Load(data / ("input_" + std::to_string(i) + ".pb"), info.type);
    if (!given) return given.error().message;
    kept.push_back(*given);
    inputs.push_back({info.name, InputOf(*given)});
  }
  const auto outputs = session->Run(inputs);
  if (!outputs) return outputs.error().message;
  for (size_t i = 0; i < outputs->size(); ++i) {
    const TensorInfo& info = session->outputs()[i];
    const auto want = Load(data / ("output_" + std::to_string(i) + ".pb"), info.type);
    if (!want) return want.error().message;
    const std::string difference = Difference((*outputs)[i], *want);
    if (!difference.empty()) return "output " + std::to_string(i) + ": " + difference;
  }
  return "";
}

std::map<std::string, std::string> Listed() {
  std::map<std::string, std::string> listed;
  std::ifstream file(WEFT_ONNX_TESTS "/not_passing.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(": ");
    listed[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return listed;
}

// Every test of the package once, whatever its folder.
class OnnxTestData : public testing::TestWithParam<const char*> {};

TEST_P(OnnxTestData, AllButThoseListedPass) {
  const fs::path data = kData / GetParam();
  ASSERT_TRUE(fs::is_directory(data)) << data << " is missing: package libonnx-testdata";
  const std::map<std::string, std::string> listed = Listed();
  int passed = 0, others = 0;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(data))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::ranges::sort(folders);
  std::ofstream found;
  if (const char* path = std::getenv("WEFT_ONNX_FOUND")) found.open(path, std::ios::app);
  for (const fs::path& folder : folders) {
    const std::string name = folder.filename().string(), outcome = Outcome(folder);
    const auto known = listed.find(name);
    if (!outcome.empty() && found.is_open()) found << name << ": " << outcome << "\n";
    EXPECT_EQ(outcome, known == listed.end() ? "" : known->second) << name;
    ++(outcome.empty() ? passed : others);
  }
  std::cout << passed << " of ONNX's tests in " << GetParam() << " pass, " << others << " do not\n";
  EXPECT_GT(passed, 0);
}

std::string NameOf(const testing::TestParamInfo<const char*>& folder) {
  std::string name = folder.param;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Folders, OnnxTestData,
                         testing::Values("node", "pytorch-converted", "pytorch-operator", "simple"),
                         NameOf);

}  // namespace
}  // namespace weft::onnx
