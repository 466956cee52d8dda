// SPDX-License-Identifier: MIT
// The steps of a graph as a picture from top to bottom. Each box stands in a layer below all it
// reads; an arrow that passes layers bends around their boxes at points of its own. Boxes and
// points move towards what they are connected with, a few times up and down.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "draw/draw.h"
#include "draw/svg.h"

namespace weft::draw {
namespace {

constexpr double kMargin = 24, kGap = 22, kLayerGap = 44;
constexpr double kBoxHeight = 42, kSmallHeight = 26, kLetter = 7.4;
constexpr size_t kMostLetters = 48;
constexpr int kMostBends = 40;  // an arrow over more layers is straight
constexpr int kSweeps = 12;

std::string Shortened(const std::string& text) {
  if (text.size() <= kMostLetters) return text;
  size_t end = kMostLetters;
  while (end > 0 && (uint8_t(text[end]) & 0xc0) == 0x80) --end;  // not inside a UTF-8 sequence
  return text.substr(0, end) + "…";
}

// A box, or a point where an arrow bends.
struct Item {
  int layer = 0;
  double width = 0, x = 0;  // x of the middle
  double wanted = 0;        // where its neighbours would have it
  std::vector<size_t> above = {}, below = {};
};

class GraphDrawing {
 public:
  explicit GraphDrawing(const GraphOutline& outline) : outline_(outline) {
    for (const GraphOutline::Box& box : outline.boxes) {
      const size_t letters = std::max(Shortened(box.name).size(), Shortened(box.type).size());
      items_.push_back({.width = double(letters) * kLetter + 20});
    }
    ChooseLayers();
    for (const auto& [from, to] : outline.arrows) AddPath(from, to);
    for (size_t i = 0; i < items_.size(); ++i) layers_[size_t(items_[i].layer)].push_back(i);
    for (const std::vector<size_t>& layer : layers_) Spread(layer);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (size_t i = 0; i < layers_.size(); ++i) Align(layers_[i], &Item::above);
      for (size_t i = layers_.size(); i-- > 0;) Align(layers_[i], &Item::below);
    }
  }

  std::string Draw() {
    double left = 0, right = 0;
    for (const Item& item : items_) {
      left = std::min(left, item.x - item.width / 2);
      right = std::max(right, item.x + item.width / 2);
    }
    for (Item& item : items_) item.x += kMargin - left;
    for (const std::vector<size_t>& path : paths_) DrawPath(path);
    for (size_t i = 0; i < outline_.boxes.size(); ++i) DrawBox(outline_.boxes[i], items_[i]);
    return picture_.Finish(Top(layers_.size()) - kLayerGap + kMargin, right - left + 2 * kMargin);
  }

 private:
  static bool IsStep(const GraphOutline::Box& box) { return box.kind == GraphOutline::Kind::Step; }
  static double Top(size_t layer) { return kMargin + double(layer) * (kBoxHeight + kLayerGap); }

  // Steps are listed in an order in which they can run; inputs and constants stand just above the
  // first who reads them, outputs just below who writes them.
  void ChooseLayers() {
    std::vector<std::vector<size_t>> readers(items_.size()), sources(items_.size());
    for (const auto& [from, to] : outline_.arrows) {
      readers[from].push_back(to);
      sources[to].push_back(from);
    }
    int deepest = 0;
    for (const bool outputs : {false, true})
      for (size_t i = 0; i < items_.size(); ++i) {
        const auto kind = outline_.boxes[i].kind;
        if (outputs ? kind != GraphOutline::Kind::Output : kind != GraphOutline::Kind::Step)
          continue;
        for (const size_t source : sources[i])
          items_[i].layer = std::max(items_[i].layer, items_[source].layer + 1);
        deepest = std::max(deepest, items_[i].layer);
      }
    for (size_t i = 0; i < items_.size(); ++i) {
      if (!sources[i].empty() || readers[i].empty()) continue;
      int first = deepest;
      for (const size_t reader : readers[i]) first = std::min(first, items_[reader].layer);
      items_[i].layer = std::max(first - 1, 0);
    }
    layers_.resize(size_t(deepest) + 1);
  }

