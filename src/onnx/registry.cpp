// SPDX-License-Identifier: MIT
// See registry.h. Each family of converters has a file of its own, which adds its rows here.
#include "onnx/registry.h"

#include <algorithm>
#include <tuple>

#include "onnx/families.h"

namespace weft::onnx {
namespace {

std::string FullName(std::string_view domain, std::string_view name) {
  return domain.empty() ? Printable(name) : Printable(domain) + "." + Printable(name);
}

}  // namespace

const Registry& Registry::Get() {
  static const Registry registry;
  return registry;
}

Registry::Registry() {
  for (const auto add : kFamilies) {
    SetDomain("");
    add(*this);
  }
  std::ranges::sort(converters_, {}, [](const Converter& one) {
    return std::tuple(one.domain, one.name, one.since);
  });
}

std::span<const Converter> Registry::Named(std::string_view domain, std::string_view name) const {
  const auto key = [](const Converter& one) { return std::pair(one.domain, one.name); };
  const auto first = std::ranges::lower_bound(converters_, std::pair(domain, name), {}, key);
  const auto last = std::ranges::upper_bound(converters_, std::pair(domain, name), {}, key);
  return {first, last};
}

const Converter* Registry::Find(std::string_view domain, std::string_view name,
                                int64_t version) const {
  for (const Converter& one : Named(domain, name))
    if (one.since <= version && version <= one.until) return &one;
  return nullptr;
}

std::string Registry::Why(std::string_view domain, std::string_view name, int64_t version) const {
  const std::span<const Converter> found = Named(domain, name);
  if (found.empty())
    return fmt::format("{} of opset {} is not supported", FullName(domain, name), version);
  return fmt::format("{} of opset {} is not supported, but of opsets {} to {} it is",
                     FullName(domain, name), version, found.front().since, found.back().until);
}

}  // namespace weft::onnx
