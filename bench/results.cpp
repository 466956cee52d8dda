// SPDX-License-Identifier: MIT
// Ratios, joining and files of results.
#include "results.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace weft::bench {

namespace {

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// A peer too slow for rounds has a single sample.
double RatioOfRounds(const Times& peer, const Times& weft) {
  if (peer.samples.size() != weft.samples.size()) return peer.median / weft.median;
  std::vector<double> ratios;
  for (size_t i = 0; i < peer.samples.size(); ++i)
    ratios.push_back(peer.samples[i] / weft.samples[i]);
  return Median(ratios);
}

}  // namespace

Times Summarize(std::vector<double> samples) {
  Times times;
  times.min = *std::min_element(samples.begin(), samples.end());
  times.median = Median(samples);
  times.samples = std::move(samples);
  return times;
}

const Times* Row::Find(std::string_view name) const {
  const auto found = peers.find(std::string(name));
  return found == peers.end() ? nullptr : &found->second;
}

double Row::Share(const Times& times, std::string_view limit) const {
  const Times* copy = Find(limit);
  if (!copy) return 0;
  // Through the ratios, so that a peer measured in another process compares with this one's copy.
  return double(moved_bytes) / double(2 * copied_bytes) * copy->ratio / times.ratio;
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
          description.CopiedBytes(),
          description.target,
          {}};
}

void SetRatios(Row& row) {
  if (!row.Find("Weft")) return;
  const Times weft = *row.Find("Weft");
  for (auto& [name, times] : row.peers) {
    times.ratio = RatioOfRounds(times, weft);
    times.min_ratio = times.min / weft.min;
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
                                                min_ratio)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Row, id, title, type, size_class, threads, moved_bytes,
                                   copied_bytes, target, peers)

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
