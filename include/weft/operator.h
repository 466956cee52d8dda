// SPDX-License-Identifier: MIT
// What the generated operator aggregates share, and Operator, which holds any one of them.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "weft/export.h"
#include "weft/scalar.h"
#include "weft/tensor.h"

namespace weft {

enum class OperatorType : uint32_t;  // values of DML_OPERATOR_TYPE; enumerators in operators.h

// Values of DML_FEATURE_LEVEL.
enum class FeatureLevel : uint32_t {
  Level1_0 = 0x1000,
  Level2_0 = 0x2000,
  Level2_1 = 0x2100,
  Level3_0 = 0x3000,
  Level3_1 = 0x3100,
  Level4_0 = 0x4000,
  Level4_1 = 0x4100,
  Level5_0 = 0x5000,
  Level5_1 = 0x5100,
  Level5_2 = 0x5200,
  Level6_0 = 0x6000,
  Level6_1 = 0x6100,
  Level6_2 = 0x6200,
  Level6_3 = 0x6300,
  Level6_4 = 0x6400,
};
inline constexpr FeatureLevel kNewestFeatureLevel = FeatureLevel::Level6_4;
WEFT_API std::string LevelName(FeatureLevel level);  // "2_1"; "0x1234" for a value that is no level
// Accepts "2_1", "2.1" and "DML_FEATURE_LEVEL_2_1".
WEFT_API std::optional<FeatureLevel> LevelFromName(std::string_view name);

struct ScaleBias {  // x becomes x * scale + bias before the operator's function
  float scale = 1;
  float bias = 0;
};

struct Size2D {
  uint32_t width = 0;
  uint32_t height = 0;
};

// Any operator description: `Operator op = Slice1{.input = …};`. Copies are cheap and share the
// description, which never changes once it is inside.
class Operator {
 public:
  template <class Op>
    requires(std::is_same_v<decltype(Op::kType), const OperatorType>)
  Operator(Op op) : type_(Op::kType), op_(std::make_shared<Op>(std::move(op))) {}
  // `op` holds the aggregate of `type`; for the generated tables.
  Operator(OperatorType type, std::shared_ptr<void> op) : type_(type), op_(std::move(op)) {}

  OperatorType type() const { return type_; }
  const void* data() const { return op_.get(); }
  void* mutable_data() { return op_.get(); }  // only before the operator is shared

  template <class Op>
  const Op& As() const {
    return *static_cast<const Op*>(op_.get());
  }

 private:
  OperatorType type_;
  std::shared_ptr<void> op_;
};

}  // namespace weft
