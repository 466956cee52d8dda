// SPDX-License-Identifier: MIT
// Outputs from inputs. Most operators keep the sizes and the type of their first input; the others
// have a small function here. Fields are not validated yet: sizes are computed without overflow,
// and a rule that does not apply leaves its input's sizes.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "ops/infer_sizes.h"
#include "schema/tensor_slots.h"
#include "weft/infer.h"
#include "weft/operators.h"
#include "weft/schema.h"

namespace weft {
namespace {

void FillType(TensorDesc& output, DataType type) {
  if (output.type == DataType::Unknown) output.type = type;
}
void Fill(TensorDesc& output, DataType type, const Sizes& sizes) {
  FillType(output, type);
  if (output.rank() == 0) output.layout = Layout::Packed(sizes);
}
void Fill(std::optional<TensorDesc>& output, DataType type, const Sizes& sizes) {
  if (output) Fill(*output, type, sizes);
}

// An output whose sizes only the caller knows.
void Infer(SliceGrad& op) { FillType(op.output_gradient, op.input_gradient.type); }
void Infer(MaxUnpooling& op) { FillType(op.output, op.input.type); }
void Infer(AveragePoolingGrad& op) { FillType(op.output_gradient, op.input_gradient.type); }
void Infer(ResampleGrad& op) { FillType(op.output_gradient, op.input_gradient.type); }
void Infer(ResampleGrad1& op) { FillType(op.output_gradient, op.input_gradient.type); }
void Infer(RoiAlign& op) { FillType(op.output, op.input.type); }
void Infer(RoiAlign1& op) { FillType(op.output, op.input.type); }
void Infer(OneHot& op) { FillType(op.output, op.values.type); }
void Infer(Fold& op) { FillType(op.output, op.input.type); }
void Infer(FillValueConstant& op) { FillType(op.output, op.value_data_type); }
void Infer(FillValueSequence& op) { FillType(op.output, op.value_data_type); }
void Infer(DiagonalMatrix& op) { FillType(op.output, DataType::Float32); }
void Infer(DiagonalMatrix1& op) {
  if (op.input) Fill(op.output, op.input->type, op.input->sizes());
  FillType(op.output, op.value_data_type);
}
void Infer(Split& op) {
  for (TensorDesc& output : op.outputs) FillType(output, op.input.type);
}
void Infer(RandomGenerator& op) {
  FillType(op.output, DataType::UInt32);
  Fill(op.output_state, op.input_state.type, op.input_state.sizes());
}
void Infer(RoiAlignGrad& op) {
  if (op.output_gradient && op.input)
    Fill(op.output_gradient, op.input_gradient.type, op.input->sizes());
  else if (op.output_gradient && op.output_gradient->rank() > 0)
    FillType(*op.output_gradient, op.input_gradient.type);
  Fill(op.output_roi_gradient, op.roi.type, op.roi.sizes());
}

// A type of its own.
void Infer(Cast& op) {
  if (op.output.rank() == 0) op.output.layout = Layout::Packed(op.input.sizes());
}
void Infer(ElementWiseQuantizeLinear& op) {
  Fill(op.output, op.zero_point ? op.zero_point->type : DataType::UInt8, op.input.sizes());
}
void Infer(ElementWiseDequantizeLinear& op) { Fill(op.output, op.scale.type, op.input.sizes()); }
void Infer(ElementWiseIf& op) { Fill(op.output, op.a.type, op.a.sizes()); }
void Infer(Quantize& op) {
  Fill(op.output, op.quantizations.size() > 1 ? op.quantizations[1].type : DataType::UInt8,
       op.input.sizes());
}
void Infer(Dequantize& op) {
  Fill(op.output, op.quantizations.empty() ? DataType::Float32 : op.quantizations[0].type,
       op.input.sizes());
}
void Infer(DynamicQuantizeLinear& op) {
  const Sizes one = Sizes::Filled(op.input.rank(), 1);
  Fill(op.output, DataType::UInt8, op.input.sizes());
  Fill(op.output_scale, DataType::Float32, one);
  Fill(op.output_zero_point, op.output.type, one);
}

// Dimensions that change along axes.
void Infer(Reduce& op) {
  const bool is_index =
      op.function == ReduceFunction::Argmax || op.function == ReduceFunction::Argmin;
  Fill(op.output, is_index ? DataType::UInt32 : op.input.type,
       ReducedSizes(op.input.sizes(), op.axes));
}
void Infer(Argmin& op) {
  Fill(op.output, DataType::UInt32, ReducedSizes(op.input.sizes(), op.axes));
}
void Infer(Argmax& op) {
  Fill(op.output, DataType::UInt32, ReducedSizes(op.input.sizes(), op.axes));
}
template <class Op>
void InferTopK(Op& op) {
  const Sizes sizes = Replaced(op.input.sizes(), op.axis, std::max(op.k, 1u));  // 0: Validate's
  Fill(op.output_value, op.input.type, sizes);
  Fill(op.output_index, DataType::UInt32, op.output_value.sizes());
}
void Infer(TopK& op) { InferTopK(op); }
void Infer(TopK1& op) { InferTopK(op); }
void Infer(Join& op) {
  if (op.inputs.empty()) return Fill(op.output, DataType::Float32, {1});  // Validate will say
  Sizes sizes = op.inputs[0].sizes();
  if (op.axis < uint32_t(sizes.rank()))
    for (size_t i = 1; i < op.inputs.size(); ++i)
      if (op.inputs[i].rank() == sizes.rank())
        sizes[int(op.axis)] =
            SizeOf(Wide(sizes[int(op.axis)]) + op.inputs[i].sizes()[int(op.axis)]);
  Fill(op.output, op.inputs[0].type, sizes);
}

// Windows over the input.
void Infer(Slice& op) {
  const bool fits = op.sizes.size() == size_t(op.input.rank());
  Sizes sizes = op.input.sizes();
  if (fits) std::ranges::copy(op.sizes, sizes.begin());
  Fill(op.output, op.input.type, sizes);
}
void Infer(Slice1& op) {
  Fill(op.output, op.input.type,
       SlicedSizes(op.input.sizes(), op.input_window_sizes, op.input_window_strides));
}
template <class Op>
void InferPadding(Op& op) {
  Fill(op.output, op.input.type, PaddedSizes(op.input.sizes(), op.start_padding, op.end_padding));
}
void Infer(Padding& op) { InferPadding(op); }
void Infer(Padding1& op) { InferPadding(op); }
template <class Op>
Sizes PooledSizes(const Op& op) {
  Windows windows = {op.window_size, op.strides, {}, op.start_padding, op.end_padding, {}};
  if constexpr (requires { op.dilations; }) windows.dilations = op.dilations;
  return WindowedSizes(op.input.sizes(), windows);
}
void Infer(AveragePooling& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(AveragePooling1& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(LpPooling& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(LpPooling1& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(MaxPooling& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(QuantizedLinearAveragePooling& op) {
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.input.type,
       PooledSizes(op));
}
void Infer(MaxPooling1& op) {
  Fill(op.output, op.input.type, PooledSizes(op));
  Fill(op.output_indices, DataType::UInt32, op.output.sizes());
}
void Infer(MaxPooling2& op) {
  Fill(op.output, op.input.type, PooledSizes(op));
  Fill(op.output_indices, DataType::UInt32, op.output.sizes());
}
void Infer(RoiPooling& op) {
  if (op.input.rank() != 4 || op.roi.rank() != 4) return FillType(op.output, op.input.type);
  Fill(op.output, op.input.type,
       {op.roi.sizes()[2], op.input.sizes()[1], op.pooled_size.height, op.pooled_size.width});
}
void Infer(Unfold& op) {
  const Windows windows = {op.window_sizes,  op.strides,     op.dilations,
                           op.start_padding, op.end_padding, {}};
  Fill(op.output, op.input.type, ColumnSizes(op.input.sizes(), windows));
}
template <class Op>
Sizes ConvolvedSizes(const Op& op, std::span<const uint32_t> output_padding, bool backward) {
  const Sizes& filter = op.filter.sizes();
  Sizes sizes = op.input.sizes();
  const int spatial = sizes.rank() - 2;
  if (spatial < 1 || filter.rank() != sizes.rank()) return sizes;
  std::vector<uint32_t> window;
  for (int dim = 2; dim < sizes.rank(); ++dim)
    window.push_back(uint32_t(std::min<int64_t>(filter[dim], UINT32_MAX)));
  const Windows windows = {window,           op.strides,     op.dilations,
                           op.start_padding, op.end_padding, output_padding};
  sizes = backward ? UnwindowedSizes(sizes, windows) : WindowedSizes(sizes, windows);
  sizes[1] = backward ? SizeOf(Wide(filter[1]) * op.group_count) : filter[0];
  return sizes;
}
void Infer(Convolution& op) {
  const bool backward = op.direction == ConvolutionDirection::Backward;
  Fill(op.output, op.input.type, ConvolvedSizes(op, op.output_padding, backward));
}
void Infer(ConvolutionInteger& op) {
  Fill(op.output, DataType::Int32, ConvolvedSizes(op, {}, false));
}
void Infer(QuantizedLinearConvolution& op) {
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.input.type,
       ConvolvedSizes(op, {}, false));
}

// Factors.
void Infer(Tile& op) { Fill(op.output, op.input.type, TiledSizes(op.input.sizes(), op.repeats)); }
void Infer(Upsample2D& op) {
  const int rank = op.input.rank();
  std::vector<uint32_t> repeats(size_t(rank), 1);
  if (rank >= 2) {
    repeats[size_t(rank) - 2] = op.scale_size.height;
    repeats[size_t(rank) - 1] = op.scale_size.width;
  }
  Fill(op.output, op.input.type, TiledSizes(op.input.sizes(), repeats));
}
template <class Op>
void InferBlocks(Op& op, bool to_space) {
  Fill(op.output, op.input.type, BlockSizes(op.input.sizes(), op.block_size, to_space));
}
void Infer(DepthToSpace& op) { InferBlocks(op, true); }
void Infer(DepthToSpace1& op) { InferBlocks(op, true); }
void Infer(SpaceToDepth& op) { InferBlocks(op, false); }
void Infer(SpaceToDepth1& op) { InferBlocks(op, false); }
template <class Op>
void InferResample(Op& op) {
  Fill(op.output, op.input.type, ScaledSizes(op.input.sizes(), op.scales));
}
void Infer(Resample& op) { InferResample(op); }
void Infer(Resample1& op) { InferResample(op); }
void Infer(Resample2& op) { InferResample(op); }
void Infer(Resample3& op) { InferResample(op); }

// Indices into the input.
void Infer(Gather& op) {
  Fill(op.output, op.input.type,
       GatheredSizes(op.input.sizes(), op.indices.sizes(), op.axis, op.index_dimensions));
}
void Infer(GatherElements& op) { Fill(op.output, op.input.type, op.indices.sizes()); }
void Infer(GatherNd& op) {
  Fill(op.output, op.input.type,
       TupledSizes(op.input.sizes(), op.indices.sizes(), op.input_dimension_count,
                   op.indices_dimension_count, 0));
}
void Infer(GatherNd1& op) {
  Fill(op.output, op.input.type,
       TupledSizes(op.input.sizes(), op.indices.sizes(), op.input_dimension_count,
                   op.indices_dimension_count, op.batch_dimension_count));
}
void Infer(NonzeroCoordinates& op) {
  const int rank = op.input.rank();
  int64_t elements = 1;
  for (const int64_t size : op.input.sizes()) elements = SizeOf(Wide(elements) * size);
  Fill(op.output_count, DataType::UInt32, {1});
  Fill(op.output_coordinates, DataType::UInt32, {elements, rank});
}

// Matrix products.
template <class Op>
Sizes ProductSizes(const Op& op, bool trans_a = false, bool trans_b = false) {
  return MatrixProductSizes(op.a.sizes(), trans_a, op.b.sizes(), trans_b);
}
void Infer(Gemm& op) {
  Fill(op.output, op.a.type,
       ProductSizes(op, op.trans_a == MatrixTransform::Transpose,
                    op.trans_b == MatrixTransform::Transpose));
}
void Infer(MatrixMultiplyInteger& op) { Fill(op.output, DataType::Int32, ProductSizes(op)); }
void Infer(MatrixMultiplyIntegerToFloat& op) { Fill(op.output, op.a_scale.type, ProductSizes(op)); }
void Infer(QuantizedLinearMatrixMultiply& op) {
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.a.type, ProductSizes(op));
}
// What a head of the query, the keys or the values has: stacked {batch, positions, heads, 2 or 3,
// size} or {.., batch, positions, heads * size}.
struct HeadSizes {
  int64_t batch = 1, positions = 0, size = 1;

  static std::optional<HeadSizes> Of(const std::optional<TensorDesc>& tensor,
                                     const std::optional<TensorDesc>& stacked,
                                     const std::optional<TensorDesc>& all_stacked, int64_t heads) {
    for (const auto* found : {&stacked, &all_stacked})
      if (*found && (*found)->rank() == 5)
        return HeadSizes{(*found)->sizes()[0], (*found)->sizes()[1], (*found)->sizes()[4]};
    if (!tensor || tensor->rank() < 3 || heads == 0) return std::nullopt;
    const int64_t* last = tensor->sizes().end() - 3;
    return HeadSizes{last[0], last[1], last[2] / heads};
  }
};
template <class Op>
void InferAttention(Op& op, int64_t query_heads, int64_t heads) {
  const auto& all = op.stacked_query_key_value;
  const auto query = HeadSizes::Of(op.query, op.stacked_query_key, all, query_heads);
  if (!query) return;
  const DataType type = op.query ? op.query->type : all ? all->type : op.stacked_query_key->type;
  const auto& stacked_key = op.stacked_key_value ? op.stacked_key_value : op.stacked_query_key;
  const auto key = HeadSizes::Of(op.key, stacked_key, all, heads);
  const auto value = HeadSizes::Of(op.value, op.stacked_key_value, all, heads);
  int64_t past = 0, value_size = value ? value->size : query->size;
  if (op.past_key && op.past_key->rank() >= 4) past = op.past_key->sizes().end()[-2];
  if (!value && op.past_value && op.past_value->rank() >= 4)
    value_size = op.past_value->sizes().end()[-1];
  Sizes sizes = Sizes::Filled(op.query ? op.query->rank() - 3 : 0, 1);
  for (const int64_t size :
       {query->batch, query->positions, SizeOf(Wide(value_size) * query_heads)})
    sizes.push_back(size);
  Fill(op.output, type, sizes);
  const int64_t positions = SizeOf(Wide(past) + (key ? key->positions : 0));
  Fill(op.output_present_key, type, {query->batch, heads, positions, query->size});
  Fill(op.output_present_value, type, {query->batch, heads, positions, value_size});
}
void Infer(MultiheadAttention& op) { InferAttention(op, op.head_count, op.head_count); }
void Infer(MultiheadAttention1& op) {
  InferAttention(op, op.query_head_count, op.key_value_head_count);
}

// Several outputs.
template <class Op>
void InferRecurrent(Op& op) {
  const Sizes &input = op.input.sizes(), &recurrence = op.recurrence.sizes();
  if (input.rank() != 4 || recurrence.rank() != 4) return;
  const Sizes single = {1, recurrence[1], input[2], recurrence[3]};
  Fill(op.output_sequence, op.input.type, {input[1], recurrence[1], input[2], recurrence[3]});
  Fill(op.output_single, op.input.type, single);
  if constexpr (requires { op.output_cell_single; })
    Fill(op.output_cell_single, op.input.type, single);
}
void Infer(Rnn& op) { InferRecurrent(op); }
void Infer(Lstm& op) { InferRecurrent(op); }
void Infer(Gru& op) { InferRecurrent(op); }
void Infer(AdamOptimizer& op) {
  const TensorDesc& parameters = op.input_parameters;
  for (TensorDesc* output :
       {&op.output_parameters, &op.output_first_moment, &op.output_second_moment})
    Fill(*output, parameters.type, parameters.sizes());
}
void Infer(BatchNormalizationTraining& op) {
  Fill(op.output, op.input.type, op.input.sizes());
  Fill(op.output_mean, op.scale.type, op.scale.sizes());
  Fill(op.output_variance, op.scale.type, op.scale.sizes());
}
template <class Op>
void InferNormalizationGrad(Op& op) {
  Fill(op.output_gradient, op.input.type, op.input.sizes());
  Fill(op.output_scale_gradient, op.mean.type, op.mean.sizes());
  Fill(op.output_bias_gradient, op.mean.type, op.mean.sizes());
}
void Infer(BatchNormalizationGrad& op) { InferNormalizationGrad(op); }
void Infer(BatchNormalizationTrainingGrad& op) { InferNormalizationGrad(op); }

struct Rule {
  OperatorType type;
  void (*infer)(void* op);
};
template <class... Ops>
constexpr auto kRulesOf = std::to_array<Rule>({{Ops::kType, [](void* op) {
                                                  Infer(*static_cast<Ops*>(op));
                                                }}...});
constexpr auto& kRules = kRulesOf<
    SliceGrad, MaxUnpooling, AveragePoolingGrad, ResampleGrad, ResampleGrad1, RoiAlign, RoiAlign1,
    OneHot, Fold, FillValueConstant, FillValueSequence, DiagonalMatrix, DiagonalMatrix1, Split,
    RandomGenerator, RoiAlignGrad, Cast, ElementWiseQuantizeLinear, ElementWiseDequantizeLinear,
    ElementWiseIf, Quantize, Dequantize, DynamicQuantizeLinear, Reduce, Argmin, Argmax, TopK, TopK1,
    Join, Slice, Slice1, Padding, Padding1, AveragePooling, AveragePooling1, LpPooling, LpPooling1,
    MaxPooling, QuantizedLinearAveragePooling, MaxPooling1, MaxPooling2, RoiPooling, Unfold,
    Convolution, ConvolutionInteger, QuantizedLinearConvolution, Tile, Upsample2D, DepthToSpace,
    DepthToSpace1, SpaceToDepth, SpaceToDepth1, Resample, Resample1, Resample2, Resample3, Gather,
    GatherElements, GatherNd, GatherNd1, NonzeroCoordinates, Gemm, MatrixMultiplyInteger,
    MatrixMultiplyIntegerToFloat, QuantizedLinearMatrixMultiply, MultiheadAttention,
    MultiheadAttention1, Rnn, Lstm, Gru, AdamOptimizer, BatchNormalizationTraining,
    BatchNormalizationGrad, BatchNormalizationTrainingGrad>;

uint16_t TypesOf(const OperatorInfo& info, const Field& field) {
  for (const TensorSupport& row : info.support.front().tensors)
    if (&info.fields[row.field] == &field) return row.data_types;
  return 0;
}

// Everything else is like its first input. Where the support table has other types for the output,
// that is a truth value or a count, in a byte.
void InferLikeInput(const OperatorInfo& info, Operator& op) {
  const Field* first = nullptr;
  const TensorDesc* input = nullptr;
  for (const Field& field : info.fields) {
    std::vector<TensorSlot> slots;
    if (field.role == FieldRole::Input) AppendSlots(op.data(), field, slots);
    if (input != nullptr || slots.empty() || slots.front().desc == nullptr) continue;
    first = &field;
    input = slots.front().desc;
  }
  if (input == nullptr) return;
  for (const Field& field : info.fields) {
    if (field.role != FieldRole::Output || field.type != FieldType::Tensor) continue;
    const bool same_types = TypesOf(info, field) == TypesOf(info, *first);
    const DataType type = same_types ? input->type : DataType::UInt8;
    if (field.optional) {
      Fill(MemberOf<std::optional<TensorDesc>>(op.mutable_data(), field), type, input->sizes());
    } else {
      Fill(MemberOf<TensorDesc>(op.mutable_data(), field), type, input->sizes());
    }
  }
}

}  // namespace

Status InferOutputs(Operator& op) {
  const OperatorInfo& info = Info(op.type());
  const auto rule = std::ranges::find(kRules, op.type(), &Rule::type);
  if (rule != kRules.end()) {
    rule->infer(op.mutable_data());
  } else {
    InferLikeInput(info, op);
  }
  const std::vector<TensorSlot> inputs = InputSlots(op);
  const bool has_scalar =
      std::ranges::any_of(inputs, [](auto& slot) { return slot.desc && slot.desc->rank() == 0; });
  std::vector<TensorSlot> outputs;
  for (const Field& field : info.fields)
    if (field.role == FieldRole::Output && !field.optional) AppendSlots(op.data(), field, outputs);
  for (const TensorSlot& slot : outputs) {
    if (slot.desc->type == DataType::Unknown)
      return Invalid("{}: {}.DataType does not follow from the inputs, so it must be given",
                     info.name, slot.Name());
    if (slot.desc->rank() == 0 && !has_scalar)
      return Invalid("{}: {}.Sizes do not follow from the inputs, so they must be given", info.name,
                     slot.Name());
  }
  return Ok();
}

}  // namespace weft
