// SPDX-License-Identifier: Apache-2.0
// Golden model of the occupancy of the queues for each output.
#include "sim/units/ecn/voq_occupancy.h"

#include <algorithm>

namespace chokepoint {

VoqOccupancy::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.quiescent = true;
}

void VoqOccupancy::Model::set_threshold(uint32_t threshold) {
  if (threshold == threshold_) return;
  threshold_ = threshold;
  out_.congested = 0;
  for (unsigned o = 0; o < params_.radix; ++o)
    out_.congested |= uint64_t{out_.occupancy[o] > threshold} << o;
}

void VoqOccupancy::Model::advance(uint64_t arrived_valid, const Lanes& arrived_output,
                                  const HeadBits& crossed_valid, uint32_t threshold,
                                  uint64_t audit_waiting) {
  set_threshold(threshold);
  if (out_.error || arrived_valid != 0 || crossed_valid.any()) audit(audit_waiting);
  out_.error = false;
  out_.quiescent = true;
  uint64_t touched = 0;
  for_each_bit(arrived_valid, [&](unsigned input) {
    const uint32_t o = arrived_output[input];
    if (o >= params_.radix) return;  // counts nowhere
    ++change_[o];
    touched |= uint64_t{1} << o;
  });
  for_each_lane(crossed_valid, [&](unsigned lane) {
    const unsigned o = lane / params_.speedup;
    --change_[o];
    touched |= uint64_t{1} << o;
  });
  const auto most = static_cast<int32_t>(low_mask(params_.occupancy_bits));
  for_each_bit(touched, [&](unsigned o) {
    const int32_t wanted = static_cast<int32_t>(out_.occupancy[o]) + change_[o];
    change_[o] = 0;
    if (wanted < 0) {
      out_.error = true;
      out_.quiescent = false;
    }
    set_count(o, static_cast<uint32_t>(std::clamp(wanted, 0, most)));
  });
}

/// If nobody waits for the output whose turn it is its count, before this clock's flits, is 0; then
/// it is the next one's turn.
void VoqOccupancy::Model::audit(uint64_t waiting) {
  const unsigned turn = out_.audit_output;
  if (waiting == 0 && out_.occupancy[turn] != 0) set_count(turn, 0);
  out_.audit_output = turn + 1 == params_.radix ? 0 : turn + 1;
}

void VoqOccupancy::Model::set_count(unsigned output, uint32_t count) {
  out_.occupancy[output] = count;
  const uint64_t bit = uint64_t{1} << output;
  out_.congested = count > threshold_ ? out_.congested | bit : out_.congested & ~bit;
}

}  // namespace chokepoint
