// SPDX-License-Identifier: Apache-2.0
// Golden models of the pickers and of the unit behind them, joined.
#include "sim/units/cbcm/port_contention.h"

namespace chokepoint {

PortContention::PortContention(const PortPicker::Params& picker,
                               const MultiplexedContention::Params& behind)
    : params_(picker), ports_(picker.radix, Port(picker)), behind_(behind) {}

uint32_t PortContention::port_seed(uint64_t seed, unsigned port) {
  const uint64_t start = seed == 0 ? 0x9E3779B97F4A7C15u : seed;
  const unsigned by = 11 * port % 64;
  const uint64_t rotated = by == 0 ? start : (start << by) | (start >> (64 - by));
  const uint32_t own = (port * 0x9E3779B1u) >> 9;
  return static_cast<uint32_t>((rotated ^ own) & low_mask(PortPicker::kSourceBits));
}

void PortContention::advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs,
                             uint64_t seed) {
  behind_.advance(enable, pick_valid_, pick_output_);
  if (!enable || !started_) return load_seeds(seed);
  take_requests(request, sampled_vcs);
  const uint64_t ending = ending_in_[clock_ % params_.sample_interval];
  ++clock_;
  for_each_bit(ending, [&](unsigned number) {
    catch_up(number);
    const PortPicker::Out& out = ports_[number].picker.out();
    const uint64_t bit = uint64_t{1} << number;
    pick_valid_ = out.pick_valid ? pick_valid_ | bit : pick_valid_ & ~bit;
    pick_output_[number] = out.pick_output;
    schedule(number);
  });
  quiescent_ = pick_valid_ == 0 && !catch_up_until_one_holds();
}

void PortContention::load_seeds(uint64_t seed) {
  for (unsigned number = 0; number < ports_.size(); ++number)
    ports_[number].picker.disable(port_seed(seed, number));
  started_ = quiescent_ = true;
  lanes_read_ = false;
  busy_ = active_ = pick_valid_ = 0;
  ending_in_ = {};
}

/// The clocks before this one had the requests that are known.
void PortContention::take_requests(const RequestMatrix& request, uint32_t sampled_vcs) {
  const uint64_t all = low_mask(ports_.size());
  uint64_t fresh = (request.changed | (request.busy ^ busy_)) & all;
  if (!lanes_read_ || sampled_vcs != sampled_vcs_) fresh = all;
  for_each_bit(fresh, [&](unsigned number) {
    catch_up(number);
    read_lane(ports_[number], request, number);
  });
  lanes_read_ = true;
  busy_ = request.busy & all;
  sampled_vcs_ = sampled_vcs;
  for_each_bit(fresh, [&](unsigned number) { schedule(number); });
}

void PortContention::read_lane(Port& port, const RequestMatrix& request, unsigned number) const {
  const unsigned bits = params_.radix * params_.vcs;
  port.turns = 0;
  for (unsigned word = 0; word * 64 < bits; ++word) {
    port.lane[word] = request.lane_word(number, word);
    for_each_bit(port.lane[word], [&](unsigned bit) {
      port.turns |= uint32_t{1} << (word * 64 + bit) / params_.vcs % params_.sample_interval;
    });
  }
}

void PortContention::catch_up(unsigned number) {
  if ((active_ >> number & 1) == 0) return;
  Port& port = ports_[number];
  port.picker.run(
      static_cast<unsigned>(clock_ - port.next_clock), port.turns,
      [&](unsigned word) { return port.lane[word]; }, sampled_vcs_);
  port.next_clock = clock_;
}

/// From now on, after it has caught up: is it active, and when does its look end?
void PortContention::schedule(unsigned number) {
  Port& port = ports_[number];
  const uint64_t bit = uint64_t{1} << number;
  ending_in_[port.end_slot] &= ~bit;
  active_ &= ~bit;
  if ((busy_ & bit) == 0 && port.picker.out().quiescent) return;
  active_ |= bit;
  port.next_clock = clock_;
  port.end_slot = (clock_ + port.picker.turns_left() - 1) % params_.sample_interval;
  ending_in_[port.end_slot] |= bit;
}

bool PortContention::catch_up_until_one_holds() {
  for (uint64_t left = active_; left != 0; left &= left - 1) {
    catch_up(lowest_bit(left));
    if (!ports_[lowest_bit(left)].picker.out().quiescent) return true;
  }
  return false;
}

}  // namespace chokepoint
