// SPDX-License-Identifier: MIT
// MULTIHEAD_ATTENTION and MULTIHEAD_ATTENTION1: softmax(Scale * Q K^T + biases + mask) V for each
// head: a product, a softmax of its rows and another product. Each thread computes heads of its
// own, or all threads work on one head after the other. Q, K and V are read from their own tensors;
// only with a bias, a past or a present output they are packed as float32 in scratch memory first.
#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/attention/attention_parts.h"
#include "ops/candidates.h"
#include "ops/matmul/epilogue.h"
#include "ops/matmul/run.h"
#include "ops/reduction/softmax_line.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "strided/map.h"
#include "strided/view.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

template <class T>
T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// float32 = element + element.
template <class T>
void WidenAdd(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  for (int64_t i = 0; i < count; ++i) {
    const int64_t at = i * int64_t(sizeof(T));
    const float sum = ConvertElement<float>(Load<T>(inputs[0] + at)) +
                      ConvertElement<float>(Load<T>(inputs[1] + at));
    std::memcpy(output + 4 * i, &sum, sizeof sum);
  }
}
void Convert(std::byte* output, const std::byte* const* inputs, int64_t count,
             const void* parameters) {
  (*static_cast<const ConvertRow*>(parameters))(output, inputs[0], count);
}

// The last four dimensions of a tensor.
Layout LastFour(const TensorDesc& tensor) {
  Layout last;
  last.offset = tensor.layout.offset;
  for (int dim = tensor.rank() - 4; dim < tensor.rank(); ++dim) {
    last.sizes.push_back(dim < 0 ? 1 : tensor.sizes()[dim]);
    last.strides.push_back(dim < 0 ? 0 : tensor.strides()[dim]);
  }
  return last;
}

// The conversion of a range of Q, K or V to float32, which adds its bias.
struct Widen {
  MapPlan<2> plan;
  MapInput from, bias;
};

// Q, K or V, {batch, head, position, element}: an input, or packed in scratch memory.
struct Operand {
  int slot = -1;  // none: scratch
  DataType type = DataType::Float32;
  Layout layout;

  int64_t Step(int dim) const { return StepOf(layout, dim); }
  const std::byte* Head(const Bindings& bind, int64_t batch, int64_t head) const {
    const int64_t at = layout.offset + batch * Step(0) + head * Step(1);
    return (slot < 0 ? bind.temporary : bind.Input(slot)) + at * (SizeBits(type) / 8);
  }
};

struct Attention {
  MultiheadAttention1 op;
  AttentionParts parts;
  std::vector<Widen> widen;
  std::vector<std::pair<int, MapPlan<1>>> present;  // output 1 or 2 from float32
  std::vector<std::pair<int, MapPlan<1>>> past;     // … and the way back
  Operand q, k, v;
  GemmPlan scores, output;  // of one head
  GemmEpilogue finish_scores, finish_output;
  // Offsets in scratch memory, in floats; the threads' own memory comes last.
  int64_t k_at = 0, v_at = 0, new_k_at = 0, new_v_at = 0, floats = 0;
  int threads;  // that compute heads of their own; at most so many have scratch memory
  int64_t thread_bytes = 0;

  Attention(const MultiheadAttention1& op, const AttentionParts& parts, int threads);
  uint64_t temporary_bytes() const { return uint64_t(4 * floats + threads * thread_bytes); }
  void Run(const Bindings& bind) const;

 private:
  int64_t Group() const { return parts.query_heads / parts.heads; }
  bool InPresent() const { return op.past_sequence_lengths.has_value(); }
  void AddPart(const AttentionPart& part, int64_t at, int64_t positions, int64_t first,
               int64_t bias_begin);
  void PlanKeysAndValues();
  void RunHead(const Bindings& bind, int64_t batch, int64_t head, std::byte* scratch) const;
  int64_t PastLength(const Bindings& bind, int64_t batch) const;
  void AddToPresent(const Bindings& bind, int which, int64_t batch, const float* added,
                    float* all) const;
  void FinishRow(const Bindings& bind, int64_t batch, int64_t row, int64_t past,
                 float* scores) const;
};

