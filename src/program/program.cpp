// SPDX-License-Identifier: MIT
// Programs that many operators share.
#include "program/program.h"

#include "base/trace.h"

namespace weft {

std::string HowItRuns(const Program& program) {
  std::string text(program.candidate);
  if (!text.empty() && !program.explanation.empty()) text += ": ";
  return text + program.explanation;
}

Program CopyProgram(const CopyPlan& plan) {
  return {.run = [plan](const Bindings& bind) { plan.Run(bind.Output(0), bind.Input(0)); },
          .explanation = TraceEnabled(TraceEvent::Plan) ? plan.ToString() : std::string()};
}

Program CopyProgram(const TensorDesc& output, const Layout& from) {
  Program program = CopyProgram(CopyPlan(SizeBits(output.type), output.layout, from));
  program.views = {from};
  return program;
}

Program LinesProgram(const LinesPlan& plan) {
  return {
      .run =
          [plan](const Bindings& bind) { plan.Run(bind.Output(0), bind.Input(0), bind.temporary); },
      .temporary_bytes = plan.temporary_bytes()};
}

}  // namespace weft
