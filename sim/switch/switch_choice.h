// SPDX-License-Identifier: Apache-2.0
// What may be said about the switches of a run.
#pragma once

#include <string>

namespace chokepoint {

/// Which implementation of a router's switch runs: the fast one where it serves and else the plain
/// one, the plain one, the fast one, or two plain ones that are compared in every cycle.
enum class SwitchKind { kBest, kPlain, kStream, kLockstep };

struct SwitchChoice {
  SwitchKind kind = SwitchKind::kBest;
  std::string technique;       ///< a name of sim/switch/switching's registry; empty: the scenario's
  std::string twin_technique;  ///< kLockstep: of the second switch; empty: the same
  /// It looks at every cycle: ticks are of one.
  bool single_cycles() const { return kind != SwitchKind::kStream; }
};

}  // namespace chokepoint
