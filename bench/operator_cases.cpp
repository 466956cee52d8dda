// SPDX-License-Identifier: MIT
// The cases that are operators of their own. TILE and SPACE_TO_DEPTH are one movement as well,
// which is what the libraries do; JOIN, SPLIT, PADDING and GATHER are answered here, block by
// block.
#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "case.h"
#include "shapes.h"

namespace weft::bench {
namespace {

struct Maker {
  int64_t bytes;
  Type type;

  TensorDesc Tensor(const Sizes& sizes) const { return {DataTypeOf(type), sizes}; }

  Case Make(std::string id, std::string title, OperatorWork work,
            std::vector<Dim> dims = {}) const {
    return {std::move(id), std::move(title), bytes,          0, type,
            type,          std::move(dims),  std::move(work)};
  }

  Case MakeJoin(std::string id, std::string title, int axis, const std::vector<Sizes>& inputs,
                const Sizes& output) const {
    Join join{.output = Tensor(output), .axis = uint32_t(axis)};
    for (const Sizes& sizes : inputs) join.inputs.push_back(Tensor(sizes));
    return Make(std::move(id), std::move(title), {join, inputs, {output}});
  }

  Case MakeSplit(std::string id, std::string title, int axis, const Sizes& input,
                 const std::vector<Sizes>& outputs) const {
    Split split{.input = Tensor(input), .axis = uint32_t(axis)};
    for (const Sizes& sizes : outputs) split.outputs.push_back(Tensor(sizes));
    return Make(std::move(id), std::move(title), {split, {input}, outputs});
  }

  // One element on each side of height and width, as before a 3 x 3 convolution.
  Case MakePadding(std::string id, std::string title, PaddingMode mode, const Image& out) const {
    const Sizes input = {out.n, out.c, out.h - 2, out.w - 2}, output = {out.n, out.c, out.h, out.w};
    const Padding padding{.input = Tensor(input),
                          .output = Tensor(output),
                          .padding_mode = mode,
                          .start_padding = {0, 0, 1, 1},
                          .end_padding = {0, 0, 1, 1}};
    return Make(std::move(id), std::move(title), {padding, {input}, {output}});
  }

  // Squares of 16 x 16, four times to the right and four times down.
  Case MakeTile(int64_t elements) const {
    const int64_t planes = std::max<int64_t>(1, elements / 4096);
    const Sizes input = {planes, 16, 16}, output = {planes, 64, 64};
    const Tile tile{.input = Tensor(input), .output = Tensor(output), .repeats = {1, 4, 4}};
    return Make("tile", "tile", {tile, {input}, {output}},
                {{planes, 256, 0, 1, planes, 4096},
                 {4, 0, 0, 1, 4, 1024},
                 {16, 16, 0, 1, 16, 64},
                 {4, 0, 0, 1, 4, 16},
                 {16, 1, 0, 1, 16, 1}});
  }

  // Blocks of 2 x 2 become channels; seen from the output, the block's row and column come before
  // the input's channel.
  Case MakeSpaceToDepth(const Image& out) const {
    const int64_t c = out.c / 4, h = out.h, w = out.w, plane = h * w;
    const Sizes input = {out.n, c, 2 * h, 2 * w}, output = {out.n, out.c, h, w};
    const SpaceToDepth op{.input = Tensor(input), .output = Tensor(output), .block_size = 2};
    return Make("space_to_depth", "space to depth", {op, {input}, {output}},
                {{out.n, 4 * c * plane, 0, 1, out.n, 4 * c * plane},
                 {2, 2 * w, 0, 1, 2, 2 * c * plane},
                 {2, 1, 0, 1, 2, c * plane},
                 {c, 4 * plane, 0, 1, c, plane},
                 {h, 4 * w, 0, 1, h, w},
                 {w, 2, 0, 1, w, 1}});
  }

