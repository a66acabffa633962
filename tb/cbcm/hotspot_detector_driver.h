// SPDX-License-Identifier: Apache-2.0
// Drives the hotspot detector's golden model packet by packet and keeps the messages it sends.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "sim/units/cbcm/hotspot_detector.h"

namespace chokepoint::test {

class HotspotDetectorDriver {
 public:
  using Model = HotspotDetector::Model;
  using Told = std::pair<unsigned, unsigned>;  // destination, degree

  explicit HotspotDetectorDriver(HotspotDetector::Params p = {64, 1, 32})
      : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.node = 0;
    in.throttle_ready = true;
    in.cfg_epoch_cycles = 20;
    in.cfg_inverse_epsilon = 20;
    in.now = 1000 & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      if (model.out().throttle_valid && in.throttle_ready)
        told.push_back({model.out().throttle_destination, model.out().throttle_degree});
      model.step(in);
      in.now = (in.now + 1) & mask_;
      in.packet_valid = in.unthrottle_valid = false;
    }
  }
  void packet(unsigned source, bool marked, bool throttled = false) {
    in.packet_valid = true;
    in.packet_source = source;
    in.packet_marked = marked;
    in.packet_throttled = throttled;
    tick();
  }
  void unthrottle(unsigned source) {
    in.unthrottle_valid = true;
    in.unthrottle_source = source;
    tick();
  }
  /// Marked packets from all sources, then the end of the epoch and the first round.
  void become_hotspot(const std::vector<unsigned>& sources) {
    for (unsigned s : sources) packet(s, true);
    for (int k = 0; k < 100 && state() != HotspotDetector::kHotspot; ++k) tick();
    ASSERT_EQ(state(), HotspotDetector::kHotspot);
    tick(30);
  }
  unsigned state() const { return model.out().state; }
  unsigned degree() const { return model.out().degree; }

  Model model;
  HotspotDetector::In in;
  std::vector<Told> told;

 private:
  uint64_t mask_;
};

}  // namespace chokepoint::test