// Positions `first` and on of the packed {batch, heads, positions, elements} at `at`.
void Attention::AddPart(const AttentionPart& part, int64_t at, int64_t positions, int64_t first,
                        int64_t bias_begin) {
  const Sizes& sizes = part.layout.sizes;
  Layout to = Layout::Packed({sizes[0], sizes[1], positions, sizes[3]});
  to = Narrow(to, 2, first, sizes[2]);
  to.offset += at;
  const int size = SizeBits(part.type) / 8;
  MapInput bias = MapInput::Constant(sizes, size, 0);
  if (op.bias && bias_begin >= 0) {
    const int64_t step = StepOf(op.bias->layout, op.bias->rank() - 1);
    const Layout repeated(sizes, {0, sizes[3] * step, 0, step},
                          op.bias->layout.offset + bias_begin * step);
    bias = MapInput(MapOperand{repeated, size}, 6);
  }
  const MapInput from(MapOperand{part.layout, size}, part.slot);
  const MapRow row = part.type == DataType::Float16 ? WidenAdd<Half> : WidenAdd<float>;
  widen.push_back(
      {MapPlan<2>({to, sizeof(float)}, {from.operand(), bias.operand()}, row), from, bias});
}

void Attention::PlanKeysAndValues() {
  const auto& [batch, query_heads, heads, queries, keys, past_keys, all, size, value_size, query,
               key, value] = parts;
  const int64_t key_bias = query_heads * size, value_bias = key_bias + heads * size;
  if (op.past_key) {
    AddPart({9, op.past_key->type, LastFour(*op.past_key)}, k_at, all, 0, -1);
    AddPart({10, op.past_value->type, LastFour(*op.past_value)}, v_at, all, 0, -1);
  }
  if (key && k.slot < 0)
    AddPart(*key, InPresent() ? new_k_at : k_at, InPresent() ? keys : all, past_keys, key_bias);
  if (value && v.slot < 0)
    AddPart(*value, InPresent() ? new_v_at : v_at, InPresent() ? keys : all, past_keys, value_bias);
  const auto connect = [&, batch = batch, heads = heads, all = all](
                           int output, const std::optional<TensorDesc>& tensor, int64_t at,
                           int64_t elements) {
    if (!tensor) return;
    Layout packed = Layout::Packed({batch, heads, all, elements});
    packed.offset = at;
    const MapOperand real = {packed, sizeof(float)};
    const MapOperand other = {LastFour(*tensor), SizeBits(tensor->type) / 8};
    if (InPresent())
      past.emplace_back(
          output, MapPlan<1>(real, {other},
                             RowFunction(Convert, ConverterFor(DataType::Float32, tensor->type))));
    else
      present.emplace_back(
          output, MapPlan<1>(other, {real},
                             RowFunction(Convert, ConverterFor(tensor->type, DataType::Float32))));
  };
  connect(1, op.output_present_key, k_at, size);
  connect(2, op.output_present_value, v_at, value_size);
}

