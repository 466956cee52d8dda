// SPDX-License-Identifier: MIT
// Row kernels between numbers and quantized integers: number = (integer - zero point) * scale.
// Quantizing rounds half to even and saturates; NaN becomes the zero point.
#pragma once

#include "strided/row_function.h"
#include "weft/tensor.h"

namespace weft {

// Inputs: numbers of `input` (FLOAT32, FLOAT16, INT32), scales of the same type or FLOAT32, zero
// points. Output and zero points are of the integer type `output`, 4-bit ones in a byte each.
RowFunction QuantizeRow(DataType input, DataType scale, DataType output);

// Inputs: integers and zero points of `input`, 4-bit ones in a byte each, with scales of `output`
// between them.
RowFunction DequantizeRow(DataType input, DataType output);

// The same to FLOAT32 with scales of `scale`, rounded once.
RowFunction DequantizeOnceRow(DataType input, DataType scale);

// Inputs: sums, whole numbers of type `sums` (INT32, FLOAT32), biases of INT32, FLOAT64 scales,
// FLOAT32 factors, zero points of `output`. A sum and its bias are multiplied with the scale and
// divided by `divisor`; the factor is about scale / divisor.
RowFunction RequantizeRow(DataType sums, DataType output, double divisor = 1);

// Inputs: 8-bit integers and zero points of `input`. Output: FLOAT32, their difference.
RowFunction CenterRow(DataType input);

// Inputs: A, its scales and zero points, B, its scales and zero points, the output's scales and
// zero points. Integers have 8 bits, scales are FLOAT32.
RowFunction QuantizedAddRow(DataType a, DataType b, DataType output);

}  // namespace weft
