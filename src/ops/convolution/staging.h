// SPDX-License-Identifier: MIT
// What the engines do around their sums: weights are packed, at initialization or in each run,
// biases become float32, and images that cannot be read where they lie are staged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ops/convolution/problem.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/row_function.h"
#include "strided/typed_copy.h"
#include "weft/tensor.h"

namespace weft::ops {

class FloatOperands {
 public:
  static constexpr int kInput = 0, kFilter = 1, kBias = 2, kAddend = 3;  // slots of the tensors

  FloatOperands() = default;
  // Packed weights take `weights_bytes`; biases go to `start`, a layout {group, output channel} in
  // `start_bytes` bytes of float32.
  FloatOperands(const ConvolutionProblem& problem, int64_t weights_bytes, const Layout& start,
                int64_t start_bytes, Temporary& scratch);

  uint64_t persistent_bytes() const { return owned_ ? uint64_t(weights_bytes_) : 0; }
  bool has_bias() const { return has_bias_; }
  const RowFunction* activation() const { return activation_ ? &*activation_ : nullptr; }

  // pack(weights, filter) packs them, unless that was done at initialization.
  template <class Pack>
  const std::byte* Weights(const Bindings& bind, const Pack& pack) const {
    if (owned_) return bind.persistent;
    std::byte* const weights = Temporary::At(bind, weights_offset_);
    pack(weights, bind.Input(kFilter));
    return weights;
  }
  // What sums begin with: the biases, and zeros wherever there are none.
  const std::byte* Start(const Bindings& bind) const;

 private:
  bool owned_ = false, has_bias_ = false, has_gaps_ = false;  // in `start`
  TypedCopy load_bias_;
  std::optional<RowFunction> activation_;
  int64_t weights_bytes_ = 0, start_bytes_ = 0;
  int64_t weights_offset_ = 0, start_offset_ = 0;  // in temporary memory
};

// The program of an engine with Run(bind), PackWeights(weights, filter), operands() and
// temporary_bytes().
template <class Engine>
Program ConvolutionProgram(Engine planned) {
  const auto engine = std::make_shared<const Engine>(std::move(planned));
  Program program = {.run = [engine](const Bindings& bind) { engine->Run(bind); },
                     .temporary_bytes = engine->temporary_bytes(),
                     .persistent_bytes = engine->operands().persistent_bytes()};
  if (program.persistent_bytes > 0) {
    program.prepare = [engine](const Bindings& bind) {
      engine->PackWeights(bind.persistent, bind.Input(FloatOperands::kFilter));
    };
    program.prepared_inputs = {FloatOperands::kFilter};
  }
  return program;
}

// The input of a convolution, copied to where a ConvolvePlan likes it: float32, channels next to
// each other, and the padding around it as zeros, so that all pixels meet their taps alike.
class StagedInput {
 public:
  StagedInput() = default;
  explicit StagedInput(const ConvolutionFields& fields);

  // {batch, group, channel, sizes..}, with the padding.
  const Layout& layout() const { return image_; }
  int64_t bytes() const { return image_.ElementCount() * int64_t(sizeof(float)); }
  // A plan made for its layout has no padding any more.
  void TakePadding(ConvolvePlan& plan) const;

  void Run(std::byte* staged, const std::byte* input) const;

 private:
  Layout image_;
  TypedCopy load_;
  std::vector<CopyPlan> clear_;  // the padding
};

// How weights get into the order in which a ConvolvePlan reads them, of a filter given as {group,
// output channel, input channel, sizes..}.
std::vector<TypedCopy> PackCopies(const ConvolvePlan& plan, const Layout& filter, DataType type);

}  // namespace weft::ops