Attention::Attention(const MultiheadAttention1& attention, const AttentionParts& found,
                     int threads_of_heads)
    : op(attention), parts(found), threads(threads_of_heads) {
  const auto& [batch, query_heads, heads, queries, keys, past_keys, all, size, value_size, query,
               key, value] = parts;
  const bool as_it_is = key && !op.bias && !op.past_key && !InPresent();
  const auto operand = [&](const AttentionPart* part, int64_t at, const Sizes& sizes) {
    // Products choose by strides how they add up, so these have to be like those of packed ones.
    const Operand given = part ? Operand{part->slot, part->type, part->layout} : Operand{};
    if (part && (sizes[3] == 1 || (given.Step(3) == 1 && given.Step(2) != 1))) return given;
    Operand packed = {.layout = Layout::Packed(sizes)};
    packed.layout.offset = at;
    floats = at + packed.layout.ElementCount();
    return packed;
  };
  q = operand(op.bias ? nullptr : &query, floats, {batch, query_heads, queries, size});
  k_at = floats;
  k = operand(as_it_is && !op.output_present_key ? &*key : nullptr, k_at,
              {batch, heads, all, size});
  v_at = floats;
  v = operand(as_it_is && !op.output_present_value ? &*value : nullptr, v_at,
              {batch, heads, all, value_size});
  new_k_at = floats;
  new_v_at = new_k_at + (InPresent() ? batch * heads * keys * size : 0);
  floats = new_v_at + (InPresent() ? batch * heads * keys * value_size : 0);
  if (q.slot < 0) AddPart(query, 0, queries, 0, 0);
  PlanKeysAndValues();

  const GemmMatrix weights = {DataType::Float32, all, 1};
  scores = GemmPlan(MatmulProblem({queries, all, size}, {q.type, q.Step(2), q.Step(3)},
                                  {k.type, k.Step(3), k.Step(2)}, weights));
  finish_scores = GemmEpilogue(weights, {.alpha = op.scale});
  const int rank = op.output.rank();
  const GemmMatrix out = {op.output.type, StepOf(op.output.layout, rank - 2),
                          StepOf(op.output.layout, rank - 1)};
  output = GemmPlan(
      MatmulProblem({queries, value_size, all}, weights, {v.type, v.Step(2), v.Step(3)}, out));
  finish_output = GemmEpilogue(out, {});
  thread_bytes =
      4 * queries * all + int64_t(std::max(scores.scratch_bytes(), output.scratch_bytes()));
}

// The positions that the present tensors have already, clamped so that the new ones fit.
int64_t Attention::PastLength(const Bindings& bind, int64_t batch) const {
  int64_t step = 0;
  for (int dim = 0; dim < op.past_sequence_lengths->rank(); ++dim)
    if (op.past_sequence_lengths->sizes()[dim] > 1) step = op.past_sequence_lengths->strides()[dim];
  const int64_t at = op.past_sequence_lengths->layout.offset + batch * step;
  return std::clamp<int64_t>(Load<int32_t>(bind.Input(11) + 4 * at), 0, parts.all - parts.keys);
}

// Appends new positions to the past, in float32 and in the tensor; all later positions are 0.
void Attention::AddToPresent(const Bindings& bind, int which, int64_t batch, const float* added,
                             float* all) const {
  const TensorDesc& tensor = which == 1 ? *op.output_present_key : *op.output_present_value;
  const Layout layout = LastFour(tensor);
  const int64_t size = layout.sizes[3], past_length = PastLength(bind, batch);
  const ConvertRow convert = ConverterFor(tensor.type, DataType::Float32);
  const int64_t bytes = SizeBits(tensor.type) / 8;
  for (int64_t head = 0; head < parts.heads; ++head, all += parts.all * size) {
    std::fill(all + past_length * size, all + parts.all * size, 0.0f);
    for (int64_t i = 0; i < parts.keys; ++i, added += size) {
      std::copy_n(added, size, all + (past_length + i) * size);
      for (int64_t e = 0; e < size; ++e) {
        const int64_t at[] = {batch, head, past_length + i, e};
        convert(bind.Output(which) + layout.OffsetOf(at) * bytes,
                reinterpret_cast<const std::byte*>(added + e), 1);
      }
    }
  }
}

