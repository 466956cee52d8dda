// SPDX-License-Identifier: MIT
// The families of converters, each in a file of src/onnx/ops.
#pragma once

#include "onnx/registry.h"

namespace weft::onnx {

void AddAttention(Registry& registry);
void AddControlFlow(Registry& registry);
void AddConvolution(Registry& registry);
void AddElementwise(Registry& registry);
void AddGroupQueryAttention(Registry& registry);
void AddImages(Registry& registry);
void AddIndexing(Registry& registry);
void AddLoss(Registry& registry);
void AddMachineLearning(Registry& registry);
void AddMatmul(Registry& registry);
void AddMicrosoftAttention(Registry& registry);
void AddMicrosoftEmbedding(Registry& registry);
void AddMicrosoftFused(Registry& registry);
void AddMicrosoftQuantized(Registry& registry);
void AddMovement(Registry& registry);
void AddNormalization(Registry& registry);
void AddPooling(Registry& registry);
void AddQuantization(Registry& registry);
void AddRandom(Registry& registry);
void AddRecurrent(Registry& registry);
void AddReduction(Registry& registry);
void AddResampling(Registry& registry);
void AddRotary(Registry& registry);
void AddSampling(Registry& registry);
void AddSelection(Registry& registry);
void AddSequence(Registry& registry);
void AddShape(Registry& registry);
void AddSignal(Registry& registry);
void AddStringCast(Registry& registry);
void AddStrings(Registry& registry);
void AddTraining(Registry& registry);

inline constexpr void (*kFamilies[])(Registry&) = {
    AddAttention,
    AddControlFlow,
    AddConvolution,
    AddElementwise,
    AddGroupQueryAttention,
    AddImages,
    AddIndexing,
    AddLoss,
    AddMachineLearning,
    AddMatmul,
    AddMicrosoftAttention,
    AddMicrosoftEmbedding,
    AddMicrosoftFused,
    AddMicrosoftQuantized,
    AddMovement,
    AddNormalization,
    AddPooling,
    AddQuantization,
    AddRandom,
    AddRecurrent,
    AddReduction,
    AddResampling,
    AddRotary,
    AddSampling,
    AddSelection,
    AddSequence,
    AddShape,
    AddSignal,
    AddStringCast,
    AddStrings,
    AddTraining,
};

}  // namespace weft::onnx
