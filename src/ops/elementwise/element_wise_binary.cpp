// SPDX-License-Identifier: MIT
// Element-wise operators of two tensors of one data type. Each is a row of the table below; the
// schema's rules are all there are.
#include "generated/ops/implementations.h"
#include "ops/elementwise/arithmetic.h"
#include "ops/elementwise/double_functions.h"
#include "ops/elementwise/power.h"
#include "program/map_program.h"

namespace weft::ops {

#define WEFT_BINARY_OPERATOR(Op, row, a, b, output) \
  Status Validate(const Op&) { return Ok(); }       \
  Result<Program> Plan(const Op& op) { return MapProgram(row, op.output, op.a, op.b); }
#define WEFT_ARITHMETIC(Op, Function) \
  WEFT_BINARY_OPERATOR(Op, ArithmeticRow(Arithmetic::Function, op.output.type), a, b, output)

WEFT_ARITHMETIC(ElementWiseAdd, Add)
WEFT_ARITHMETIC(ElementWiseSubtract, Subtract)
WEFT_ARITHMETIC(ElementWiseMultiply, Multiply)
WEFT_ARITHMETIC(ElementWiseDivide, Divide)
WEFT_ARITHMETIC(ElementWiseMax, Maximum)
WEFT_ARITHMETIC(ElementWiseMin, Minimum)
WEFT_ARITHMETIC(ElementWiseMean, Mean)
WEFT_ARITHMETIC(ElementWiseModulusTruncate, ModulusTruncate)
WEFT_ARITHMETIC(ElementWiseModulusFloor, ModulusFloor)
WEFT_ARITHMETIC(ElementWiseDifferenceSquare, DifferenceSquare)

WEFT_BINARY_OPERATOR(ElementWiseAtanYx,
                     DoubleRow(DoubleFunction::Atan2, op.output.type, op.a.type, op.b.type), a, b,
                     output)
WEFT_BINARY_OPERATOR(ElementWisePow, PowerRow(op.input.type, op.exponent.type, op.scale_bias),
                     input, exponent, output)
WEFT_BINARY_OPERATOR(ActivationParameterizedRelu,
                     ArithmeticRow(Arithmetic::ParameterizedRelu, op.output.type), input, slope,
                     output)
WEFT_BINARY_OPERATOR(ActivationReluGrad, ArithmeticRow(Arithmetic::ReluGrad, op.input.type), input,
                     input_gradient, output_gradient)

#undef WEFT_ARITHMETIC
#undef WEFT_BINARY_OPERATOR

}  // namespace weft::ops
