// SPDX-License-Identifier: Apache-2.0
// What all routers and NICs of one run share.
#pragma once

#include <exception>

#include "sim/network/observer.h"
#include "sim/network/packet.h"
#include "sim/network/pool.h"
#include "sim/network/vc_layout.h"
#include "sim/routing/routing.h"
#include "sim/scenario/scenario.h"
#include "sim/stats/statistics.h"
#include "sim/topology/topology.h"

namespace chokepoint {

struct NetworkContext {
  NetworkContext(const Scenario& s, const Topology& t, const Routing& r, const VcLayout& l,
                 Statistics& st)
      : scenario(s), topology(t), routing(r), layout(l), statistics(st) {}

  const Scenario& scenario;
  const Topology& topology;
  const Routing& routing;
  const VcLayout& layout;
  Statistics& statistics;
  Pool<Packet> packets;
  Cycle now = 0;         ///< the cycle being simulated; set by the clock before anyone runs
  bool generate = true;  ///< false while draining
  /// What the watchdog looks at, control packets apart: they go on while data is stuck.
  struct Progress {
    uint64_t flits_moved = 0;
    uint64_t packets_inside = 0;  ///< injected (head) and not yet ejected or dropped
  };
  Progress data, control;
  Progress& progress_of(const Packet& packet) {
    return packet.vc_class == VcClass::kControl ? control : data;
  }
  uint64_t discarding = 0;  ///< dropped packets whose tail is still on its way to the drop
  uint64_t packets_inside() const { return data.packets_inside + control.packets_inside; }
  NetworkObserver* observer = nullptr;
  std::exception_ptr failure;  ///< first failure of a process; SystemC processes must not throw

  /// Runs one process activation; a failure ends the run at the next cycle.
  template <class Body>
  void guard(Body&& body) {
    if (failure) return;
    try {
      body();
    } catch (...) {
      failure = std::current_exception();
    }
  }
};

}  // namespace chokepoint
