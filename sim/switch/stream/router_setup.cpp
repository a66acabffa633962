// SPDX-License-Identifier: Apache-2.0
// What stays as it is in a run, from the scenario.
#include "sim/switch/stream/router_setup.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint::stream {

RouterSetup::RouterSetup(NetworkContext& run, RouterId router)
    : context(run),
      layout(run.layout),
      id(router),
      radix(run.topology.radix()),
      vcs(run.layout.total),
      queues((radix + 1) * vcs),
      buffer_flits(run.scenario.network.vc_buffer_flits),
      output_buffer_flits(run.scenario.network.output_buffer_flits),
      downstream(run.scenario.network.vc_allocation == VcAllocation::kDownstream),
      speedup(run.scenario.network.speedup),
      most_streams(std::min(speedup, 2u)),
      whole_packets(run.scenario.network.arbitration == Arbitration::kPacket),
      control_mask(run.layout.control_mask()),
      other_than_data(~run.layout.data_mask()),
      sharing(run.layout.output_sharing()),
      ports(run.topology, id) {}

void RouterSetup::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: router {}: {}", context.now, id, what));
}

}  // namespace chokepoint::stream
