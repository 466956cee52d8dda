# SPDX-License-Identifier: MIT
# The table of operators: for each a NumPy function that gives its answer, what makes its random
# cases, and how near the result must be. A new operator is one row in the file of its family.
from answers import (activations, attention, binary, casting, convolution, indexing, movement,
                     normalization, pooling, products, quantization, recurrent, reductions,
                     resampling, unary, windows)

FAMILIES = [movement, windows, casting, indexing, unary, binary, activations, reductions,
            quantization, attention, convolution, normalization, pooling, products, recurrent,
            resampling]
ROWS = {row.name: row for family in FAMILIES for row in family.ROWS}

# Implemented operators that NumPy cannot answer, and why.
WITHOUT_ANSWER = {
    "ROI_ALIGN_GRAD": "tests/ops compares it with differences of ROI_ALIGN1",
}
