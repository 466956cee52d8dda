// SPDX-License-Identifier: MIT
// The ceiling of instruction sets: its names and errors, and that every kernel keeps to it. What is
// compiled under one ceiling also runs under another.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "ops/harness.h"
#include "ops/random_layout.h"
#include "ops/samples.h"
#include "simd/dispatch.h"
#include "simd/each_isa.h"
#include "weft/graph.h"

namespace weft {
namespace {

using test::Rng;
using test::TensorBuffers;
using test::WithMaxIsa;

#if defined(__x86_64__)
const char* const kRequired = "AVX3_DL, AVX3, AVX2, SSE4, SSSE3 or SCALAR is required";
#elif defined(__aarch64__)
const char* const kRequired = "SVE2_128, SVE_256, SVE2, SVE or NEON is required";
#else
const char* const kRequired = "SCALAR is required";
#endif

std::string ErrorOfSetting(std::string_view name) {
  const Status status = SetMaxIsa(name);
  return status ? "" : status.error().message;
}

TEST(InstructionSets, OnlyTheirNamesAreTaken) {
  const WithMaxIsa none("");
  EXPECT_EQ(MaxIsa(), "");
  for (const char* wrong : {"AVX9", "avx2", "AVX2 ", "WASM", "EMU128", "Unknown"}) {
    EXPECT_EQ(ErrorOfSetting(wrong), fmt::format("MaxIsa is \"{}\", but {}", wrong, kRequired));
    EXPECT_EQ(MaxIsa(), "") << "a wrong name changes nothing";
  }
  for (const std::string_view isa : MachineIsas()) {
    const WithMaxIsa ceiling(isa);
    EXPECT_EQ(MaxIsa(), isa);
  }
}

// The best that is compiled, the machine has and the ceiling allows.
TEST(InstructionSets, UsedIsTheBestBelowTheCeiling) {
  const WithMaxIsa none("");
  const std::vector<std::string_view> machine = MachineIsas(), here = test::IsasHere();
  ASSERT_FALSE(here.empty());
  EXPECT_EQ(UsedIsa(), here.front());
  std::string_view best;
  for (size_t i = machine.size(); i-- > 0;) {
    const WithMaxIsa ceiling(machine[i]);
    if (std::ranges::find(here, machine[i]) != here.end()) best = machine[i];
    EXPECT_EQ(UsedIsa(), best) << "below " << machine[i];
  }
#if defined(__x86_64__)
  const WithMaxIsa above("AVX3_DL");
  EXPECT_EQ(UsedIsa(), here.front()) << "a ceiling above the machine is none";
#endif
}

// The environment is read once, so each of these has a process of its own.
TEST(InstructionSetsDeathTest, AnUnknownWordInTheEnvironmentIsAnErrorOfEveryCall) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const char* const set = std::getenv("WEFT_MAX_ISA");
  const std::string before = set != nullptr ? set : "";
  setenv("WEFT_MAX_ISA", "AVX9", 1);
  const auto say_and_leave = [](const auto& result) {
    std::fprintf(stderr, "<%s>\n", result ? "no error" : result.error().message.c_str());
    std::exit(result ? 0 : result.error().code == ErrorCode::InvalidArgument ? 3 : 4);
  };
  const std::string message = fmt::format("^<WEFT_MAX_ISA is \"AVX9\", but {}>\n$", kRequired);
  const TensorDesc desc{DataType::Float32, {4}};
  const ElementWiseIdentity op{.input = desc, .output = desc};
  float memory[8] = {};
  const std::vector<ConstBuffer> in = {ConstBuffer(memory, 16)};
  const std::vector<Buffer> out = {Buffer(memory + 4, 16)};
  EXPECT_EXIT(say_and_leave(Validate(op)), testing::ExitedWithCode(3), message);
  EXPECT_EXIT(say_and_leave(Compile(op)), testing::ExitedWithCode(3), message);
  EXPECT_EXIT(say_and_leave(weft::Run(op, in, out)), testing::ExitedWithCode(3), message);
  EXPECT_EXIT(say_and_leave(CompileGraph({})), testing::ExitedWithCode(3), message);
  // A program's own word comes after the environment's.
  EXPECT_EXIT(
      {
        if (!SetMaxIsa(MachineIsas().back())) std::exit(5);
        say_and_leave(weft::Run(op, in, out));
      },
      testing::ExitedWithCode(0), "^<no error>\n$");
  setenv("WEFT_MAX_ISA", before.c_str(), 1);  // empty: as if it was not set
}

// ---- what ran

const std::vector<OperatorType>& Implemented() {
  static const std::vector<OperatorType> types = [] {
    std::vector<OperatorType> all;
    for (const OperatorInfo& info : AllOperators())
      if (info.implemented) all.push_back(info.type);
    return all;
  }();
  return types;
}

// Calls visit(op) for samples of all operators: packed, and with other layouts.
template <class Visit>
void ForEachSample(const Visit& visit) {
  Rng rng(5);
  for (const OperatorType type : Implemented())
    for (const bool permuted : {false, true})
      for (Operator op : test::SamplesOf(type, 19, 37)) {
        for (const FieldRole role : {FieldRole::Input, FieldRole::Output})
          for (TensorDesc* desc : test::Tensors(op, role))
            if (desc != nullptr && permuted)
              desc->layout = test::RandomLayoutFor(
                  rng, *desc, test::LayoutTraits{.padded = true, .permuted = true});
        visit(op);
      }
}

void Fill(Rng& rng, const Operator& op, const std::vector<TensorDesc*>& tensors,
          TensorBuffers& buffers) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!tensors[i]) continue;
    oracle::Dense values = buffers.Read(i);
    const bool is_float = oracle::FormatOf(tensors[i]->type).is_float;
    for (uint64_t& value : values.elements)  // of moderate size: sums stay comparable
      value = is_float ? oracle::BitsOf(tensors[i]->type,
                                        {true, 0, (long double)(rng.Between(-2000, 2000)) / 1000})
                       : test::SampleElement(rng, op, i, tensors[i]->type);
    buffers.Write(i, values);
  }
}

