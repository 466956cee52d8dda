// SPDX-License-Identifier: MIT
// See read_tensor.h.
#include "onnx/read_tensor.h"

#include <charconv>
#include <cstring>
#include <utility>

#include "base/checked.h"
#include "base/error.h"

namespace weft::onnx {
namespace {

using Kind = Field::Kind;

// Sparse weights are written out, all of a model up to so many bytes.
constexpr int64_t kMostDenseBytes = 32 << 20;

Result<int64_t> NumberFrom(std::string_view text, std::string_view name) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0)
    return Invalid("model: external_data.{} is '{}', but a number from 0 on is required", name,
                   Printable(text));
  return number;
}

std::string TitleOf(const Tensor& tensor) {
  return tensor.name.empty() ? std::string("a tensor")
                             : fmt::format("tensor '{}'", Printable(tensor.name));
}

}  // namespace

struct TensorReader::Parts {
  Tensor tensor;
  std::optional<Bytes> raw;
  std::vector<std::pair<std::string_view, std::string_view>> external;
  bool is_external = false;
  std::vector<Field> numbers;  // float_data, int32_data, int64_data, double_data, uint64_data
};

Result<TensorReader::Parts> TensorReader::ReadParts(Bytes bytes) {
  Parts parts;
  Fields fields(bytes, file());
  for (Field field;;) {
    WEFT_ASSIGN(const bool more, fields.Next(field));
    if (!more) return parts;
    switch (field.number) {
      case 1:
        WEFT_RETURN_IF_ERROR(ForEachVarint(field, fields, "TensorProto.dims", [&](uint64_t size) {
          parts.tensor.shape.push_back(int64_t(size));
        }));
        break;
      case 2: parts.tensor.type = ElementType(int32_t(field.value)); break;
      case 4:
      case 5:
      case 7:
      case 10:
      case 11: parts.numbers.push_back(field); break;
      case 6: parts.tensor.strings.push_back(field.text()); break;
      case 8: parts.tensor.name = field.text(); break;
      case 9:
        WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "TensorProto.raw_data"));
        parts.raw = field.bytes;
        break;
      case 13: {
        WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "TensorProto.external_data"));
        auto& entry = parts.external.emplace_back();
        Fields words(field.bytes, file());
        for (Field word;;) {
          WEFT_ASSIGN(const bool another, words.Next(word));
          if (!another) break;
          if (word.number == 1) entry.first = word.text();
          if (word.number == 2) entry.second = word.text();
        }
        break;
      }
      case 14: parts.is_external = field.value == 1; break;
      default: break;
    }
  }
}

Status TensorReader::TakeExternal(const Parts& parts, Tensor& tensor) {
  std::string_view location;
  int64_t offset = 0, length = -1;
  for (const auto& [key, value] : parts.external) {
    if (key == "location") location = value;
    if (key == "offset") {
      WEFT_ASSIGN(offset, NumberFrom(value, key));
    }
    if (key == "length") {
      WEFT_ASSIGN(length, NumberFrom(value, key));
    }
  }
  auto found = weights_.find(location);
  if (found == weights_.end()) {
    WEFT_ASSIGN(MappedFile file, MapWeights(folder_, location));
    found = weights_.emplace(std::string(location), std::move(file)).first;
  }
  const Bytes all = found->second.bytes;
  if (length < 0) length = std::max<int64_t>(int64_t(all.size()) - offset, 0);
  const std::optional<int64_t> end = CheckedAdd(offset, length);
  if (!end || *end > int64_t(all.size()))
    return Invalid("model: {} is at offset {} with length {} of '{}', which has {} bytes",
                   TitleOf(tensor), offset, length, Printable(location), all.size());
  tensor.bytes = all.subspan(size_t(offset), size_t(length));
  tensor.owner = found->second.owner;
  return Ok();
}

// Numbers of a repeated field, each of which becomes one element, or two of 4 bits.
Status TensorReader::Collect(const Parts& parts, Tensor& tensor, size_t count) {
  const int bits = SizeBits(tensor.type);
  const size_t size = size_t(bits) >= 8 ? size_t(bits) / 8 : 1;
  auto bytes = std::make_shared<std::vector<std::byte>>();
  bytes->reserve(std::min(count * size, file_.size() * 8));
  const auto append = [&](uint64_t value) {
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    bytes->insert(bytes->end(), from, from + size);
  };
  const Fields fields({}, file());
  for (const Field& field : parts.numbers) {
    switch (field.number) {
      case 4:
      case 10: {  // already as they are wanted
        const bool is_double = field.number == 10;
        const auto take = [&](auto number) {
          uint64_t value = 0;
          std::memcpy(&value, &number, sizeof(number));
          append(value);
        };
        // Complex numbers are two floats each.
        const size_t wanted = is_double ? 8 : 4;
        if (size != wanted && size != 2 * wanted)
          return Invalid("model: {} of {} has its elements in {}", TitleOf(tensor),
                         Name(tensor.type), is_double ? "double_data" : "float_data");
        if (size == wanted) {
          WEFT_RETURN_IF_ERROR(is_double ? ForEachFixed<double>(field, fields, "double_data", take)
                                         : ForEachFixed<float>(field, fields, "float_data", take));
        } else if (field.kind == Kind::Bytes) {
          bytes->insert(bytes->end(), field.bytes.begin(), field.bytes.end());
        }
        break;
      }
      default: {
        const std::string_view name = field.number == 5   ? "int32_data"
                                      : field.number == 7 ? "int64_data"
                                                          : "uint64_data";
        // Those have fields of their own; a complex number would be longer than what is read.
        if (tensor.type == ElementType::Float || tensor.type == ElementType::Double ||
            tensor.type == ElementType::Complex64 || tensor.type == ElementType::Complex128)
          return Invalid("model: {} of {} has its elements in {}", TitleOf(tensor),
                         Name(tensor.type), name);
        WEFT_RETURN_IF_ERROR(ForEachVarint(field, fields, name, append));
      }
    }
  }
  tensor.bytes = *bytes;
  tensor.owner = std::move(bytes);
  return Ok();
}

