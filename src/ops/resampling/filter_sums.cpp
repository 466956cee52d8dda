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

// Calls visit(tag, i) for vectors from lane i on that together are all lanes, some perhaps twice:
// of fewer lanes than a vector has, by a shorter one.
template <int64_t kWide = hn::MaxLanes(hn::ScalableTag<float>()), class Visit>
HWY_INLINE void ForEachVector(int64_t lanes, const Visit& visit) {
  const hn::CappedTag<float, kWide> d;
  if constexpr (kWide > 1)
    if (lanes < kWide) return ForEachVector<(kWide > 4 ? kWide / 2 : 1)>(lanes, visit);
  int64_t i = 0;
  for (; i + kWide <= lanes; i += kWide) visit(d, i);
  if (i < lanes) visit(d, lanes - kWide);
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

constexpr int64_t kQuad = FilterLine::kQuad;

#if HWY_TARGET != HWY_SCALAR  // which takes outputs one by one
template <class D>
HWY_INLINE hn::Vec<D> LoadQuads(D d, const float* first, [[maybe_unused]] const float* second) {
  if constexpr (hn::MaxLanes(D()) == kQuad) {
    return hn::LoadU(d, first);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, hn::LoadU(half, second), hn::LoadU(half, first));
  }
}

// Blocks of 16 bytes are looked up byte by byte: lane i is bytes 4 * i to 4 * i + 3.
template <class D>
HWY_INLINE hn::Vec<hn::Repartition<uint8_t, D>> BytesOf(D, const int32_t* lanes) {
  const hn::RebindToSigned<D> di;
  const auto first = hn::Mul(hn::LoadU(di, lanes), hn::Set(di, 0x04040404));
  return hn::BitCast(hn::Repartition<uint8_t, D>(), hn::Add(first, hn::Set(di, 0x03020100)));
}

template <class D>
HWY_INLINE void SumQuads(D d, OutputLines to, InputLines from, int64_t lines,
                         const StepTables& tables) {
  const hn::Repartition<uint8_t, D> bytes;
  const auto wide = int64_t(hn::Lanes(d));
  const auto first = hn::LoadU(d, tables.weights), second = hn::LoadU(d, tables.weights + wide);
  const auto has_second = hn::Ne(second, hn::Zero(d));
  const auto a = BytesOf(d, tables.lanes), b = BytesOf(d, tables.lanes + wide);
  const float* x = from.first + tables.lookups[0].offset;
  const float* y = from.first + tables.lookups[wide / kQuad - 1].offset;
  float* out = to.first;
  for (int64_t i = 0; i < lines; ++i, out += to.step, x += from.step, y += from.step) {
    const auto elements = hn::BitCast(bytes, LoadQuads(d, x, y));
    const auto sum = hn::Mul(first, hn::BitCast(d, hn::TableLookupBytes(elements, a)));
    const auto both = hn::MulAdd(second, hn::BitCast(d, hn::TableLookupBytes(elements, b)), sum);
    hn::StoreU(hn::IfThenElse(has_second, both, sum), d, out);
  }
}

template <class D>
HWY_INLINE hn::Vec<D> LookUp(D d, const float* from, const FilterLine::Lookup& lookup,
                             const int32_t* lanes) {
  const hn::RebindToSigned<D> di;
  const auto wide = int64_t(hn::Lanes(d));
  const auto at = hn::LoadU(di, lanes);
  const auto x = hn::LoadU(d, from + lookup.offset);
  if (!lookup.two) return hn::TableLookupLanes(x, hn::IndicesFromVec(d, at));
  const auto y = hn::LoadU(d, from + lookup.offset + wide);
  const auto inside = hn::IndicesFromVec(d, hn::And(at, hn::Set(di, int32_t(wide - 1))));
  return hn::IfThenElse(hn::RebindMask(d, hn::Lt(at, hn::Set(di, int32_t(wide)))),
                        hn::TableLookupLanes(x, inside), hn::TableLookupLanes(y, inside));
}

