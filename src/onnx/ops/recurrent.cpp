// SPDX-License-Identifier: MIT
// Recurrent networks. DirectML has the same gates in the same order; its tensors have four
// dimensions, the steps always come first, and nothing but LSTM clips.
#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// ---- activations

// Numbers of activation_alpha or activation_beta, which those activations take in order that have
// such a number.
struct Numbers {
  std::vector<float> given;
  size_t taken = 0;
  float Next(float otherwise) { return taken < given.size() ? given[taken++] : otherwise; }
};

Result<FusedActivation> Activation(std::string_view name, Numbers& alpha, Numbers& beta) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return char(tolower(c)); });
  if (lower == "tanh") return ActivationTanh{};
  if (lower == "sigmoid") return ActivationSigmoid{};
  if (lower == "relu") return ActivationRelu{};
  if (lower == "softsign") return ActivationSoftsign{};
  if (lower == "softplus") return ActivationSoftplus{.steepness = 1};
  if (lower == "affine") return ActivationLinear{.alpha = alpha.Next(1), .beta = beta.Next(0)};
  if (lower == "leakyrelu") return ActivationLeakyRelu{.alpha = alpha.Next(0.01f)};
  if (lower == "thresholdedrelu") return ActivationThresholdedRelu{.alpha = alpha.Next(1)};
  if (lower == "elu") return ActivationElu{.alpha = alpha.Next(1)};
  if (lower == "scaledtanh")
    return ActivationScaledTanh{.alpha = alpha.Next(1), .beta = beta.Next(1)};
  if (lower == "hardsigmoid")
    return ActivationHardSigmoid{.alpha = alpha.Next(0.2f), .beta = beta.Next(0.5f)};
  return Invalid("attribute activations has '{}', which is none", Printable(name));
}

Result<std::vector<FusedActivation>> Activations(Conversion& c, int64_t directions,
                                                 std::initializer_list<std::string_view> usual) {
  std::vector<std::string_view> names = c.Texts("activations");
  if (names.empty())
    for (int64_t i = 0; i < directions; ++i) names.insert(names.end(), usual.begin(), usual.end());
  if (names.size() != usual.size() * size_t(directions))
    return Invalid("attribute activations has {} names, but {} are required for {} direction{}",
                   names.size(), usual.size() * size_t(directions), directions,
                   directions == 1 ? "" : "s");
  Numbers alpha = {c.Floats("activation_alpha")}, beta = {c.Floats("activation_beta")};
  std::vector<FusedActivation> activations;
  for (const std::string_view name : names) {
    WEFT_ASSIGN(const FusedActivation activation, Activation(name, alpha, beta));
    activations.push_back(activation);
  }
  return activations;
}

Expression Apply(const FusedActivation& activation, const Expression& x) {
  return std::visit([&](const auto& op) { return GraphBuilder::AddOne(op, {x}); }, activation);
}

// ---- what all three have

struct Network {
  RecurrentNetworkDirection direction = RecurrentNetworkDirection::Forward;
  int64_t directions = 1, steps = 0, batch = 0, inputs = 0, hidden = 0;
  bool batch_first = false;
  DataType compute = DataType::Float32;
  ElementType type = ElementType::Float;
  std::optional<float> clip;

  Expression x, w, r, b, lengths, initial_h, initial_c, peephole;  // absent ones are nothing

  Sizes State() const { return {1, directions, batch, hidden}; }
  Sizes Sequence() const { return {steps, directions, batch, hidden}; }
  Shape StateShape() const {
    return batch_first ? Shape{batch, directions, hidden} : Shape{directions, batch, hidden};
  }
  Shape SequenceShape() const {
    return batch_first ? Shape{batch, steps, directions, hidden}
                       : Shape{steps, directions, batch, hidden};
  }
};

