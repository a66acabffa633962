// SPDX-License-Identifier: Apache-2.0
// Golden model of the hotspot detector; the numbered steps are those of its contract page. All of
// them look at the registers as they stand before the clock, so the scan comes before the operation
// that changes the list, and that before the one that enters.
#include "sim/units/cbcm/hotspot_detector.h"

#include <algorithm>

namespace chokepoint {
namespace {

constexpr unsigned kGroup = 32;  // nodes that a scan looks at in one clock

}  // namespace

HotspotDetector::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      granularity_shift_(clog2(params.list_granularity)),
      list_(params.list_size(), granularity_shift_) {
  reset();
}

void HotspotDetector::Model::clear() {
  list_.clear();
  periods_ = 0;
  deadline_ = pacing_ = 0;
  scanning_ = looking_ = told_ = rested_ = dirty_ = false;
  state_ = kIdle;
}

void HotspotDetector::Model::reset() {
  clear();
  message_ = false;
  announced_ = position_ = 0;
  out_ = Out{};
  out_.quiescent = true;
  clean_ = true;
}

uint32_t HotspotDetector::Model::degree() const {
  return std::min(list_.population() << granularity_shift_, params_.nodes - 1);
}

bool HotspotDetector::Model::change_pending() const {
  return announce_on_count_ ? degree() != announced_ : dirty_;
}

bool HotspotDetector::Model::ends() const {
  if (list_.population() == 0) return true;
  return list_.population() == 1 && !scanning_ && !change_pending();
}

bool HotspotDetector::Model::round_due() const {
  const bool refresh = refresh_rounds_ != 0 && periods_ == 0;
  return rested_ && (change_pending() || refresh);
}

// Step 1: whether the packet's source enters.
bool HotspotDetector::Model::receive(const In& in) {
  if (state_ == kHotspot) return !in.packet_throttled;
  if (in.packet_marked && state_ == kIdle) {
    deadline_ = (in.now + in.cfg_epoch_cycles) & params_.cycle_mask();
    state_ = kObserve;
  }
  return in.packet_marked;
}

void HotspotDetector::Model::start_round() {
  state_ = kHotspot;
  announced_ = degree();
  scanning_ = true;
  rested_ = dirty_ = false;
  position_ = 0;
  pacing_ = 0;
  periods_ = refresh_rounds_;
}

// Step 4, a look that is carried out.
void HotspotDetector::Model::look(const In& in) {
  if (told_) list_.count(position_);
  const uint32_t group = position_ / kGroup, end = (group + 1) * kGroup;
  looking_ = false;
  for (uint32_t node = position_ + told_; node < std::min(end, params_.nodes); ++node)
    if (node != in.node && list_.listed(node)) {
      message_ = told_ = true;
      position_ = node;
      pacing_ = (pacing_ + in.cfg_inverse_epsilon) & params_.cycle_mask();
      return;
    }
  told_ = false;
  if (end < params_.nodes) {
    position_ = end;
    looking_ = true;
    return;
  }
  scanning_ = false;
  deadline_ = (in.now + pacing_) & params_.cycle_mask();
  if (pacing_ == 0) pacing_ = in.cfg_inverse_epsilon & params_.cycle_mask();
}

// Steps 4 and 7.
void HotspotDetector::Model::advance(const In& in, bool list_changes) {
  if (message_ && in.throttle_ready) message_ = false;
  if (scanning_) {
    const bool counts = told_ && list_.counts_told();
    if (!looking_)
      looking_ = !message_;
    else if (counts && list_changes)
      looking_ = false;
    else
      look(in);
    return;
  }
  if (state_ != kHotspot || !reached(in.now, deadline_, params_.cycle_mask())) return;
  rested_ = true;
  if (periods_ != 0) --periods_;
  deadline_ = (in.now + pacing_) & params_.cycle_mask();
}

void HotspotDetector::Model::show() {
  out_.throttle_valid = message_;
  out_.throttle_destination = message_ ? position_ : 0;
  out_.throttle_degree = message_ ? announced_ : 0;
  out_.state = state_;
  out_.degree = degree();
  out_.quiescent = !message_ && !scanning_ && !list_.under_way() &&
                   !(state_ == kHotspot && (ends() || round_due()));
  out_.wake_valid = state_ != kIdle && !scanning_;
  out_.wake_at = out_.wake_valid ? deadline_ : 0;
}

void HotspotDetector::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    if (!clean_) reset();
    return;
  }
  if (out_.quiescent && in.idle() && !(out_.wake_valid && reached(in.now, out_.wake_at, mask)) &&
      announce_on_count_ == in.cfg_announce_on_count && refresh_rounds_ == in.cfg_refresh_rounds)
    return;
  clean_ = false;
  announce_on_count_ = in.cfg_announce_on_count;
  refresh_rounds_ = in.cfg_refresh_rounds;

  const bool known_packet = in.packet_source < params_.nodes;
  const bool known_unthrottle = in.unthrottle_source < params_.nodes;
  if ((in.packet_valid && !known_packet) || (in.unthrottle_valid && !known_unthrottle))
    out_.error = true;
  const bool packet = in.packet_valid && known_packet;
  const bool unthrottle = state_ == kHotspot && in.unthrottle_valid && known_unthrottle;

  // Decided from the registers as they stand.
  const bool epoch_over = state_ == kObserve && reached(in.now, deadline_, mask);
  const bool free = !message_ || in.throttle_ready;
  const bool cleared = (state_ == kObserve && packet && !in.packet_marked) ||
                       (epoch_over && list_.population() <= 1) || (state_ == kHotspot && ends());
  const bool starts = (epoch_over && free) || (state_ == kHotspot && round_due());
  const bool list_changes = list_.changes();

  advance(in, list_changes);
  const bool enters = packet && receive(in);
  if (starts) start_round();
  if (list_changes && list_.carry_out()) dirty_ = true;
  list_.enter(enters, in.packet_source, unthrottle, in.unthrottle_source);
  if (starts) list_.clear_told();
  if (cleared) clear();
  show();
}

}  // namespace chokepoint
