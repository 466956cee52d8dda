// SPDX-License-Identifier: MIT
// One function per command of the tool, and the options main() reads for it. Options stay text
// here: each command checks its own and says what it expected. A command whose answer is yes or no
// returns its exit code.
#pragma once

#include <string>
#include <vector>

#include "weft/status.h"

namespace weft::cli {

// Where the inputs of a model come from.
struct ModelInputOptions {
  std::vector<std::string> files;   // in the order of the inputs
  std::vector<std::string> inputs;  // NAME=FILE.npy
  std::vector<std::string> shapes;  // NAME=1,3,224,224
  std::string random;               // a seed
};

struct RunOptions {
  std::string program;
  std::string feature_level;
  std::string iterations;
  std::string threads;
  std::string candidate;  // names
  bool strict = false;
  bool verbose = false;
  bool explain = false;
  bool allow_outside = false;  // files that a program names may lie anywhere
  // For graphs.
  std::string dot;
  // For graphs and models.
  std::string svg;
  bool profile = false;
  // For models.
  ModelInputOptions inputs;
  std::string output;  // a folder
  std::string trace;
};
Status RunCommand(const RunOptions& options);

struct InfoOptions {
  std::string model;
  ModelInputOptions inputs;
  bool json = false;
  bool operators = false;
};
Status InfoCommand(const InfoOptions& options);

struct CompareOptions {
  std::string first;
  std::string tolerance;
  std::string threads;
  bool as_described = false;
  bool allow_outside = false;
  // `files` are the other graph, or a model's inputs; the rest is for models.
  ModelInputOptions inputs;
  std::string with;                // a folder
  std::vector<std::string> atols;  // NUMBER or OUTPUT=NUMBER
  std::vector<std::string> rtols;
};
Result<int> CompareCommand(const CompareOptions& options);  // 0: equal, 1: different

struct SliceOptions {
  std::string input;
  std::string slice;
  std::string output;
  std::string svg;
};
Status SliceCommand(const SliceOptions& options);

struct ConvertOptions {
  std::string input;
  std::string output;
  std::string from;
  std::string to;
  std::string type;
  std::string row_pitch;
};
Status ConvertCommand(const ConvertOptions& options);

struct TensorOptions {
  std::string type = "FLOAT32";
  std::string sizes;
  std::string strides;
  std::string layout;
  std::string broadcast;
  std::string row_pitch;
  std::string row_align;
  std::string offset;
  std::string svg;
};
Status TensorCommand(const TensorOptions& options);

struct OpsOptions {
  std::string name;
  bool implemented = false;
};
Status OpsCommand(const OpsOptions& options);

}  // namespace weft::cli
