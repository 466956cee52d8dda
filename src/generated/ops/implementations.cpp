// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
#include "generated/ops/implementations.h"

namespace weft {
namespace {

template <class Op>
constexpr Implementation kImplementation = {
    [](const void* op) { return ops::Validate(*static_cast<const Op*>(op)); },
    [](const void* op) { return ops::Plan(*static_cast<const Op*>(op)); },
};

}  // namespace

const Implementation* FindImplementation(OperatorType type) {
  switch (type) {
    case OperatorType::ElementWiseIdentity: return &kImplementation<ElementWiseIdentity>;
    case OperatorType::ActivationHardmax: return &kImplementation<ActivationHardmax>;
    case OperatorType::ActivationLogSoftmax: return &kImplementation<ActivationLogSoftmax>;
    case OperatorType::ActivationSoftmax: return &kImplementation<ActivationSoftmax>;
    case OperatorType::Reduce: return &kImplementation<Reduce>;
    case OperatorType::Slice: return &kImplementation<Slice>;
    case OperatorType::Cast: return &kImplementation<Cast>;
    case OperatorType::Split: return &kImplementation<Split>;
    case OperatorType::Join: return &kImplementation<Join>;
    case OperatorType::Padding: return &kImplementation<Padding>;
    case OperatorType::ValueScale2D: return &kImplementation<ValueScale2D>;
    case OperatorType::Upsample2D: return &kImplementation<Upsample2D>;
    case OperatorType::Gather: return &kImplementation<Gather>;
    case OperatorType::SpaceToDepth: return &kImplementation<SpaceToDepth>;
    case OperatorType::DepthToSpace: return &kImplementation<DepthToSpace>;
    case OperatorType::Tile: return &kImplementation<Tile>;
    case OperatorType::TopK: return &kImplementation<TopK>;
    case OperatorType::DiagonalMatrix: return &kImplementation<DiagonalMatrix>;
    case OperatorType::ScatterElements: return &kImplementation<ScatterElements>;
    case OperatorType::OneHot: return &kImplementation<OneHot>;
    case OperatorType::FillValueConstant: return &kImplementation<FillValueConstant>;
    case OperatorType::FillValueSequence: return &kImplementation<FillValueSequence>;
    case OperatorType::CumulativeSummation: return &kImplementation<CumulativeSummation>;
    case OperatorType::ReverseSubsequences: return &kImplementation<ReverseSubsequences>;
    case OperatorType::GatherElements: return &kImplementation<GatherElements>;
    case OperatorType::GatherNd: return &kImplementation<GatherNd>;
    case OperatorType::ScatterNd: return &kImplementation<ScatterNd>;
    case OperatorType::Slice1: return &kImplementation<Slice1>;
    case OperatorType::TopK1: return &kImplementation<TopK1>;
    case OperatorType::DepthToSpace1: return &kImplementation<DepthToSpace1>;
    case OperatorType::SpaceToDepth1: return &kImplementation<SpaceToDepth1>;
    case OperatorType::RandomGenerator: return &kImplementation<RandomGenerator>;
    case OperatorType::NonzeroCoordinates: return &kImplementation<NonzeroCoordinates>;
    case OperatorType::SliceGrad: return &kImplementation<SliceGrad>;
    case OperatorType::Argmin: return &kImplementation<Argmin>;
    case OperatorType::Argmax: return &kImplementation<Argmax>;
    case OperatorType::GatherNd1: return &kImplementation<GatherNd1>;
    case OperatorType::CumulativeProduct: return &kImplementation<CumulativeProduct>;
    case OperatorType::Padding1: return &kImplementation<Padding1>;
    case OperatorType::ActivationSoftmax1: return &kImplementation<ActivationSoftmax1>;
    case OperatorType::ActivationLogSoftmax1: return &kImplementation<ActivationLogSoftmax1>;
    case OperatorType::ActivationHardmax1: return &kImplementation<ActivationHardmax1>;
    case OperatorType::DiagonalMatrix1: return &kImplementation<DiagonalMatrix1>;
    case OperatorType::Fold: return &kImplementation<Fold>;
    case OperatorType::Unfold: return &kImplementation<Unfold>;
    default: return nullptr;
  }
}

}  // namespace weft
