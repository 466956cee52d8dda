// SPDX-License-Identifier: MIT
// See filter_sums.h.
#define HWY_TARGET_INCLUDE "ops/resampling/filter_sums.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/resampling/filter_sums.h"
#include "simd/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Term = Filter::Term;

// Calls visit(tag, i) for vectors from lane i on that together are all lanes, some perhaps twice.
template <class Visit>
HWY_INLINE void ForEachVector(int64_t lanes, const Visit& visit) {
  const hn::ScalableTag<float> d;
  const int64_t wide = int64_t(hn::Lanes(d));
  if (lanes >= wide) {
    int64_t i = 0;
    for (; i + wide <= lanes; i += wide) visit(d, i);
    if (i < lanes) visit(d, lanes - wide);
  } else {
    for (int64_t i = 0; i < lanes; ++i) visit(hn::CappedTag<float, 1>(), i);
  }
}

HWY_INLINE void SumRow(float* output, const float* input, int64_t step, int64_t first_index,
                       const Term* begin, const Term* end, int64_t lanes) {
  if (begin == end)
    return ForEachVector(lanes,
                         [=](auto d, int64_t i) { StoreUnaligned(hn::Zero(d), d, output + i); });
  const auto row = [=](const Term* term) { return input + (term->index - first_index) * step; };
  const float* const a = row(begin);
  const float first = begin->weight;
  if (end - begin == 2) {  // linear interpolation, nearly always
    const float* const b = row(begin + 1);
    const float second = begin[1].weight;
    return ForEachVector(lanes, [=](auto d, int64_t i) {
      const auto sum = hn::Mul(hn::Set(d, first), LoadUnaligned(d, a + i));
      StoreUnaligned(hn::MulAdd(hn::Set(d, second), LoadUnaligned(d, b + i), sum), d, output + i);
    });
  }
  ForEachVector(lanes, [=](auto d, int64_t i) {
    auto sum = hn::Mul(hn::Set(d, first), LoadUnaligned(d, a + i));
    for (const Term* term = begin + 1; term < end; ++term)
      sum = hn::MulAdd(hn::Set(d, term->weight), LoadUnaligned(d, row(term) + i), sum);
    StoreUnaligned(sum, d, output + i);
  });
}

void SumRows(float* output, int64_t output_step, const float* input, int64_t input_step,
             const Filter& filter, const FilterSpan& span, int64_t lanes) {
  const Term* begin = filter.Begin(span.begin);
  for (int64_t o = span.begin; o < span.end; ++o, output += output_step) {
    const Term* const end = filter.End(o);
    SumRow(output, input, input_step, span.first, begin, end, lanes);
    begin = end;
  }
}

using FloatTag = hn::ScalableTag<float>;

// Lines of contiguous floats that lie `step` apart.
struct OutputLines {
  float* first;
  int64_t step;
};
struct InputLines {
  const float* first;
  int64_t step;
};
// The tables of a step.
struct StepTables {
  const FilterLine::Lookup* lookups;
  const int32_t* lanes;
  const float* weights;
};

#if HWY_TARGET != HWY_SCALAR
constexpr int64_t kQuad = FilterLine::kQuad;

HWY_INLINE hn::Vec<FloatTag> LoadQuads(const float* first, [[maybe_unused]] const float* second) {
  const FloatTag d;
  // Longer vectors would have more quads than the two that SumQuads gives.
  static_assert(hn::MaxLanes(FloatTag()) == kQuad || hn::MaxLanes(FloatTag()) == 2 * kQuad);
  if constexpr (hn::MaxLanes(FloatTag()) == kQuad) {
    return hn::LoadU(d, first);
  } else {
    const hn::Half<FloatTag> half;
    return hn::Combine(d, hn::LoadU(half, second), hn::LoadU(half, first));
  }
}

// Blocks of 16 bytes are looked up byte by byte: lane i is bytes 4 * i to 4 * i + 3.
HWY_INLINE hn::Vec<hn::Repartition<uint8_t, FloatTag>> BytesOf(const int32_t* lanes) {
  const hn::RebindToSigned<FloatTag> di;
  const auto first = hn::Mul(LoadUnaligned(di, lanes), hn::Set(di, 0x04040404));
  return hn::BitCast(hn::Repartition<uint8_t, FloatTag>(), hn::Add(first, hn::Set(di, 0x03020100)));
}

