// SPDX-License-Identifier: MIT
// The table, the summary and the CSV file. A ratio is the peer's time divided by Weft's, the median
// over the rounds; that of the shortest times stands in brackets.
#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

namespace weft::bench {
namespace {

constexpr std::array<std::string_view, 4> kLibraries = {"oneDNN", "Eigen", "NumPy", "PyTorch"};
constexpr int64_t kLargeClass = int64_t(16) << 20;  // beyond the caches
constexpr double kFallsBehind = 0.9;
constexpr double kSmallTargetSeconds = 200e-9;

std::string RowName(const Row& row) {
  return fmt::format("{}, {}, {}, {} thread{}", row.title, row.type, SizeText(row.size_class),
                     row.threads, row.threads == 1 ? "" : "s");
}

std::string OrDash(double value) { return value > 0 ? fmt::format("{:.2f}", value) : "-"; }

std::vector<std::string_view> LibrariesIn(const Results& results) {
  std::vector<std::string_view> found;
  for (std::string_view name : kLibraries)
    if (std::any_of(results.rows.begin(), results.rows.end(),
                    [&](const Row& row) { return row.Find(name); }))
      found.push_back(name);
  return found;
}

// Weft against the best library of each row that has both.
struct Comparison {
  const Row* row;
  std::string_view library;
  double ratio;
};
std::vector<Comparison> Comparisons(const Results& results) {
  std::vector<Comparison> list;
  for (const Row& row : results.rows)
    if (const auto* best = row.BestLibrary(); best && row.Find("Weft"))
      list.push_back({&row, best->first, best->second.ratio});
  return list;
}

double GeometricMean(const std::vector<Comparison>& list) {
  double sum = 0;
  for (const Comparison& each : list) sum += std::log(each.ratio);
  return std::exp(sum / double(list.size()));
}

void AddComparisons(std::string& text, const Results& results) {
  std::vector<Comparison> all = Comparisons(results);
  if (all.empty()) return;
  std::vector<int64_t> classes;
  for (const Comparison& each : all) classes.push_back(each.row->size_class);
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  text += "Speed of Weft relative to the best library of each row:\n";
  for (int64_t size_class : classes) {
    std::vector<Comparison> part;
    std::copy_if(all.begin(), all.end(), std::back_inserter(part),
                 [&](const Comparison& each) { return each.row->size_class == size_class; });
    const auto worst = std::min_element(
        part.begin(), part.end(), [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
    text += fmt::format("  {:>7}: geometric mean {:.2f} over {} rows; worst {:.2f} ({}; {})\n",
                        SizeText(size_class), GeometricMean(part), part.size(), worst->ratio,
                        RowName(*worst->row), worst->library);
  }
  std::sort(all.begin(), all.end(),
            [](const Comparison& a, const Comparison& b) { return a.ratio < b.ratio; });
  const auto end = std::find_if(all.begin(), all.end(),
                                [](const Comparison& each) { return each.ratio >= kFallsBehind; });
  text += fmt::format("Rows below {} of the best library: {}\n", kFallsBehind,
                      end == all.begin() ? "none" : std::to_string(end - all.begin()));
  for (auto each = all.begin(); each != end; ++each)
    text += fmt::format("  {:.2f} of {:<8} {}\n", each->ratio, each->library, RowName(*each->row));
}

void AddTarget(std::string& text, std::string_view title, std::string_view wanted,
               std::string_view measured, bool passes) {
  text +=
      fmt::format("  {:<28}{:>10}{:>10}  {}\n", title, wanted, measured, passes ? "pass" : "FAIL");
}

void AddTargets(std::string& text, const Results& results) {
  std::string lines;
  for (const Row& row : results.rows) {
    const Times* weft = row.Find("Weft");
    if (row.target == 0 || row.size_class < kLargeClass || row.threads != 2 || row.type != "f32" ||
        !weft)
      continue;
    const double share = row.Share(*weft, "nt copy");
    AddTarget(lines, row.title, fmt::format(">= {:.2f}", row.target), fmt::format("{:.2f}", share),
              share >= row.target);
  }
  if (results.small)
    AddTarget(lines, "small: 16-element SLICE1",
              fmt::format("< {:.0f} ns", kSmallTargetSeconds * 1e9),
              fmt::format("{:.0f} ns", results.small->min * 1e9),
              results.small->min < kSmallTargetSeconds);
  if (lines.empty()) return;
  text += "Targets (share of the non-temporal copy beyond the caches, 2 threads, f32):\n" + lines;
}

}  // namespace

std::string SizeText(int64_t bytes) {
  if (bytes >= 1 << 20) return fmt::format("{} MiB", bytes >> 20);
  if (bytes >= 1 << 10) return fmt::format("{} KiB", bytes >> 10);
  return fmt::format("{} B", bytes);
}

std::string Table(const Results& results) {
  const std::vector<std::string_view> libraries = LibrariesIn(results);
  std::string text;
  if (!results.machine.empty()) text += results.machine + "\n";
  text +=
      "GB/s: bytes read and written; of nt, of memcpy: share of a non-temporal copy's and of "
      "memcpy's GB/s;\nvs NAME: its time / Weft's time (median of the rounds; shortest in "
      "brackets), "
      "above 1 Weft is faster.\n\n";
  text += fmt::format("{:<26}{:<8}{:>8}{:>4}{:>11}{:>8}{:>7}{:>11}  {:<22}", "case", "type", "size",
                      "thr", "Weft us", "GB/s", "of nt", "of memcpy", "vs best library");
  for (std::string_view name : libraries) text += fmt::format("{:>11}", fmt::format("vs {}", name));
  text += "\n";
  for (const Row& row : results.rows) {
    const Times* weft = row.Find("Weft");
    text += fmt::format("{:<26}{:<8}{:>8}{:>4}", row.title, row.type, SizeText(row.size_class),
                        row.threads);
    if (!weft) {
      text += "  (Weft was not measured)\n";
      continue;
    }
    text += fmt::format("{:>11.2f}{:>8.1f}{:>7}{:>11}", weft->median * 1e6,
                        double(row.moved_bytes) / weft->median * 1e-9,
                        OrDash(row.Share(*weft, "nt copy")), OrDash(row.Share(*weft, "memcpy")));
    const auto* best = row.BestLibrary();
    text += fmt::format("  {:<22}", best ? fmt::format("{:.2f} ({:.2f}) {}", best->second.ratio,
                                                       best->second.min_ratio, best->first)
                                         : "-");
    for (std::string_view name : libraries) {
      const Times* times = row.Find(name);
      text += fmt::format("{:>11}", OrDash(times ? times->ratio : 0));
    }
    text += "\n";
  }
  if (results.small)
    text +=
        fmt::format("small: a compiled 16-element SLICE1 runs in {:.0f} ns (median {:.0f} ns)\n",
                    results.small->min * 1e9, results.small->median * 1e9);
  return text;
}

std::string Summary(const Results& results) {
  std::string text;
  AddComparisons(text, results);
  AddTargets(text, results);
  for (const std::string& line : results.wrong) text += "WRONG, left out: " + line + "\n";
  return text;
}

std::string Csv(const Results& results) {
  std::string text =
      "case,type,size_class,threads,peer,implementation,min_us,median_us,samples,ratio_to_weft,"
      "min_ratio_to_weft,share_of_nt_copy,share_of_memcpy\n";
  for (const Row& row : results.rows)
    for (const auto& [name, times] : row.peers) {
      const bool is_limit = name == "nt copy" || name == "memcpy";
      text += fmt::format("{},{},{},{},{},{},{:.4f},{:.4f},{},{:.4f},{:.4f},{},{}\n", row.id,
                          row.type, row.size_class, row.threads, name, times.how, times.min * 1e6,
                          times.median * 1e6, times.samples.size(), times.ratio, times.min_ratio,
                          is_limit ? "" : fmt::format("{:.4f}", row.Share(times, "nt copy")),
                          is_limit ? "" : fmt::format("{:.4f}", row.Share(times, "memcpy")));
    }
  if (results.small)
    text += fmt::format("small,f32,64,1,Weft,,{:.4f},{:.4f},{},1,1,,\n", results.small->min * 1e6,
                        results.small->median * 1e6, results.small->samples.size());
  return text;
}

}  // namespace weft::bench
