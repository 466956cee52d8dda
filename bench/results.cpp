// SPDX-License-Identifier: MIT
// Ratios, joining and files of results.
#include "results.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace weft::bench {

Times Summarize(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const size_t middle = samples.size() / 2;
  Times times;
  times.min = samples.front();
  times.median = samples.size() % 2 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  times.samples = int(samples.size());
  return times;
}

const Times* Row::Find(std::string_view name) const {
  const auto found = peers.find(std::string(name));
  return found == peers.end() ? nullptr : &found->second;
}

double Row::Share(const Times& times, std::string_view limit) const {
  const Times* weft = Find("Weft");
  const Times* copy = Find(limit);
  if (!weft || !copy) return 0;
  // Through the ratio, so that a peer measured in another process compares with this one's copy.
  const double seconds = times.ratio * weft->min;
  return (double(moved_bytes) / seconds) / (2 * double(output_bytes) / copy->min);
}

const std::pair<const std::string, Times>* Row::BestLibrary() const {
  const std::pair<const std::string, Times>* best = nullptr;
  for (const auto& peer : peers)
    if (peer.second.is_library && (!best || peer.second.ratio < best->second.ratio)) best = &peer;
  return best;
}

Row MakeRow(const Case& description, int threads) {
  return {description.id,
          description.title,
          description.TypeName(),
          description.size_class,
          threads,
          description.MovedBytes(),
          description.OutputBytes(),
          description.target,
          {}};
}

void SetRatios(Row& row) {
  const Times* weft = row.Find("Weft");
  if (!weft) return;
  const double min = weft->min, median = weft->median;
  for (auto& [name, times] : row.peers) {
    times.ratio = times.min / min;
    times.median_ratio = times.median / median;
  }
}

void Merge(Results& into, const Results& other) {
  for (const Row& row : other.rows) {
    const auto same = std::find_if(into.rows.begin(), into.rows.end(), [&](const Row& mine) {
      return mine.id == row.id && mine.type == row.type && mine.size_class == row.size_class &&
             mine.threads == row.threads;
    });
    if (same == into.rows.end())
      into.rows.push_back(row);
    else
      same->peers.insert(row.peers.begin(), row.peers.end());  // keeps what is there
  }
  if (into.machine.empty()) into.machine = other.machine;
  if (!into.small) into.small = other.small;
  into.wrong.insert(into.wrong.end(), other.wrong.begin(), other.wrong.end());
  into.weft_is_wrong |= other.weft_is_wrong;
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Times, min, median, samples, how, is_library, ratio,
                                                median_ratio)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Row, id, title, type, size_class, threads, moved_bytes,
                                   output_bytes, target, peers)

void WriteText(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

void Save(const Results& results, const std::string& path) {
  nlohmann::json json = {{"machine", results.machine},
                         {"rows", results.rows},
                         {"wrong", results.wrong},
                         {"weft_is_wrong", results.weft_is_wrong}};
  if (results.small) json["small"] = *results.small;
  WriteText(path, json.dump(1) + "\n");
}

Results Load(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  const nlohmann::json json = nlohmann::json::parse(file);
  Results results;
  results.machine = json.value("machine", "");
  json.at("rows").get_to(results.rows);
  json.at("wrong").get_to(results.wrong);
  results.weft_is_wrong = json.value("weft_is_wrong", false);
  if (json.contains("small")) results.small = json["small"].get<Times>();
  for (Row& row : results.rows) {  // the Python program leaves the ratios to us
    const Times* weft = row.Find("Weft");
    if (weft && weft->ratio == 0) SetRatios(row);
  }
  return results;
}

}  // namespace weft::bench