// Adds biases and mask to the scores of one query position of one head, and applies the softmax.
void Attention::FinishRow(const Bindings& bind, int64_t batch, int64_t row, int64_t past_length,
                          float* line) const {
  using enum MultiheadAttentionMaskType;
  const int64_t head = row / parts.queries, position = row % parts.queries;
  if (op.relative_position_bias) {
    const Layout layout = LastFour(*op.relative_position_bias);
    const int64_t first[] = {batch, head, position, 0};
    const int64_t at = layout.OffsetOf(first), step = parts.all > 1 ? layout.strides[3] : 0;
    const std::byte* data = bind.Input(8);
    const bool half = op.relative_position_bias->type == DataType::Float16;
    for (int64_t k = 0; k < parts.all; ++k)
      line[k] += half ? HalfToFloat(Load<Half>(data + 2 * (at + k * step)))
                      : Load<float>(data + 4 * (at + k * step));
  }
  if (op.mask && op.mask_type != None) {
    const Layout layout = LastFour(*op.mask);
    const std::byte* data = bind.Input(7);
    const auto number = [&](int64_t row_of_mask, int64_t index) {
      const int64_t step = StepOf(layout, 3);
      const int64_t row_step = StepOf(layout, 2);
      return int64_t(
          Load<int32_t>(data + 4 * (layout.offset + row_of_mask * row_step + index * step)));
    };
    if (op.mask_type == Boolean) {
      const int64_t first[] = {batch, head, position, 0};
      const int64_t at = layout.OffsetOf(first), step = parts.all > 1 ? layout.strides[3] : 0;
      for (int64_t k = 0; k < parts.all; ++k)
        if (Load<int32_t>(data + 4 * (at + k * step)) == 0) line[k] += op.mask_filter_value;
    } else {
      const int64_t begin = op.mask_type == KeySequenceEndStart ? number(1, batch) : 0;
      const int64_t end = number(0, batch);
      for (int64_t k = 0; k < parts.all; ++k)
        if (k < begin || k >= end) line[k] += op.mask_filter_value;
    }
  }
  for (int64_t k = past_length + position + 1; InPresent() && k < parts.all; ++k)
    line[k] = -std::numeric_limits<float>::infinity();
  auto* bytes = reinterpret_cast<std::byte*>(line);
  SoftmaxLine()(bytes, bytes, parts.all);
}

void Attention::RunHead(const Bindings& bind, int64_t batch, int64_t head,
                        std::byte* scratch) const {
  const int64_t rows = parts.queries, weights_bytes = 4 * rows * parts.all;
  std::byte* const rest = scratch + weights_bytes;
  auto* const weights = reinterpret_cast<float*>(scratch);
  const int64_t kv_head = head / Group();
  const GemmEpilogue::Target to_scores = {&finish_scores, scratch};
  scores.Run(
      {GemmEpilogue::For(to_scores), q.Head(bind, batch, head), k.Head(bind, batch, kv_head)},
      rest);
  const int64_t past_length = InPresent() ? PastLength(bind, batch) : 0;
  ParallelSlices(ThreadsFor(16 * rows * parts.all), rows, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      FinishRow(bind, batch, head * rows + row, past_length, weights + row * parts.all);
  });
  const int rank = op.output.rank();
  const int64_t at = op.output.layout.offset + batch * StepOf(op.output.layout, rank - 3) +
                     head * parts.value_size * StepOf(op.output.layout, rank - 1);
  const GemmEpilogue::Target to_output = {&finish_output,
                                          bind.Output(0) + at * (SizeBits(op.output.type) / 8)};
  output.Run({GemmEpilogue::For(to_output), scratch, v.Head(bind, batch, kv_head)}, rest);
}

void Attention::Run(const Bindings& bind) const {
  std::byte* const temporary = bind.temporary;
  auto* const real = reinterpret_cast<float*>(temporary);
  for (const auto& [output_slot, plan] : past) plan.Run(temporary, {bind.Output(output_slot)});
  for (const Widen& part : widen)
    part.plan.Run(temporary, {part.from.At(bind), part.bias.At(bind)});
  for (const auto& [output_slot, plan] : present) plan.Run(bind.Output(output_slot), {temporary});
  for (int64_t batch = 0; InPresent() && batch < parts.batch; ++batch) {
    const int64_t added = batch * parts.heads * parts.keys;
    const int64_t before = batch * parts.heads * parts.all;
    AddToPresent(bind, 1, batch, real + new_k_at + added * parts.size,
                 real + k_at + before * parts.size);
    AddToPresent(bind, 2, batch, real + new_v_at + added * parts.value_size,
                 real + v_at + before * parts.value_size);
  }
  const int64_t all_heads = parts.batch * parts.query_heads;
  const int tasks = int(std::min<int64_t>({threads, ThreadCount(), all_heads}));
  ParallelRun(tasks, [&](int task) {
    std::byte* const scratch = temporary + 4 * floats + task * thread_bytes;
    const auto [begin, end] = SliceOf(all_heads, task, tasks);
    for (int64_t i = begin; i < end; ++i)
      RunHead(bind, i / parts.query_heads, i % parts.query_heads, scratch);
  });
}