  Case MakeGather(std::string id, std::string title, const Sizes& table, const Sizes& indices,
                  const Sizes& output) const {
    const Gather gather{.input = Tensor(table),
                        .indices = {DataType::UInt32, indices},
                        .output = Tensor(output),
                        .axis = 0,
                        .index_dimensions = 1};
    return Make(std::move(id), std::move(title),
                {gather, {table}, {output}, indices[indices.rank() - 1], table[0]});
  }
};

// Elements in a block: everything from the axis on.
int64_t BlockOf(const Sizes& sizes, uint32_t axis) {
  return std::accumulate(sizes.begin() + axis, sizes.end(), int64_t(1), std::multiplies<>());
}

// Walks the blocks of `parts` and of their whole in step: move(byte in the parts, byte in the
// whole, bytes). The parts lie one after another.
template <class Move>
void ForEachBlock(const std::vector<Sizes>& parts, const Sizes& whole, uint32_t axis, int bytes,
                  const Move& move) {
  int64_t part_begin = 0, column = 0;
  const int64_t count = ElementsIn({whole}) / BlockOf(whole, axis);
  for (const Sizes& part : parts) {
    const int64_t block = BlockOf(part, axis) * bytes;
    for (int64_t i = 0; i < count; ++i)
      move(part_begin + i * block, i * BlockOf(whole, axis) * bytes + column, block);
    part_begin += count * block;
    column += block;
  }
}

// Where a padded coordinate comes from: without repeating the edge, or -1 for the constant.
int64_t Unpadded(int64_t at, int64_t size, PaddingMode mode) {
  if (at >= 0 && at < size) return at;
  if (mode == PaddingMode::Constant) return -1;
  return at < 0 ? -at : 2 * (size - 1) - at;
}

void AnswerPadding(const Case& description, const char* input, char* output) {
  const Sizes& in = description.work->inputs[0];
  const Sizes& out = description.work->outputs[0];
  const PaddingMode mode = description.work->op.As<Padding>().padding_mode;
  const int bytes = SizeBytes(description.output_type);
  for (int64_t plane = 0; plane < out[0] * out[1]; ++plane)
    for (int64_t y = 0; y < out[2]; ++y)
      for (int64_t x = 0; x < out[3]; ++x, output += bytes) {
        const int64_t from_y = Unpadded(y - 1, in[2], mode), from_x = Unpadded(x - 1, in[3], mode);
        if (from_y < 0 || from_x < 0)
          std::memset(output, 0, size_t(bytes));
        else
          std::memcpy(output, input + ((plane * in[2] + from_y) * in[3] + from_x) * bytes,
                      size_t(bytes));
      }
}

}  // namespace

int64_t ElementsIn(const std::vector<Sizes>& tensors) {
  int64_t count = 0;
  for (const Sizes& sizes : tensors) count += BlockOf(sizes, 0);
  return count;
}

std::vector<uint32_t> MakeIndices(const OperatorWork& work) {
  std::vector<uint32_t> indices(size_t(work.index_count));
  if (work.op.type() == OperatorType::ElementWiseIf) {
    uint32_t state = 1;
    for (uint32_t& word : indices)
      word = ((state = state * 1664525 + 1013904223) >> 3) & 0x01010101;
    return indices;
  }
  uint64_t state = 1;
  for (uint32_t& index : indices) {
    state = state * 6364136223846793005 + 1442695040888963407;
    index = uint32_t((state >> 32) % uint64_t(work.index_limit));
  }
  return indices;
}

std::vector<Case> OperatorCases(int64_t bytes, Type type) {
  const Maker maker{bytes, type};
  const int64_t n = bytes / SizeBytes(type);
  const auto [images, c, h, w] = Features(n);
  const std::vector<Sizes> channels = {
      {images, c / 4, h, w}, {images, c / 2, h, w}, {images, c / 4, h, w}};
  const std::vector<Sizes> columns = {{n / 128, 48}, {n / 128, 80}};
  const int64_t rows = n / 128;
  return {
      maker.MakeJoin("join_c", "join channels", 1, channels, {images, c, h, w}),
      maker.MakeJoin("join_w", "join short rows", 1, columns, {rows, 128}),
      maker.MakeSplit("split_c", "split channels", 1, {images, c, h, w}, channels),
      maker.MakeSplit("split_w", "split short rows", 1, {rows, 128}, columns),
      maker.MakePadding("padding_0", "padding with 0", PaddingMode::Constant, {images, c, h, w}),
      maker.MakePadding("padding_r", "padding, reflected", PaddingMode::Reflection,
                        {images, c, h, w}),
      maker.MakeTile(n),
      maker.MakeGather("gather_rows", "gather rows of 128", {rows, 128}, {1, rows}, {rows, 128}),
      maker.MakeGather("gather_1", "gather single elements", {n}, {n}, {n}),
      maker.MakeSpaceToDepth({images, c, h, w}),
  };
}

void PlainAnswer(const Case& description, const void* input, void* output) {
  if (!description.dims.empty()) return PlainLoop(description, input, output);
  if (description.tolerance) return PlainArithmetic(description, input, output);
  const OperatorWork& work = description.work.value();
  const int bytes = SizeBytes(description.output_type);
  auto* from = static_cast<const char*>(input);
  auto* to = static_cast<char*>(output);
  if (work.op.type() == OperatorType::Join)
    ForEachBlock(work.inputs, work.outputs[0], work.op.As<Join>().axis, bytes,
                 [&](int64_t part, int64_t whole, int64_t size) {
                   std::memcpy(to + whole, from + part, size_t(size));
                 });
  else if (work.op.type() == OperatorType::Split)
    ForEachBlock(work.outputs, work.inputs[0], work.op.As<Split>().axis, bytes,
                 [&](int64_t part, int64_t whole, int64_t size) {
                   std::memcpy(to + part, from + whole, size_t(size));
                 });
  else if (work.op.type() == OperatorType::Padding)
    AnswerPadding(description, from, to);
  else if (work.op.type() == OperatorType::Gather) {
    const int64_t row = ElementsIn(work.inputs) / work.inputs[0][0] * bytes;
    for (const uint32_t index : MakeIndices(work)) {
      std::memcpy(to, from + index * row, size_t(row));
      to += row;
    }
  } else {
    throw std::invalid_argument("no plain answer for " + description.id);
  }
}

}  // namespace weft::bench
