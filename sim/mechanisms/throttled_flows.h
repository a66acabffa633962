// SPDX-License-Identifier: Apache-2.0
// Counts how long a NIC has held back its flows: the throttled_fraction of summary.json and
// flows.csv.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/common/types.h"
#include "sim/hooks/context.h"
#include "sim/mechanisms/entry_destinations.h"

namespace chokepoint {

class ThrottledFlows {
 public:
  /// From the cycle of the last call up to `now` the flows from `source` to these destinations were
  /// held back; measured cycles only.
  void count(Cycle now, NetworkContext& context, NodeId source,
             const EntryDestinations& destinations) {
    const RunConfig& run = context.scenario.run;
    const Cycle from = std::max(counted_until_, run.warmup);
    const Cycle to = std::min(now, run.warmup + run.measure);
    counted_until_ = now;
    if (to <= from) return;
    for_each_bit(destinations.known(), [&](unsigned entry) {
      context.statistics.throttled_flow_cycles(source, destinations.of(entry), to - from);
    });
  }

 private:
  Cycle counted_until_ = 0;
};

}  // namespace chokepoint
