// SPDX-License-Identifier: Apache-2.0
// Golden model of the CBCM unit of a network interface: its parts and the choice between their
// UNTHROTTLE messages.
#include "sim/units/cbcm/cbcm_nic.h"

#include <algorithm>

namespace chokepoint {

CbcmNic::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      detector_(params.detector()),
      throttler_(params.throttler()),
      monitor_(params.monitor()) {
  show();
}

void CbcmNic::Model::show() {
  const HotspotDetector::Out& detector = detector_.out();
  const TokenThrottler::Out& throttler = throttler_.out();
  const UnthrottleMonitor::Out& monitor = monitor_.out();

  out_.throttle_valid = detector.throttle_valid;
  out_.throttle_destination = detector.throttle_destination;
  out_.throttle_degree = detector.throttle_degree;
  out_.unthrottle_valid = throttler.refused_valid || monitor.unthrottle_valid;
  out_.unthrottle_destination =
      shows_refusal() ? throttler.refused_destination : monitor.unthrottle_destination;
  out_.control_ready = throttler.throttle_ready;
  const unsigned entries = params_.throttle_entries;
  out_.entry_valid = throttler.entry_valid;
  std::copy_n(throttler.entry_degree.begin(), entries, out_.entry_degree.begin());
  std::copy_n(throttler.entry_tokens.begin(), entries, out_.entry_tokens.begin());
  out_.state = detector.state;
  out_.degree = detector.degree;
  out_.error = throttler.error || detector.error;
  out_.quiescent = detector.quiescent && throttler.quiescent && monitor.quiescent &&
                   throttler.entry_valid == monitor.active;

  out_.wake_valid = false;
  out_.wake_at = 0;
  const auto wake = [this](bool valid, uint64_t at) {
    if (!valid) return;
    if (!out_.wake_valid || earlier(at, out_.wake_at, params_.cycle_mask())) out_.wake_at = at;
    out_.wake_valid = true;
  };
  wake(detector.wake_valid, detector.wake_at);
  wake(throttler.wake_valid, throttler.wake_at);
}

// A clock would change nothing; levels are looked at where they could.
bool CbcmNic::Model::may_sleep(const In& in) const {
  return in.enable && out_.quiescent && in.idle() &&
         !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask())) &&
         monitor_.needs_no_clock(out_.entry_valid, in.queue_full) &&
         detector_in_.cfg_announce_on_count == in.cfg_announce_on_count &&
         detector_in_.cfg_refresh_rounds == in.cfg_refresh_rounds;
}

void CbcmNic::Model::step(const In& in) {
  if (may_sleep(in)) return;
  const TokenThrottler::Out& throttler = throttler_.out();
  const UnthrottleMonitor::Out& monitor = monitor_.out();
  const bool refusal = shows_refusal(), unthrottling = monitor.unthrottle_valid && !refusal;

  HotspotDetector::In& d = detector_in_;
  d.enable = in.enable;
  d.now = in.now;
  d.node = in.node;
  d.packet_valid = in.packet_valid;
  d.packet_source = in.packet_source;
  d.packet_marked = in.packet_marked;
  d.packet_throttled = in.packet_throttled;
  d.unthrottle_valid = in.control_valid && in.control_unthrottle;
  d.unthrottle_source = in.control_source;
  d.throttle_ready = in.throttle_ready;
  d.cfg_epoch_cycles = in.cfg_epoch_cycles;
  d.cfg_inverse_epsilon = in.cfg_inverse_epsilon;
  d.cfg_announce_on_count = in.cfg_announce_on_count;
  d.cfg_refresh_rounds = in.cfg_refresh_rounds;

  UnthrottleMonitor::In& m = monitor_in_;
  m.enable = in.enable;
  m.generated_valid = in.generated_valid;
  m.generated_destination = in.generated_destination;
  m.generated_flits = in.generated_flits;
  m.queue_full = in.queue_full;
  m.queue_empty = in.queue_empty;
  m.unthrottle_ready = in.unthrottle_ready && !refusal;
  m.cfg_epoch_flits = in.cfg_epoch_flits;
  m.cfg_drain_first = in.cfg_drain_first;
  m.cfg_lease_epochs = in.cfg_lease_epochs;

  TokenThrottler::In& t = throttler_in_;
  t.enable = in.enable;
  t.now = in.now;
  t.throttle_valid = in.control_valid && !in.control_unthrottle;
  t.throttle_source = in.control_source;
  t.throttle_degree = in.control_degree;
  t.inject_entry = in.inject_entry;
  t.inject_flits = in.inject_flits;
  t.release_entry =
      unthrottling && m.unthrottle_ready ? uint64_t{1} << monitor.unthrottle_entry : 0;
  t.refused_ready = in.unthrottle_ready && refusal;
  t.cfg_token_reset_always = in.cfg_token_reset_always;
  t.cfg_token_cap = in.cfg_token_cap;
  t.cfg_epoch_flits = in.cfg_epoch_flits;

  held_ = in.enable && unthrottling && !in.unthrottle_ready;

  detector_.step(d);
  monitor_.advance(m, {throttler.entry_valid, throttler.entry_refreshed, throttler.entry_epoch_over,
                       throttler.entry_destination.data()});
  throttler_.step(t);  // last: the monitor reads the table as registered before this clock
  show();
}

}  // namespace chokepoint
