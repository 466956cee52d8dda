// SPDX-License-Identifier: MIT
// PADDING, PADDING1: a tensor with borders of a constant or of its own elements.
//
// The input is copied into the middle; then the dimensions are extended one after another,
// innermost first, each over all that is filled already, so that corners are no special case. Every
// border is a view of the output: one element repeated (EDGE), mirrored, or shifted by a period. A
// border wider than the tensor takes several copies, each as long as all before it.
#include <algorithm>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/movement/padding_border.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/copy_sequence.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

template <class Op>
Status CheckPadding(std::string_view name, const Op& op) {
  if (op.start_padding.size() != size_t(op.input.rank()))
    return Invalid("{}: StartPadding has {} values, but InputTensor has {} dimensions", name,
                   op.start_padding.size(), op.input.rank());
  for (int dim = 0; dim < op.input.rank(); ++dim) {
    const int64_t start = op.start_padding[size_t(dim)], end = op.end_padding[size_t(dim)];
    const int64_t size = op.input.sizes()[dim], output_size = op.output.sizes()[dim];
    if (start + size + end != output_size)
      return Invalid(
          "{0}: OutputTensor.Sizes[{1}] is {2}, but StartPadding[{1}] + InputTensor.Sizes[{1}] + "
          "EndPadding[{1}] is {3} + {4} + {5} = {6}",
          name, dim, output_size, start, size, end, start + size + end);
    if (size == 0 && output_size > 0 && op.padding_mode != PaddingMode::Constant)
      return Invalid(
          "{}: InputTensor.Sizes[{}] is 0, but only PaddingMode CONSTANT can do without elements",
          name, dim);
  }
  return Ok();
}

enum Source { kInput, kOutput, kValue };  // the buffers that steps read

class Padder {
 public:
  Padder(const Padding1& op, bool copy_input)
      : bits_(SizeBits(op.output.type)), output_(op.output.layout), filled_(op.input.sizes()) {
    for (uint32_t begin : op.start_padding) begin_.push_back(begin);
    if (copy_input) Add(Filled(), op.input.layout, kInput);
    ends_.push_back(steps_.size());
    std::vector<int> dims = OutermostFirst(output_);
    std::ranges::reverse(dims);
    for (int dim : dims)
      if (op.input.sizes()[dim] != output_.sizes[dim]) Extend(dim, op.padding_mode);
  }

  // The input and as many inner borders as possible block by block, then the outer borders. Blocks
  // are cut along dimensions that are not extended meanwhile.
  std::vector<CopySequence> Sequences() const {
    for (size_t inner = extended_.size();; --inner) {
      std::vector<int> outside = OutermostFirst(output_);
      if (inner > 0) outside.erase(std::ranges::find(outside, extended_[inner - 1]), outside.end());
      const CopySequence first = Sequence(0, ends_[inner], outside);
      if (first.InBlocks() || inner == 0) return {first, Sequence(ends_[inner], steps_.size(), {})};
    }
  }

