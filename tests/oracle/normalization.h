// SPDX-License-Identifier: MIT
// Normalizations from their formulas, element by element in long double, each with the error it is
// allowed: a few float32 roundings of every number that is added, and what the rounding of a
// statistic does to it.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

using Real = long double;
constexpr Real kFloatUlp = 0x1p-23L;

inline Real At(const Dense& dense, size_t index) {
  return ValueOf(dense.type, dense.elements[index]).real;
}

// The index of the element of a tensor of `sizes` that serves coordinate `at` of a larger one.
inline size_t Serving(const Sizes& sizes, Coordinate at) {
  for (int dim = 0; dim < sizes.rank(); ++dim)
    if (sizes[dim] == 1) at[size_t(dim)] = 0;
  return size_t(IndexOf(sizes, at));
}

// A tensor with a value for each of these sizes, or the same one where it is absent.
struct Parameter {
  std::optional<Dense> dense;
  Real otherwise;
  Real For(const Coordinate& at) const {
    return dense ? At(*dense, Serving(dense->sizes, at)) : otherwise;
  }
};
inline Parameter ParameterOf(const Dense& dense, Real otherwise) {
  if (dense.elements.empty()) return {std::nullopt, otherwise};
  return {dense, otherwise};
}

// sum(term(coordinate, index)) for every group of elements that one element of `groups` serves.
using Term = std::function<Real(const Coordinate& at, size_t index)>;
inline std::vector<Real> GroupSums(const Sizes& sizes, const Sizes& groups, const Term& term) {
  size_t count = 1;
  for (int64_t size : groups) count *= size_t(size);
  std::vector<Real> sums(count, 0);
  size_t index = 0;
  ForEachCoordinate(sizes, [&](const Coordinate& at) {
    sums[Serving(groups, at)] += term(at, index);
    ++index;
  });
  return sums;
}
inline Real PerGroup(const Sizes& sizes, const Sizes& groups) {
  Real count = 1;
  for (int dim = 0; dim < sizes.rank(); ++dim)
    if (groups[dim] == 1) count *= Real(sizes[dim]);
  return count;
}

struct Moments {
  std::vector<Real> mean, variance;  // of each group
};
inline Moments MomentsOf(const Dense& input, const Sizes& groups, bool use_mean = true) {
  const Real count = PerGroup(input.sizes, groups);
  const auto x = [&](size_t index) { return At(input, index); };
  Moments moments;
  moments.mean = GroupSums(input.sizes, groups, [&](const Coordinate&, size_t i) { return x(i); });
  for (Real& mean : moments.mean) mean = use_mean ? mean / count : 0;
  moments.variance = GroupSums(input.sizes, groups, [&](const Coordinate& at, size_t i) {
    const Real apart = x(i) - moments.mean[Serving(groups, at)];
    return apart * apart;
  });
  for (Real& variance : moments.variance) variance /= count;
  return moments;
}

struct Affine {
  Real mean, factor, scale, bias, add;
};
// activation((x - mean) * factor * scale + bias + add); the slope of the activation is at most
// `steepness`.
struct Activated {
  std::function<Real(Real)> function = [](Real x) { return x; };
  Real steepness = 1;
};
inline std::vector<Bounded> Normalize(const Dense& input, const Activated& activation,
                                      const std::function<Affine(const Coordinate&, size_t)>& by) {
  std::vector<Bounded> outputs;
  Real largest = 0;
  for (size_t i = 0; i < input.elements.size(); ++i)
    largest = std::fmax(largest, std::fabs(At(input, i)));
  size_t index = 0;
  ForEachCoordinate(input.sizes, [&](const Coordinate& at) {
    const Affine affine = by(at, index);
    // A mean in float64 is that far off, also where the difference from it should be 0.
    const Real of_mean = std::fabs(affine.factor * affine.scale) * largest * 0x1p-48L;
    const Real normal = (At(input, index) - affine.mean) * affine.factor;
    const Real value = normal * affine.scale + affine.bias + affine.add;
    const Real size =
        std::fabs(normal * affine.scale) + std::fabs(affine.bias) + std::fabs(affine.add);
    const Real result = activation.function(value);
    outputs.push_back({result, activation.steepness * (4 * size * kFloatUlp + of_mean) +
                                   4 * std::fabs(result) * kFloatUlp});
    ++index;
  });
  return outputs;
}

// MEAN_VARIANCE_NORMALIZATION2; inputs are x, scale, bias.
inline std::vector<Bounded> MeanVariance(const std::vector<Dense>& in, const Sizes& groups,
                                         bool use_mean, bool use_variance, Real epsilon,
                                         const Activated& activation = {}) {
  const Moments moments = MomentsOf(in[0], groups, use_mean);
  const Parameter scale = ParameterOf(in[1], 1), bias = ParameterOf(in[2], 0);
  return Normalize(in[0], activation, [&](const Coordinate& at, size_t) -> Affine {
    const size_t group = Serving(groups, at);
    const Real factor = use_variance ? 1 / std::sqrt(moments.variance[group] + epsilon) : 1;
    return {moments.mean[group], factor, scale.For(at), bias.For(at), 0};
  });
}

