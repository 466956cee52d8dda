// SPDX-License-Identifier: MIT
// A tensor is a data type, sizes and strides over a plain buffer. Strides count elements, so the
// element at coordinate c lies at offset + dot(c, strides): sizes {2,3} with strides {5,1} put
// (1,2) at 7. Stride 0 repeats an element (broadcast); a negative stride walks backwards from
// `offset`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "weft/export.h"
#include "weft/status.h"

namespace weft {

// The values are those of DML_TENSOR_DATA_TYPE.
enum class DataType : uint32_t {
  Unknown = 0,
  Float32,
  Float16,
  UInt32,
  UInt16,
  UInt8,
  Int32,
  Int16,
  Int8,
  Float64,
  UInt64,
  Int64,
  UInt4,
  Int4,
};
inline constexpr int kDataTypeCount = 14;  // Unknown included

WEFT_API int SizeBits(DataType type);           // 32 for Float32, 4 for Int4, 0 for Unknown
WEFT_API std::string_view Name(DataType type);  // "FLOAT32"; "UNKNOWN" for a value that is no type
// Accepts "FLOAT32" and "DML_TENSOR_DATA_TYPE_FLOAT32".
WEFT_API std::optional<DataType> DataTypeFromName(std::string_view name);

inline constexpr int kMaxRank = 8;
inline constexpr int64_t kMaxElements = 0xFFFFFFFF;  // in one tensor

// Up to kMaxRank numbers held in place. The tag keeps sizes and strides from being swapped.
// There is room for one more, so that too many are noticed: rank() is then kMaxRank + 1, which
// every check rejects, and the rest is dropped.
template <class Tag>
class Dims {
 public:
  constexpr Dims() = default;
  constexpr Dims(std::initializer_list<int64_t> values) {
    for (int64_t value : values) push_back(value);
  }
  explicit constexpr Dims(std::span<const int64_t> values) {
    for (int64_t value : values) push_back(value);
  }
  static constexpr Dims Filled(int rank, int64_t value) {
    Dims dims;
    for (int dim = 0; dim < rank; ++dim) dims.push_back(value);
    return dims;
  }

  constexpr void push_back(int64_t value) {
    if (rank_ <= kMaxRank) values_[rank_++] = value;
  }
  constexpr int rank() const { return rank_; }
  constexpr int size() const { return rank_; }
  constexpr int64_t& operator[](int dim) { return values_[dim]; }
  constexpr int64_t operator[](int dim) const { return values_[dim]; }
  constexpr const int64_t* begin() const { return values_.data(); }
  constexpr const int64_t* end() const { return values_.data() + rank_; }
  constexpr int64_t* begin() { return values_.data(); }
  constexpr int64_t* end() { return values_.data() + rank_; }
  friend constexpr bool operator==(const Dims& a, const Dims& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<int64_t, kMaxRank + 1> values_{};
  int rank_ = 0;
};
using Sizes = Dims<struct SizesTag>;
using Strides = Dims<struct StridesTag>;

WEFT_API std::string ToString(const Sizes& sizes);      // "[2, 3]"
WEFT_API std::string ToString(const Strides& strides);  // "[5, 1]"

// Where the elements of a tensor lie, counted in elements from the start of its buffer.
// The questions below assume a layout that passed `Check`. None minds the stride of a dimension of
// size 1, nor the sign of a stride.
struct WEFT_API Layout {
  Sizes sizes;
  Strides strides;
  int64_t offset = 0;  // of the element at coordinate (0, 0, …)

  constexpr Layout() = default;
  constexpr Layout(const Sizes& sizes, const Strides& strides, int64_t offset = 0)
      : sizes(sizes), strides(strides), offset(offset) {}
  // Row-major without gaps: {2,3} gets {3,1}; a size of 0 counts as 1. Wraps where Check would
  // report too many elements.
  static Layout Packed(const Sizes& sizes);

  // Ranks agree and are at most kMaxRank, sizes are at least `least_size` and hold at most
  // kMaxElements, no offset passes 2^63 - 1 or lies before the buffer. The message begins with the
  // field's name, without an operator in front: "Sizes[1] is 0, but …".
  Status Check(int64_t least_size = 1) const;

  int rank() const { return sizes.rank(); }
  int64_t ElementCount() const;      // product of the sizes
  int64_t RequiredElements() const;  // highest offset + 1, at most 2^63 - 1; 0 when a size is 0
  int64_t OffsetOf(std::span<const int64_t> coordinate) const;

