// SPDX-License-Identifier: MIT
// RNN, GRU, LSTM: every refusal.

#include <cmath>

#include "ops/recurrent/recurrent_cases.h"

namespace weft {
namespace {

using enum RecurrentNetworkDirection;
constexpr DataType kF32 = DataType::Float32;
const std::vector<FusedActivation> kThree = {ActivationSigmoid{}, ActivationTanh{},
                                             ActivationTanh{}};

// 7 steps, batch 2, 3 inputs, 5 elements of state, both directions, every tensor.
template <class Change>
Operator BadLstm(const Change& change) {
  const test::RecurrentSizes sizes = {7, 2, 3, 5, Bidirectional};
  Lstm op = test::MakeRecurrent<Lstm>(sizes, kThree);
  test::AddOptionalInputs(op, sizes);
  change(op);
  return op;
}

TensorDesc Tensor(const Sizes& sizes) { return {kF32, sizes}; }

TEST(Recurrent, SizeErrors) {
  EXPECT_EQ(test::ErrorOf(BadLstm([](Lstm&) {})), "");
  test::ExpectErrors({
      {BadLstm([](Lstm& op) {
         op.input = Tensor({2, 7, 2, 3});
       }),
       "LSTM: InputTensor.Sizes[0] is 2, but 1 is required"},
      {BadLstm([](Lstm& op) {
         op.input = Tensor({1, 7, 2, 4});
       }),
       "LSTM: WeightTensor.Sizes[3] is 3, but InputTensor.Sizes[3] is 4"},
      {BadLstm([](Lstm& op) {
         op.input = Tensor({1, 7, 3, 3});
       }),
       "LSTM: HiddenInitTensor.Sizes[2] is 2, but InputTensor.Sizes[2] is 3"},
      {BadLstm([](Lstm& op) {
         op.input = Tensor({1, 6, 2, 3});
       }),
       "LSTM: OutputSequenceTensor.Sizes[0] is 7, but InputTensor.Sizes[1] is 6"},
      {BadLstm([](Lstm& op) { op.direction = Forward; }),
       "LSTM: RecurrenceTensor.Sizes[1] is 2, but Direction is FORWARD, which needs 1"},
      {BadLstm([](Lstm& op) { op.direction = Backward; }),
       "LSTM: RecurrenceTensor.Sizes[1] is 2, but Direction is BACKWARD, which needs 1"},
      {BadLstm([](Lstm& op) {
         op.recurrence = Tensor({1, 1, 20, 5});
       }),
       "LSTM: RecurrenceTensor.Sizes[1] is 1, but Direction is BIDIRECTIONAL, which needs 2"},
      {BadLstm([](Lstm& op) {
         op.recurrence = Tensor({1, 2, 20, 6});
       }),
       "LSTM: RecurrenceTensor.Sizes[2] is 20, but 4 * RecurrenceTensor.Sizes[3] is 4 * 6 = 24"},
      {BadLstm([](Lstm& op) {
         op.weight = Tensor({1, 2, 15, 3});
       }),
       "LSTM: WeightTensor.Sizes[2] is 15, but 4 * RecurrenceTensor.Sizes[3] is 4 * 5 = 20"},
      {BadLstm([](Lstm& op) {
         op.bias = Tensor({1, 1, 2, 20});
       }),
       "LSTM: BiasTensor.Sizes[3] is 20, but 8 * RecurrenceTensor.Sizes[3] is 8 * 5 = 40"},
      {BadLstm([](Lstm& op) {
         op.bias = Tensor({1, 2, 1, 40});
       }),
       "LSTM: BiasTensor.Sizes[1] is 2, but 1 is required"},
      {BadLstm([](Lstm& op) {
         op.hidden_init = Tensor({1, 2, 2, 4});
       }),
       "LSTM: HiddenInitTensor.Sizes[3] is 4, but RecurrenceTensor.Sizes[3] is 5"},
      {BadLstm([](Lstm& op) {
         op.cell_mem_init = Tensor({1, 2, 1, 5});
       }),
       "LSTM: CellMemInitTensor.Sizes[2] is 1, but InputTensor.Sizes[2] is 2"},
      {BadLstm([](Lstm& op) {
         op.sequence_lengths = TensorDesc(DataType::UInt32, {1, 1, 1, 7});
       }),
       "LSTM: SequenceLengthsTensor.Sizes[3] is 7, but InputTensor.Sizes[2] is 2"},
      {BadLstm([](Lstm& op) {
         op.peephole = Tensor({1, 1, 2, 20});
       }),
       "LSTM: PeepholeTensor.Sizes[3] is 20, but 3 * RecurrenceTensor.Sizes[3] is 3 * 5 = 15"},
      {BadLstm([](Lstm& op) {
         op.output_single = Tensor({1, 1, 2, 5});
       }),
       "LSTM: OutputSingleTensor.Sizes[1] is 1, but Direction is BIDIRECTIONAL, which needs 2"},
      {BadLstm([](Lstm& op) {
         op.output_cell_single = Tensor({1, 2, 2, 1});
       }),
       "LSTM: OutputCellSingleTensor.Sizes[3] is 1, but RecurrenceTensor.Sizes[3] is 5"},
      {test::MakeRecurrent<Rnn>({.hidden = 0xFFFFFFFF}, {ActivationTanh{}}),
       "RNN: RecurrenceTensor.Sizes [1, 1, 4294967295, 4294967295] have 2^63 or more elements, but "
       "at most 4294967295 are allowed"},
  });
}

// The same rules with as many gates as the cell has; what is there is named, and its sizes shown.
template <class Op>
void ExpectSizesChecked(const std::vector<FusedActivation>& activations) {
  const std::string name(Info(Op::kType).name);
  const int64_t gates = test::kGatesOf<Op>;
  const auto message = [&](const auto& change) {
    const test::RecurrentSizes sizes = {7, 2, 3, 5, Forward};
    Op op = test::MakeRecurrent<Op>(sizes, activations);
    test::AddOptionalInputs(op, sizes);
    change(op);
    return test::ErrorOf(op);
  };
  const auto rows = [&](const std::string& field, int64_t got, int64_t times) {
    const std::string factor = std::to_string(times) + " * ";
    return name + ": " + field + " is " + std::to_string(got) + ", but " +
           (times == 1 ? "RecurrenceTensor.Sizes[3] is 5"
                       : factor + "RecurrenceTensor.Sizes[3] is " + factor +
                             "5 = " + std::to_string(5 * times));
  };
  EXPECT_EQ(message([](Op&) {}), "");
  EXPECT_EQ(message([](Op& op) {
              op.weight = Tensor({1, 1, 6, 3});
            }),
            rows("WeightTensor.Sizes[2]", 6, gates));
  EXPECT_EQ(message([](Op& op) {
              op.recurrence = Tensor({1, 1, 7, 5});
            }),
            rows("RecurrenceTensor.Sizes[2]", 7, gates));
  EXPECT_EQ(message([](Op& op) {
              op.bias = Tensor({1, 1, 1, 5});
            }),
            rows("BiasTensor.Sizes[3]", 5, 2 * gates));
  EXPECT_EQ(message([](Op& op) {
              op.hidden_init = Tensor({1, 1, 2, 6});
            }),
            rows("HiddenInitTensor.Sizes[3]", 6, 1));
  EXPECT_EQ(message([](Op& op) { op.sequence_lengths->layout.sizes[3] = 1; }),
            name + ": SequenceLengthsTensor.Sizes[3] is 1, but InputTensor.Sizes[2] is 2");
  EXPECT_EQ(message([](Op& op) {
              op.output_sequence = Tensor({6, 1, 2, 5});
            }),
            name + ": OutputSequenceTensor.Sizes[0] is 6, but InputTensor.Sizes[1] is 7");
  EXPECT_EQ(message([](Op& op) {
              op.output_single = Tensor({1, 2, 2, 5});
            }),
            name + ": OutputSingleTensor.Sizes[1] is 2, but Direction is FORWARD, which needs 1");
  EXPECT_EQ(message([](Op& op) { op.weight.flags = TensorFlags::OwnedByDml; }),
            name +
                ": WeightTensor.Flags is OWNED_BY_DML, but recurrent operators take no such "
                "tensor");
}

TEST(Recurrent, SizeErrorsOfEveryCell) {
  ExpectSizesChecked<Rnn>({ActivationTanh{}});
  ExpectSizesChecked<Gru>({ActivationSigmoid{}, ActivationTanh{}});
  ExpectSizesChecked<Lstm>(kThree);
}

TEST(Recurrent, OtherErrors) {
  test::ExpectErrors({
      {BadLstm([](Lstm& op) { op.weight.type = DataType::Float16; }),
       "LSTM: WeightTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {BadLstm([](Lstm& op) { op.sequence_lengths->type = DataType::Int32; }),
       "LSTM: SequenceLengthsTensor.DataType is INT32, but UINT32 is required"},
      {BadLstm([](Lstm& op) { op.recurrence.flags = TensorFlags::OwnedByDml; }),
       "LSTM: RecurrenceTensor.Flags is OWNED_BY_DML, but recurrent operators take no such tensor"},
      {BadLstm([](Lstm& op) {
         op.output_sequence.reset(), op.output_single.reset(), op.output_cell_single.reset();
       }),
       "LSTM: all output tensors are missing, but at least 1 is required"},
      {BadLstm([](Lstm& op) { op.activation_descs = kThree; }),
       "LSTM: ActivationDescCount is 3, but 3 for each direction make 6"},
      {BadLstm([](Lstm& op) { op.activation_descs.clear(); }),
       "LSTM: ActivationDescCount is 0, but 3 for each direction make 6"},
      {BadLstm([](Lstm& op) { op.activation_descs[4] = ActivationSoftmax{}; }),
       "LSTM: ActivationDescs[4] is ACTIVATION_SOFTMAX, but a function of one number is required"},
      {BadLstm([](Lstm& op) {
         op.activation_descs[1] = ActivationTanh{.input = Tensor({1}), .output = {}};
       }),
       "LSTM: ActivationDescs[1].InputTensor is set, but a fused activation has no tensors of its "
       "own"},
      {BadLstm([](Lstm& op) { op.direction = RecurrentNetworkDirection(3); }),
       "LSTM: Direction is 3, but FORWARD, BACKWARD or BIDIRECTIONAL is required"},
      {BadLstm([](Lstm& op) { op.use_clip_threshold = true, op.clip_threshold = -1; }),
       "LSTM: ClipThreshold is -1, but at least 0 is required"},
      {BadLstm([](Lstm& op) { op.use_clip_threshold = true, op.clip_threshold = NAN; }),
       "LSTM: ClipThreshold is nan, but at least 0 is required"},
      {BadLstm([](Lstm& op) { op.clip_threshold = NAN; }), ""},
      {test::MakeRecurrent<Gru>({}, {ActivationTanh{}}),
       "GRU: ActivationDescCount is 1, but 2 for each direction make 2"},
      {test::MakeRecurrent<Rnn>({}, kThree),
       "RNN: ActivationDescCount is 3, but 1 for each direction make 1"},
  });
}

}  // namespace
}  // namespace weft
