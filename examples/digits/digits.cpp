// SPDX-License-Identifier: MIT
// Which digits are on the pictures? A small convolutional network as an expression of weft; its
// weights are the .npy files beside this program, made by train.py.
//   digits [FOLDER [--explain]]
#include <weft/expressions.h>
#include <weft/graph_builder.h>

#include <cstdio>
#include <string>

#include "npy.h"
#include "print.h"

namespace {

using weft::DataType;
using weft::Expression;
using weft::Sizes;
namespace expr = weft::expr;

// Three by three taps around each pixel: the picture keeps its size.
Expression Convolve3x3(const Expression& x, const Expression& filter, const Expression& bias) {
  return expr::Convolution(x, filter, bias,
                           {.mode = weft::ConvolutionMode::CrossCorrelation,
                            .direction = weft::ConvolutionDirection::Forward,
                            .strides = {1, 1},
                            .dilations = {1, 1},
                            .start_padding = {1, 1},
                            .end_padding = {1, 1},
                            .output_padding = {0, 0},
                            .group_count = 1});
}

// The largest of each two by two pixels: half the size.
Expression Halve(const Expression& x) {
  return expr::MaxPooling(
      x,
      {.strides = {2, 2}, .window_size = {2, 2}, .start_padding = {0, 0}, .end_padding = {0, 0}});
}

Expression Relu(const Expression& x) { return expr::ActivationRelu(x); }
Expression Softmax(const Expression& x) { return expr::ActivationSoftmax(x); }
Expression Product(const Expression& a, const Expression& b) {
  return expr::Gemm(a, b, {}, {.alpha = 1});
}

int Complain(const weft::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "examples/digits";
  const std::vector<float> pictures = ReadNpy(folder + "/pictures.npy");
  const auto count = int64_t(pictures.size() / (28 * 28));

  weft::GraphBuilder graph;
  const auto weights = [&](const std::string& name, const Sizes& sizes) {
    return graph.Constant({DataType::Float32, sizes}, ReadNpy(folder + "/" + name + ".npy"), name);
  };
  const Expression filter1 = weights("filter1", {8, 1, 3, 3});
  const Expression bias1 = weights("bias1", {1, 8, 1, 1});
  const Expression filter2 = weights("filter2", {16, 8, 3, 3});
  const Expression bias2 = weights("bias2", {1, 16, 1, 1});
  const Expression matrix = weights("matrix", {1, 1, 784, 10});
  const Expression offset = weights("offset", {1, 1, 1, 10});

  const Expression x = graph.Input({DataType::Float32, {count, 1, 28, 28}});
  const Expression y = Halve(Relu(Convolve3x3(x, filter1, bias1)));  // 8 of 14 x 14
  const Expression z = Halve(Relu(Convolve3x3(y, filter2, bias2)));  // 16 of 7 x 7
  const Expression flat = z.Reinterpret(Sizes{1, 1, count, 784});
  const Expression digits = Softmax(Product(flat, matrix) + offset);

  const weft::Result<weft::CompiledGraph> network = graph.Compile({digits});
  if (!network) return Complain(network.error());
  if (argc > 2 && std::string(argv[2]) == "--explain")
    std::printf("%s", network->Explain().c_str());

  std::vector<std::byte> prepared(network->persistent_bytes());
  std::vector<float> probabilities(size_t(count) * 10);
  weft::Status status = network->Initialize({}, prepared);
  if (status)
    status = network->Run({{weft::ConstBuffer(pictures)}}, {{weft::Buffer(probabilities)}}, {},
                          prepared);
  if (!status) return Complain(status.error());
  PrintDigits(probabilities);
}