HWY_INLINE void SumQuads(OutputLines to, InputLines from, int64_t lines, const StepTables& tables) {
  const FloatTag d;
  const hn::Repartition<uint8_t, FloatTag> bytes;
  const auto wide = int64_t(hn::Lanes(d));
  const auto first = LoadUnaligned(d, tables.weights),
             second = LoadUnaligned(d, tables.weights + wide);
  const auto has_second = hn::Ne(second, hn::Zero(d));
  const auto a = BytesOf(tables.lanes), b = BytesOf(tables.lanes + wide);
  const float* x = from.first + tables.lookups[0].offset;
  const float* y = from.first + tables.lookups[wide / kQuad - 1].offset;
  float* out = to.first;
  for (int64_t i = 0; i < lines; ++i, out += to.step, x += from.step, y += from.step) {
    const auto elements = hn::BitCast(bytes, LoadQuads(x, y));
    const auto sum = hn::Mul(first, hn::BitCast(d, hn::TableLookupBytes(elements, a)));
    const auto both = hn::MulAdd(second, hn::BitCast(d, hn::TableLookupBytes(elements, b)), sum);
    StoreUnaligned(hn::IfThenElse(has_second, both, sum), d, out);
  }
}
#else
void SumQuads(OutputLines, InputLines, int64_t, const StepTables&) {}
#endif

HWY_INLINE hn::Vec<FloatTag> LookUp(const float* from, const FilterLine::Lookup& lookup,
                                    const int32_t* lanes) {
  const FloatTag d;
  const hn::RebindToSigned<FloatTag> di;
  const auto wide = int64_t(hn::Lanes(d));
  const auto at = LoadUnaligned(di, lanes);
  const auto x = LoadUnaligned(d, from + lookup.offset);
  if (!lookup.two) return hn::TableLookupLanes(x, hn::IndicesFromVec(d, at));
  const auto y = LoadUnaligned(d, from + lookup.offset + wide);
  const auto inside = hn::IndicesFromVec(d, hn::And(at, hn::Set(di, int32_t(wide - 1))));
  return hn::IfThenElse(hn::RebindMask(d, hn::Lt(at, hn::Set(di, int32_t(wide)))),
                        hn::TableLookupLanes(x, inside), hn::TableLookupLanes(y, inside));
}

HWY_INLINE void SumTerms(OutputLines to, InputLines from, int64_t lines, int64_t terms,
                         const StepTables& tables) {
  const FloatTag d;
  const auto wide = int64_t(hn::Lanes(d));
  for (int64_t i = 0; i < lines; ++i, to.first += to.step, from.first += from.step) {
    auto sum = hn::Mul(LoadUnaligned(d, tables.weights),
                       LookUp(from.first, tables.lookups[0], tables.lanes));
    for (int64_t k = 1; k < terms; ++k) {
      const auto weight = LoadUnaligned(d, tables.weights + k * wide);
      const auto x = LookUp(from.first, tables.lookups[k], tables.lanes + k * wide);
      sum = hn::IfThenElse(hn::Ne(weight, hn::Zero(d)), hn::MulAdd(weight, x, sum), sum);
    }
    StoreUnaligned(sum, d, to.first);
  }
}

// All lines of one step after the other, so that its tables are loaded once.
void SumLines(float* output, int64_t output_step, const float* input, int64_t input_step,
              int64_t lines, const Filter& filter, const FilterLine& line) {
  const auto wide = int64_t(hn::Lanes(FloatTag()));
  StepTables tables = {line.lookups.data(), line.lanes.data(), line.weights.data()};
  for (const FilterLine::Step& step : line.steps) {
    const OutputLines to = {output + (step.output - line.span.begin), output_step};
    const InputLines from = {input, input_step};
    const FilterSpan span = {step.output, step.output + step.outputs, line.span.first,
                             line.span.last};
    switch (step.kind) {
      case FilterLine::OneByOne:
        for (int64_t i = 0; i < lines; ++i)
          SumRows(to.first + i * to.step, 1, from.first + i * from.step, 1, filter, span, 1);
        break;
      case FilterLine::Quads: SumQuads(to, from, lines, tables); break;
      case FilterLine::Terms: SumTerms(to, from, lines, step.terms, tables); break;
    }
    tables.lookups += step.lookups;
    tables.lanes += step.terms * wide, tables.weights += step.terms * wide;
  }
}

const FilterSums* Sums() {
  static const FilterSums sums = {SumRows, SumLines, int64_t(hn::Lanes(FloatTag()))};
  return &sums;
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(Sums);

const FilterSums& BestFilterSums() { return *WEFT_DISPATCH(Sums)(); }

}  // namespace weft
#endif