 private:
  // Fills `dim` to both ends, in the box that the other dimensions have filled.
  void Extend(int dim, PaddingMode mode) {
    const int64_t size = filled_[dim], end = output_.sizes[dim];
    int64_t a = begin_[dim], b = a + size;  // what is filled
    begin_[dim] = 0, filled_[dim] = end;
    const Layout all = Filled();
    const auto part = [&](int64_t begin, int64_t count) { return Narrow(all, dim, begin, count); };
    if (mode == PaddingMode::Constant) {
      Add(part(0, a), OneElement(part(0, a).sizes), kValue);
      Add(part(b, end - b), OneElement(part(b, end - b).sizes), kValue);
    } else if (mode == PaddingMode::Edge || size == 1) {
      Add(part(0, a), Repeat(part(a, 1), dim, a), kOutput);
      Add(part(b, end - b), Repeat(part(b - 1, 1), dim, end - b), kOutput);
    } else {
      // The mirrors are at both ends and at every period beyond them; those of REFLECTION are
      // elements.
      const int64_t mirror = mode == PaddingMode::Reflection ? 1 : 0, period = size - mirror;
      const bool wrap = mode == PaddingMode::Wrap;
      const auto whole_periods = [&] { return (b - a - mirror) / period * period; };
      while (a > 0) {
        const int64_t reach = whole_periods(), count = std::min(a, reach);
        Add(part(a - count, count),
            wrap ? part(a - count + reach, count) : Reverse(part(a + mirror, count), dim), kOutput);
        a -= count;
      }
      while (b < end) {
        const int64_t reach = whole_periods(), count = std::min(end - b, reach);
        Add(part(b, count),
            wrap ? part(b - reach, count) : Reverse(part(b - mirror - count, count), dim), kOutput);
        b += count;
      }
    }
    extended_.push_back(dim);
    ends_.push_back(steps_.size());
  }

  Layout Filled() const {
    Layout box = output_;
    for (int dim = 0; dim < box.rank(); ++dim) box = Narrow(box, dim, begin_[dim], filled_[dim]);
    return box;
  }
  void Add(const Layout& dst, const Layout& src, Source from) {
    if (dst.ElementCount() > 0) steps_.push_back({.dst = dst, .src = src, .src_buffer = from});
  }
  CopySequence Sequence(size_t begin, size_t end, const std::vector<int>& shared) const {
    return CopySequence(bits_, {steps_.begin() + begin, steps_.begin() + end}, shared,
                        StepOrder::Kept);
  }

  int bits_;
  Layout output_;
  Sizes begin_, filled_;  // the box of the output that is filled
  std::vector<CopyStep> steps_;
  std::vector<int> extended_;  // innermost first
  std::vector<size_t> ends_;   // of the input's step and of each extended dimension's
};

template <class Op>
void InferPadding(Op& op) {
  Fill(op.output, op.input.type, PaddedSizes(op.input.sizes(), op.start_padding, op.end_padding));
}

}  // namespace

void Infer(Padding& op) { InferPadding(op); }
void Infer(Padding1& op) { InferPadding(op); }

Status Validate(const Padding& op) { return CheckPadding("PADDING", op); }

Padding1 AsPadding1(const Padding& op) {
  return {.input = op.input,
          .output = op.output,
          .padding_mode = op.padding_mode,
          .padding_value_data_type = op.output.type,
          .padding_value = op.padding_value,
          .start_padding = op.start_padding,
          .end_padding = op.end_padding};
}

Result<Program> Plan(const Padding& op) { return Plan(AsPadding1(op)); }

Status Validate(const Padding1& op) {
  if (op.padding_value_data_type != op.output.type)
    return Invalid("PADDING1: PaddingValueDataType is {}, but OutputTensor.DataType is {}",
                   Name(op.padding_value_data_type), Name(op.output.type));
  return CheckPadding("PADDING1", op);
}

Result<Program> Plan(const Padding1& op) {
  return Program{.run = [sequences = Padder(op, true).Sequences(),
                         value = op.padding_value.Bits(op.output.type)](const Bindings& bind) {
    const std::byte* const sources[] = {bind.Input(0), bind.Output(0),
                                        reinterpret_cast<const std::byte*>(&value)};
    for (const CopySequence& sequence : sequences)
      sequence.Run([&](int) { return bind.Output(0); }, [&](int i) { return sources[i]; });
  }};
}

Program PlanPaddingBorder(const Padding1& op) {
  return {.run = [sequences = Padder(op, false).Sequences(),
                  value = op.padding_value.Bits(op.output.type)](const Bindings& bind) {
    for (const CopySequence& sequence : sequences)
      sequence.Run([&](int) { return bind.Output(0); },
                   [&](int) { return reinterpret_cast<const std::byte*>(&value); });
  }};
}

}  // namespace weft::ops
