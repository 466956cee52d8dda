// SPDX-License-Identifier: MIT
// See example.h. WEFT_DOC_EXAMPLES is the folder of the data.
#include "doc_examples/example.h"

#include <cmath>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "cli/desc_reader.h"
#include "cli/file.h"
#include "ops/harness.h"

namespace weft::test {
namespace {

template <class T>
T Unwrap(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

Values ReadValues(const cli::Json& json) {
  Values values;
  for (const cli::Json& value : json) {
    if (value.is_null())
      values.push_back(std::nullopt);
    else if (value.is_number_float())
      values.push_back(oracle::Number{true, 0, value.get<double>()});
    else
      values.push_back(oracle::Number{false, value.get<int64_t>(), 0});
  }
  return values;
}

// One list per tensor of `role`, as long as the tensor is large.
std::vector<Values> ReadTensors(Operator op, FieldRole role, const cli::Json& json) {
  std::vector<Values> tensors;
  for (const Field& field : Info(op.type()).fields) {
    if (field.role != role) continue;
    const auto found = json.find(field.name);
    if (found == json.end())
      tensors.emplace_back();
    else if (field.type == FieldType::TensorArray)
      for (const cli::Json& each : *found) tensors.push_back(ReadValues(each));
    else
      tensors.push_back(ReadValues(*found));
  }
  const std::vector<TensorDesc*> descs = Tensors(op, role);
  bool fits = tensors.size() == descs.size();
  for (size_t i = 0; fits && i < descs.size(); ++i)
    fits = tensors[i].size() == (descs[i] ? size_t(descs[i]->layout.ElementCount()) : 0);
  if (!fits) throw std::runtime_error("the values do not fit the tensors");
  return tensors;
}

void ReadFile(const std::filesystem::path& path, std::vector<Example>& examples) try {
  const cli::Json json = Unwrap(cli::ParseJson(Unwrap(cli::ReadText(path.string(), 1 << 20))));
  const std::string name = json.at("operator").get<std::string>();
  const OperatorInfo* info = FindOperator(name);
  if (!info || name != path.stem()) throw std::runtime_error("it is no operator's file");
  for (const cli::Json& each : json.at("examples")) {
    Example example{name + "_" + std::to_string(examples.size() + 1),
                    info,
                    each.at("desc"),
                    {},
                    {},
                    each.value("tolerance", 0.0)};
    example.inputs = ReadTensors(example.MakeOperator(), FieldRole::Input, each.at("inputs"));
    example.outputs = ReadTensors(example.MakeOperator(), FieldRole::Output, each.at("outputs"));
    examples.push_back(std::move(example));
  }
} catch (const std::exception& error) {
  throw std::runtime_error(path.string() + ": " + error.what());
}

// Gaps after every element, row and plane.
Layout Padded(const Sizes& sizes) {
  Layout layout = Layout::Packed(sizes);
  int64_t stride = 2;
  for (int dim = sizes.rank() - 1; dim >= 0; --dim) {
    layout.strides[dim] = stride;
    stride = stride * sizes[dim] + 3;
  }
  return layout;
}

// The first dimension is the fastest.
Layout Permuted(const Sizes& sizes) {
  Layout layout = Layout::Packed(sizes);
  int64_t stride = 1;
  for (int dim = 0; dim < sizes.rank(); ++dim) {
    layout.strides[dim] = stride;
    stride *= sizes[dim];
  }
  return layout;
}

}  // namespace

Operator Example::MakeOperator() const { return Unwrap(cli::ReadOperator(*info, {desc, "desc"})); }

std::vector<Operator> Example::InLayouts() const {
  std::vector<Operator> operators = {MakeOperator()};
  for (const auto& layout_of : {Padded, Permuted}) {
    Operator op = MakeOperator();
    for (FieldRole role : {FieldRole::Input, FieldRole::Output})
      for (TensorDesc* tensor : Tensors(op, role))
        if (tensor) tensor->layout = layout_of(tensor->sizes());
    operators.push_back(op);
  }
  return operators;
}

oracle::Dense Example::Input(size_t i, const TensorDesc& tensor) const {
  oracle::Dense dense{tensor.type, tensor.sizes(), {}};
  for (const std::optional<oracle::Number>& value : inputs[i])
    dense.elements.push_back(oracle::BitsOf(tensor.type, value.value()));
  return dense;
}

oracle::Dense Example::Wanted(size_t i, const oracle::Dense& got) const {
  oracle::Dense want = got;
  for (size_t at = 0; at < got.elements.size(); ++at) {
    const std::optional<oracle::Number>& value = outputs[i][at];
    if (!value) continue;
    const long double real = value->is_float ? value->real : (long double)(value->integer);
    const long double difference = oracle::ValueOf(got.type, got.elements[at]).real - real;
    if (tolerance > 0 && std::fabs(difference) <= tolerance) continue;
    want.elements[at] = oracle::BitsOf(got.type, *value);
  }
  return want;
}

std::vector<Example> AllExamples() {
  std::set<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(WEFT_DOC_EXAMPLES))
    paths.insert(entry.path());
  std::vector<Example> all;
  for (const std::filesystem::path& path : paths) {
    std::vector<Example> examples;
    ReadFile(path, examples);
    all.insert(all.end(), examples.begin(), examples.end());
  }
  return all;
}

std::vector<Example> RunnableExamples() {
  std::vector<Example> examples = AllExamples();
  std::erase_if(examples, [](const Example& example) { return !example.info->implemented; });
  return examples;
}

}  // namespace weft::test
