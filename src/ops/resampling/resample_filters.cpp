// SPDX-License-Identifier: MIT
// See resample_filters.h. Nearest neighbours are found in float32, the type of the fields: 1 /
// Scale times Scale is 1 there, where more digits would fall just short of a pixel. Weights of
// LINEAR come from float64.
#include "ops/resampling/resample_filters.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace weft::ops {
namespace {

template <class Real>
Real PositionOf(const Resampling& by, size_t dim, int64_t o) {
  return (Real(o) - Real(by.output_offsets[dim])) / Real(by.scales[dim]) -
         Real(by.input_offsets[dim]);
}

// The identity.
bool StaysAsItIs(const Resampling& by, int dim) {
  const auto d = size_t(dim);
  return by.input.sizes()[dim] == by.output.sizes()[dim] && by.scales[d] == 1 &&
         by.input_offsets[d] == -by.output_offsets[d];
}

void AddLinear(Filter& filter, double position) {
  const double last = double(filter.inputs() - 1);
  const double inside = std::clamp(position, 0.0, last), below = std::floor(inside);
  filter.Add(int64_t(below), float(1 - (inside - below)));
  filter.Add(int64_t(std::min(below + 1, last)), float(inside - below));
}

// A triangle of 2 * width around the position, clipped to the input.
void AddTriangle(Filter& filter, double position, double width) {
  const double last = double(filter.inputs() - 1);
  const double begin = std::clamp(std::floor(position - width) + 1, 0.0, last + 1);
  const double end = std::clamp(std::ceil(position + width), 0.0, last + 1);
  double sum = 0;
  for (double i = begin; i < end; ++i) sum += 1 - std::fabs(i - position) / width;
  if (!(sum > 0)) return AddLinear(filter, position);
  for (double i = begin; i < end; ++i)
    filter.Add(int64_t(i), float((1 - std::fabs(i - position) / width) / sum));
}

}  // namespace

Status CheckResampling(const Resampling& by) {
  const size_t rank = size_t(by.input.rank());
  if (by.scales.size() != rank)
    return Invalid("{}: {} is {}, but {} has {} dimensions", by.op, by.count_field,
                   by.scales.size(), by.input_field, rank);
  for (size_t d = 0; d < rank; ++d) {
    if (!(by.scales[d] > 0) || !std::isfinite(by.scales[d]))
      return Invalid("{}: Scales[{}] is {}, but it must be finite and above 0", by.op, d,
                     by.scales[d]);
    if (!std::isfinite(by.input_offsets[d]))
      return Invalid("{}: InputPixelOffsets[{}] is {}, but it must be finite", by.op, d,
                     by.input_offsets[d]);
    if (!std::isfinite(by.output_offsets[d]))
      return Invalid("{}: OutputPixelOffsets[{}] is {}, but it must be finite", by.op, d,
                     by.output_offsets[d]);
    if (by.input.sizes()[int(d)] == 0 && by.output.sizes()[int(d)] != 0)
      return Invalid("{0}: {1}.Sizes[{2}] is 0, but {3}.Sizes[{2}] is {4}", by.op, by.input_field,
                     d, by.output_field, by.output.sizes()[int(d)]);
  }
  return Ok();
}

// Filters of neighbouring outputs overlap by half, so that there are about as many weights as
// inputs and outputs.
Status CheckTables(const Resampling& by) {
  for (int dim = 0; dim < by.output.rank(); ++dim)
    if (std::max(by.input.sizes()[dim], by.output.sizes()[dim]) > kMostTerms &&
        !StaysAsItIs(by, dim))
      return NotSupported(
          "{0}: {1}.Sizes[{2}] and {3}.Sizes[{2}] are {4} and {5}, but more than {6} are not "
          "supported",
          by.op, by.input_field, dim, by.output_field, by.input.sizes()[dim],
          by.output.sizes()[dim], kMostTerms);
  return Ok();
}

std::vector<int64_t> NearestIndices(const Resampling& by, int dim) {
  const auto last = float(by.input.sizes()[dim] - 1);
  std::vector<int64_t> indices;
  for (int64_t o = 0; o < by.output.sizes()[dim]; ++o) {
    const float position = PositionOf<float>(by, size_t(dim), o);
    const float index = by.nearest == Nearest::Up     ? std::ceil(position)
                        : by.nearest == Nearest::Down ? std::floor(position)
                                                      : std::floor(position + 0.5f);
    indices.push_back(StaysAsItIs(by, dim) ? o : index > 0 ? int64_t(std::min(index, last)) : 0);
    indices.back() = std::min(indices.back(), by.input.sizes()[dim] - 1);
  }
  return indices;
}

Filters FiltersOf(const Resampling& by) {
  Filters filters(by.scales.size());
  for (int dim = 0; dim < by.output.rank(); ++dim) {
    if (StaysAsItIs(by, dim)) continue;
    Filter filter(by.input.sizes()[dim]);
    const int64_t outputs = by.output.sizes()[dim];
    if (by.mode == InterpolationMode::NearestNeighbor) {
      for (const int64_t index : NearestIndices(by, dim)) {
        filter.Add(index, 1);
        filter.FinishOutput();
      }
    } else {
      const double width = by.antialiased ? 1 / double(by.scales[size_t(dim)]) : 1;
      for (int64_t o = 0; o < outputs; ++o) {
        const double position = PositionOf<double>(by, size_t(dim), o);
        if (width > 1)
          AddTriangle(filter, position, width);
        else
          AddLinear(filter, position);
        filter.FinishOutput();
      }
    }
    filters[size_t(dim)] = std::move(filter);
  }
  return filters;
}

}  // namespace weft::ops
