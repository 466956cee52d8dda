// SPDX-License-Identifier: MIT
// Products of matrices between nodes that dequantize and quantize.
#include "graph/quantized_network.h"

namespace weft {
namespace {

using oracle::Coordinate;
using oracle::Integer;
using test::Change;
using test::Dense;
using test::From;
using test::Integers;
using test::Of;
using test::QuantizedNetwork;

constexpr DataType kU8 = DataType::UInt8, kI8 = DataType::Int8, kI32 = DataType::Int32;

struct Product {
  Integers a = {TensorDesc(kU8, {5, 9}), {0.5f}, {100}};
  Integers b = {TensorDesc(kI8, {9, 7}), {0.25f}, {3}};
  std::optional<Integers> c = {};  // a row, or a matrix
  Integers y = {TensorDesc(kU8, {5, 7}), {8}, {128}};
  Gemm op = {.alpha = 1};
  bool reads_across = false;               // b's columns as rows
  std::optional<TensorDesc> read_as = {};  // other sizes that the result has for who quantizes it

  QuantizedNetwork Net() {
    QuantizedNetwork net;
    a.values = test::SomeBytes(a.desc, 1);
    b.values = test::SomeBytes(b.desc, 2);
    op.a = test::NumbersLike(a.desc);
    op.b = test::NumbersLike(b.desc);
    if (reads_across) std::swap(op.b.layout.strides[0], op.b.layout.strides[1]);
    op.output = test::NumbersLike(y.desc);
    std::vector<From> from = {Of(net.Dequantize(net.Input(a), a, "a")),
                              Of(net.Dequantize(net.Weights(b, "matrix"), b, "b"))};
    if (c) {
      c->values = test::SomeIntegers(c->desc, 3, -3000, 3000);
      from.push_back(Of(net.Dequantize(net.Weights(*c, "row"), *c, "c")));
      Strides strides = Strides::Filled(y.desc.rank(), 0);
      strides[y.desc.rank() - 1] = 1;
      op.c = TensorDesc(DataType::Float32, y.desc.sizes(), strides);
      if (c->desc.rank() > 1) op.c = test::NumbersLike(c->desc);
      if (op.beta == 0) op.beta = 1;
    }
    Integers result = y;
    if (read_as) result.desc = *read_as;
    net.Quantize(Of(net.Add(op, from, "gemm")), result, "y");
    return net;
  }

