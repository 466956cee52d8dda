// SPDX-License-Identifier: MIT
// The tap product sums, for every output, what each tap of the filter sees:
//
//   output[c, p] = bias[c] + sum over k of filter[c, k] * input[offset(k) + p]
//
// where k counts the input channels of a group for each tap. Two engines compute it, which
// convolution.cpp chooses from: tap_product_planes.cpp has lanes along pixels that lie next to each
// other (NCHW), tap_product_pixels.cpp along output channels that do (NHWC), and a form for
// channels that keep to themselves.
#pragma once

#include "ops/convolution/problem.h"
#include "program/candidate.h"

namespace weft::ops {

Refusal RefusesPlanes(const ConvolutionProblem& problem);
bool PlanesAreReadInPlace(const ConvolutionProblem& problem);
Planned PlanPlanes(const ConvolutionProblem& problem, const Machine& machine);

Refusal RefusesDepthwisePixels(const ConvolutionProblem& problem);
Planned PlanDepthwisePixels(const ConvolutionProblem& problem, const Machine& machine);

// It takes every convolution.
Refusal RefusesPixels(const ConvolutionProblem& problem);
Planned PlanPixels(const ConvolutionProblem& problem, const Machine& machine);
// Whether channels are float32 and neighbours, so that they are not copied but for an input's
// borders.
bool HasPixels(const TensorDesc& tensor);

}  // namespace weft::ops