void RunSample(Operator& op) {
  Rng rng(6);
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  TensorBuffers in(ins, 1), out(test::Tensors(op, FieldRole::Output), 2);
  Fill(rng, op, ins, in);
  const Status status = Run(op, in.AsInputs(), out.AsOutputs());
  ASSERT_TRUE(status) << status.error().message;
}

// Inputs are all ones.
void RunOnOnes(Operator op) {
  std::vector<std::vector<float>> memory;
  std::vector<ConstBuffer> in;
  std::vector<Buffer> out;
  const auto ones = [&](const TensorDesc* desc) {
    return memory.emplace_back(desc ? desc->RequiredBytes() / sizeof(float) : 0, 1.f).data();
  };
  for (const TensorDesc* desc : test::Tensors(op, FieldRole::Input)) {
    float* const at = ones(desc);
    in.push_back(desc ? ConstBuffer(at, desc->RequiredBytes()) : ConstBuffer());
  }
  for (const TensorDesc* desc : test::Tensors(op, FieldRole::Output)) {
    float* const at = ones(desc);
    out.push_back(desc ? Buffer(at, desc->RequiredBytes()) : Buffer());
  }
  const Status status = Run(op, in, out);
  ASSERT_TRUE(status) << status.error().message;
}

// What the samples do not reach: copies past the cache, planes of pixels, pixels of many
// channels, lines that are all alike.
void RunWhatIsNoSample() {
  constexpr DataType kF32 = DataType::Float32;
  const Sizes large = {2048, 2049};
  RunOnOnes(
      ElementWiseIdentity{.input = {kF32, Layout(large, {2060, 1})}, .output = {kF32, large}});
  const std::vector<uint32_t> none = {0, 0}, one = {1, 1};
  const auto convolution = [&](int64_t from, int64_t to, int64_t size) {
    const int64_t after = 64 - size + 1;
    return Convolution{.input = {kF32, {1, from, 64, 64}},
                       .filter = {kF32, {to, from, size, size}},
                       .output = {kF32, {1, to, after, after}},
                       .mode = ConvolutionMode::CrossCorrelation,
                       .direction = ConvolutionDirection::Forward,
                       .strides = one,
                       .dilations = one,
                       .start_padding = none,
                       .end_padding = none,
                       .output_padding = none,
                       .group_count = 1};
  };
  RunOnOnes(convolution(2, 7, 3));
  RunOnOnes(convolution(8, 16, 1));
  const TensorDesc pixels = {kF32, Layout({1, 64, 4, 4}, {1024, 1, 256, 64})};
  RunOnOnes(MaxPooling{.input = pixels,
                       .output = pixels,
                       .strides = one,
                       .window_size = one,
                       .start_padding = none,
                       .end_padding = none});
  const TensorDesc lines = {kF32, {1, 2, 3, 70}};
  RunOnOnes(MeanVarianceNormalization1{
      .input = lines, .output = lines, .axes = {3}, .normalize_variance = true, .epsilon = 1});
}

