// SPDX-License-Identifier: MIT
// See outline.h. A segment's inputs and outputs are slots: those that the model has itself are
// boxes with its names, and to the others arrows go straight from who writes to who reads.
#include "onnx/outline.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace weft::onnx {
namespace {

using Kind = GraphOutline::Kind;

class Outliner {
 public:
  Outliner(const std::vector<std::string>& inputs, std::map<int64_t, std::string> outputs)
      : inputs_(inputs), outputs_(std::move(outputs)) {}

  void Add(const Segment& segment) {
    const GraphOutline one = segment.graph.Outline();
    std::vector<std::optional<size_t>> box_of(one.boxes.size());
    for (size_t i = 0; i < one.boxes.size(); ++i)
      if (one.boxes[i].kind == Kind::Step || one.boxes[i].kind == Kind::Constant)
        box_of[i] = AddBox(one.boxes[i]);
    for (const auto& [from, to] : one.arrows) {
      const GraphOutline::Box &source = one.boxes[from], &target = one.boxes[to];
      if (target.kind == Kind::Output) {
        // Behind the outputs are those that operators have and nobody reads.
        if (target.index >= segment.outputs.size()) continue;
        const int64_t slot = segment.outputs[target.index].slot;
        writers_[slot].push_back(*box_of[from]);
        if (const auto output = outputs_.find(slot); output != outputs_.end())
          Arrow(*box_of[from], OutputBox(slot, output->second));
      } else if (source.kind == Kind::Input) {
        for (const size_t writer : WritersOf(segment.inputs[source.index]))
          Arrow(writer, *box_of[to]);
      } else {
        Arrow(*box_of[from], *box_of[to]);
      }
    }
  }

  GraphOutline Take() { return std::move(outline_); }

 private:
  size_t AddBox(GraphOutline::Box box) {
    outline_.boxes.push_back(std::move(box));
    return outline_.boxes.size() - 1;
  }
  void Arrow(size_t from, size_t to) {
    if (arrows_.emplace(from, to).second) outline_.arrows.push_back({from, to});
  }
  const std::vector<size_t>& WritersOf(int64_t slot) {
    std::vector<size_t>& writers = writers_[slot];
    if (writers.empty() && size_t(slot) < inputs_.size())
      writers.push_back(AddBox({Kind::Input, size_t(slot), inputs_[size_t(slot)]}));
    return writers;
  }
  size_t OutputBox(int64_t slot, const std::string& name) {
    const auto [box, is_new] = output_boxes_.try_emplace(slot);
    if (is_new) box->second = AddBox({Kind::Output, output_boxes_.size() - 1, name});
    return box->second;
  }

  const std::vector<std::string>& inputs_;
  const std::map<int64_t, std::string> outputs_;  // by slot
  std::map<int64_t, std::vector<size_t>> writers_;
  std::map<int64_t, size_t> output_boxes_;
  std::set<std::pair<size_t, size_t>> arrows_;
  GraphOutline outline_;
};

}  // namespace

GraphOutline OutlineOf(const Path& path, const std::vector<std::string>& input_names,
                       const std::vector<std::string>& output_names) {
  std::map<int64_t, std::string> outputs;
  for (size_t i = 0; i < path.outputs.size(); ++i)
    if (path.outputs[i] && path.outputs[i]->slot >= int64_t(input_names.size()))
      outputs.emplace(path.outputs[i]->slot, output_names[i]);
  Outliner outliner(input_names, std::move(outputs));
  for (const Step& step : path.steps)
    if (step.segment) outliner.Add(*step.segment);
  return outliner.Take();
}

}  // namespace weft::onnx
