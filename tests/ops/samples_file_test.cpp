// SPDX-License-Identifier: MIT
// Writes the samples of every operator with the numbers that go into them, so that another build
// can compute the same: bench/bits.py reads the file. WEFT_SAMPLES names it; without it, only what
// would be written is looked at.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "ops/harness.h"
#include "ops/random_layout.h"
#include "ops/samples.h"

namespace weft {
namespace {

using test::GuardedBuffer;
using test::LayoutTraits;
using test::Rng;

struct Form {
  const char* name;
  LayoutTraits traits;
  bool is_large = false;  // more than a tile and a block, and odd
};
const std::vector<Form> kForms = {
    {"packed", {}},
    {"padded", {.padded = true}},
    {"permuted", {.permuted = true}},
    {"reversed", {.padded = true, .permuted = true, .reversed = true}},
    {"broadcast", {.padded = true, .permuted = true, .broadcast = true}},
    {"large, packed", {}, true},
    {"large, permuted", {.permuted = true}, true},
};

// Of all kinds, so that special cases differ where they do; or between -1 and 3, whose sums do not
// end as infinities and NaN, so that their order shows in the last place.
uint64_t Number(Rng& rng, const Operator& op, size_t input, DataType type, bool is_moderate) {
  if (!is_moderate || test::AllSamples()[op.type()].index_limit)
    return test::SampleElement(rng, op, input, type);
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Next() >> 32) * 0x1p-30L - 1});
}

void LayOut(Rng& rng, Operator& op, FieldRole role, LayoutTraits traits) {
  if (role == FieldRole::Output) traits.broadcast = false;
  for (TensorDesc* tensor : test::Tensors(op, role))
    if (tensor) tensor->layout = test::RandomLayoutFor(rng, *tensor, traits);
}

// A line of JSON, and the bytes of each input after it.
void Write(std::ostream& file, Rng& rng, Operator& op, const std::string& title, bool is_moderate) {
  std::vector<int64_t> bytes;
  std::string data;
  for (const TensorDesc* in : test::Tensors(op, FieldRole::Input)) {
    bytes.push_back(-1);
    if (!in) continue;
    GuardedBuffer values(*in);
    bytes.back() = int64_t(values.bytes());
    std::vector<uint64_t> some(1009);  // again and again: a number takes long to make
    for (uint64_t& value : some) value = Number(rng, op, bytes.size() - 1, in->type, is_moderate);
    const int width = oracle::FormatOf(in->type).bytes;
    size_t next = 0;
    for (std::byte* at = values.data(); at < values.data() + values.bytes(); at += width)
      oracle::StoreBits(some[next++ % some.size()], at, width);
    data.append(reinterpret_cast<const char*>(values.data()), values.bytes());
  }
  file << fmt::format(R"({{"title": "{}", "family": "{}", "operator": {}, "bytes": [{}]}})", title,
                      Info(op.type()).family, ToString(op), fmt::join(bytes, ", "))
       << '\n'
       << data;
}

TEST(SamplesFile, HasEveryOperator) {
  const char* path = std::getenv("WEFT_SAMPLES");
  std::ofstream file(path ? path : "/dev/null", std::ios::binary);
  for (const OperatorInfo& info : AllOperators()) {
    if (!info.implemented) continue;
    const size_t samples = test::SamplesOf(info.type, 5, 6).size();
    EXPECT_GT(samples, 0u) << info.name;
    Rng rng(uint64_t(info.type));
    for (size_t sample = 0; sample < samples; ++sample)
      for (const Form& form : kForms)
        for (const bool is_moderate : {false, true}) {
          if (form.is_large && !(path && is_moderate)) continue;
          const int64_t rows = form.is_large ? 131 : rng.Between(1, 40);
          const int64_t columns = form.is_large ? 259 : rng.Between(2, 70);
          Operator op = test::SamplesOf(info.type, rows, columns)[sample];
          LayOut(rng, op, FieldRole::Input, form.traits);
          LayOut(rng, op, FieldRole::Output, form.traits);
          EXPECT_TRUE(Validate(op).has_value()) << ToString(op);
          Write(file, rng, op,
                fmt::format("{} {}, {} x {}, {}{}", info.name, sample, rows, columns, form.name,
                            is_moderate ? "" : ", any bits"),
                is_moderate);
        }
  }
  EXPECT_TRUE(file.good()) << path;
}

}  // namespace
}  // namespace weft