Status Check(const ValueRef& value, std::string_view name, const Shape& shape) {
  if (value->shape != shape)
    return Invalid("{} has the shape {}, but {} is required", name, ToString(value->shape),
                   ToString(shape));
  return Ok();
}

// A value, if it is there, of this shape and in these sizes; its first two dimensions are swapped
// where the batch comes first.
Result<Expression> Part(Conversion& c, const ValueRef& value, std::string_view name,
                        const Shape& shape, const Sizes& sizes, DataType type, bool swaps = false) {
  if (!value) return Expression();
  WEFT_RETURN_IF_ERROR(Check(value, name, shape));
  WEFT_ASSIGN(Expression in, c.Device(value));
  if (swaps) in = c.Packed(in.Transpose({1, 0, 2}));
  return c.Cast(c.Reshape(in, sizes), type);
}

// States before the first step are the results where there is none.
Status GiveInitial(Conversion& c, size_t output, size_t input, const Network& net) {
  if (!c.Wants(output)) return Ok();
  if (const ValueRef& given = c.Optional(input)) {
    WEFT_RETURN_IF_ERROR(Check(given, output == 1 ? "initial_h" : "initial_c", net.StateShape()));
    c.Set(output, given);
    return Ok();
  }
  return GiveEmpty(c, output, net.type, net.StateShape());
}

// Nothing where there is nothing to compute: the outputs have been given then.
Result<std::optional<Network>> Read(Conversion& c, int64_t gates, bool is_lstm, const ValueRef& w,
                                    const ValueRef& r) {
  Network net;
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const std::string_view direction = c.Text("direction", "forward");
  if (direction == "reverse") {
    net.direction = RecurrentNetworkDirection::Backward;
  } else if (direction == "bidirectional") {
    net.direction = RecurrentNetworkDirection::Bidirectional;
    net.directions = 2;
  } else if (direction != "forward") {
    return Invalid(
        "attribute direction is '{}', but 'forward', 'reverse' or 'bidirectional' is required",
        Printable(direction));
  }
  const int64_t layout = c.Int("layout", 0);
  if (layout != 0 && layout != 1)
    return Invalid("attribute layout is {}, but 0 or 1 is required", layout);
  net.batch_first = layout == 1;
  if (x->rank() != 3 || r->rank() != 3)
    return Invalid("X has the shape {} and R {}, but 3 dimensions are required", ToString(x->shape),
                   ToString(r->shape));
  net.steps = x->shape[layout == 1 ? 1 : 0];
  net.batch = x->shape[layout == 1 ? 0 : 1];
  net.inputs = x->shape[2];
  net.hidden = r->shape[2];
  if (const int64_t size = c.Int("hidden_size", net.hidden); size != net.hidden)
    return Invalid("attribute hidden_size is {}, but R has the shape {}", size, ToString(r->shape));
  // Eight times as many still have to be a number.
  if (net.hidden < 1 || net.hidden > std::numeric_limits<int32_t>::max())
    return Invalid("R has the shape {}, but at least one hidden state is required",
                   ToString(r->shape));
  WEFT_RETURN_IF_ERROR(Check(w, "W", {net.directions, gates * net.hidden, net.inputs}));
  WEFT_RETURN_IF_ERROR(Check(r, "R", {net.directions, gates * net.hidden, net.hidden}));
  net.type = x->type;
  if (w->type != x->type || r->type != x->type)
    return Invalid("X is tensor({}), W tensor({}) and R tensor({}), but one type is required",
                   Name(x->type), Name(w->type), Name(r->type));
  WEFT_ASSIGN(net.compute, ComputeType(Rnn::kType, x->type));
  if (c.HasAttribute("clip")) {
    net.clip = c.Float("clip", 0);
    if (!(*net.clip >= 0))
      return Invalid("attribute clip is {}, but it must be at least 0", *net.clip);
  }
  WEFT_ASSIGN(const int64_t results, CountOf(net.SequenceShape(), "the result"));
  if (results == 0) {
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, 0, net.type, net.SequenceShape()));
    WEFT_RETURN_IF_ERROR(GiveInitial(c, 1, 5, net));
    if (is_lstm) WEFT_RETURN_IF_ERROR(GiveInitial(c, 2, 6, net));
    return std::nullopt;
  }
  if (!c.Wants(0) && !c.Wants(1) && !(is_lstm && c.Wants(2))) return std::nullopt;
  WEFT_ASSIGN(net.x, Part(c, x, "X", x->shape, {1, net.steps, net.batch, net.inputs}, net.compute,
                          net.batch_first));
  WEFT_ASSIGN(net.w, Part(c, w, "W", w->shape, {1, net.directions, gates * net.hidden, net.inputs},
                          net.compute));
  WEFT_ASSIGN(net.r, Part(c, r, "R", r->shape, {1, net.directions, gates * net.hidden, net.hidden},
                          net.compute));
  WEFT_ASSIGN(net.b, Part(c, c.Optional(3), "B", {net.directions, 2 * gates * net.hidden},
                          {1, 1, net.directions, 2 * gates * net.hidden}, net.compute));
  if (const ValueRef& lengths = c.Optional(4); lengths && lengths->type != ElementType::Int32)
    return Invalid("sequence_lens is tensor({}), but tensor(int32) is required",
                   Name(lengths->type));
  WEFT_ASSIGN(net.lengths, Part(c, c.Optional(4), "sequence_lens", {net.batch},
                                {1, 1, 1, net.batch}, DataType::UInt32));
  WEFT_ASSIGN(net.initial_h, Part(c, c.Optional(5), "initial_h", net.StateShape(), net.State(),
                                  net.compute, net.batch_first));
  if (is_lstm) {
    WEFT_ASSIGN(net.initial_c, Part(c, c.Optional(6), "initial_c", net.StateShape(), net.State(),
                                    net.compute, net.batch_first));
    WEFT_ASSIGN(net.peephole, Part(c, c.Optional(7), "P", {net.directions, 3 * net.hidden},
                                   {1, 1, net.directions, 3 * net.hidden}, net.compute));
  }
  return net;
}

