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

  const std::byte* Input(int i) const { return static_cast<const std::byte*>(inputs[i].data); }
  std::byte* Output(int i) const { return static_cast<std::byte*>(outputs[i].data); }
};

// An element-wise program from the inside, for whoever runs several of them on one row: each
// element of the output is `row` of the elements at the same place of the operands.
struct ElementWise;  // program/map_program.h

struct Program {
  std::function<void(const Bindings&)> run = nullptr;  // const and thread-safe, allocates nothing
  uint64_t temporary_bytes = 0;
  uint64_t persistent_bytes = 0;
  std::function<void(const Bindings&)> prepare = nullptr;  // fills `persistent`, if any
  std::vector<int> prepared_inputs = {};  // that `prepare` reads and `run` does not
  // What only the values can tell, asked before `run` when a caller wants to be told.
  std::function<Status(const Bindings&)> check_values = nullptr;
  std::string_view candidate = {};  // that was chosen (program/candidate.h); empty without a choice
  std::string explanation = {};     // how it will run, for traces; may be empty
  std::shared_ptr<const ElementWise> element_wise = nullptr;  // if it is that and nothing else
  // If each output is nothing but some elements of input 0: where those lie.
  std::vector<Layout> views = {};
};

// The candidate and the explanation, as far as there are any.
std::string HowItRuns(const Program& program);

// Input 0 to output 0.
Program CopyProgram(const CopyPlan& plan);
// … whose elements are those of `from`, a layout of the input.
Program CopyProgram(const TensorDesc& output, const Layout& from);
Program LinesProgram(const LinesPlan& plan);

}  // namespace weft