// Highway's bit of a name; lower bits are better sets.
int64_t TargetOf(std::string_view isa) {
  for (int64_t target = 1; target > 0; target <<= 1)
    if (isa == hwy::TargetName(target)) return target;
  return 0;
}

// Every WEFT_DISPATCH below src, named as a DispatchSite is.
std::set<std::string> DispatchSites() {
  const std::regex site(R"(WEFT_DISPATCH\((\w+)\))");
  const std::filesystem::path src = WEFT_SOURCES;
  std::set<std::string> sites;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (std::sregex_iterator at(text.begin(), text.end(), site), end; at != end; ++at)
      sites.insert(entry.path().lexically_relative(src).string() + ": " + at->str(1));
  }
  return sites;
}

TEST(InstructionSets, EveryKernelKeepsToTheCeiling) {
  const std::set<std::string> sites = DispatchSites();
  EXPECT_GT(sites.size(), 0u);
  std::map<std::string, std::set<std::string_view>> ceilings_of;  // by kernel
  const std::vector<std::string_view> here = test::IsasHere();
  for (const std::string_view isa : here) {
    SCOPED_TRACE(isa);
    const WithMaxIsa ceiling(isa);
    simd::ForgetTaken();
    ForEachSample([](Operator& op) { RunSample(op); });
    RunWhatIsNoSample();
    size_t at_the_ceiling = 0;
    std::set<std::string> taken;
    for (const auto& [kernel, targets] : simd::TakenTargets()) {
      EXPECT_EQ(targets & (targets - 1), 0) << kernel << " took several";
      EXPECT_GE(targets, TargetOf(isa)) << kernel << " took " << hwy::TargetName(targets);
      at_the_ceiling += targets == TargetOf(isa);
      ceilings_of[kernel].insert(isa);
      taken.insert(kernel);
    }
    EXPECT_GT(at_the_ceiling, 0u);
    for (const std::string& site : sites)
      EXPECT_TRUE(taken.contains(site)) << site << ": no sample reaches it, nor RunWhatIsNoSample";
  }
  // Nothing is picked once and for all, so each ceiling meets the same kernels.
  for (const auto& [kernel, ceilings] : ceilings_of)
    EXPECT_EQ(ceilings.size(), here.size()) << kernel << " was not met under every ceiling";
}

// Instruction sets round sums in different places.
bool AreNear(DataType type, uint64_t a, uint64_t b) {
  const oracle::Number x = oracle::ValueOf(type, a), y = oracle::ValueOf(type, b);
  if (!x.is_float) return x.integer - y.integer <= 1 && y.integer - x.integer <= 1;
  if (a == b || (std::isnan(x.real) && std::isnan(y.real))) return true;
  return std::abs(x.real - y.real) <= 2e-3L * (1 + std::abs(x.real));
}

// Plans of one ceiling under another: what was prepared for short vectors must not meet long ones.
TEST(InstructionSets, TheCeilingMayChangeAfterCompiling) {
  const std::vector<std::string_view> here = test::IsasHere();
  ForEachSample([&](Operator& op) {
    const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
    const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
    Rng rng(7);
    TensorBuffers in(ins, 1);
    Fill(rng, op, ins, in);
    for (const auto& [planned, run] :
         {std::pair(here.front(), here.back()), std::pair(here.back(), here.front())}) {
      const auto run_at = [&](std::string_view isa, const CompiledOperator& compiled) {
        const WithMaxIsa ceiling(isa);
        TensorBuffers out(outs, 2);
        EXPECT_TRUE(compiled.Run(in.AsInputs(), out.AsOutputs()));
        return out;
      };
      const Result<CompiledOperator> compiled = [&, at = planned] {
        const WithMaxIsa ceiling(at);
        return Compile(op);
      }();
      ASSERT_TRUE(compiled) << compiled.error().message;
      const TensorBuffers want = run_at(planned, *compiled), got = run_at(run, *compiled);
      for (size_t i = 0; i < outs.size(); ++i) {
        if (!outs[i]) continue;
        const oracle::Dense a = want.Read(i), b = got.Read(i);
        for (size_t e = 0; e < a.elements.size(); ++e)
          ASSERT_TRUE(AreNear(a.type, a.elements[e], b.elements[e]))
              << planned << " run as " << run << ": " << ToString(op);
      }
    }
  });
}

}  // namespace
}  // namespace weft
