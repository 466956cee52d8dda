// SPDX-License-Identifier: MIT
// See npy.h. The header is a Python dictionary on one line,
//   {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
// read here by a scanner without recursion, so nesting in it is a plain error.
#include "cli/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "base/checked.h"
#include "base/error.h"
#include "cli/file.h"

namespace weft::cli {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr uint64_t kMostHeaderBytes = uint64_t(1) << 20;

struct DescrRow {
  std::string_view code;  // without the byte order
  DataType type;
};
constexpr DescrRow kDescrs[] = {
    {"b1", DataType::UInt8},   {"i1", DataType::Int8},    {"i2", DataType::Int16},
    {"i4", DataType::Int32},   {"i8", DataType::Int64},   {"u1", DataType::UInt8},
    {"u2", DataType::UInt16},  {"u4", DataType::UInt32},  {"u8", DataType::UInt64},
    {"f2", DataType::Float16}, {"f4", DataType::Float32}, {"f8", DataType::Float64},
};

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

class HeaderScanner {
 public:
  HeaderScanner(const std::string& path, std::string_view text) : path_(path), rest_(text) {}

  Result<Header> Scan() {
    Header header;
    bool has_descr = false, has_order = false, has_shape = false;
    WEFT_RETURN_IF_ERROR(Expect('{'));
    while (!Take('}')) {
      WEFT_ASSIGN(const std::string key, ScanString("a key"));
      WEFT_RETURN_IF_ERROR(Expect(':'));
      if (key == "descr" && !std::exchange(has_descr, true)) {
        WEFT_ASSIGN(header.descr, ScanString("descr"));
      } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
        WEFT_ASSIGN(header.fortran_order, ScanBool());
      } else if (key == "shape" && !std::exchange(has_shape, true)) {
        WEFT_ASSIGN(header.shape, ScanShape());
      } else {
        return Invalid(
            "{}: the header has '{}', but descr, fortran_order and shape are expected, "
            "each once",
            path_, Short(key));
      }
      if (!Take(',')) {
        WEFT_RETURN_IF_ERROR(Expect('}'));
        break;
      }
    }
    SkipSpace();
    if (!rest_.empty()) return Invalid("{}: the header goes on after '}}'", path_);
    for (const auto& [name, missing] :
         {std::pair{"descr", !has_descr}, {"fortran_order", !has_order}, {"shape", !has_shape}})
      if (missing) return Invalid("{}: the header has no {}", path_, name);
    return header;
  }

