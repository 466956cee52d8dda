// SPDX-License-Identifier: MIT
// Fields that are wrong in the same way for every operator that has them: counts of 0, axes, scales
// that are no scales, activations that cannot be fused. The schema tells which operators have the
// field, their samples are what is spoilt, and the whole message is compared.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "ops/harness.h"
#include "ops/samples.h"

namespace weft {
namespace {

const Field* FindField(OperatorType type, std::string_view name) {
  for (const Field& field : Info(type).fields)
    if (field.name == name) return &field;
  return nullptr;
}

// Calls spoil(op, member, operator's name) for every sample of every operator with this field, and
// returns how many operators those are.
template <class T, class Spoil>
size_t ForEachSampleWith(std::string_view name, const Spoil& spoil) {
  std::set<OperatorType> found;
  for (const OperatorInfo& info : AllOperators()) {
    const Field* field = FindField(info.type, name);
    if (!info.implemented || !field) continue;
    for (Operator op : test::SamplesOf(info.type, 3, 4)) {
      found.insert(info.type);
      spoil(op, MemberOf<T>(op.mutable_data(), *field), std::string(info.name));
    }
  }
  return found.size();
}

using Counts = std::vector<uint32_t>;
using Floats = std::vector<float>;

// SLICE repeats an element where its stride is 0.
TEST(BadFields, NoCountIsZero) {
  for (const auto& [name, operators] : {std::pair<std::string, size_t>{"Strides", 16},
                                        {"Dilations", 10},
                                        {"WindowSize", 10},
                                        {"WindowSizes", 2}}) {
    const auto spoil = [&, &name = name](Operator& op, Counts& counts, const std::string& of) {
      for (size_t i = 0; i < counts.size() && of != "SLICE"; ++i) {
        const uint32_t before = std::exchange(counts[i], 0);
        EXPECT_EQ(test::ErrorOf(op),
                  of + ": " + name + "[" + std::to_string(i) + "] is 0, but it must be at least 1");
        counts[i] = before;
      }
    };
    EXPECT_EQ(ForEachSampleWith<Counts>(name, spoil), operators);
  }
  for (const auto& [name, operators] : {std::pair<std::string, size_t>{"BlockSize", 4},
                                        {"GroupCount", 3},
                                        {"MinimumSamplesPerOutput", 3}}) {
    const auto spoil = [&, &name = name](Operator& op, uint32_t& count, const std::string& of) {
      count = 0;
      EXPECT_EQ(test::ErrorOf(op), of + ": " + name + " is 0, but it must be at least 1");
    };
    EXPECT_EQ(ForEachSampleWith<uint32_t>(name, spoil), operators);
  }
}

// The tensor whose dimensions an operator's axes count.
std::string AxesOf(const std::string& op) {
  return op == "JOIN" || op == "ONE_HOT" ? "OutputTensor" : "InputTensor";
}
std::string HasDimensions(Operator& op, const std::string& name) {
  const bool of_output = AxesOf(name) == "OutputTensor";
  const int rank =
      test::Tensors(op, of_output ? FieldRole::Output : FieldRole::Input)[0]->layout.rank();
  return ", but " + AxesOf(name) + " has " + std::to_string(rank) + " dimensions";
}

TEST(BadFields, AnAxisIsOneOfTheTensor) {
  EXPECT_EQ(ForEachSampleWith<uint32_t>(
                "Axis",
                [](Operator& op, uint32_t& axis, const std::string& of) {
                  const std::string rule = HasDimensions(op, of);
                  for (const uint32_t bad : {8u, 0x80000000u, 0xFFFFFFFFu}) {
                    axis = bad;
                    EXPECT_EQ(test::ErrorOf(op), of + ": Axis is " + std::to_string(bad) + rule);
                  }
                }),
            12u);
}

TEST(BadFields, AxesAreDifferentOnesOfTheTensor) {
  EXPECT_EQ(ForEachSampleWith<Counts>(
                "Axes",
                [](Operator& op, Counts& axes, const std::string& of) {
                  const auto rank = uint32_t(test::Tensors(op, FieldRole::Input)[0]->rank());
                  const std::string rule = HasDimensions(op, of);
                  axes = {0, rank};
                  EXPECT_EQ(test::ErrorOf(op), of + ": Axes[1] is " + std::to_string(rank) + rule);
                  axes = {0xFFFFFFFF};
                  EXPECT_EQ(test::ErrorOf(op), of + ": Axes[0] is 4294967295" + rule);
                  axes = {0, 0};
                  EXPECT_EQ(test::ErrorOf(op), of + ": Axes[1] is 0, but Axes[0] is 0 too");
                  // More than there are, so that one comes twice; and very many.
                  axes.clear();
                  for (uint32_t i = 0; i <= rank; ++i) axes.push_back(rank - 1 - i % rank);
                  const std::string last = std::to_string(rank - 1);
                  EXPECT_EQ(test::ErrorOf(op), of + ": Axes[" + std::to_string(rank) + "] is " +
                                                   last + ", but Axes[0] is " + last + " too");
                  axes.assign(100'000, 0);
                  EXPECT_EQ(test::ErrorOf(op), of + ": Axes[1] is 0, but Axes[0] is 0 too");
                }),
            8u);
}

TEST(BadFields, ScalesAreNumbersAboveZero) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::pair<float, const char*> no_scales[] = {{0, "0"},     {-0.0f, "-0"}, {-2, "-2"},
                                                     {NAN, "nan"}, {kInf, "inf"}, {-kInf, "-inf"}};
  EXPECT_EQ(ForEachSampleWith<Floats>(
                "Scales",
                [&](Operator& op, Floats& scales, const std::string& of) {
                  const size_t last = scales.size() - 1;
                  for (const auto& [scale, text] : no_scales) {
                    scales[last] = scale;
                    EXPECT_EQ(test::ErrorOf(op), of + ": Scales[" + std::to_string(last) + "] is " +
                                                     text + ", but it must be finite and above 0");
                  }
                }),
            6u);
  for (const std::string name : {"InputPixelOffsets", "OutputPixelOffsets"})
    EXPECT_EQ(ForEachSampleWith<Floats>(
                  name,
                  [&](Operator& op, Floats& offsets, const std::string& of) {
                    for (const auto& [offset, text] : std::span(no_scales).subspan(3)) {
                      offsets[0] = offset;
                      EXPECT_EQ(test::ErrorOf(op),
                                of + ": " + name + "[0] is " + text + ", but it must be finite");
                    }
                  }),
              5u);
}

// Every activation that the schema lets anybody fuse.
template <class Visit, size_t... kIndex>
void ForEachActivation(const Visit& visit, std::index_sequence<kIndex...>) {
  (visit(std::variant_alternative_t<kIndex, FusedActivation>()), ...);
}
template <class Visit>
void ForEachActivation(const Visit& visit) {
  ForEachActivation(visit, std::make_index_sequence<std::variant_size_v<FusedActivation>>());
}

template <class Activation>
constexpr bool kNeedsLines =
    std::is_same_v<Activation, ActivationSoftmax> || std::is_same_v<Activation, ActivationSoftmax1>;

TEST(BadFields, FusedActivations) {
  const TensorDesc tensor(DataType::Float32, {2});
  const std::string own = " is set, but a fused activation has no tensors of its own";
  EXPECT_EQ(ForEachSampleWith<std::optional<FusedActivation>>(
                "FusedActivation",
                [&](Operator& op, std::optional<FusedActivation>& fused, const std::string& of) {
                  ForEachActivation([&]<class Activation>(Activation activation) {
                    const std::string field = of + ": FusedActivation";
                    const std::string is =
                        field + " is " + std::string(Info(Activation::kType).name);
                    std::string want;
                    if (kNeedsLines<Activation> && of != "GEMM")
                      want = is + ", but only GEMM can fuse it";
                    if (std::is_same_v<Activation, ElementWiseClip> && of != "GEMM" &&
                        of != "CONVOLUTION")
                      want = is + ", but only CONVOLUTION or GEMM can fuse it";
                    fused = activation;
                    EXPECT_EQ(test::ErrorOf(op), want);
                    activation.output = tensor;
                    fused = activation;
                    EXPECT_EQ(test::ErrorOf(op), field + ".OutputTensor" + own);
                    activation.input = tensor;
                    fused = activation;
                    EXPECT_EQ(test::ErrorOf(op), field + ".InputTensor" + own);
                  });
                }),
            8u);
}

TEST(BadFields, ActivationsOfCells) {
  const TensorDesc tensor(DataType::Float32, {2});
  EXPECT_EQ(ForEachSampleWith<std::vector<FusedActivation>>(
                "ActivationDescs",
                [&](Operator& op, std::vector<FusedActivation>& fused, const std::string& of) {
                  const std::string field =
                      of + ": ActivationDescs[" + std::to_string(fused.size() - 1) + "]";
                  ForEachActivation([&]<class Activation>(Activation activation) {
                    fused.back() = activation;
                    EXPECT_EQ(test::ErrorOf(op),
                              kNeedsLines<Activation>
                                  ? field + " is " + std::string(Info(Activation::kType).name) +
                                        ", but a function of one number is required"
                                  : "");
                    activation.input = tensor;
                    fused.back() = activation;
                    EXPECT_EQ(test::ErrorOf(op),
                              field +
                                  ".InputTensor is set, but a fused activation has no tensors "
                                  "of its own");
                  });
                }),
            3u);
}

}  // namespace
}  // namespace weft
