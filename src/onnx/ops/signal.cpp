// SPDX-License-Identifier: MIT
// Spectra and the windows and filters that go with them. DirectML has none of them: they are
// computed here, in float64.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>

#include "base/assert.h"
#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

// Numbers that are computed here are few enough to be held twice.
constexpr int64_t kMostNumbers = int64_t(1) << 27;

Result<int64_t> HostCount(const Shape& shape) {
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count > kMostNumbers)
    return NotSupported("results of shape {} are not supported here, at most {} elements are",
                        ToString(shape), kMostNumbers);
  // Results and what they are computed from, in float64, some of it complex.
  WEFT_RETURN_IF_ERROR(Budget::Check(uint64_t(count) * 32, "a result in float64"));
  return count;
}

// A whole number of one element, as lengths are given.
Result<int64_t> HostLength(Conversion& c, size_t i, std::string_view name, int64_t least) {
  WEFT_ASSIGN(const double number, c.HostNumber(i));
  if (!(number >= double(least)) || number > double(kMaxElements) || number != std::floor(number))
    return Invalid("{} is {}, but a whole number from {} to {} is required", name, number, least,
                   kMaxElements);
  return int64_t(number);
}

Status GiveNumbers(Conversion& c, const std::vector<double>& numbers, ElementType type,
                   const Shape& shape) {
  const DataType elements = DataTypeOf(type);
  const int bits = SizeBits(type);
  if (elements == DataType::Unknown || bits < 8 || bits > 64)
    return NotSupported("results of tensor({}) are not supported here", Name(type));
  WEFT_ASSIGN(NewHostValue result, MakeHost(type, shape));
  const auto size = size_t(bits / 8);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const uint64_t element = weft::Scalar(numbers[i]).Bits(elements);
    std::memcpy(result.data + i * size, &element, size);
  }
  c.Set(0, std::move(result.value));
  return Ok();
}

// ---- windows

// A sum of cosines: first - second * cos(x) + third * cos(2 x) over one period.
Status CosineWindow(Conversion& c, double first, double second, double third) {
  const int64_t type = c.Int("output_datatype", int64_t(ElementType::Float));
  const bool is_periodic = c.Int("periodic", 1) != 0;
  WEFT_ASSIGN(const int64_t size, HostLength(c, 0, "size", 0));
  WEFT_RETURN_IF_ERROR(HostCount({size}));
  std::vector<double> window(static_cast<size_t>(size), 1.0);
  const double period = double(is_periodic ? size : size - 1);
  for (int64_t i = 0; period > 0 && i < size; ++i) {
    const double angle = 2 * pi * double(i) / period;
    window[size_t(i)] = first - second * std::cos(angle) + third * std::cos(2 * angle);
  }
  return GiveNumbers(c, window, ElementType(int32_t(type)), {size});
}

Status HannWindow(Conversion& c) { return CosineWindow(c, 0.5, 0.5, 0); }
Status HammingWindow(Conversion& c) { return CosineWindow(c, 25.0 / 46, 21.0 / 46, 0); }
Status BlackmanWindow(Conversion& c) { return CosineWindow(c, 0.42, 0.5, 0.08); }