 private:
  void SkipSpace() {
    while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_.front()) != rest_.npos)
      rest_.remove_prefix(1);
  }
  bool Take(char wanted) {
    SkipSpace();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  Status Expect(char wanted) {
    if (Take(wanted)) return Ok();
    if (rest_.empty()) return Invalid("{}: the header ends where '{}' is expected", path_, wanted);
    return Invalid("{}: the header has '{}' where '{}' is expected", path_, rest_.front(), wanted);
  }
  // The text up to the next character of `ends`, without the space around it.
  std::string_view Token(std::string_view ends) {
    SkipSpace();
    std::string_view token = rest_.substr(0, std::min(rest_.find_first_of(ends), rest_.size()));
    rest_.remove_prefix(token.size());
    while (!token.empty() && token.back() == ' ') token.remove_suffix(1);
    return token;
  }
  static std::string_view Short(std::string_view token) { return token.substr(0, 40); }

  Result<std::string> ScanString(std::string_view what) {
    SkipSpace();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    if (quote != '\'' && quote != '"')
      return Invalid("{}: {} is {}, but a string is required", path_, what, Short(Token(",:}\n")));
    const size_t end = rest_.find(quote, 1);
    if (end == rest_.npos) return Invalid("{}: the header ends inside a string", path_);
    std::string value(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return value;
  }

  Result<bool> ScanBool() {
    const std::string_view token = Token(",}\n");
    if (token == "True") return true;
    if (token == "False") return false;
    return Invalid("{}: fortran_order is {}, but True or False is required", path_, Short(token));
  }

  Result<std::vector<int64_t>> ScanShape() {
    std::vector<int64_t> shape;
    if (!Take('('))
      return Invalid("{}: shape is {}, but a tuple is required", path_, Short(Token(",}\n")));
    while (!Take(')')) {
      std::string_view token = Token(",)}\n");
      int64_t size = -1;
      const std::string_view digits =
          token.ends_with('L') ? token.substr(0, token.size() - 1) : token;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
      if (error == std::errc::result_out_of_range && !token.starts_with('-'))
        return Invalid("{}: shape[{}] is {}, but at most 2^63 - 1 is possible", path_, shape.size(),
                       Short(token));
      if (error != std::errc() || end != digits.data() + digits.size() || size < 0)
        return Invalid("{}: shape[{}] is {}, but a non-negative integer is required", path_,
                       shape.size(), token.empty() ? "missing" : Short(token));
      if (shape.size() == size_t(kMaxRank))
        return Invalid("{}: shape has more than {} dimensions", path_, kMaxRank);
      shape.push_back(size);
      if (!Take(',')) {
        WEFT_RETURN_IF_ERROR(Expect(')'));
        break;
      }
    }
    return shape;
  }

  const std::string& path_;
  std::string_view rest_;
};

std::string ShapeText(std::span<const int64_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

// The header's text and the offset of the data behind it.
Result<std::pair<std::string, uint64_t>> ReadHeaderText(const std::string& path,
                                                        const InputFile& file) {
  uint8_t start[12] = {};
  const size_t start_bytes = size_t(std::min<uint64_t>(sizeof start, file.size()));
  WEFT_RETURN_IF_ERROR(file.ReadAt(0, std::as_writable_bytes(std::span(start, start_bytes))));
  if (start_bytes < 10 || std::memcmp(start, kMagic.data(), kMagic.size()) != 0)
    return Invalid("{}: is no .npy file", path);
  const int version = start[6];
  if (version < 1 || version > 3)
    return Invalid("{}: has .npy version {}.{}, but 1.0 to 3.0 are known", path, version, start[7]);
  const uint64_t begin = version == 1 ? 10 : 12;
  if (file.size() < begin) return Invalid("{}: is no .npy file", path);
  uint64_t length = start[8] | uint64_t(start[9]) << 8;
  if (version > 1) length |= uint64_t(start[10]) << 16 | uint64_t(start[11]) << 24;
  if (length > file.size() - begin)
    return Invalid("{}: the header length is {}, but only {} bytes follow", path, length,
                   file.size() - begin);
  if (length > kMostHeaderBytes)
    return Invalid("{}: the header length is {}, but at most {} is read", path, length,
                   kMostHeaderBytes);
  std::string text(length, '\0');
  WEFT_RETURN_IF_ERROR(file.ReadAt(begin, std::as_writable_bytes(std::span(text))));
  return std::pair(std::move(text), begin + length);
}

void SwapBytes(std::span<std::byte> data, size_t element_bytes) {
  for (size_t at = 0; at < data.size(); at += element_bytes)
    std::reverse(data.begin() + ptrdiff_t(at), data.begin() + ptrdiff_t(at + element_bytes));
}

Layout LayoutOf(std::span<const int64_t> shape, bool fortran_order) {
  if (shape.empty()) return Layout::Packed({1});
  Layout layout = Layout::Packed(Sizes(shape));
  if (fortran_order) {
    int64_t stride = 1;
    for (int dim = 0; dim < layout.rank(); ++dim) {
      layout.strides[dim] = stride;
      stride *= std::max<int64_t>(shape[size_t(dim)], 1);
    }
  }
  return layout;
}

}  // namespace

Result<NpyArray> ReadNpy(const std::string& path) {
  WEFT_ASSIGN(const InputFile file, InputFile::Open(path));
  WEFT_ASSIGN(const auto header_text, ReadHeaderText(path, file));
  const auto& [text, data_begin] = header_text;
  WEFT_ASSIGN(const Header header, HeaderScanner(path, text).Scan());

  std::string_view code = header.descr;
  const char order = code.empty() ? '\0' : code.front();
  if (std::string_view("<>=|").find(order) != std::string_view::npos) code.remove_prefix(1);
  const auto row = std::find_if(std::begin(kDescrs), std::end(kDescrs),
                                [&](const DescrRow& known) { return known.code == code; });
  if (row == std::end(kDescrs))
    return Invalid("{}: descr is '{}', but one of b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 is required",
                   path, header.descr.substr(0, 40));

  const uint64_t element_bytes = uint64_t(SizeBits(row->type)) / 8;
  // Zeros are left out of the product first: (2^62, 2^62, 0) is too large for strides all the same.
  std::optional<int64_t> bytes = int64_t(element_bytes);
  bool is_empty = false;
  for (const int64_t size : header.shape) {
    is_empty |= size == 0;
    if (bytes) bytes = CheckedMul(*bytes, std::max<int64_t>(size, 1));
  }
  if (!bytes)
    return Invalid("{}: shape {} of '{}' needs more than 2^63 - 1 bytes", path,
                   ShapeText(header.shape), header.descr);
  if (is_empty) bytes = 0;
  if (uint64_t(*bytes) > file.size() - data_begin)
    return Invalid("{}: shape {} of '{}' needs {} bytes, but {} follow the header", path,
                   ShapeText(header.shape), header.descr, *bytes, file.size() - data_begin);

  NpyArray array;
  array.type = row->type;
  array.is_bool = row->code == "b1";
  array.shape = header.shape;
  array.layout = LayoutOf(array.shape, header.fortran_order);
  // DirectML counts sizes of buffers in multiples of 4 bytes.
  WEFT_ASSIGN(array.data, Memory::Allocate((uint64_t(*bytes) + 3) / 4 * 4, path));
  const std::span<std::byte> data = array.data.bytes().first(size_t(*bytes));
  WEFT_RETURN_IF_ERROR(file.ReadAt(data_begin, data));
  if (order == '>') SwapBytes(data, element_bytes);
  return array;
}

Status WriteNpy(const std::string& path, DataType type, bool is_bool,
                std::span<const int64_t> shape, std::span<const std::byte> data) {
  const auto row = std::find_if(std::begin(kDescrs), std::end(kDescrs), [&](const DescrRow& known) {
    return known.type == type && (known.code == "b1") == (is_bool && type == DataType::UInt8);
  });
  if (row == std::end(kDescrs))
    return Invalid("{}: {} elements cannot be stored in a .npy file", path, Name(type));
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}",
                                   SizeBits(type) == 8 ? '|' : '<', row->code, ShapeText(shape));
  constexpr size_t kStartBytes = 10;
  constexpr size_t kDataAlignment = 64;
  const size_t unpadded = kStartBytes + header.size() + 1;
  header.append((kDataAlignment - unpadded % kDataAlignment) % kDataAlignment, ' ');
  header.push_back('\n');
  std::string start(kMagic);
  start.append({'\1', '\0', char(header.size() & 0xff), char(header.size() >> 8)});
  return WriteFile(path, {AsBytes(start), AsBytes(header), data});
}

}  // namespace weft::cli
