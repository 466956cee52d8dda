// SPDX-License-Identifier: MIT
// What was measured, and its JSON form. Results of several programs are joined by ratio: a peer is
// compared with Weft's time in the same process only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "case.h"

namespace weft::bench {

struct Times {
  double min = 0;  // seconds for one movement
  double median = 0;
  std::vector<double> samples;  // one a round, in the order of the rounds
  std::string how;
  bool is_library = false;
  // This peer's time divided by Weft's: above 1, Weft is faster. The median over the rounds of the
  // two times of one round: what slows the machine for a while slows both.
  double ratio = 0;
  double min_ratio = 0;  // of the shortest times
};
Times Summarize(std::vector<double> samples);

struct Row {
  std::string id, title, type;
  int64_t size_class = 0;
  int threads = 1;
  int64_t moved_bytes = 0;
  int64_t copied_bytes = 0;  // by the plain copies
  double target = 0;
  std::map<std::string, Times> peers;

  const Times* Find(std::string_view name) const;
  // Bytes a second of the case, as a share of what a limit ("nt copy", "memcpy") moves; 0 when
  // either was not measured.
  double Share(const Times& times, std::string_view limit) const;
  const std::pair<const std::string, Times>* BestLibrary() const;
};
Row MakeRow(const Case& description, int threads);

struct Results {
  std::string machine;
  std::vector<Row> rows;
  std::optional<Times> small;      // one run of a compiled 16-element SLICE1
  std::vector<std::string> wrong;  // peers left out because their output was wrong
  bool weft_is_wrong = false;
};

void SetRatios(Row& row);
void Merge(Results& into, const Results& other);

// These throw std::runtime_error when the file cannot be read or written.
void WriteText(const std::string& path, const std::string& text);
void Save(const Results& results, const std::string& path);
Results Load(const std::string& path);

}  // namespace weft::bench