  bool IsPacked() const;      // every element at its own offset, no gap: any order of dimensions
  bool IsPadded() const;      // offsets between the lowest and the highest element are unused
  bool HasBroadcast() const;  // some dimension larger than 1 has stride 0
  // Two coordinates share an offset (broadcast included). Exact for anything a program would write;
  // strides contrived to make the search for two such coordinates long are called overlapping.
  bool IsOverlapping() const;

  friend bool operator==(const Layout&, const Layout&) = default;
};
WEFT_API std::string ToString(const Layout& layout);  // "Sizes [2, 3], Strides [5, 1]"

// A label ("NCHW", "WH", "NDHWC", any order of distinct capital letters) names the dimensions in
// physical order, slowest first. Sizes stand in logical order whatever the label: N, C, D, H, W
// when it has no other letters, else alphabetical. So "WH" on sizes {2,3}, H = 2 and W = 3, has
// strides {1,2}. A row is the last dimension of the label.
struct LabelOptions {
  std::string_view broadcast = {};  // letters that repeat: stride 0, and 1 in the others' strides
  int64_t row_pitch = 0;            // elements from one row to the next; 0: as many as the row has
  int64_t row_alignment = 1;  // the row pitch is rounded up to a multiple of this, in elements
  // Leading dimensions of size 1 make an image of what is one but for them: HW {3,5} becomes NCHW
  // {1,1,3,5}, DHW becomes NCDHW. Labels with other letters, or with N, stay as they are.
  bool fill_image = true;
};
WEFT_API Result<Layout> LayoutFromLabel(std::string_view label, const Sizes& sizes,
                                        const LabelOptions& options = {});
// The label whose order these strides follow ("NHWC"), or nothing when no order explains them
// (broadcast, overlapping or interleaved rows, negative strides). Gaps are allowed. Letters are
// those of W, HW, DHW, NCHW and NCDHW by rank, A to H beyond. Where dimensions of size 1 leave a
// choice, a label with exactly these strides wins, then the logical order, then NHWC and its kin.
WEFT_API std::optional<std::string> LabelOf(const Layout& layout);

enum class TensorFlags : uint32_t { None = 0, OwnedByDml = 1 };

// What DML_BUFFER_TENSOR_DESC says.
struct WEFT_API TensorDesc {
  DataType type = DataType::Unknown;
  Layout layout;
  uint64_t total_bytes = 0;            // TotalTensorSizeInBytes; 0: as many as the layout needs
  uint32_t base_offset_alignment = 0;  // GuaranteedBaseOffsetAlignment; 0: none promised
  TensorFlags flags = TensorFlags::None;

  TensorDesc() = default;
  TensorDesc(DataType type, const Sizes& sizes) : type(type), layout(Layout::Packed(sizes)) {}
  TensorDesc(DataType type, const Sizes& sizes, const Strides& strides)
      : type(type), layout(sizes, strides) {}
  TensorDesc(DataType type, const Layout& layout) : type(type), layout(layout) {}

  int rank() const { return layout.rank(); }
  const Sizes& sizes() const { return layout.sizes; }
  const Strides& strides() const { return layout.strides; }
  // Both stop at 2^64 - 1, more than CheckTensor lets pass.
  uint64_t RequiredBytes() const;      // bytes a buffer must have for every element to lie inside
  uint64_t MinimumTotalBytes() const;  // RequiredBytes rounded up to 4, as DirectML counts

  friend bool operator==(const TensorDesc&, const TensorDesc&) = default;
};
// As JSON: {"DataType": "FLOAT32", "Sizes": [2, 3], "Strides": [5, 1]}. Strides are left out when
// packed in row-major order, the other fields at their default.
WEFT_API std::string ToString(const TensorDesc& tensor);

// Every rule DirectML states for one buffer tensor, apart from what an operator adds, and those it
// leaves open: an output may not have two elements at one offset, 4-bit elements begin at a byte.
// Messages begin with `where`, e.g. "SLICE1: InputTensor" gives
// "SLICE1: InputTensor.Sizes[1] is 0, but every size must be at least 1".
enum class TensorUse { Input, Output };
struct TensorRules {
  bool allow_empty = false;  // sizes of 0 and rank 0 are legal
};
WEFT_API Status CheckTensor(const TensorDesc& tensor, TensorUse use, std::string_view where,
                            const TensorRules& rules = {});

}  // namespace weft
