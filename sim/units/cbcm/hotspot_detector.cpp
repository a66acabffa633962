// SPDX-License-Identifier: Apache-2.0
// Golden model of the hotspot detector; the numbered steps are those of its contract page. Steps 3
// to 7 look at the registers as they stand before the clock, so they come before steps 1 and 2.
#include "sim/units/cbcm/hotspot_detector.h"

#include <algorithm>

namespace chokepoint {
namespace {

constexpr unsigned kGroup = 32;  // nodes that a scan looks at in one clock

}  // namespace

HotspotDetector::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      granularity_shift_(clog2(params.list_granularity)),
      list_((params.list_size() + 63) / 64),
      told_members_(params.list_granularity > 1 ? params.list_size() : 0) {
  reset();
}

void HotspotDetector::Model::clear() {
  std::fill(list_.begin(), list_.end(), 0);
  std::fill(told_members_.begin(), told_members_.end(), 0);
  population_ = periods_ = 0;
  deadline_ = pacing_ = 0;
  scanning_ = rested_ = dirty_ = false;
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
  return std::min(population_ << granularity_shift_, params_.nodes - 1);
}

bool HotspotDetector::Model::change_pending() const {
  return announce_on_count_ ? degree() != announced_ : dirty_;
}

bool HotspotDetector::Model::ends() const {
  if (population_ == 0) return true;
  return population_ == 1 && !scanning_ && !change_pending();
}

bool HotspotDetector::Model::round_due() const {
  const bool refresh = refresh_rounds_ != 0 && periods_ == 0;
  return rested_ && (change_pending() || refresh);
}

// Step 1.
void HotspotDetector::Model::receive(const In& in, uint32_t state) {
  const unsigned bit = in.packet_source >> granularity_shift_;
  if (state == kHotspot ? in.packet_throttled : !in.packet_marked) return;
  if (state == kIdle) {
    deadline_ = (in.now + in.cfg_epoch_cycles) & params_.cycle_mask();
    state_ = kObserve;
  }
  if (listed(bit)) return;
  list_[bit / 64] |= uint64_t{1} << (bit % 64);
  ++population_;
  dirty_ = true;
}

// Step 2, in HOTSPOT.
void HotspotDetector::Model::unthrottle(const In& in) {
  const unsigned bit = in.unthrottle_source >> granularity_shift_;
  if (!listed(bit)) return;
  if (!told_members_.empty() && (told_members_[bit] == 0 || --told_members_[bit] != 0)) return;
  list_[bit / 64] &= ~(uint64_t{1} << (bit % 64));
  --population_;
  dirty_ = true;
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

// Step 4, with a free message register.
void HotspotDetector::Model::look(const In& in) {
  const uint32_t group = position_ / kGroup, end = (group + 1) * kGroup;
  for (uint32_t node = position_ + message_; node < std::min(end, params_.nodes); ++node)
    if (node != in.node && listed(node >> granularity_shift_)) {
      message_ = true;
      position_ = node;
      pacing_ = (pacing_ + in.cfg_inverse_epsilon) & params_.cycle_mask();
      return;
    }
  message_ = false;
  if (end < params_.nodes) {
    position_ = end;
    return;
  }
  scanning_ = false;
  deadline_ = (in.now + pacing_) & params_.cycle_mask();
  if (pacing_ == 0) pacing_ = in.cfg_inverse_epsilon & params_.cycle_mask();
}

// Steps 4 and 7.
void HotspotDetector::Model::advance(const In& in) {
  const bool free = !message_ || in.throttle_ready;
  if (scanning_) {
    if (free) look(in);
    return;
  }
  if (free) message_ = false;
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
  out_.quiescent = !message_ && !scanning_ && !(state_ == kHotspot && (ends() || round_due()));
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

  // Decided from the registers as they stand.
  const uint32_t state = state_;
  const bool epoch_over = state == kObserve && reached(in.now, deadline_, mask);
  const bool free = !message_ || in.throttle_ready;
  const bool cleared = (state == kObserve && packet && !in.packet_marked) ||
                       (epoch_over && population_ <= 1) || (state == kHotspot && ends());
  const bool starts = (epoch_over && free) || (state == kHotspot && round_due());
  const unsigned told_bit = position_ >> granularity_shift_;
  const bool counted = message_ && in.throttle_ready && listed(told_bit);

  advance(in);
  if (starts) start_round();
  if (packet) receive(in, state);
  if (state == kHotspot && in.unthrottle_valid && known_unthrottle) unthrottle(in);
  if (!told_members_.empty() && counted && listed(told_bit)) ++told_members_[told_bit];
  if (starts) std::fill(told_members_.begin(), told_members_.end(), 0);
  if (cleared) clear();
  show();
}

}  // namespace chokepoint
