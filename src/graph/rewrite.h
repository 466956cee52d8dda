// SPDX-License-Identifier: MIT
// What makes a graph faster than its operators one by one. Each pass keeps the results: data that
// is only moved bit by bit, computed numbers within the operators' tolerances, integers that are
// quantized sums but for ties.
#pragma once

#include "graph/graph.h"

namespace weft::graph {

// Tensors that lie alike get the same strides, also where dimensions of size 1 leave a choice.
void WriteStridesAlike(Graph& graph);
Layout WithUsualStrides(Layout layout);

// Operators between nodes that dequantize and one that quantizes become operators of integers,
// while their weights are still bytes.
void FuseQuantized(Graph& graph);

// Nodes of constants alone are run now, and become constants.
Status FoldConstants(Graph& graph, const CompileOptions& options);

// Readers of slices, splits, transpositions and other copies read the original, in its layout.
void RemoveCopies(Graph& graph, const CompileOptions& options);

// What is joined is written into the joined tensor by those who compute it.
void JoinInPlace(Graph& graph);
// Whether one node computes the piece and all readers take it as it is written.
bool CanMove(Graph& graph, ValueId slice);
// That node writes it, and those readers read it, in a place of the whole.
void Move(Graph& graph, ValueId slice, ValueId whole, const Layout& layout);

// Convolutions pad with zeros themselves.
void PadInConvolutions(Graph& graph);
// What is padded is written into the padded tensor by whoever computes it, in the layouts chosen.
void PadInPlace(Graph& graph);

// Sums become GEMM's C or a second addend of it; activations go into the operator before them.
void FuseIntoProducers(Graph& graph);

// Constants are OWNED_BY_DML from here on: operators that prepare such weights do it for them, also
// recurrent ones, which take none from a caller.
void OwnConstants(Graph& graph);

// Tensors between operators that mind no layout, among them a convolution, have channels last.
void ChooseLayouts(Graph& graph);

// Sums go into the convolution before them, where that is faster in the layouts there are.
void FuseSums(Graph& graph);

}  // namespace weft::graph
