// SPDX-License-Identifier: MIT
// The passes that make a graph faster than its operators one by one. Each keeps the results: moved
// data exactly, computed numbers within the operators' tolerances, and quantized sums except for
// ties.
#pragma once

#include "graph/graph.h"

namespace weft::graph {

// Gives equal layouts equal strides: dimensions of size 1 get the strides of WithUsualStrides.
void WriteStridesAlike(Graph& graph);
Layout WithUsualStrides(Layout layout);

// Turns operators between nodes that dequantize and one that quantizes into operators of integers.
// Before FoldConstants, which would dequantize their weights.
void FuseQuantized(Graph& graph);

// Lets convolutions of floats read large filters of 8-bit integers. After FuseQuantized, which
// knows better, and before FoldConstants.
void KeepQuantizedFilters(Graph& graph);

// Runs the nodes that read only constants, and makes their results constants.
Status FoldConstants(Graph& graph, const CompileOptions& options);

// Makes readers of slices, splits, transpositions and other copies read the original by a view.
void RemoveCopies(Graph& graph, const CompileOptions& options);

// Makes the producers of joined tensors write their slice of the joined tensor themselves.
void JoinInPlace(Graph& graph);
// Whether one node computes `slice` and all readers read it in the layout it is written in.
bool CanMove(Graph& graph, ValueId slice);
// Makes that node write it, and those readers read it, as `layout` of the value `whole`.
void Move(Graph& graph, ValueId slice, ValueId whole, const Layout& layout);

// Moves paddings with zeros into the convolutions that read them.
void PadInConvolutions(Graph& graph);
// Makes the producers of padded tensors write the middle of the padded tensor themselves. After
// ChooseLayouts.
void PadInPlace(Graph& graph);

// Makes sums a GEMM's C or its addend, and fuses activations into the operator before them.
void FuseIntoProducers(Graph& graph);

// Marks constants as OWNED_BY_DML, so that operators prepare them; recurrent ones too, which accept
// no owned weights from callers.
void OwnConstants(Graph& graph);

// Lays out tensors channels last between layout-agnostic operators, if a convolution is among them.
void ChooseLayouts(Graph& graph);

// Fuses sums into the convolution before them where that is faster, given the chosen layouts.
void FuseSums(Graph& graph);

}  // namespace weft::graph
