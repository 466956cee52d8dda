// SPDX-License-Identifier: MIT
// Casts between strings and numbers, and LabelEncoder, which looks either up in a list.
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <unordered_map>

#include "onnx/families.h"
#include "onnx/ops/host.h"
#include "onnx/ops/strings.h"

namespace weft::onnx {
namespace {

template <class T>
std::string TextOf(T element) {
  const auto number = ToNumber(element);
  if constexpr (std::is_floating_point_v<decltype(number)>) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number < 0 ? "-INF" : "INF";
    return fmt::format("{}", number);
  } else {
    return fmt::format("{}", int64_t(number));
  }
}
template <>
std::string TextOf(uint64_t element) {
  return fmt::format("{}", element);
}

// Calls `each` with every element of a host tensor of numbers.
template <class F>
Status ForEachElement(Conversion& c, const ValueRef& x, F&& each) {
  WEFT_ASSIGN(const Bytes bytes, c.Host(x));
  return ForElementType(x->type, [&]<class T>(T) -> Status {
    for (int64_t i = 0; i < x->count(); ++i) {
      T element;
      std::memcpy(&element, bytes.data() + size_t(i) * sizeof(T), sizeof(T));
      each(element);
    }
    return Ok();
  });
}

// Without spaces around it and the plus that from_chars does not know.
std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  while (!text.empty() && kSpace.find(text.back()) != kSpace.npos) text.remove_suffix(1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

template <class Number>
bool Reads(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end;
}

}  // namespace

Status CastToStrings(Conversion& c, const ValueRef& x) {
  WEFT_RETURN_IF_ERROR(StringCountOf(x->shape));
  std::vector<std::string> texts;
  WEFT_RETURN_IF_ERROR(
      ForEachElement(c, x, [&](auto element) { texts.push_back(TextOf(element)); }));
  c.Set(0, HostStrings(x->shape, std::move(texts)));
  return Ok();
}

Status CastFromStrings(Conversion& c, const ValueRef& x, ElementType type) {
  WEFT_ASSIGN(const std::vector<std::string> texts, TextsOf(x));
  WEFT_ASSIGN(const NewHostValue made, MakeHost(type, x->shape));
  WEFT_RETURN_IF_ERROR(ForElementType(type, [&]<class T>(T) -> Status {
    for (size_t i = 0; i < texts.size(); ++i) {
      const std::string_view text = Trimmed(texts[i]);
      bool is_one = false;
      if constexpr (std::is_integral_v<T>) {
        T number = 0;
        is_one = Reads(text, number);
        made.As<T>()[i] = type == ElementType::Bool ? T(number != 0) : number;
      } else {
        double number = 0;
        is_one = Reads(text, number);
        made.As<T>()[i] = ToElement<T>(number);
      }
      if (!is_one)
        return Invalid("element {} is '{}', which is no number of tensor({})", i,
                       Printable(texts[i]), Name(type));
    }
    return Ok();
  }));
  c.Set(0, made.value);
  return Ok();
}

namespace {

// Keys or values of LabelEncoder, in one of the forms they have.
struct Labels {
  ElementType type = ElementType::Undefined;
  std::vector<std::string> texts = {};  // of all types: what the elements say
  ValueRef numbers = nullptr;           // but for strings
};

// The key by which elements are compared: 0 and -0 are equal.
template <class T>
std::string KeyOf(T element) {
  const auto number = ToNumber(element);
  return TextOf(number == 0 ? T() : element);
}

template <class T>
Result<Labels> NumberLabels(ElementType type, const std::vector<T>& numbers) {
  Labels labels = {type};
  WEFT_ASSIGN(const NewHostValue made, MakeHost(type, {int64_t(numbers.size())}));
  for (size_t i = 0; i < numbers.size(); ++i) {
    made.As<T>()[i] = numbers[i];
    labels.texts.push_back(KeyOf(numbers[i]));
  }
  labels.numbers = made.value;
  return labels;
}

// `name`_strings, `name`_int64s, `name`_floats or `name`_tensor; of no type where none is there.
Result<Labels> LabelsOf(Conversion& c, const std::string& name) {
  if (const Tensor* tensor = c.TensorAttribute(name + "_tensor")) {
    Labels labels = {tensor->type};
    labels.numbers = HostTensor(*tensor);
    if (labels.numbers->strings)
      labels.texts = *labels.numbers->strings;
    else
      WEFT_RETURN_IF_ERROR(ForEachElement(
          c, labels.numbers, [&](auto element) { labels.texts.push_back(KeyOf(element)); }));
    return labels;
  }
  if (c.HasAttribute(name + "_int64s"))
    return NumberLabels(ElementType::Int64, c.Ints(name + "_int64s"));
  if (c.HasAttribute(name + "_floats"))
    return NumberLabels(ElementType::Float, c.Floats(name + "_floats"));
  Labels labels;
  if (!c.HasAttribute(name + "_strings")) return labels;
  labels.type = ElementType::String;
  for (const std::string_view text : c.Texts(name + "_strings")) labels.texts.emplace_back(text);
  return labels;
}

// What stands for keys that are not in the list.
Result<Labels> DefaultOf(Conversion& c, ElementType type) {
  if (c.HasAttribute("default_tensor")) {
    WEFT_ASSIGN(Labels labels, LabelsOf(c, "default"));
    if (labels.type != type || labels.texts.size() != 1)
      return Invalid(
          "attribute default_tensor is of tensor({}) and has {} elements, but values "
          "are tensor({})",
          Name(labels.type), labels.texts.size(), Name(type));
    return labels;
  }
  if (type == ElementType::String)
    return Labels{type, {std::string(c.Text("default_string", "_Unused"))}};
  const bool is_float = type == ElementType::Float;
  if (is_float) return NumberLabels<float>(type, {c.Float("default_float", -0.0f)});
  if (type == ElementType::Int64) return NumberLabels<int64_t>(type, {c.Int("default_int64", -1)});
  Labels labels = {type, {std::string()}};
  WEFT_ASSIGN(const NewHostValue made, MakeHost(type, {1}));
  WEFT_RETURN_IF_ERROR(ForElementType(type, [&]<class T>(T) -> Status {
    made.As<T>()[0] = ToElement<T>(type == ElementType::Double ? -0.0 : -1.0);
    return Ok();
  }));
  labels.numbers = made.value;
  return labels;
}

Status LabelEncoder(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  Labels keys, values;
  if (c.HasAttribute("classes_strings")) {
    // The first version: names to their positions or the other way round.
    WEFT_ASSIGN(Labels names, LabelsOf(c, "classes"));
    std::vector<int64_t> counted;
    for (size_t i = 0; i < names.texts.size(); ++i) counted.push_back(int64_t(i));
    WEFT_ASSIGN(Labels positions, NumberLabels(ElementType::Int64, counted));
    keys = std::move(names);
    values = std::move(positions);
    if (x->type != ElementType::String) std::swap(keys, values);
  } else {
    WEFT_ASSIGN(keys, LabelsOf(c, "keys"));
    WEFT_ASSIGN(values, LabelsOf(c, "values"));
  }
  if (keys.type == ElementType::Undefined || values.type == ElementType::Undefined ||
      keys.texts.size() != values.texts.size())
    return Invalid("there are {} keys and {} values, but as many are required", keys.texts.size(),
                   values.texts.size());
  if (keys.type != x->type)
    return Invalid("the input is tensor({}), but keys are tensor({})", Name(x->type),
                   Name(keys.type));
  WEFT_ASSIGN(const Labels otherwise, DefaultOf(c, values.type));
  WEFT_RETURN_IF_ERROR(StringCountOf(x->shape));
  std::vector<std::string> asked;
  if (x->strings)
    asked = *x->strings;
  else
    WEFT_RETURN_IF_ERROR(
        ForEachElement(c, x, [&](auto element) { asked.push_back(KeyOf(element)); }));
  std::unordered_map<std::string_view, size_t> index_of;
  for (size_t i = 0; i < keys.texts.size(); ++i) index_of.emplace(keys.texts[i], i);
  const auto find_key = [&](const std::string& text) {
    const auto found = index_of.find(text);
    return found != index_of.end() ? std::optional(found->second) : std::nullopt;
  };
  if (values.type == ElementType::String) {
    std::vector<std::string> texts;
    for (const std::string& text : asked) {
      const std::optional<size_t> at = find_key(text);
      texts.push_back(at ? values.texts[*at] : otherwise.texts[0]);
    }
    c.Set(0, HostStrings(x->shape, std::move(texts)));
    return Ok();
  }
  WEFT_ASSIGN(const NewHostValue made, MakeHost(values.type, x->shape));
  const auto size = size_t(SizeBits(values.type) / 8);
  for (size_t i = 0; i < asked.size(); ++i) {
    const std::optional<size_t> at = find_key(asked[i]);
    const std::byte* const from =
        at ? values.numbers->bytes.data() + *at * size : otherwise.numbers->bytes.data();
    std::memcpy(made.data + i * size, from, size);
  }
  c.Set(0, made.value);
  return Ok();
}

}  // namespace

void AddStringCast(Registry& r) {
  r.SetDomain("ai.onnx.ml");
  r.AddFlow("LabelEncoder", LabelEncoder);
}

}  // namespace weft::onnx
