// SPDX-License-Identifier: Apache-2.0
// Golden models of the pickers and of the unit behind them, joined.
#include "sim/units/cbcm/port_contention.h"

namespace chokepoint {

PortContention::PortContention(const PortPicker::Params& picker,
                               const MultiplexedContention::Params& behind)
    : pickers_(picker.radix, PortPicker::Model(picker)), behind_(behind) {}

uint32_t PortContention::port_seed(uint64_t seed, unsigned port) {
  const uint64_t start = seed == 0 ? 0x9E3779B97F4A7C15u : seed;
  const auto rotated = [start](unsigned by) {
    by %= 64;
    return by == 0 ? start : (start << by) | (start >> (64 - by));
  };
  return static_cast<uint32_t>((rotated(port) ^ rotated(5 * port + 9) ^ rotated(11 * port + 30)) &
                               low_mask(PortPicker::kSourceBits));
}

void PortContention::advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs,
                             uint64_t seed) {
  behind_.advance(enable, pick_valid_, pick_output_);
  // While enabled, a quiescent picker without requests does nothing.
  const uint64_t ports = enable ? awake_ | request.busy : low_mask(pickers_.size());
  for_each_bit(ports, [&](unsigned port) {
    PortPicker::Model& picker = pickers_[port];
    const uint64_t bit = uint64_t{1} << port;
    picker.advance(
        enable, (request.busy & bit) != 0,
        [&](unsigned word) { return request.lane_word(port, word); }, sampled_vcs,
        enable ? 0 : port_seed(seed, port));
    pick_valid_ = picker.out().pick_valid ? pick_valid_ | bit : pick_valid_ & ~bit;
    pick_output_[port] = picker.out().pick_output;
    awake_ = picker.out().quiescent ? awake_ & ~bit : awake_ | bit;
  });
}

}  // namespace chokepoint
