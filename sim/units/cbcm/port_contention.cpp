// SPDX-License-Identifier: Apache-2.0
// Golden models of the pickers and of the unit behind them, joined.
#include "sim/units/cbcm/port_contention.h"

namespace chokepoint {

PortContention::PortContention(const PortPicker::Params& picker,
                               const MultiplexedContention::Params& behind)
    : picker_(picker), pickers_(picker.radix, PortPicker::Model(picker)), behind_(behind) {}

uint32_t PortContention::port_seed(uint64_t seed, unsigned port) {
  const uint64_t start = seed == 0 ? 0x9E3779B97F4A7C15u : seed;
  const unsigned by = 11 * port % 64;
  const uint64_t rotated = by == 0 ? start : (start << by) | (start >> (64 - by));
  const uint32_t own = (port * 0x9E3779B1u) >> 9;
  return static_cast<uint32_t>((rotated ^ own) & low_mask(PortPicker::kSourceBits));
}

uint32_t PortContention::turns_of(const RequestMatrix& request, unsigned port) const {
  const unsigned bits = picker_.radix * picker_.vcs;
  uint32_t turns = 0;
  for (unsigned word = 0; word * 64 < bits; ++word) {
    for_each_bit(request.lane_word(port, word), [&](unsigned bit) {
      turns |= uint32_t{1} << (word * 64 + bit) / picker_.vcs % picker_.sample_interval;
    });
  }
  return turns;
}

void PortContention::advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs,
                             uint64_t seed) {
  behind_.advance(enable, pick_valid_, pick_output_);
  for_each_bit((request.changed | ~seen_) & low_mask(pickers_.size()),
               [&](unsigned port) { turns_[port] = turns_of(request, port); });
  seen_ = ~uint64_t{0};
  // A quiescent picker without requests does nothing in a clock that does not load the seeds.
  const bool loads = !enable || !started_;
  started_ = true;
  const uint64_t ports = loads ? low_mask(pickers_.size()) : awake_ | request.busy;
  for_each_bit(ports, [&](unsigned port) {
    PortPicker::Model& picker = pickers_[port];
    const uint64_t bit = uint64_t{1} << port;
    picker.advance(
        enable, turns_[port], [&](unsigned word) { return request.lane_word(port, word); },
        sampled_vcs, loads ? port_seed(seed, port) : 0);
    pick_valid_ = picker.out().pick_valid ? pick_valid_ | bit : pick_valid_ & ~bit;
    pick_output_[port] = picker.out().pick_output;
    awake_ = picker.out().quiescent ? awake_ & ~bit : awake_ | bit;
  });
}

}  // namespace chokepoint