  Dense Answer() const {
    const int rank = y.desc.rank();
    const auto row = size_t(rank - 2), column = size_t(rank - 1);
    const bool turned_a = op.trans_a == MatrixTransform::Transpose;
    const bool turned_b = (op.trans_b == MatrixTransform::Transpose) != reads_across;
    const int64_t depth = a.desc.sizes()[turned_a ? rank - 2 : rank - 1];
    Dense answer{y.desc.type, y.desc.sizes(), {}};
    oracle::ForEachCoordinate(y.desc.sizes(), [&](const Coordinate& at) {
      Coordinate in_a = at, in_b = at, in_c = {at[column]};
      Integer sum = c ? test::Centered(*c, in_c) : 0;
      for (int64_t k = 0; k < depth; ++k) {
        in_a[row] = turned_a ? k : at[row];
        in_a[column] = turned_a ? at[row] : k;
        in_b[row] = turned_b ? at[column] : k;
        in_b[column] = turned_b ? k : at[column];
        sum += test::Centered(a, in_a) * test::Centered(b, in_b);
      }
      const long double unit = test::ScaleOf(a, in_a) * test::ScaleOf(b, in_b);
      answer.elements.push_back(test::Nearest((long double)(sum)*unit, y));
    });
    return answer;
  }
};

const Change<Product> kProducts[] = {
    {"as it is", [](Product&) {}},
    {"one row",
     [](Product& p) {
       p.a.desc = TensorDesc(kU8, {1, 9});
       p.y.desc = TensorDesc(kU8, {1, 7});
     }},
    {"transposed",
     [](Product& p) {
       p.op.trans_a = p.op.trans_b = MatrixTransform::Transpose;
       p.a.desc = TensorDesc(kI8, {9, 5});
       p.b.desc = TensorDesc(kI8, {7, 9});
       p.b.scales = {1, 0.5f, 0.25f, 1, 0.25f, 0.5f, 2};
     }},
    {"a row to add, a scale for each column",
     [](Product& p) {
       p.b.scales = {1, 0.5f, 0.25f, 1, 0.25f, 0.5f, 2};
       p.b.zero_points = {1, 2, 3, 4, -5, 6, -7};
       p.b.dim = 1;
       p.c = Integers{TensorDesc(kI32, {7}), p.b.scales};
       for (float& scale : p.c->scales) scale *= 0.5f;
     }},
    {"one scale for a row",
     [](Product& p) {
       p.c = Integers{TensorDesc(kI32, {7}), {0.125f}};
     }},
    {"permuted, with gaps",
     [](Product& p) {
       p.a.desc = TensorDesc(kU8, {5, 9}, {1, 7});
       p.b.desc = TensorDesc(kI8, {9, 7}, {2, 20});
       p.y.desc = TensorDesc(kU8, {5, 7}, {1, 6});
     }},
    {"read across",
     [](Product& p) {
       p.a.desc = TensorDesc(kU8, {5, 7});
       p.b.desc = TensorDesc(kI8, {7, 7});
       p.reads_across = true;
     }},
    {"quantized in other sizes",
     [](Product& p) {
       p.a.desc = TensorDesc(kU8, {6, 9});
       p.y.desc = TensorDesc(kU8, {6, 7});
       p.read_as = TensorDesc(kU8, {2, 3, 7});
     }},
};

TEST(FuseQuantized, Products) {
  for (const auto& row : kProducts) {
    SCOPED_TRACE(row.name);
    Product p;
    row.change(p);
    const QuantizedNetwork net = p.Net();
    test::ExpectFused(net, p.y.desc, p.Answer(), "gemm + y (QUANTIZED_LINEAR_CONVOLUTION)");
  }
}

// Many matrices times one.
TEST(FuseQuantized, ProductsOfMany) {
  Product p;
  p.a.desc = TensorDesc(kU8, {2, 3, 5, 9});
  p.b.desc = TensorDesc(kI8, {2, 3, 9, 7}, {0, 0, 7, 1});
  p.b.scales = {1, 0.5f, 0.25f, 1, 0.25f, 0.5f, 2};
  p.b.dim = 3;
  p.y.desc = TensorDesc(kU8, {2, 3, 5, 7});
  QuantizedNetwork net = p.Net();
  // By coordinates, as they lie in memory.
  Integers stored = p.b;
  p.b.values = oracle::Gather(kI8, p.b.desc.layout,
                              reinterpret_cast<const std::byte*>(stored.Bytes().data()));
  test::ExpectFused(net, p.y.desc, p.Answer(), "gemm + y (QUANTIZED_LINEAR_CONVOLUTION)");
}

const Change<Product> kOtherProducts[] = {
    {"times a number", [](Product& p) { p.op.alpha = 2; }},
    {"a row times a number",
     [](Product& p) {
       p.c = Integers{TensorDesc(kI32, {7}), {0.125f}};
       p.op.beta = 2;
     }},
    {"a row in other units",
     [](Product& p) {
       p.c = Integers{TensorDesc(kI32, {7}), {0.25f}};
     }},
    {"a matrix to add",
     [](Product& p) {
       p.c = Integers{TensorDesc(kI32, {5, 7}), {0.125f}};
     }},
    {"read across, with gaps between the integers only",
     [](Product& p) {
       p.a.desc = TensorDesc(kU8, {5, 7});
       p.b.desc = TensorDesc(kI8, {7, 7}, {8, 1});
       p.reads_across = true;
     }},
    {"many matrices times as many",
     [](Product& p) {
       p.a.desc = TensorDesc(kU8, {3, 5, 9});
       p.b.desc = TensorDesc(kI8, {3, 9, 7});
       p.y.desc = TensorDesc(kU8, {3, 5, 7});
     }},
    {"an activation", [](Product& p) { p.op.fused_activation = ActivationRelu{}; }},
    {"a scale for each number of a column",
     [](Product& p) {
       p.b.scales = {1, 1, 1, 1, 2, 1, 1, 1, 1};
       p.b.dim = 0;
     }},
    {"sums beyond 32 bits",
     [](Product& p) {
       p.a.desc = TensorDesc(kU8, {1, 33100});
       p.b.desc = TensorDesc(kU8, {33100, 1});
       p.y.desc = TensorDesc(kU8, {1, 1});
     }},
};

TEST(FuseQuantized, ProductsThatStay) {
  for (const auto& row : kOtherProducts) {
    SCOPED_TRACE(row.name);
    Product p;
    row.change(p);
    const QuantizedNetwork net = p.Net();
    test::ExpectNotFused(net, p.y.desc);
  }
}

}  // namespace
}  // namespace weft
