// SPDX-License-Identifier: MIT
// Which converter is for which operator, by domain and by the versions in which it means the same.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/conversion.h"

namespace weft::onnx {

inline constexpr int64_t kNewestVersion = 28;  // of ai.onnx, that is known
inline constexpr std::string_view kMicrosoft = "com.microsoft";

struct Converter {
  // Folded: with host inputs alone, results are computed now. Kept: they are, too, but operators of
  // this segment read the node's, of which the graph may make something better. Flow: it looks at
  // values by itself.
  enum class Kind : uint8_t { Folded, Kept, Flow };
  std::string_view domain, name;
  int64_t since, until;
  Convert convert;
  Kind kind;
};

class Registry {
 public:
  static const Registry& Get();

  // Null where there is none; then Why says it: no such operator, or versions that are not known.
  const Converter* Find(std::string_view domain, std::string_view name, int64_t version) const;
  std::string Why(std::string_view domain, std::string_view name, int64_t version) const;
  const std::vector<Converter>& all() const { return converters_; }

  void Add(std::string_view name, int64_t since, int64_t until, Convert convert,
           Converter::Kind kind = Converter::Kind::Folded) {
    converters_.push_back({domain_, name, since, until, convert, kind});
  }
  void Add(std::string_view name, Convert convert, Converter::Kind kind = Converter::Kind::Folded) {
    Add(name, 1, kNewestVersion, convert, kind);
  }
  void AddFlow(std::string_view name, Convert convert) {
    Add(name, 1, kNewestVersion, convert, Converter::Kind::Flow);
  }
  void SetDomain(std::string_view domain) { domain_ = domain; }  // of what is added from here on

 private:
  Registry();
  std::span<const Converter> Named(std::string_view domain, std::string_view name) const;
  std::string_view domain_;
  std::vector<Converter> converters_;  // sorted by domain, name and version
};

}  // namespace weft::onnx