// BATCH_NORMALIZATION; inputs are x, mean, variance, scale, bias.
inline std::vector<Bounded> BatchNormalization(const std::vector<Dense>& in, Real epsilon,
                                               const Activated& activation = {}) {
  const auto parameter = [&](size_t i) { return ParameterOf(in[i], 0); };
  const Parameter mean = parameter(1), variance = parameter(2);
  const Parameter scale = parameter(3), bias = parameter(4);
  return Normalize(in[0], activation, [&](const Coordinate& at, size_t) -> Affine {
    return {mean.For(at), 1 / std::sqrt(variance.For(at) + epsilon), scale.For(at), bias.For(at),
            0};
  });
}

inline std::vector<Bounded> Rounded(const std::vector<Real>& values) {
  std::vector<Bounded> outputs;
  for (Real value : values) outputs.push_back({value, std::fabs(value) * kFloatUlp});
  return outputs;
}

// BATCH_NORMALIZATION_TRAINING; inputs are x, scale, bias, add.
inline std::vector<std::vector<Bounded>> BatchTraining(const std::vector<Dense>& in, Real epsilon,
                                                       const Activated& activation = {}) {
  const Sizes& groups = in[1].sizes;
  const Moments moments = MomentsOf(in[0], groups);
  const Parameter scale = ParameterOf(in[1], 1), bias = ParameterOf(in[2], 0);
  const Parameter add = ParameterOf(in[3], 0);
  const auto output = Normalize(in[0], activation, [&](const Coordinate& at, size_t) -> Affine {
    const size_t group = Serving(groups, at);
    return {moments.mean[group], 1 / std::sqrt(moments.variance[group] + epsilon), scale.For(at),
            bias.For(at), add.For(at)};
  });
  std::vector<Bounded> means = Rounded(moments.mean);
  for (Bounded& mean : means) mean.error += 1e-12L;  // positive and negative ones cancel
  return {output, means, Rounded(moments.variance)};
}

// Both gradients; inputs are x, G, mean, variance, scale. `training` counts in that the mean and
// the variance depend on x.
inline std::vector<std::vector<Bounded>> BatchGradients(const std::vector<Dense>& in, Real epsilon,
                                                        bool training) {
  const Sizes &sizes = in[0].sizes, &groups = in[2].sizes;
  const Real count = PerGroup(sizes, groups);
  const auto sum = [&](const Term& term) { return GroupSums(sizes, groups, term); };
  const auto x = [&](size_t i) { return At(in[0], i); };
  const auto g = [&](size_t i) { return At(in[1], i); };
  const auto given = [&](size_t tensor, const Coordinate& at) {
    return At(in[tensor], Serving(groups, at));
  };
  const auto sums_g = sum([&](const Coordinate&, size_t i) { return g(i); });
  const auto sizes_g = sum([&](const Coordinate&, size_t i) { return std::fabs(g(i)); });
  const auto sums_x = sum([&](const Coordinate&, size_t i) { return x(i); });
  const auto products =
      sum([&](const Coordinate& at, size_t i) { return g(i) * (x(i) - given(2, at)); });
  const auto product_sizes =
      sum([&](const Coordinate& at, size_t i) { return std::fabs(g(i) * (x(i) - given(2, at))); });
  const auto centred = sum([&](const Coordinate& at, size_t i) {
    return g(i) * (x(i) - sums_x[Serving(groups, at)] / count);
  });
  std::vector<std::vector<Bounded>> outputs(3);
  size_t index = 0;
  ForEachCoordinate(sizes, [&](const Coordinate& at) {
    const size_t i = index++, group = Serving(groups, at);
    const Real variance = given(3, at) + epsilon, factor = given(4, at) / std::sqrt(variance);
    if (!training) {
      outputs[0].push_back({g(i) * factor, std::fabs(g(i) * factor) * 4 * kFloatUlp});
      return;
    }
    const Real apart = x(i) - sums_x[group] / count, slope = centred[group] / count / variance;
    const Real sizes_around =
        std::fabs(g(i)) + sizes_g[group] / count +
        std::fabs(apart) * (std::fabs(given(2, at) * sizes_g[group]) + product_sizes[group]) /
            count / variance;
    outputs[0].push_back({factor * ((g(i) - sums_g[group] / count) - apart * slope),
                          std::fabs(factor) * sizes_around * 4 * kFloatUlp});
  });
  for (size_t group = 0; group < sums_g.size(); ++group) {
    const Real factor = 1 / std::sqrt(At(in[3], group) + epsilon);
    outputs[1].push_back({products[group] * factor, product_sizes[group] * factor * 4 * kFloatUlp});
    outputs[2].push_back({sums_g[group], sizes_g[group] * kFloatUlp});
  }
  return outputs;
}

// LP_NORMALIZATION.
inline std::vector<Bounded> LpNormalize(const Dense& input, uint32_t axis, uint32_t p,
                                        Real epsilon) {
  Sizes groups = Sizes::Filled(input.sizes.rank(), 1);
  for (int dim = 0; dim < groups.rank(); ++dim)
    if (dim != int(axis)) groups[dim] = input.sizes[dim];
  const auto norms = GroupSums(input.sizes, groups, [&](const Coordinate&, size_t i) {
    return std::pow(std::fabs(At(input, i)), Real(p));
  });
  std::vector<Bounded> outputs;
  size_t index = 0;
  ForEachCoordinate(input.sizes, [&](const Coordinate& at) {
    const Real norm = std::pow(norms[Serving(groups, at)], 1 / Real(p));
    const Real value = At(input, index++) / std::fmax(norm, epsilon);
    outputs.push_back({value, std::fabs(value) * 2 * kFloatUlp});
  });
  return outputs;
}

}  // namespace weft::oracle
