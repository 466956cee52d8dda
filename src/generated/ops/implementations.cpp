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
    case OperatorType::Slice: return &kImplementation<Slice>;
    case OperatorType::Cast: return &kImplementation<Cast>;
    case OperatorType::FillValueConstant: return &kImplementation<FillValueConstant>;
    case OperatorType::FillValueSequence: return &kImplementation<FillValueSequence>;
    case OperatorType::Slice1: return &kImplementation<Slice1>;
    case OperatorType::SliceGrad: return &kImplementation<SliceGrad>;
    default: return nullptr;
  }
}

}  // namespace weft
