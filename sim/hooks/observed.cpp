// SPDX-License-Identifier: Apache-2.0
#include "sim/hooks/observed.h"

namespace chokepoint {

std::string why_observed(const Scenario& scenario, const NetworkObserver* observer) {
  if (scenario.engine == EngineKind::kLockstep) return "engine lockstep runs cycle by cycle";
  if (!scenario.faults.empty()) return "the scenario has faults, which are counted in one order";
  if (!scenario.wave.what.empty()) return "a waveform is written cycle by cycle";
  if (observer != nullptr) return "an observer looks at single cycles";
  return "";
}

}  // namespace chokepoint
