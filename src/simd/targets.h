// SPDX-License-Identifier: MIT
// The only place that names Highway's instruction sets: those that kernels are compiled for, and
// why the others are not among them. A kernel file begins with
//
//   #define HWY_TARGET_INCLUDE "ops/reduction/scan.cpp"
//   #include "simd/foreach_compute_target.h"
//
// or foreach_narrow_target.h, foreach_dot_target.h or foreach_movement_target.h, and calls what it
// compiled by WEFT_DISPATCH (dispatch.h).
#pragma once

// Kernels that move bytes (src/strided). Not among them:
//   AVX3_DL  adds arithmetic to AVX3, but nothing that moves bytes.
//   SSSE3    gains nothing over SSE4, which machines have had since 2008.
#define WEFT_MOVEMENT_TARGETS (HWY_SCALAR | HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_NEON)

// Kernels that compute (src/ops). Sums have an order that does not depend on how long vectors are,
// so AVX3 changes no bit of AVX2's results. Not among them:
//   AVX3_DL     Highway 1.0.3 takes it for processors with AVX-VNNI, which Ice Lake lacks.
//   SSE4, SSSE3 cannot multiply and add in one step. Only machines of before 2013 would gain, and
//               every instruction set costs compile time.
#define WEFT_COMPUTE_TARGETS (HWY_SCALAR | HWY_AVX2 | HWY_AVX3 | HWY_NEON)

// Kernels that compute and do not gain from vectors of 64 bytes:
//   ops/reduction/arg_extreme.cpp  lines of 1000 take 1.2 to 1.6 times as long: half the lanes wait
//                                  at the end of a line.
//   ops/matmul/dot_rows.cpp        memory is the limit, and its sums have the lanes of 32 bytes.
#define WEFT_NARROW_TARGETS (HWY_SCALAR | HWY_AVX2 | HWY_NEON)

// Whoever asks whether one instruction sums four products of 8-bit integers (program/machine.cpp).
#define WEFT_DOT_TARGETS (WEFT_COMPUTE_TARGETS | HWY_AVX3_DL)
#define HWY_WANT_AVX3_DL

// In no list:
//   SVE2_128, SVE_256, SVE2, SVE, RVV  kernels hold arrays of vectors, and GCC has no arrays of
//                                      vectors whose size is not known before the program runs. On
//                                      ARM there is NEON.
//   PPC8, WASM, WASM_EMU256            never tried; SCALAR serves such machines.
//   EMU128                             takes the place of SCALAR, but GCC before 12.3 compiles it
//                                      wrongly. One fallback for all compilers is easier to test.
#define HWY_BROKEN_EMU128 1

// One of the lists where a file is compiled for each of it, and both for whoever asks about all.
#ifndef WEFT_TARGETS
#define WEFT_TARGETS (WEFT_MOVEMENT_TARGETS | WEFT_DOT_TARGETS)
#endif
#define HWY_DISABLED_TARGETS (~(WEFT_TARGETS))

#include "hwy/detect_targets.h"

// The names that a ceiling may have on this architecture (weft/isa.h).
#if HWY_ARCH_X86
#define WEFT_NAMED_TARGETS (HWY_AVX3_DL | HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 | HWY_SCALAR)
#elif HWY_ARCH_ARM
#define WEFT_NAMED_TARGETS (HWY_SVE2_128 | HWY_SVE_256 | HWY_SVE2 | HWY_SVE | HWY_NEON | HWY_SCALAR)
#else
#define WEFT_NAMED_TARGETS HWY_SCALAR
#endif
