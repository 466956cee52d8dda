// SPDX-License-Identifier: MIT
// See resource.h. Each form of initialValues says its size first, then the buffer is allocated,
// then filled.
#include "cli/resource.h"

#include <cstring>
#include <filesystem>
#include <optional>

#include "base/checked.h"
#include "base/error.h"
#include "cli/element.h"
#include "cli/file.h"
#include "cli/npy.h"
#include "weft/device.h"

namespace weft::cli {
namespace {

class ResourceReader {
 public:
  ResourceReader(const Node& node, ProgramFiles& files) : node_(node), files_(files) {}

  Result<Resource> Read() {
    WEFT_RETURN_IF_ERROR(
        CheckKeys(node_, {"initialValues", "initialValuesDataType", "sizeInBytes"}));
    if (const std::optional<Node> type = node_.Find("initialValuesDataType")) {
      WEFT_ASSIGN(resource_.type, ReadDataType(*type));
    }
    if (const std::optional<Node> size = node_.Find("sizeInBytes")) {
      WEFT_ASSIGN(size_in_bytes_, ReadUInt64(*size));
    }
    const std::optional<Node> values = node_.Find("initialValues");
    WEFT_RETURN_IF_ERROR(!values                   ? ReadNothing()
                         : values->json.is_array() ? ReadList(*values)
                                                   : ReadObject(*values));
    return std::move(resource_);
  }

 private:
  // Zeros, as many as sizeInBytes says.
  Status ReadNothing() {
    if (!size_in_bytes_) return Invalid("{} is missing", Member(node_.path, "initialValues"));
    WEFT_RETURN_IF_ERROR(Allocate(*size_in_bytes_, node_));
    if (resource_.type != DataType::Unknown)
      resource_.element_count = *size_in_bytes_ * 8 / uint64_t(SizeBits(resource_.type));
    return Ok();
  }

  Status ReadList(const Node& values) {
    if (values.json.empty()) return Invalid("{} is empty", values.path);
    return values.json[0].is_object() ? ReadMixed(values) : ReadArray(values);
  }

  Status ReadArray(const Node& values) {
    WEFT_RETURN_IF_ERROR(AllocateElements(values.json.size(), values));
    for (size_t i = 0; i < values.json.size(); ++i) {
      const std::optional<uint64_t> bits = ElementBits(values.json[i], resource_.type);
      if (!bits) return NoElement(values.At(i), resource_.type);
      StoreElement(resource_.memory.bytes(), resource_.type, i, *bits);
    }
    return Ok();
  }

  // [{ "type": "UINT32", "value": 6 }, …], one after the other without gaps.
  Status ReadMixed(const Node& values) {
    if (resource_.type != DataType::Unknown)
      return Invalid("{} is a list of typed values, but initialValuesDataType is {}", values.path,
                     Name(resource_.type));
    std::vector<std::pair<DataType, uint64_t>> elements;
    uint64_t bytes = 0;
    for (size_t i = 0; i < values.json.size(); ++i) {
      const Node item = values.At(i);
      WEFT_RETURN_IF_ERROR(CheckKeys(item, {"type", "value", "name"}));
      WEFT_ASSIGN(const Node type_node, item.Require("type"));
      WEFT_ASSIGN(const DataType type, ReadDataType(type_node));
      if (SizeBits(type) < 8) return Unlike(type_node, "a type of whole bytes");
      WEFT_ASSIGN(const Node value, item.Require("value"));
      const std::optional<uint64_t> bits = ElementBits(value.json, type);
      if (!bits) return NoElement(value, type);
      elements.emplace_back(type, *bits);
      bytes += uint64_t(SizeBits(type)) / 8;
    }
    WEFT_RETURN_IF_ERROR(Allocate(bytes, values));
    std::byte* target = resource_.memory.data();
    for (const auto& [type, bits] : elements) {
      std::memcpy(target, &bits, size_t(SizeBits(type)) / 8);
      target += SizeBits(type) / 8;
    }
    return Ok();
  }

  Status ReadObject(const Node& values) {
    WEFT_RETURN_IF_ERROR(CheckObject(values));
    if (values.Find("sourcePath")) return ReadSource(values);
    const bool is_sequence = values.Find("valueStart") || values.Find("valueDelta");
    WEFT_RETURN_IF_ERROR(is_sequence ? CheckKeys(values, {"valueCount", "valueStart", "valueDelta"})
                                     : CheckKeys(values, {"valueCount", "value"}));
    WEFT_ASSIGN(const Node count_node, values.Require("valueCount"));
    WEFT_ASSIGN(const uint64_t count, ReadUInt64(count_node));
    if (count == 0) return Unlike(count_node, "at least 1");
    return is_sequence ? ReadSequence(values, count) : ReadConstant(values, count);
  }

  Status ReadConstant(const Node& values, uint64_t count) {
    WEFT_ASSIGN(const Node value, values.Require("value"));
    WEFT_RETURN_IF_ERROR(AllocateElements(count, values));
    const std::optional<uint64_t> bits = ElementBits(value.json, resource_.type);
    if (!bits) return NoElement(value, resource_.type);
    if (*bits == 0) return Ok();  // the buffer is zeroed, and stays untouched until used
    for (uint64_t i = 0; i < count; ++i)
      StoreElement(resource_.memory.bytes(), resource_.type, i, *bits);
    return Ok();
  }

