// SPDX-License-Identifier: MIT
// `weft tensor`: says what sizes, strides and a layout mean in memory, and draws it.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cli/argument.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/terminal.h"
#include "draw/draw.h"
#include "draw/memory_map.h"
#include "weft/tensor.h"

namespace weft::cli {
namespace {

constexpr int64_t kMostElements = int64_t(1) << 32;

// The letters of the dimensions in logical order: of the layout's label when there is one, else
// the ones people use for this rank.
std::string LogicalLetters(const std::string& label, int rank) {
  if (label.empty()) {
    constexpr std::string_view kUsual[] = {"", "W", "HW", "DHW", "NCHW", "NCDHW"};
    return rank <= 5 ? std::string(kUsual[rank]) : std::string("ABCDEFGH").substr(0, size_t(rank));
  }
  constexpr std::string_view kImage = "NCDHW";
  std::string letters = label;
  const bool is_image = label.find_first_not_of(kImage) == std::string::npos;
  std::ranges::sort(letters, {}, [&](char c) { return is_image ? int(kImage.find(c)) : int(c); });
  return letters;
}

// "N,C", "NC" or "0,1" to dimensions.
Result<std::vector<int>> ParseBroadcast(const std::string& text, const std::string& letters) {
  std::vector<int> dims;
  for (const std::string_view part : SplitAtCommas(text)) {
    if (!part.empty() && part.front() >= '0' && part.front() <= '9') {
      WEFT_ASSIGN(const int64_t dim,
                  ParseInteger("--broadcast", part, 0, int64_t(letters.size()) - 1));
      dims.push_back(int(dim));
      continue;
    }
    for (const char letter : part) {
      if (letters.find(letter) == std::string::npos)
        return Invalid("--broadcast is '{}', but the dimensions are called {}", text, letters);
      dims.push_back(int(letters.find(letter)));
    }
  }
  if (dims.empty()) return Invalid("--broadcast is '{}', but dimensions are required", text);
  return dims;
}

// Elements, or bytes with a B behind the number.
Result<int64_t> ParsePitch(std::string_view option, const std::string& text, DataType type) {
  if (!text.ends_with('B')) return ParseInteger(option, text, 1, kMostElements);
  WEFT_ASSIGN(const int64_t bytes,
              ParseInteger(option, std::string_view(text).substr(0, text.size() - 1), 1,
                           kMostElements * 8));
  if (bytes * 8 % SizeBits(type) != 0)
    return Invalid("{} is {} bytes, but a multiple of {}'s {} bits is required", option, bytes,
                   Name(type), SizeBits(type));
  return bytes * 8 / SizeBits(type);
}

Result<Layout> ReadLayout(const TensorOptions& options, DataType type) {
  WEFT_ASSIGN(const std::vector<int64_t> size_list, ParseUIntList("--sizes", options.sizes));
  const Sizes sizes(size_list);
  const int rank = sizes.rank();
  LabelOptions label_options;
  if (!options.row_pitch.empty()) {
    WEFT_ASSIGN(label_options.row_pitch, ParsePitch("--row-pitch", options.row_pitch, type));
  }
  if (!options.row_align.empty()) {
    WEFT_ASSIGN(label_options.row_alignment, ParsePitch("--row-align", options.row_align, type));
  }
  // Also checks the length of the label, before its letters are used as dimensions.
  if (!options.layout.empty()) WEFT_RETURN_IF_ERROR(LayoutFromLabel(options.layout, sizes));
  std::vector<int> broadcast;
  if (!options.broadcast.empty()) {
    WEFT_ASSIGN(broadcast, ParseBroadcast(options.broadcast, LogicalLetters(options.layout, rank)));
  }

  if (!options.strides.empty()) {
    for (const auto& [name, value] : {std::pair{"--layout", &options.layout},
                                      {"--row-pitch", &options.row_pitch},
                                      {"--row-align", &options.row_align}})
      if (!value->empty()) return Invalid("{} is given, but so are --strides", name);
    WEFT_ASSIGN(const std::vector<int64_t> stride_list,
                ParseUIntList("--strides", options.strides));
    if (stride_list.size() != size_t(rank))
      return Invalid("--strides has {} values, but --sizes has {}", stride_list.size(), rank);
    Layout layout(sizes, Strides(stride_list));
    for (const int dim : broadcast) layout.strides[dim] = 0;
    return layout;
  }
  // Without a label the dimensions lie in the order they are given: A, B, C …
  const std::string label =
      options.layout.empty() ? std::string("ABCDEFGH").substr(0, size_t(rank)) : options.layout;
  std::string letters;
  const std::string logical = options.layout.empty() ? label : LogicalLetters(label, rank);
  for (const int dim : broadcast) letters += logical[size_t(dim)];
  label_options.broadcast = letters;
  return LayoutFromLabel(label, sizes, label_options);
}

void Explain(const TensorDesc& tensor) {
  const Layout& layout = tensor.layout;
  const auto row = [](std::string_view name, const std::string& value) {
    fmt::print("{:<24}{}\n", name, value);
  };
  row("DataType", fmt::format("{}, {} bits", Name(tensor.type), SizeBits(tensor.type)));
  row("Sizes", ToString(layout.sizes));
  row("Strides", ToString(layout.strides));
  if (layout.offset != 0) row("Offset", fmt::format("{}", layout.offset));
  row("Layout", fmt::format("{}: {}", LabelOf(layout).value_or("no order of dimensions"),
                            draw::Properties(layout)));
  row("Elements", fmt::format("{}", layout.ElementCount()));
  row("Elements needed", fmt::format("{} (the last one lies at offset {})",
                                     layout.RequiredElements(), layout.RequiredElements() - 1));
  row("Bytes needed", fmt::format("{}", tensor.RequiredBytes()));
  row("TotalTensorSizeInBytes", fmt::format("{}", tensor.MinimumTotalBytes()));
  if (layout.IsOverlapping()) row("Use", "input only: elements share places");

  fmt::print("\nMemory: the coordinate of the element at each place");
  const std::vector<int> shown = draw::ShownDimensions(layout);
  if (int(shown.size()) < layout.rank())
    fmt::print(", dimension{} {}", shown.size() > 1 ? "s" : "", fmt::join(shown, ", "));
  if (layout.HasBroadcast()) fmt::print(" (* is every index)");
  if (layout.IsPadded() || layout.offset != 0) fmt::print(" (· is unused)");
  fmt::print("\n{}", draw::DrawMemory(tensor, TerminalWidth(), UsesColour()));
}

}  // namespace

Status TensorCommand(const TensorOptions& options) {
  WEFT_ASSIGN(const DataType type, ParseDataType("--type", options.type));
  WEFT_ASSIGN(const Layout layout, ReadLayout(options, type));
  TensorDesc tensor(type, layout);
  if (!options.offset.empty()) {
    WEFT_ASSIGN(tensor.layout.offset, ParseInteger("--offset", options.offset, 0, kMostElements));
  }
  WEFT_RETURN_IF_ERROR(CheckTensor(tensor, TensorUse::Input, "Tensor"));
  if (!options.svg.empty())
    WEFT_RETURN_IF_ERROR(WriteFile(options.svg, {AsBytes(draw::TensorPicture(tensor))}));
  Explain(tensor);
  return Ok();
}

}  // namespace weft::cli
