// SPDX-License-Identifier: MIT
// See json_text.h. Two passes: the first blanks comments and trailing commas in place, which keeps
// every line and column, and counts levels; the second is nlohmann's event parser (iterative),
// whose events build the tree here because its own builder lets the last of two equal keys win.
#include "cli/json_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/json_node.h"

namespace weft::cli {
namespace {

std::string LineAndColumn(std::string_view text, size_t position) {
  position = std::min(position, text.size());
  const std::string_view before = text.substr(0, position);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line, position - line_begin + 1);
}

Status Blank(std::string& text) {
  constexpr size_t kNone = std::string::npos;
  size_t comma = kNone;  // the last token, if it was a comma
  int levels = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      comma = kNone;
      for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
        if (text[at] == '\\') ++at;
    } else if (c == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
      const bool is_line = text[at + 1] == '/';
      size_t end = text.find(is_line ? "\n" : "*/", at + 2);
      if (end == kNone && !is_line)
        return Invalid("{}: the comment has no end", LineAndColumn(text, at));
      end = end == kNone ? text.size() : is_line ? end : end + 2;
      std::replace_if(
          text.begin() + ptrdiff_t(at), text.begin() + ptrdiff_t(end),
          [](char x) { return x != '\n'; }, ' ');
      at = end - 1;
    } else if (c == '\0') {  // to the parser it would be the end of the text
      return Invalid("{}: a NUL byte", LineAndColumn(text, at));
    } else if (c == '[' || c == '{') {
      comma = kNone;
      if (++levels > kMostJsonLevels)
        return Invalid("{}: more than {} levels of nesting", LineAndColumn(text, at),
                       kMostJsonLevels);
    } else if (c == ']' || c == '}') {
      --levels;
      if (comma != kNone) text[comma] = ' ';
      comma = kNone;
    } else if (c == ',') {
      // A second comma in a row, or one after an opening bracket, stays for the parser to report.
      const size_t last = at == 0 ? kNone : text.find_last_not_of(" \t\r\n", at - 1);
      const bool follows_value = last != kNone && text[last] != ',' && text[last] != '[' &&
                                 text[last] != '{' && text[last] != ':';
      comma = follows_value ? at : kNone;
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      comma = kNone;
    }
  }
  return Ok();
}

class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text) {}

  Json& root() { return root_; }
  std::string& message() { return message_; }

  bool null() override { return Add(nullptr); }
  bool boolean(bool value) override { return Add(value); }
  bool number_integer(number_integer_t value) override { return Add(value); }
  bool number_unsigned(number_unsigned_t value) override { return Add(value); }
  bool number_float(number_float_t value, const string_t&) override { return Add(value); }
  bool string(string_t& value) override { return Add(std::move(value)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return Open(Json::object()); }
  bool start_array(std::size_t) override { return Open(Json::array()); }
  bool end_object() override { return Close(); }
  bool end_array() override { return Close(); }

  bool key(string_t& name) override {
    const auto [member, inserted] = open_.back()->emplace(name, nullptr);
    member_ = &*member;
    path_.back() = name;
    if (inserted) return true;
    std::string place;
    for (size_t level = 0; level < open_.size(); ++level)
      place = open_[level]->is_array() ? Element(place, open_[level]->size() - 1)
                                       : Member(place, path_[level]);
    message_ = fmt::format("{} appears twice", place);
    return false;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // "[json…] parse error at line 3, column 5: what went wrong": the place is put in front again,
    // since not every error has it.
    std::string_view what = error.what();
    if (const size_t bracket = what.find("] "); bracket != what.npos)
      what.remove_prefix(bracket + 2);
    if (what.starts_with("parse error at line "))
      if (const size_t colon = what.find(": "); colon != what.npos) what.remove_prefix(colon + 2);
    message_ = fmt::format("{}: {}", LineAndColumn(text_, position == 0 ? 0 : position - 1),
                           what.substr(0, 200));
    return false;
  }

 private:
  template <class T>
  Json* Place(T&& value) {
    if (open_.empty()) return &(root_ = std::forward<T>(value));
    if (open_.back()->is_object()) return &(*member_ = std::forward<T>(value));
    open_.back()->push_back(std::forward<T>(value));
    return &open_.back()->back();
  }
  template <class T>
  bool Add(T&& value) {
    Place(std::forward<T>(value));
    return true;
  }
  bool Open(Json container) {
    open_.push_back(Place(std::move(container)));  // stays put until it is closed
    path_.emplace_back();
    return true;
  }
  bool Close() {
    open_.pop_back();
    path_.pop_back();
    return true;
  }

  std::string_view text_;
  Json root_;
  Json* member_ = nullptr;         // the value of the key read last
  std::vector<Json*> open_;        // containers being filled, outermost first
  std::vector<std::string> path_;  // the current key of each open object
  std::string message_;
};

}  // namespace

Result<Json> ParseJson(std::string text) {
  WEFT_RETURN_IF_ERROR(Blank(text));
  TreeBuilder builder(text);
  if (!Json::sax_parse(text, &builder)) return Invalid("{}", builder.message());
  return std::move(builder.root());
}

}  // namespace weft::cli
