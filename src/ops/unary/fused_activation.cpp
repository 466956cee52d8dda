// SPDX-License-Identifier: MIT
// The schema lists the activations that some operator can fuse; most cannot fuse these.
#include "ops/unary/fused_activation.h"

#include "base/error.h"
#include "weft/schema.h"

namespace weft::ops {

Status CheckFusedActivation(std::string_view op, const std::optional<FusedActivation>& activation) {
  if (!activation) return Ok();
  return std::visit(
      [&]<class Activation>(const Activation&) -> Status {
        constexpr bool kOnlyGemm = std::is_same_v<Activation, ActivationSoftmax> ||
                                   std::is_same_v<Activation, ActivationSoftmax1>;
        if constexpr (kOnlyGemm || std::is_same_v<Activation, ElementWiseClip>)
          return Invalid("{}: FusedActivation is {}, but only {} can fuse it", op,
                         Info(Activation::kType).name, kOnlyGemm ? "GEMM" : "CONVOLUTION or GEMM");
        return Ok();
      },
      *activation);
}

}  // namespace weft::ops
