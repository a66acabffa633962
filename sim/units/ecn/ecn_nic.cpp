// SPDX-License-Identifier: Apache-2.0
// Golden model of the ECN unit of a network interface.
#include "sim/units/ecn/ecn_nic.h"

namespace chokepoint {

EcnNic::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      echo_(params.echo()),
      delay_(params.delay()),
      cct_(params.cct()) {
  show();
}

template <class LimiterOut>
void EcnNic::Model::show_limiter(const LimiterOut& limiter, const Lanes& level) {
  for_each_bit(out_.entry_valid | limiter.entry_valid,
               [&](unsigned e) { out_.entry_level[e] = level[e]; });
  out_.entry_valid = limiter.entry_valid;
  out_.entry_blocked = limiter.entry_blocked;
  out_.overflow = limiter.overflow;
  out_.quiescent = limiter.quiescent;
  out_.wake_valid = limiter.wake_valid;
  out_.wake_at = limiter.wake_at;
}

void EcnNic::Model::show() {
  if (params_.mode == 0) {
    show_limiter(delay_.out(), delay_.out().entry_delay);
  } else {
    show_limiter(cct_.out(), cct_.out().entry_index);
    out_.triggered = cct_.out().triggered;
  }
  const NotificationEcho::Out& echo = echo_.out();
  out_.packet_ready = echo.packet_ready;
  out_.notification_valid = echo.notification_valid;
  out_.notification_destination = echo.notification_destination;
  out_.quiescent = out_.quiescent && echo.quiescent;
}

void EcnNic::Model::fill(const In& in) {
  if (params_.mode == 0) {
    const auto mask = static_cast<uint32_t>(low_mask(params_.delay_bits));
    DelayLimiter::In& d = delay_in_;
    d.enable = in.enable;
    d.now = in.now;
    d.notification_valid = in.control_valid;
    d.notification_source = in.control_source;
    d.sent_entry = in.sent_entry;
    d.sent_flits = in.sent_flits;
    d.cfg_increment = in.cfg_increment & mask;
    d.cfg_decrement = in.cfg_decrement & mask;
    d.cfg_maximum = in.cfg_maximum & mask;
    d.cfg_timer = in.cfg_timer & 0xFFFF;
    d.cfg_free_running = in.cfg_free_running;
    return;
  }
  const uint32_t mask = params_.table_entries - 1;
  CctLimiter::In& c = cct_in_;
  c.enable = in.enable;
  c.now = in.now;
  c.notification_valid = in.control_valid;
  c.notification_source = in.control_source;
  c.sent_entry = in.sent_entry;
  c.sent_flits = in.sent_flits;
  c.table_valid = in.table_valid;
  c.table_index = in.table_index & mask;
  c.table_word = in.table_word;
  c.cfg_increase = in.cfg_increment & mask;
  c.cfg_limit = in.cfg_maximum & mask;
  c.cfg_minimum = in.cfg_minimum & mask;
  c.cfg_trigger = in.cfg_trigger & mask;
  c.cfg_timer = in.cfg_timer;
}

// A clock would change nothing.
bool EcnNic::Model::may_sleep(const In& in) const {
  return in.enable && out_.quiescent && in.idle() &&
         !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask())) &&
         (params_.mode == 0 || cct_.needs_no_clock(in.cfg_minimum & (params_.table_entries - 1)));
}

void EcnNic::Model::reset(const In& in) {
  fill(in);
  echo_ = NotificationEcho::Model(params_.echo());
  delay_ = DelayLimiter::Model(params_.delay());
  cct_.reset(cct_in_);
  show();
}

void EcnNic::Model::step(const In& in) {
  if (may_sleep(in)) return;
  NotificationEcho::In echo;
  echo.enable = in.enable;
  echo.packet_valid = in.packet_valid;
  echo.packet_source = in.packet_source;
  echo.packet_marked = in.packet_marked;
  echo.notification_ready = in.notification_ready;
  echo_.step(echo);
  fill(in);
  if (params_.mode == 0)
    delay_.step(delay_in_);
  else
    cct_.step(cct_in_);
  show();
}

}  // namespace chokepoint