  void AddPath(size_t from, size_t to) {
    std::vector<size_t> path = {from};
    const int begin = items_[from].layer, end = items_[to].layer;
    for (int layer = begin + 1; end - begin <= kMostBends && layer < end; ++layer) {
      path.push_back(items_.size());
      items_.push_back({.layer = layer, .width = 4});
    }
    path.push_back(to);
    for (size_t i = 1; i < path.size(); ++i) {
      items_[path[i - 1]].below.push_back(path[i]);
      items_[path[i]].above.push_back(path[i - 1]);
    }
    paths_.push_back(std::move(path));
  }

  // Side by side, around the middle.
  void Spread(const std::vector<size_t>& layer) {
    double x = 0;
    for (const size_t i : layer) {
      items_[i].x = x + items_[i].width / 2;
      x += items_[i].width + kGap;
    }
    for (const size_t i : layer) items_[i].x -= (x - kGap) / 2;
  }

  // Each goes where its neighbours on one side are, as far as the others leave room.
  void Align(std::vector<size_t>& layer, std::vector<size_t> Item::*side) {
    for (const size_t i : layer) {
      const std::vector<size_t>& neighbours = items_[i].*side;
      double sum = 0;
      for (const size_t neighbour : neighbours) sum += items_[neighbour].x;
      items_[i].wanted = neighbours.empty() ? items_[i].x : sum / double(neighbours.size());
    }
    std::ranges::stable_sort(layer, {}, [&](size_t i) { return items_[i].wanted; });
    double end = -1e300, shift = 0;
    for (const size_t i : layer) {
      Item& item = items_[i];
      item.x = std::max(item.wanted, end + item.width / 2);
      end = item.x + item.width / 2 + kGap;
      shift += item.wanted - item.x;
    }
    for (const size_t i : layer) items_[i].x += shift / double(layer.size());
  }

  void DrawPath(const std::vector<size_t>& path) {
    const auto height = [&](size_t i) {
      return i >= outline_.boxes.size() || IsStep(outline_.boxes[i]) ? kBoxHeight : kSmallHeight;
    };
    const auto middle = [&](size_t i) { return Top(size_t(items_[i].layer)) + kBoxHeight / 2; };
    double x = items_[path[0]].x, y = middle(path[0]) + height(path[0]) / 2;
    for (size_t i = 1; i + 1 < path.size(); ++i) {  // down along the boxes of the layer
      const Item& bend = items_[path[i]];
      const double top = middle(path[i]) - kBoxHeight / 2;
      picture_.Line(x, y, bend.x, top, kSoftInk);
      picture_.Line(bend.x, top, bend.x, top + kBoxHeight, kSoftInk);
      x = bend.x;
      y = top + kBoxHeight;
    }
    const size_t last = path.back();
    picture_.Arrow(x, y, items_[last].x, middle(last) - height(last) / 2, kSoftInk, false);
  }

  void DrawBox(const GraphOutline::Box& box, const Item& item) {
    const double middle = Top(size_t(item.layer)) + kBoxHeight / 2;
    const double height = IsStep(box) ? kBoxHeight : kSmallHeight;
    // Steps of one kind have one colour.
    const RowColour colour =
        IsStep(box) ? ColourOfRow(colours_.try_emplace(box.type, colours_.size()).first->second)
                    : RowColour{"#ffffff", kSoftInk};
    picture_.Rectangle(item.x - item.width / 2, middle - height / 2, item.width, height,
                       colour.fill, colour.ink);
    picture_.Text(item.x, IsStep(box) ? middle - 4 : middle + 4, Shortened(box.name),
                  {.size = 13, .anchor = Anchor::Middle, .bold = IsStep(box)});
    if (IsStep(box))
      picture_.Text(item.x, middle + 13, Shortened(box.type),
                    {.size = 11, .colour = colour.ink, .anchor = Anchor::Middle});
  }

  const GraphOutline& outline_;
  std::vector<Item> items_;  // the boxes, then the points
  std::vector<std::vector<size_t>> layers_, paths_;
  std::map<std::string, uint64_t> colours_;
  Picture picture_;
};

}  // namespace

std::string GraphPicture(const GraphOutline& outline) { return GraphDrawing(outline).Draw(); }

}  // namespace weft::draw