Status MelWeightMatrix(Conversion& c) {
  const int64_t type = c.Int("output_datatype", int64_t(ElementType::Float));
  WEFT_ASSIGN(const int64_t bins, HostLength(c, 0, "num_mel_bins", 0));
  WEFT_ASSIGN(const int64_t length, HostLength(c, 1, "dft_length", 0));
  WEFT_ASSIGN(const int64_t rate, HostLength(c, 2, "sample_rate", 1));
  WEFT_ASSIGN(const double low, c.HostNumber(3));
  WEFT_ASSIGN(const double high, c.HostNumber(4));
  const int64_t rows = length / 2 + 1;
  WEFT_ASSIGN(const int64_t count, HostCount({rows, bins}));
  const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  const double step = (mel(high) - mel(low)) / double(bins + 2);
  std::vector<int64_t> edges;
  for (int64_t i = 0; i < bins + 2; ++i) {
    const double hertz = 700 * (std::pow(10, (double(i) * step + mel(low)) / 2595) - 1);
    const double row = std::floor(double(length + 1) * hertz / double(rate));
    // The last edge may be the first row that is not there.
    if (!(row >= 0) || row > double(rows))
      return Invalid(
          "edges of {} and {} Hz do not fit a spectrum of {} rows at {} samples a second", low,
          high, rows, rate);
    edges.push_back(int64_t(row));
  }
  std::vector<double> matrix(static_cast<size_t>(count), 0.0);
  for (int64_t i = 0; i < bins; ++i) {
    const int64_t left = edges[size_t(i)], center = edges[size_t(i) + 1];
    const int64_t right = edges[size_t(i) + 2];
    const auto at = [&](int64_t row) -> double* {
      return row < rows ? &matrix[size_t(row * bins + i)] : nullptr;
    };
    for (int64_t row = left; row <= center; ++row)
      if (double* const to = at(row))
        *to = center == left ? 1 : double(row - left) / double(center - left);
    for (int64_t row = center; row < right; ++row)
      if (double* const to = at(row)) *to = double(right - row) / double(right - center);
  }
  return GiveNumbers(c, matrix, ElementType(int32_t(type)), {rows, bins});
}

// ---- Fourier transforms

// exp(sign * 2 pi i * index / length), of an index that may be large.
Complex Root(int64_t index, int64_t length, double sign) {
  return std::polar(1.0, sign * 2 * pi * double(index % length) / double(length));
}