  Status ReadSequence(const Node& values, uint64_t count) {
    WEFT_ASSIGN(const Node start, values.Require("valueStart"));
    WEFT_ASSIGN(const Node delta, values.Require("valueDelta"));
    WEFT_RETURN_IF_ERROR(AllocateElements(count, values));
    if (!ElementBits(start.json, resource_.type)) return NoElement(start, resource_.type);
    // A step may be negative for unsigned types too: the sum wraps.
    const bool is_integer = ElementBits(1.5, resource_.type) == std::nullopt;
    if (is_integer ? !IntegerIn(delta.json) : !NumberIn(delta.json))
      return Unlike(delta, is_integer ? "an integer" : "a number");
    for (uint64_t i = 0; i < count; ++i)
      StoreElement(resource_.memory.bytes(), resource_.type, i,
                   SequenceBits(start.json, delta.json, i, resource_.type));
    return Ok();
  }

  Status ReadSource(const Node& values) {
    WEFT_RETURN_IF_ERROR(CheckKeys(values, {"sourcePath"}));
    const Node source = *values.Find("sourcePath");
    WEFT_ASSIGN(const std::string name, ReadString(source));
    if (name.find('\0') != std::string::npos)
      return Unlike(source, "a file name without NUL bytes");
    std::error_code ignored;
    const std::filesystem::path beside = std::filesystem::path(files_.folder) / name;
    const std::string path =
        std::filesystem::exists(beside, ignored) || !std::filesystem::exists(name, ignored)
            ? beside.string()
            : name;
    WEFT_RETURN_IF_ERROR(files_.Check(source, path));
    files_.read.push_back(path);
    return path.ends_with(".npy") ? ReadNpySource(source, path) : ReadRawSource(source, path);
  }

  // The file knows its type; a resource lies in row-major order, so Fortran order is unfolded.
  Status ReadNpySource(const Node& source, const std::string& path) {
    WEFT_ASSIGN(NpyArray array, InPlace(source, ReadNpy(path)));
    if (array.layout.ElementCount() == 0)
      return Invalid("{} is \"{}\", whose array is empty", source.path, path);
    resource_.type = array.type;
    resource_.sizes = array.layout.sizes;
    WEFT_RETURN_IF_ERROR(AllocateElements(uint64_t(array.layout.ElementCount()), source));
    const TensorDesc packed(array.type, array.layout.sizes);
    if (array.layout == packed.layout) {
      std::memcpy(resource_.memory.data(), array.data.data(), resource_.filled_bytes);
      return Ok();
    }
    return InPlace(source, Run(ElementWiseIdentity{.input = array.tensor(), .output = packed},
                               {ConstBuffer(array.data.data(), array.data.size())},
                               {Buffer(resource_.memory.data(), resource_.memory.size())}));
  }

  Status ReadRawSource(const Node& source, const std::string& path) {
    WEFT_ASSIGN(const InputFile file, InPlace(source, InputFile::Open(path)));
    WEFT_RETURN_IF_ERROR(Allocate(file.size(), source));
    if (resource_.type != DataType::Unknown) {
      resource_.element_count = file.size() * 8 / uint64_t(SizeBits(resource_.type));
      if (BytesFor(resource_.type, resource_.element_count) != file.size())
        return Invalid("{} is \"{}\" of {} bytes, but {} elements are {} bytes each", source.path,
                       path, file.size(), Name(resource_.type), SizeBits(resource_.type) / 8);
    }
    return InPlace(source, file.ReadAt(0, resource_.memory.bytes().first(file.size())));
  }

  // Puts the place in the program before an error that names a file.
  template <class T>
  static Result<T> InPlace(const Node& source, Result<T> result) {
    if (!result) result.error().message = source.path + ": " + result.error().message;
    return result;
  }

  Status AllocateElements(uint64_t count, const Node& values) {
    if (resource_.type == DataType::Unknown)
      return Invalid("{} is missing", Member(node_.path, "initialValuesDataType"));
    const std::optional<uint64_t> bytes = BytesFor(resource_.type, count);
    if (!bytes)
      return Fail(ErrorCode::OutOfMemory, "{} has {} values of {}, more than any memory holds",
                  values.path, count, Name(resource_.type));
    resource_.element_count = count;
    return Allocate(*bytes, values);
  }

  // sizeInBytes may ask for more than the initial values; DirectML counts in multiples of 4.
  Status Allocate(uint64_t bytes, const Node& values) {
    if (size_in_bytes_ && *size_in_bytes_ < bytes)
      return Invalid("{} is {}, but the initial values take {} bytes",
                     Member(node_.path, "sizeInBytes"), *size_in_bytes_, bytes);
    const uint64_t wanted = size_in_bytes_.value_or(bytes);
    if (wanted == 0) return Invalid("{} has no bytes", node_.path);
    const std::optional<uint64_t> rounded = CheckedAdd(wanted, (4 - wanted % 4) % 4);
    WEFT_ASSIGN(resource_.memory, Memory::Allocate(rounded.value_or(wanted),
                                                   size_in_bytes_ ? node_.path : values.path));
    resource_.filled_bytes = bytes;
    return Ok();
  }

  static tl::unexpected<Error> NoElement(const Node& value, DataType type) {
    return Unlike(value, fmt::format("a value of {}", Name(type)));
  }

  const Node& node_;
  ProgramFiles& files_;
  std::optional<uint64_t> size_in_bytes_;
  Resource resource_;
};

}  // namespace

uint64_t Resource::shown_count() const {
  if (type != DataType::Unknown) return element_count;
  return bound_type == DataType::Unknown ? 0 : filled_bytes * 8 / uint64_t(SizeBits(bound_type));
}

Status ProgramFiles::Check(const Node& name, const std::string& path) const {
  if (reach.Includes(path)) return Ok();
  return Unlike(name,
                "a file below the program's folder or the current directory, or --allow-outside,");
}

Result<Resource> ReadResource(const Node& node, ProgramFiles& files) {
  return ResourceReader(node, files).Read();
}

}  // namespace weft::cli
