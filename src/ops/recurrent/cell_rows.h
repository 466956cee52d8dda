// SPDX-License-Identifier: MIT
// What cells do with rows of `count` floats beside activations. Nothing needs alignment. Products
// are rounded before they are added to, so the bits are the same on every instruction set.
#pragma once

#include <cstdint>

namespace weft::ops {

// The biases of W and of R for the same gates.
struct BiasRows {
  const float *of_weights, *of_recurrence;
};

// sums += input + (bias + bias of R)
void AddInput(float* sums, const float* input, const BiasRows& bias, int64_t count);
// sums = input + bias + reset * (sums + bias of R)
void AddInputAfterReset(float* sums, const float* input, const BiasRows& bias, const float* reset,
                        int64_t count);
// state = input + recurrent + (bias + bias of R)
void SumUp(float* state, const float* input, const float* recurrent, const BiasRows& bias,
           int64_t count);
// sums += x * y
void AddProducts(float* sums, const float* x, const float* y, int64_t count);
// product = x * y, where `product` may be one of them
void Multiply(float* product, const float* x, const float* y, int64_t count);
// cell = forget * cell + input * candidate
void UpdateCell(float* cell, const float* forget, const float* input, const float* candidate,
                int64_t count);
// hidden = (1 - update) * candidate + update * hidden
void Blend(float* hidden, const float* update, const float* candidate, int64_t count);

}  // namespace weft::ops