// In place, of a power of 2.
void FastTransform(std::vector<Complex>& values, double sign) {
  const size_t length = values.size();
  for (size_t i = 1, j = 0; i < length; ++i) {
    size_t bit = length >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  for (size_t size = 2; size <= length; size *= 2) {
    std::vector<Complex> roots;
    for (size_t i = 0; i < size / 2; ++i) roots.push_back(Root(int64_t(i), int64_t(size), sign));
    for (size_t first = 0; first < length; first += size)
      for (size_t i = 0; i < size / 2; ++i) {
        const Complex a = values[first + i], b = values[first + i + size / 2] * roots[i];
        values[first + i] = a + b;
        values[first + i + size / 2] = a - b;
      }
  }
}

// Of any length: a power of 2 directly, few elements by definition, others as Bluestein's
// convolution with a chirp.
class Transform {
 public:
  Transform(size_t length, double sign) : length_(length), sign_(sign) {
    if (std::has_single_bit(length) || length <= kFew) {
      for (size_t i = 0; i < length; ++i) roots_.push_back(Root(int64_t(i), int64_t(length), sign));
      return;
    }
    const size_t padded = std::bit_ceil(2 * length);
    WEFT_ASSERT(2 * length > 0 && padded >= 2 * length);
    for (uint64_t i = 0; i < length; ++i)  // half steps: the square is taken of twice the length
      roots_.push_back(Root(int64_t(i * i % (2 * length)), int64_t(2 * length), sign));
    chirp_.assign(padded, 0);
    for (size_t i = 0; i < length; ++i)
      chirp_[i] = chirp_[(padded - i) % padded] = std::conj(roots_[i]);
    FastTransform(chirp_, -1);
  }

  void Run(std::vector<Complex>& values) const {
    if (std::has_single_bit(length_)) return FastTransform(values, sign_);
    if (chirp_.empty()) {
      const std::vector<Complex> in = values;
      for (size_t i = 0; i < length_; ++i) {
        values[i] = 0;
        for (size_t j = 0; j < length_; ++j) values[i] += in[j] * roots_[i * j % length_];
      }
      return;
    }
    std::vector<Complex> work(chirp_.size());
    for (size_t i = 0; i < length_; ++i) work[i] = values[i] * roots_[i];
    FastTransform(work, -1);
    for (size_t i = 0; i < work.size(); ++i) work[i] *= chirp_[i];
    FastTransform(work, 1);
    for (size_t i = 0; i < length_; ++i) values[i] = work[i] * roots_[i] / double(work.size());
  }

 private:
  static constexpr size_t kFew = 64;
  size_t length_;
  double sign_;
  std::vector<Complex> roots_, chirp_;
};

// What one transform reads and writes: elements at a step, of one or two numbers each.
struct Line {
  int64_t count, step, parts;
};

void RunLine(const Transform& transform, std::vector<Complex>& work, const double* from,
             const Line& in, bool is_mirrored, double* to, const Line& out, double factor) {
  std::ranges::fill(work, Complex(0));
  const auto length = int64_t(work.size());
  const int64_t read = std::min(in.count, is_mirrored ? length / 2 + 1 : length);
  for (int64_t i = 0; i < read; ++i) {
    const double* const at = from + i * in.step;
    work[size_t(i)] = {at[0], in.parts == 2 ? at[1] : 0};
  }
  if (is_mirrored)
    for (int64_t i = length / 2 + 1; i < length; ++i)
      work[size_t(i)] = std::conj(work[size_t(length - i)]);
  transform.Run(work);
  for (int64_t i = 0; i < out.count; ++i) {
    to[i * out.step] = work[size_t(i)].real() * factor;
    if (out.parts == 2) to[i * out.step + 1] = work[size_t(i)].imag() * factor;
  }
}

bool IsFloat(ElementType type) {
  return type == ElementType::Float || type == ElementType::Double || type == ElementType::Float16;
}

Status Dft(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (!IsFloat(x->type)) return NotSupported("tensor({}) is not supported here", Name(x->type));
  const size_t rank = x->rank();
  if (rank < 2 || x->shape.back() < 1 || x->shape.back() > 2)
    return Invalid(
        "the input has the shape {}, but the last of at least 2 dimensions must be 1 or 2",
        ToString(x->shape));
  int64_t where = c.version() < 20 ? c.Int("axis", 1) : -2;
  if (c.version() >= 20 && c.Optional(2)) {
    WEFT_ASSIGN(const double given, c.HostNumber(2));
    if (!(std::fabs(given) <= double(rank)))
      return Invalid("axis is {}, but the tensor has {} dimensions", given, rank);
    where = int64_t(given);
  }
  WEFT_ASSIGN(const int axis, UsualAxis(where, rank));
  if (size_t(axis) + 1 == rank)
    return Invalid("axis is {}, but that is the dimension of real and imaginary parts", axis);
  const bool is_inverse = c.Int("inverse", 0) != 0, is_onesided = c.Int("onesided", 0) != 0;
  const bool is_mirrored = is_inverse && is_onesided;
  const int64_t inputs = x->shape[size_t(axis)];
  int64_t length = is_mirrored ? 2 * (inputs - 1) : inputs;
  if (c.Optional(1)) {
    WEFT_ASSIGN(length, HostLength(c, 1, "dft_length", 1));
  }
  if (length < 1)
    return Invalid("the input has the shape {}, but size {} must be more", ToString(x->shape),
                   axis);
  if (is_onesided && !is_inverse && x->shape.back() != 1)
    return Invalid("onesided is set, but the input of shape {} is not real", ToString(x->shape));
  Shape shape = x->shape;
  shape[size_t(axis)] = is_onesided && !is_inverse ? length / 2 + 1 : length;
  shape.back() = is_mirrored ? 1 : 2;
  WEFT_ASSIGN(const int64_t count, HostCount(shape));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  WEFT_RETURN_IF_ERROR(HostCount({8, length}));
  WEFT_ASSIGN(const std::vector<double> numbers, c.HostNumbers(x));
  std::vector<double> results(static_cast<size_t>(count), 0.0);
  int64_t outer = 1, inner = 1;
  for (size_t dim = 0; dim + 1 < rank; ++dim)
    if (dim != size_t(axis)) (dim < size_t(axis) ? outer : inner) *= shape[dim];
  const Line in = {inputs, inner * x->shape.back(), x->shape.back()};
  const Line out = {shape[size_t(axis)], inner * shape.back(), shape.back()};
  const Transform transform(size_t(length), is_inverse ? 1 : -1);
  std::vector<Complex> work(static_cast<size_t>(length));
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t j = 0; j < inner; ++j)
      RunLine(transform, work, numbers.data() + i * in.count * in.step + j * in.parts, in,
              is_mirrored, results.data() + i * out.count * out.step + j * out.parts, out,
              is_inverse ? 1 / double(length) : 1);
  return GiveNumbers(c, results, x->type, shape);
}

