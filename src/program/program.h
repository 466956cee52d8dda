// SPDX-License-Identifier: MIT
// What an operator's Plan returns: how much memory it wants and the work itself. By the time a
// Program runs everything has been checked, so it takes bare pointers and cannot fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "strided/copy.h"
#include "strided/lines.h"
#include "weft/buffer.h"
#include "weft/status.h"

namespace weft {

// What a Program runs on: one buffer per tensor slot, null for an absent optional tensor.
struct Bindings {
  std::span<const ConstBuffer> inputs;
  std::span<const Buffer> outputs;
  std::byte* temporary = nullptr;
  std::byte* persistent = nullptr;

  const std::byte* Input(int i) const {
    WEFT_ASSERT(0 <= i && i < int(inputs.size()));
    return static_cast<const std::byte*>(inputs[i].data);
  }
  std::byte* Output(int i) const {
    WEFT_ASSERT(0 <= i && i < int(outputs.size()));
    return static_cast<std::byte*>(outputs[i].data);
  }
};

// The row function of an element-wise program, for graphs that run several of them on one row: each
// element of the output is `row` of the operands' elements at the same coordinate.
struct ElementWise;  // program/map_program.h

struct Program {
  std::function<void(const Bindings&)> run = nullptr;  // const and thread-safe, allocates nothing
  uint64_t temporary_bytes = 0;
  uint64_t persistent_bytes = 0;
  std::function<void(const Bindings&)> prepare = nullptr;  // fills `persistent`, if any
  std::vector<int> prepared_inputs = {};  // those that `prepare` reads and `run` does not
  // Errors that depend on values: called before `run`, if a caller asks for that.
  std::function<Status(const Bindings&)> check_values = nullptr;
  std::string_view candidate = {};  // the chosen one (program/candidate.h); empty without a choice
  std::string explanation = {};     // how it will run, for traces; may be empty
  std::shared_ptr<const ElementWise> element_wise = nullptr;  // null if it is not element-wise
  // Where each output is a copy of elements of input 0: their layouts in it.
  std::vector<Layout> views = {};
};

// The candidate's name and the explanation; empty without either.
std::string HowItRuns(const Program& program);

// Copies input 0 to output 0.
Program CopyProgram(const CopyPlan& plan);
// Copies the elements of `from`, a layout of input 0, to `output`.
Program CopyProgram(const TensorDesc& output, const Layout& from);
Program LinesProgram(const LinesPlan& plan);

}  // namespace weft
