// SPDX-License-Identifier: MIT
// The chain is a row function itself, so MapPlan handles all layouts of its operands and its
// result. Intermediate results are in a few buffers of one block each, called registers here.
#include "graph/element_chain.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "base/align.h"
#include "base/assert.h"

namespace weft::graph {
namespace {

constexpr int64_t kBlock = 512;
constexpr int kRegisters = 8;
constexpr int kMostInputs = 4;  // of one link
constexpr int64_t kMostBytes = 8;

struct Source {
  enum Kind : uint8_t { Operand, Register, Constant } kind = Operand;
  int index = 0;
};

struct ChainStep {
  RowFunction row;
  std::array<Source, kMostInputs> inputs;
  int inputs_count = 0;
  int output = 0;  // register; kRegisters for the result
};

struct Chain {
  std::vector<ChainStep> steps;
  std::vector<int64_t> operand_bytes;  // of an element
  int64_t output_bytes = 0;
  std::vector<std::array<std::byte, kBlock * kMostBytes>> constants;  // repeated
  std::vector<std::shared_ptr<const ElementWise>> keeps;

  static void Run(std::byte* output, const std::byte* const* inputs, int64_t count,
                  const void* parameters) {
    const Chain& chain = **static_cast<const Chain* const*>(parameters);
    alignas(kLineBytes) std::byte registers[kRegisters][kBlock * kMostBytes];
    for (int64_t i = 0; i < count; i += kBlock) {
      const int64_t some = std::min(kBlock, count - i);
      for (const ChainStep& step : chain.steps) {
        std::array<const std::byte*, kMostInputs> from;
        for (int k = 0; k < step.inputs_count; ++k) {
          const Source& source = step.inputs[size_t(k)];
          const auto index = size_t(source.index);
          from[size_t(k)] = source.kind == Source::Operand
                                ? inputs[index] + i * chain.operand_bytes[index]
                            : source.kind == Source::Register ? registers[index]
                                                              : chain.constants[index].data();
        }
        std::byte* to =
            step.output == kRegisters ? output + i * chain.output_bytes : registers[step.output];
        step.row(to, from.data(), some);
      }
    }
  }
};

// Assigns a register to each link's result, from when it is computed to when it is last read.
class Allocator {
 public:
  Allocator(const std::vector<ChainLink>& links) : last_use_(links.size(), 0) {
    for (size_t i = 0; i < links.size(); ++i)
      for (const int input : links[i].inputs)
        if (input >= 0) last_use_[size_t(input)] = i;
  }
  // Picks the register of link i, whose inputs have theirs.
  int Take() {
    const auto free = std::ranges::find(is_taken_, false);
    if (free == is_taken_.end()) return -1;
    *free = true;
    return int(free - is_taken_.begin());
  }
  void ReleaseInputs(const ChainLink& link, size_t i, const std::vector<int>& registers) {
    for (const int input : link.inputs)
      if (input >= 0 && last_use_[size_t(input)] == i)
        is_taken_[size_t(registers[size_t(input)])] = false;
  }

 private:
  std::vector<size_t> last_use_;
  std::array<bool, kRegisters> is_taken_{};
};

std::array<std::byte, kBlock * kMostBytes> Repeated(const MapInput& constant) {
  std::array<std::byte, kBlock * kMostBytes> all{};
  const auto bytes = size_t(constant.operand().element_bytes);
  for (size_t i = 0; i < size_t(kBlock); ++i)
    std::memcpy(all.data() + i * bytes, constant.constant().data(), bytes);
  return all;
}

template <size_t... I>
Program MapProgramOf(const std::shared_ptr<const Chain>& chain, const MapOperand& output,
                     const std::vector<MapOperand>& operands, std::index_sequence<I...>) {
  const MapPlan<int(sizeof...(I))> plan(output, {operands[I]...},
                                        RowFunction(Chain::Run, chain.get()));
  return {.run = [plan, chain](const Bindings& bind) {
    plan.Run(bind.Output(0), {bind.Input(int(I))...});
  }};
}

template <size_t kCount = 1>
Program MapProgramOf(const std::shared_ptr<const Chain>& chain, const MapOperand& output,
                     const std::vector<MapOperand>& operands) {
  if constexpr (kCount < kMostChainOperands)
    if (operands.size() != kCount) return MapProgramOf<kCount + 1>(chain, output, operands);
  return MapProgramOf(chain, output, operands, std::make_index_sequence<kCount>());
}

}  // namespace

std::optional<Program> ChainProgram(const std::vector<ChainLink>& links,
                                    const std::vector<MapOperand>& operands) {
  WEFT_ASSERT(!links.empty() && links.size() <= kMostChainLinks);
  WEFT_ASSERT(!operands.empty() && operands.size() <= kMostChainOperands);
  auto chain = std::make_shared<Chain>();
  for (const MapOperand& operand : operands) chain->operand_bytes.push_back(operand.element_bytes);
  Allocator allocator(links);
  std::vector<int> registers;
  for (size_t i = 0; i < links.size(); ++i) {
    const ElementWise& what = *links[i].what;
    ChainStep step = {.row = what.row};
    if (what.inputs.size() > size_t(kMostInputs)) return std::nullopt;
    size_t next = 0;
    for (const MapInput& input : what.inputs) {
      Source& source = step.inputs[size_t(step.inputs_count++)];
      if (input.is_constant()) {
        source = {Source::Constant, int(chain->constants.size())};
        chain->constants.push_back(Repeated(input));
        continue;
      }
      const int from = links[i].inputs[next++];
      WEFT_ASSERT(from < int(i) && ~from < int(operands.size()));
      source = from < 0 ? Source{Source::Operand, ~from}
                        : Source{Source::Register, registers[size_t(from)]};
    }
    // Before the inputs' registers are released: elements of another size must not be overwritten.
    const bool is_last = i + 1 == links.size();
    registers.push_back(is_last ? kRegisters : allocator.Take());
    if (registers.back() < 0) return std::nullopt;
    step.output = registers.back();
    allocator.ReleaseInputs(links[i], i, registers);
    chain->steps.push_back(step);
    chain->keeps.push_back(links[i].what);
  }
  const MapOperand& output = links.back().what->output;
  chain->output_bytes = output.element_bytes;
  return MapProgramOf(std::shared_ptr<const Chain>(chain), output, operands);
}

}  // namespace weft::graph