Status Stft(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (!IsFloat(x->type)) return NotSupported("tensor({}) is not supported here", Name(x->type));
  const bool is_flat = x->rank() == 2;
  const int64_t parts = is_flat ? 1 : x->rank() == 3 ? x->shape[2] : 0;
  if (parts != 1 && parts != 2)
    return Invalid("the signal has the shape {}, but [batches, length, 1 or 2] is required",
                   ToString(x->shape));
  const bool is_onesided = c.Int("onesided", 1) != 0;
  if (is_onesided && parts == 2)
    return Invalid("onesided is set, but the signal of shape {} is not real", ToString(x->shape));
  WEFT_ASSIGN(const int64_t step, HostLength(c, 1, "frame_step", 1));
  std::vector<double> window;
  const ValueRef& given = c.Optional(2);
  if (given) {
    if (given->rank() != 1 || given->count() < 1)
      return Invalid("the window has the shape {}, but one dimension is required",
                     ToString(given->shape));
    WEFT_ASSIGN(window, c.HostNumbers(given));
  }
  auto length = int64_t(window.size());
  if (c.Optional(3)) {
    WEFT_ASSIGN(length, HostLength(c, 3, "frame_length", 1));
  }
  if (length < 1) return Invalid("neither window nor frame_length is given, but one is required");
  const int64_t samples = x->shape[1];
  if ((given && int64_t(window.size()) != length) || samples < length)
    return Invalid("the window has {} elements, frames {} and the signal {}, which do not fit",
                   given ? int64_t(window.size()) : length, length, samples);
  if (!given) window.assign(static_cast<size_t>(length), 1.0);
  const int64_t frames = (samples - length) / step + 1;
  const Shape shape = {x->shape[0], frames, is_onesided ? length / 2 + 1 : length, 2};
  WEFT_ASSIGN(const int64_t count, HostCount(shape));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const std::vector<double> numbers, c.HostNumbers(x));
  std::vector<double> results(static_cast<size_t>(count), 0.0);
  const Transform transform(size_t(length), -1);
  std::vector<Complex> work(static_cast<size_t>(length));
  std::vector<double> frame(static_cast<size_t>(length * parts));
  double* to = results.data();
  for (int64_t batch = 0; batch < shape[0]; ++batch)
    for (int64_t i = 0; i < frames; ++i, to += shape[2] * 2) {
      const double* const from = numbers.data() + (batch * samples + i * step) * parts;
      for (int64_t at = 0; at < length * parts; ++at)
        frame[size_t(at)] = from[at] * window[size_t(at / parts)];
      RunLine(transform, work, frame.data(), {length, parts, parts}, false, to, {shape[2], 2, 2},
              1);
    }
  return GiveNumbers(c, results, x->type, shape);
}

}  // namespace

void AddSignal(Registry& r) {
  r.Add("HannWindow", HannWindow);
  r.Add("HammingWindow", HammingWindow);
  r.Add("BlackmanWindow", BlackmanWindow);
  r.Add("MelWeightMatrix", MelWeightMatrix);
  r.Add("DFT", Dft);
  r.Add("STFT", Stft);
}

}  // namespace weft::onnx