struct AttentionProblem {
  const MultiheadAttention1& op;
  AttentionParts parts;

  int64_t Heads() const { return parts.batch * parts.query_heads; }
  // In bytes that take about as long to move; an exponential costs several times as much.
  int64_t WorkBytes() const {
    const double products = double(parts.size + parts.value_size) * 2 / 5;
    return int64_t(std::min(
        double(Heads()) * double(parts.queries) * double(parts.all) * (16 + products), 0x1p60));
  }
  // The number of threads that are worth waking.
  int ThreadsOf(const Machine& machine) const {
    const int64_t bytes = WorkBytes();
    if (bytes < 2 * kGrainBytes) return 1;
    return int(std::min<int64_t>(machine.threads, bytes / kGrainBytes));
  }
};

Program AttentionOn(const AttentionProblem& problem, int threads) {
  const auto attention = std::make_shared<const Attention>(problem.op, problem.parts, threads);
  return {.run = [attention](const Bindings& bind) { attention->Run(bind); },
          .temporary_bytes = attention->temporary_bytes()};
}

constexpr Candidate<AttentionProblem> kAttentionCandidates[] = {
    {.name = "attention/heads_in_parallel",
     .refuses = TakesAll,
     .cost = [](const AttentionProblem& problem, const Machine& machine) -> Cost {
       // In the last round some threads may have no head. Of four rounds that is little; of fewer
       // it is more than it costs that all threads work on each head.
       const int64_t heads = problem.Heads(), threads = problem.ThreadsOf(machine);
       return heads % threads == 0 || heads >= 4 * threads ? 0 : 2;
     },
     .plan = [](const AttentionProblem& problem, const Machine& machine) -> Planned {
       return AttentionOn(problem, problem.ThreadsOf(machine));
     },
     .arithmetic = "As attention/head_by_head."},
    {.name = "attention/head_by_head",
     .refuses = TakesAll,
     .cost = [](const AttentionProblem&, const Machine&) -> Cost { return 1; },
     .plan = [](const AttentionProblem& problem, const Machine&) -> Planned {
       return AttentionOn(problem, 1);
     },
     .arithmetic =
         "Both products add up as GEMM does, in float32; the scores of a row, with biases "
         "and mask added in float32, add up as under softmax/three_passes."},
};
constexpr std::span<const Candidate<AttentionProblem>> kAttentionList = kAttentionCandidates;

Result<Program> PlanAttention(const MultiheadAttention1& op, std::string_view name) {
  WEFT_ASSIGN(const AttentionParts parts, FindAttentionParts(name, op));
  return PlanCheapest(name, kAttentionList, AttentionProblem{op, parts}, ThisMachine());
}

Status CheckAttention(const MultiheadAttention1& op, std::string_view name) {
  WEFT_RETURN_IF_ERROR(FindAttentionParts(name, op));
  return Ok();
}

constexpr std::string_view kOlder = "MULTIHEAD_ATTENTION", kNewer = "MULTIHEAD_ATTENTION1";

// The elements of a head of the query, the keys or the values: stacked {batch, positions, heads, 2
// or 3, size} or {.., batch, positions, heads * size}.
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

}  // namespace

void Infer(MultiheadAttention& op) { InferAttention(op, op.head_count, op.head_count); }
void Infer(MultiheadAttention1& op) {
  InferAttention(op, op.query_head_count, op.key_value_head_count);
}

Status Validate(const MultiheadAttention& op) { return CheckAttention(AsAttention1(op), kOlder); }
Status Validate(const MultiheadAttention1& op) { return CheckAttention(op, kNewer); }
Result<Program> Plan(const MultiheadAttention& op) {
  return PlanAttention(AsAttention1(op), kOlder);
}
Result<Program> Plan(const MultiheadAttention1& op) { return PlanAttention(op, kNewer); }

std::vector<CandidateInfo> AttentionCandidates() { return InfosOf(kAttentionList); }

}  // namespace weft::ops