Result<std::optional<Network>> Read(Conversion& c, int64_t gates, bool is_lstm) {
  WEFT_ASSIGN(const ValueRef w, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef r, c.TensorInput(2));
  return Read(c, gates, is_lstm, w, r);
}

// The outputs of an operator: the sequence, and states of the last step.
Status GiveAll(Conversion& c, const Network& net, const std::vector<Expression>& results) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!c.Wants(i) || !results[i].IsPresent()) continue;
    Expression out = c.Cast(results[i], DataTypeOf(net.type));
    if (net.batch_first)
      out = c.Packed(
          out.Transpose(i == 0 ? std::array<int, 4>{2, 0, 1, 3} : std::array<int, 4>{0, 2, 1, 3}));
    WEFT_RETURN_IF_ERROR(c.Give(i, out, net.type, i == 0 ? net.SequenceShape() : net.StateShape()));
  }
  return Ok();
}

std::optional<TensorDesc> Wanted(Conversion& c, size_t i, const Network& net) {
  if (!c.Wants(i)) return std::nullopt;
  return TensorDesc(net.compute, i == 0 ? net.Sequence() : net.State());
}

template <class Op>
std::vector<Expression> Describe(Conversion& c, const Network& net, Op& op) {
  op.direction = net.direction;
  op.bias = expr::Described(net.b);
  op.hidden_init = expr::Described(net.initial_h);
  op.sequence_lengths = expr::Described(net.lengths);
  op.output_sequence = Wanted(c, 0, net);
  op.output_single = Wanted(c, 1, net);
  return {net.x, net.w, net.r, net.b, net.initial_h};
}

// ---- step by step, where sums are clipped outside of LSTM

