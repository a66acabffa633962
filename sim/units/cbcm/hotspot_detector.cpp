// SPDX-License-Identifier: Apache-2.0
// Golden model of the hotspot detector; the numbered steps are those of its contract page.
#include "sim/units/cbcm/hotspot_detector.h"

#include <algorithm>

namespace chokepoint {
namespace {

constexpr unsigned kGroup = 32;    // nodes that a scan looks at in one clock
constexpr unsigned kRenewals = 8;  // per turn of the counter, of a deadline that is over

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
  population_ = announced_ = position_ = told_ = 0;
  deadline_ = refresh_deadline_ = 0;
  scanning_ = dirty_ = false;
  state_ = kIdle;
}

void HotspotDetector::Model::reset() {
  clear();
  out_ = Out{};
  out_.quiescent = true;
  clean_ = true;
}

uint32_t HotspotDetector::Model::degree() const {
  return std::min(population_ << granularity_shift_, params_.nodes - 1);
}

bool HotspotDetector::Model::add(unsigned bit) {
  if (listed(bit)) return false;
  list_[bit / 64] |= uint64_t{1} << (bit % 64);
  if (!told_members_.empty()) told_members_[bit] = 0;
  ++population_;
  return true;
}

void HotspotDetector::Model::remove(unsigned bit) {
  list_[bit / 64] &= ~(uint64_t{1} << (bit % 64));
  --population_;
}

// Step 1.
void HotspotDetector::Model::receive(const In& in) {
  const unsigned bit = in.packet_source >> granularity_shift_;
  switch (state_) {
    case kIdle:
      if (!in.packet_marked) break;
      add(bit);
      deadline_ = (in.now + in.cfg_epoch_cycles) & params_.cycle_mask();
      state_ = kObserve;
      epoch_began_ = true;
      break;
    case kObserve:
      if (in.packet_marked)
        add(bit);
      else
        clear();
      break;
    default:
      if (!in.packet_throttled && add(bit)) dirty_ = true;
  }
}

// Step 2.
void HotspotDetector::Model::unthrottle(const In& in) {
  const unsigned bit = in.unthrottle_source >> granularity_shift_;
  if (state_ != kHotspot || !listed(bit)) return;
  if (!told_members_.empty() && (told_members_[bit] == 0 || --told_members_[bit] != 0)) return;
  remove(bit);
  dirty_ = true;
}

void HotspotDetector::Model::start_round() {
  announced_ = degree();
  scanning_ = true;
  position_ = told_ = 0;
  dirty_ = false;
  std::fill(told_members_.begin(), told_members_.end(), 0);
}

// Step 4, with a free message register.
void HotspotDetector::Model::scan(const In& in) {
  const uint32_t end = (position_ / kGroup + 1) * kGroup;
  uint32_t found = end;
  for (uint32_t node = position_; node < std::min(end, params_.nodes); ++node)
    if (node != in.node && listed(node >> granularity_shift_)) {
      found = node;
      break;
    }
  if (found != end) {
    out_.throttle_valid = true;
    out_.throttle_destination = found;
    out_.throttle_degree = announced_;
    ++told_;
    if (!told_members_.empty()) {
      uint8_t& count = told_members_[found >> granularity_shift_];
      if (count < params_.list_granularity) ++count;
    }
    position_ = found + 1;
  } else {
    position_ = end;
  }
  if (position_ < params_.nodes) return;
  scanning_ = false;
  // Sources added ahead of the scan were told too: their messages count.
  const uint64_t pacing = uint64_t{std::max(announced_, told_)} * in.cfg_inverse_epsilon;
  deadline_ = (in.now + pacing) & params_.cycle_mask();
  refresh_deadline_ = (in.now + pacing * in.cfg_refresh_rounds) & params_.cycle_mask();
}

uint64_t HotspotDetector::Model::renewal() const {
  return (params_.cycle_mask() / kRenewals) + 1;
}

bool HotspotDetector::Model::change_pending() const {
  return announce_on_count_ ? degree() != announced_ : dirty_;
}

// Step 6, apart from what other steps of the same clock decide.
bool HotspotDetector::Model::can_end() const {
  if (population_ == 0) return true;
  return population_ == 1 && announced_ == degree() && (announce_on_count_ || !dirty_);
}

void HotspotDetector::Model::show() {
  out_.state = state_;
  out_.degree = degree();
  const bool waiting = state_ == kHotspot && !scanning_;
  out_.quiescent = !out_.throttle_valid && !scanning_ && !(waiting && can_end());
  out_.wake_valid = false;
  out_.wake_at = 0;
  if (state_ == kObserve || (waiting && (change_pending() || population_ <= 1))) {
    out_.wake_valid = true;
    out_.wake_at = deadline_;
  } else if (waiting && refresh_rounds_ != 0) {
    out_.wake_valid = true;
    out_.wake_at = refresh_deadline_;
  } else if (waiting) {
    out_.wake_valid = true;
    out_.wake_at = (deadline_ + renewal()) & params_.cycle_mask();
  }
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
  const bool was_hotspot = state_ == kHotspot;
  const bool was_scanning = scanning_;
  epoch_began_ = false;

  const bool known_packet = in.packet_source < params_.nodes;
  const bool known_unthrottle = in.unthrottle_source < params_.nodes;
  if ((in.packet_valid && !known_packet) || (in.unthrottle_valid && !known_unthrottle))
    out_.error = true;
  if (in.packet_valid && known_packet) receive(in);
  if (in.unthrottle_valid && known_unthrottle) unthrottle(in);

  if (state_ == kObserve && !epoch_began_ && reached(in.now, deadline_, mask)) {  // step 3
    if (population_ > 1) {
      state_ = kHotspot;
      start_round();
    } else {
      clear();
    }
  }

  const bool free = !out_.throttle_valid || in.throttle_ready;
  if (free) {
    out_.throttle_valid = false;
    out_.throttle_destination = out_.throttle_degree = 0;
    if (was_hotspot && was_scanning) scan(in);
  }

  if (was_hotspot && !was_scanning) {  // steps 5 and 6
    const bool refresh = refresh_rounds_ != 0 && reached(in.now, refresh_deadline_, mask);
    const bool start = reached(in.now, deadline_, mask) && (change_pending() || refresh);
    if (population_ == 0 || (!start && can_end()))
      clear();
    else if (start)
      start_round();
    else if (refresh_rounds_ == 0 && reached(in.now, deadline_, mask) &&
             ((in.now - deadline_) & mask) >= renewal())
      deadline_ = in.now;
  } else if (was_hotspot && population_ == 0) {
    clear();
  }
  show();
}

}  // namespace chokepoint