// Two terms at most, each within a vector of elements: linear interpolation, nearly always. The
// tables stay in registers.
template <class D>
HWY_INLINE void SumTwo(D d, OutputLines to, InputLines from, int64_t lines,
                       const StepTables& tables) {
  const hn::RebindToSigned<D> di;
  const auto wide = int64_t(hn::Lanes(d));
  const auto first = hn::LoadU(d, tables.weights), second = hn::LoadU(d, tables.weights + wide);
  const auto has_second = hn::Ne(second, hn::Zero(d));
  const auto a = hn::IndicesFromVec(d, hn::LoadU(di, tables.lanes));
  const auto b = hn::IndicesFromVec(d, hn::LoadU(di, tables.lanes + wide));
  const float* x = from.first + tables.lookups[0].offset;
  const float* y = from.first + tables.lookups[1].offset;
  float* out = to.first;
  for (int64_t i = 0; i < lines; ++i, out += to.step, x += from.step, y += from.step) {
    const auto sum = hn::Mul(first, hn::TableLookupLanes(hn::LoadU(d, x), a));
    const auto both = hn::MulAdd(second, hn::TableLookupLanes(hn::LoadU(d, y), b), sum);
    hn::StoreU(hn::IfThenElse(has_second, both, sum), d, out);
  }
}

template <class D>
HWY_INLINE void SumTerms(D d, OutputLines to, InputLines from, int64_t lines, int64_t terms,
                         const StepTables& tables) {
  const auto wide = int64_t(hn::Lanes(d));
  for (int64_t i = 0; i < lines; ++i, to.first += to.step, from.first += from.step) {
    auto sum = hn::Mul(hn::LoadU(d, tables.weights),
                       LookUp(d, from.first, tables.lookups[0], tables.lanes));
    for (int64_t k = 1; k < terms; ++k) {
      const auto weight = hn::LoadU(d, tables.weights + k * wide);
      const auto x = LookUp(d, from.first, tables.lookups[k], tables.lanes + k * wide);
      sum = hn::IfThenElse(hn::Ne(weight, hn::Zero(d)), hn::MulAdd(weight, x, sum), sum);
    }
    hn::StoreU(sum, d, to.first);
  }
}

#endif

// By vectors of kWide lanes, or as many of fewer as the step wants.
template <int64_t kWide = hn::MaxLanes(hn::ScalableTag<float>())>
void SumStep(OutputLines to, InputLines from, int64_t lines, const FilterLine::Step& step,
             const StepTables& tables) {
  if constexpr (kWide >= kQuad) {
    if (step.wide < kWide) return SumStep<kWide / 2>(to, from, lines, step, tables);
    const hn::CappedTag<float, kWide> d;
    if constexpr (kWide <= 2 * kQuad)
      if (step.kind == FilterLine::Quads) return SumQuads(d, to, from, lines, tables);
    if (step.terms == 2 && !tables.lookups[0].two && !tables.lookups[1].two)
      return SumTwo(d, to, from, lines, tables);
    SumTerms(d, to, from, lines, step.terms, tables);
  }
}

// All lines of one step after the other, so that its tables are loaded once.
void SumLines(float* output, int64_t output_step, const float* input, int64_t input_step,
              int64_t lines, const Filter& filter, const FilterLine& line) {
  StepTables tables = {line.lookups.data(), line.lanes.data(), line.weights.data()};
  for (const FilterLine::Step& step : line.steps) {
    const OutputLines to = {output + (step.output - line.span.begin), output_step};
    const InputLines from = {input, input_step};
    const FilterSpan span = {step.output, step.output + step.outputs, line.span.first,
                             line.span.last};
    if (step.kind != FilterLine::OneByOne) {
      SumStep(to, from, lines, step, tables);
    } else {
      for (int64_t i = 0; i < lines; ++i)
        SumRows(to.first + i * to.step, 1, from.first + i * from.step, 1, filter, span, 1);
    }
    tables.lookups += step.lookups;
    tables.lanes += step.terms * step.wide, tables.weights += step.terms * step.wide;
  }
}

const FilterSums* Sums() {
  static const FilterSums sums = {SumRows, SumLines, int64_t(hn::Lanes(hn::ScalableTag<float>()))};
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