Expression Cut(const Expression& from, const Sizes& offsets, const Sizes& sizes) {
  return expr::Slice1(from,
                      {.input_window_offsets = {offsets.begin(), offsets.end()},
                       .input_window_sizes = {sizes.begin(), sizes.end()},
                       .input_window_strides = std::vector<int32_t>(size_t(sizes.rank()), 1)});
}

// One direction of RNN or GRU; tensors are matrices with a row for each member of the batch.
struct Unrolled {
  Conversion& c;
  const Network& net;
  int64_t direction, gates;
  bool linear_before_reset;
  std::span<const FusedActivation> activations;

  // Rows of this direction's matrix, from gate `first` on.
  Expression Rows(const Expression& all, int64_t first, int64_t count, int64_t columns) const {
    return c.Reshape(
        Cut(all, {0, direction, first * net.hidden, 0}, {1, 1, count * net.hidden, columns}),
        {count * net.hidden, columns});
  }
  // Columns of the bias, counted in gates; those of R follow those of W.
  Expression Bias(int64_t first, int64_t count) const {
    return c.Reshape(
        Cut(net.b, {0, 0, direction, first * net.hidden}, {1, 1, 1, count * net.hidden}),
        {1, count * net.hidden});
  }
  Expression Times(const Expression& a, const Expression& rows) const {
    return expr::Gemm(a, rows, {}, {.trans_b = MatrixTransform::Transpose, .alpha = 1});
  }
  Expression Gate(const Expression& sums, size_t activation) const {
    const Expression limited =
        net.clip ? expr::ElementWiseClip(sums, {.min = -*net.clip, .max = *net.clip}) : sums;
    return Apply(activations[activation], limited);
  }

  // Results of each step, by their index in the sequence, and the last state.
  std::pair<std::vector<Expression>, Expression> Run() const {
    const bool is_gru = gates == 3;
    const int64_t hidden = net.hidden, batch = net.batch;
    const Sizes state = {batch, hidden};
    Expression all =
        Times(c.Reshape(net.x, {net.steps * batch, net.inputs}), Rows(net.w, 0, gates, net.inputs));
    if (net.b.IsPresent()) all = all + Bias(0, gates);
    const int64_t plain = is_gru ? 2 : 1;  // gates that are functions of one sum
    const Expression r = Rows(net.r, 0, plain, hidden);
    const Expression r_candidate = is_gru ? Rows(net.r, 2, 1, hidden) : Expression();
    const bool runs_back = net.direction == RecurrentNetworkDirection::Backward || direction == 1;
    Expression h =
        net.initial_h.IsPresent()
            ? c.Reshape(Cut(net.initial_h, {0, direction, 0, 0}, {1, 1, batch, hidden}), state)
            : c.Zeros(net.compute, state);
    std::vector<Expression> steps(size_t(net.steps), Expression());
    for (int64_t i = 0; i < net.steps; ++i) {
      const int64_t step = runs_back ? net.steps - 1 - i : i;
      const Expression x = Cut(all, {step * batch, 0}, {batch, gates * hidden});
      Expression sums = Cut(x, {0, 0}, {batch, plain * hidden}) + Times(h, r);
      if (net.b.IsPresent()) sums = sums + Bias(gates, plain);
      Expression next = Gate(sums, 0);
      if (is_gru) {
        const Expression update = Cut(next, {0, 0}, state), reset = Cut(next, {0, hidden}, state);
        const Expression x_candidate = Cut(x, {0, 2 * hidden}, state);
        Expression past =
            linear_before_reset ? Times(h, r_candidate) : Times(reset * h, r_candidate);
        if (net.b.IsPresent()) past = past + Bias(gates + 2, 1);
        if (linear_before_reset) past = reset * past;
        const Expression candidate = Gate(x_candidate + past, 1);
        next = candidate + update * (h - candidate);
      }
      if (!net.lengths.IsPresent()) {
        h = steps[size_t(step)] = next;
        continue;
      }
      // Beyond its length a sequence keeps its state, and has zeros as results.
      const Expression lengths = c.Reshape(net.lengths, {batch, 1});
      const Expression number = c.Scalar(DataType::UInt32, double(step)).Broadcast(lengths.sizes());
      const Expression is_inside =
          expr::ElementWiseLogicalGreaterThan(lengths, number).Broadcast(state);
      h = expr::ElementWiseIf(is_inside, next, h);
      steps[size_t(step)] =
          expr::ElementWiseIf(is_inside, next, c.Scalar(net.compute, 0).Broadcast(state));
    }
    return {std::move(steps), h};
  }
};