Result<Tensor> TensorReader::Read(Bytes bytes) {
  WEFT_ASSIGN(Parts parts, ReadParts(bytes));
  Tensor tensor = std::move(parts.tensor);
  const std::string title = TitleOf(tensor);
  WEFT_ASSIGN(const int64_t count, CountOf(tensor.shape, "model: " + title));
  if (tensor.type == ElementType::String) {
    if (int64_t(tensor.strings.size()) != count)
      return Invalid("model: {} has {} strings, but its shape {} asks for {}", title,
                     tensor.strings.size(), ToString(tensor.shape), count);
    return tensor;
  }
  const int bits = SizeBits(tensor.type);
  if (bits == 0)
    return NotSupported("model: {} has elements of type {}, which is not known", title,
                        int(tensor.type));
  if (parts.is_external)
    WEFT_RETURN_IF_ERROR(TakeExternal(parts, tensor));
  else if (parts.raw)
    tensor.bytes = *parts.raw;
  else
    WEFT_RETURN_IF_ERROR(Collect(parts, tensor, size_t(count)));
  const auto wanted = size_t((count * bits + 7) / 8);  // count < 2^32 and bits <= 128
  // Files of weights may have the room of a whole page for a tensor.
  if (tensor.bytes.size() < wanted || (tensor.bytes.size() > wanted && !parts.is_external))
    return Invalid("model: {} has {} bytes, but {} elements of {} are {}", title,
                   tensor.bytes.size(), count, Name(tensor.type), wanted);
  tensor.bytes = tensor.bytes.first(wanted);
  return tensor;
}

Result<Tensor> TensorReader::ReadSparse(Bytes bytes) {
  Tensor values, indices;
  Shape shape;
  Fields fields(bytes, file());
  for (Field field;;) {
    WEFT_ASSIGN(const bool more, fields.Next(field));
    if (!more) break;
    if (field.number == 1) {
      WEFT_ASSIGN(values, Read(field.bytes));
    }
    if (field.number == 2) {
      WEFT_ASSIGN(indices, Read(field.bytes));
    }
    if (field.number == 3)
      WEFT_RETURN_IF_ERROR(ForEachVarint(field, fields, "SparseTensorProto.dims",
                                         [&](uint64_t size) { shape.push_back(int64_t(size)); }));
  }
  const std::string title = "sparse " + TitleOf(values);
  const int bits = SizeBits(values.type);
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "model: " + title));
  if (bits % 8 != 0 || bits == 0)
    return NotSupported("model: {} has elements of {}, which are not supported there", title,
                        Name(values.type));
  dense_bytes_ += count * (bits / 8);  // count < 2^32, and none is added above the limit
  if (dense_bytes_ > kMostDenseBytes)
    return NotSupported(
        "model: {} has the shape {}: sparse tensors of more than {} bytes in all "
        "are not supported",
        title, ToString(shape), kMostDenseBytes);
  const size_t size = size_t(bits) / 8, present = values.bytes.size() / size;
  const size_t rank = shape.size();
  const bool is_linear = indices.shape.size() == 1;
  if (indices.type != ElementType::Int64 ||
      indices.bytes.size() != 8 * present * (is_linear ? 1 : rank))
    return Invalid("model: {} has {} values, but {} bytes of indices", title, present,
                   indices.bytes.size());
  auto dense = std::make_shared<std::vector<std::byte>>(size_t(count) * size);
  const auto index = [&](size_t i) {
    int64_t value;
    std::memcpy(&value, indices.bytes.data() + 8 * i, 8);
    return value;
  };
  for (size_t i = 0; i < present; ++i) {
    int64_t at = is_linear ? index(i) : 0;
    bool is_inside = at >= 0 && at < count;
    for (size_t dim = 0; !is_linear && dim < rank; ++dim) {
      const int64_t coordinate = index(i * rank + dim);
      is_inside = is_inside && coordinate >= 0 && coordinate < shape[dim];
      if (is_inside) at = at * shape[dim] + coordinate;
    }
    if (!is_inside)
      return Invalid("model: index {} of {} is outside of {}", i, title, ToString(shape));
    std::memcpy(dense->data() + size_t(at) * size, values.bytes.data() + i * size, size);
  }
  values.shape = std::move(shape);
  values.bytes = *dense;
  values.owner = std::move(dense);
  return values;
}

}  // namespace weft::onnx
