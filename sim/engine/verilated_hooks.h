// SPDX-License-Identifier: Apache-2.0
// The one Verilator context of the program, and what tests may set in it.
#pragma once

#include <cstdint>

#include "sim/common/types.h"

class VerilatedContext;

namespace chokepoint {

/// Thrown out of eval() when an RTL assertion fails; instances turn it into a CheckError with their
/// path.
struct RtlAssertion : CheckError {
  using CheckError::CheckError;
};

/// Shared by all Verilated models: one FST can hold only models of one context.
VerilatedContext& verilated_context();

/// Uninitialised memories of models built from now on: 0 (the default) or random from `seed`.
/// No result may depend on it.
void randomise_verilated_reset(uint32_t seed);

}  // namespace chokepoint