Expression Joined(const std::vector<Expression>& parts, uint32_t axis) {
  if (parts.size() == 1) return parts[0];
  Join op = {.axis = axis};
  for (const Expression& part : parts) op.inputs.push_back(part.desc());
  return GraphBuilder::AddOne(std::move(op), parts);
}

Status Unroll(Conversion& c, const Network& net, int64_t gates,
              const std::vector<FusedActivation>& activations, bool linear_before_reset) {
  // Each step has nodes of its own, of which there must not be any number.
  constexpr int64_t kMostSteps = 4096;
  if (net.steps > kMostSteps)
    return NotSupported("clip is not supported with {} steps: more than {}", net.steps, kMostSteps);
  const size_t each = activations.size() / size_t(net.directions);
  std::vector<std::vector<Expression>> steps;
  std::vector<Expression> states;
  for (int64_t i = 0; i < net.directions; ++i) {
    const Unrolled one = {c,
                          net,
                          i,
                          gates,
                          linear_before_reset,
                          std::span(activations).subspan(size_t(i) * each, each)};
    auto [results, state] = one.Run();
    steps.push_back(std::move(results));
    states.push_back(c.Reshape(state, {1, 1, net.batch, net.hidden}));
  }
  std::vector<Expression> sequence;
  for (size_t step = 0; step < size_t(net.steps); ++step)
    for (const auto& results : steps)
      sequence.push_back(c.Reshape(results[step], {1, 1, net.batch, net.hidden}));
  Expression all;
  if (c.Wants(0)) all = c.Reshape(Joined(sequence, 0), net.Sequence());
  return GiveAll(c, net, {all, Joined(states, 1)});
}

// ---- the operators

Status RecurrentNetwork(Conversion& c) {
  WEFT_ASSIGN(const std::optional<Network> net, Read(c, 1, false));
  if (!net) return Ok();
  Rnn op;
  WEFT_ASSIGN(op.activation_descs, Activations(c, net->directions, {"Tanh"}));
  if (net->clip) return Unroll(c, *net, 1, op.activation_descs, false);
  std::vector<Expression> inputs = Describe(c, *net, op);
  inputs.push_back(net->lengths);
  return GiveAll(c, *net, GraphBuilder::AddAll(std::move(op), inputs));
}

Status GatedNetwork(Conversion& c) {
  WEFT_ASSIGN(const std::optional<Network> net, Read(c, 3, false));
  if (!net) return Ok();
  Gru op = {.linear_before_reset = c.Int("linear_before_reset", 0) != 0};
  WEFT_ASSIGN(op.activation_descs, Activations(c, net->directions, {"Sigmoid", "Tanh"}));
  if (net->clip) return Unroll(c, *net, 3, op.activation_descs, op.linear_before_reset);
  std::vector<Expression> inputs = Describe(c, *net, op);
  inputs.push_back(net->lengths);
  return GiveAll(c, *net, GraphBuilder::AddAll(std::move(op), inputs));
}

