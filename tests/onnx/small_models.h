// SPDX-License-Identifier: MIT
// Forty models of a few hundred bytes which have, between them, whatever a file can have: every
// kind of attribute and weight, graphs inside of nodes, functions, sequences, strings, old
// versions. Inputs may be any numbers: integers of 0 and 1 are good indices everywhere.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "onnx/model_writer.h"

namespace weft::onnx::test {

struct SmallModel {
  std::string name;
  std::function<Message()> make;
  bool has_files = false;  // weights.bin beside it: 64 bytes
};

inline void PrintTo(const SmallModel& model, std::ostream* out) { *out << model.name; }

// Each in a file of its own.
std::vector<SmallModel> ModelsOfWeights();
std::vector<SmallModel> ModelsOfFlow();
std::vector<SmallModel> ModelsOfOperators();

inline std::vector<SmallModel> SmallModels() {
  std::vector<SmallModel> all;
  for (const auto& some : {ModelsOfWeights(), ModelsOfFlow(), ModelsOfOperators()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace weft::onnx::test
