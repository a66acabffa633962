// SPDX-License-Identifier: Apache-2.0
// What the user asks to see in a waveform: routers and NICs by name, and the window of cycles.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

struct WaveSelection {
  std::set<RouterId> routers;
  std::set<NodeId> nics;
  bool empty() const { return routers.empty() && nics.empty(); }
};

/// Each item holds names separated by commas: "router.1", "nic.4", "nic.0-3" (both ends included),
/// "router.all". Throws InputError that says which name is wrong and which names exist.
WaveSelection parse_wave_selection(const std::vector<std::string>& what, unsigned routers,
                                   unsigned nodes);

struct WaveWindow {
  Cycle from = 0;
  Cycle to = ~Cycle{0};
};

/// "A:B", "A:" or ":B", both ends included. Throws InputError.
WaveWindow parse_wave_window(const std::string& text);

}  // namespace chokepoint