Status GiveMemory(Conversion& c, const std::optional<Network>& net) {
  if (!net) return Ok();
  Lstm op = {.clip_threshold = net->clip.value_or(0),
             .use_clip_threshold = net->clip.has_value(),
             .couple_input_forget = c.Int("input_forget", 0) != 0};
  WEFT_ASSIGN(op.activation_descs, Activations(c, net->directions, {"Sigmoid", "Tanh", "Tanh"}));
  std::vector<Expression> inputs = Describe(c, *net, op);
  op.cell_mem_init = expr::Described(net->initial_c);
  op.peephole = expr::Described(net->peephole);
  op.output_cell_single = Wanted(c, 2, *net);
  inputs.insert(inputs.end(), {net->initial_c, net->lengths, net->peephole});
  return GiveAll(c, *net, GraphBuilder::AddAll(std::move(op), inputs));
}

Status MemoryNetwork(Conversion& c) {
  WEFT_ASSIGN(const std::optional<Network> net, Read(c, 4, true));
  return GiveMemory(c, net);
}

// Input i, quantized weights of shape [directions, inputs, gates], as LSTM has them in numbers.
// Inputs `scale` and `scale` + 1 have one number for each direction, or one for each gate there.
Result<ValueRef> Dequantized(Conversion& c, size_t i, size_t scale) {
  WEFT_ASSIGN(const ValueRef weights, c.TensorInput(i));
  WEFT_ASSIGN(const ValueRef scales, c.TensorInput(scale));
  const ValueRef zeros = c.Optional(scale + 1);
  if (weights->rank() != 3 ||
      (weights->type != ElementType::UInt8 && weights->type != ElementType::Int8))
    return Invalid(
        "input {} is tensor({}) of shape {}, but 3 dimensions of tensor(uint8) or "
        "tensor(int8) are required",
        i, Name(weights->type), ToString(weights->shape));
  if (scales->type != ElementType::Float || (zeros && zeros->type != weights->type))
    return Invalid(
        "input {} is tensor({}), but its scales are tensor({}) and zero points tensor({})", i,
        Name(weights->type), Name(scales->type), zeros ? Name(zeros->type) : Name(weights->type));
  const Sizes sizes = SizesOf(weights->shape);
  const auto spread = [&](const ValueRef& value) -> Result<Expression> {
    const bool per_gate = value->count() == sizes[0] * sizes[2] && value->count() != sizes[0];
    if (!per_gate && value->count() != sizes[0])
      return Invalid("input {} has the shape {}, but its scales or zero points {}", i,
                     ToString(weights->shape), ToString(value->shape));
    WEFT_ASSIGN(const Expression in, c.Device(value));
    return c.Reshape(in, {sizes[0], 1, per_gate ? sizes[2] : 1}).Broadcast(sizes);
  };
  WEFT_ASSIGN(const Expression in, c.Device(weights));
  WEFT_ASSIGN(const Expression by, spread(scales));
  Expression less;
  if (zeros) {
    WEFT_ASSIGN(less, spread(zeros));
  }
  const Expression numbers = expr::ElementWiseDequantizeLinear(in, by, less);
  return c.MakeDevice(c.Packed(numbers.Transpose({0, 2, 1})), ElementType::Float,
                      {sizes[0], sizes[2], sizes[1]});
}

// com.microsoft: LSTM with weights of 8 bits.
Status QuantizedMemoryNetwork(Conversion& c) {
  WEFT_ASSIGN(const ValueRef w, Dequantized(c, 1, 8));
  WEFT_ASSIGN(const ValueRef r, Dequantized(c, 2, 10));
  WEFT_ASSIGN(const std::optional<Network> net, Read(c, 4, true, w, r));
  return GiveMemory(c, net);
}

}  // namespace

void AddRecurrent(Registry& r) {
  r.Add("RNN", RecurrentNetwork);
  r.Add("GRU", GatedNetwork);
  r.Add("LSTM", MemoryNetwork);
  r.SetDomain(kMicrosoft);
  r.Add("DynamicQuantizeLSTM", QuantizedMemoryNetwork);
}

}  // namespace weft::onnx
