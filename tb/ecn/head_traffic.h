// SPDX-License-Identifier: Apache-2.0
// Random heads, arrivals and crossings of a router that marks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/lane_bits.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

class HeadTraffic {
 public:
  using HeadBits = WideBits<4>;
  HeadTraffic(unsigned radix, unsigned speedup, unsigned rate_width)
      : radix_(radix), lanes_(radix * speedup),
        rate_mask_(static_cast<uint32_t>(low_mask(rate_width))) {}

  template <class In> void reconfigure(FastRandom& random, In& in) {
    in.cfg_victim_mask = random.chance(30) ? 0 : random.next() & random.next() & low_mask(radix_);
    in.cfg_packet_size = random.chance(20) ? 0 : random.between(1, 20);
    in.cfg_marking_rate = random.below(random.chance(40) ? 4 : rate_mask_) & rate_mask_;
    if (rate_mask_ == 1) in.cfg_marking_rate = random.below(2);
  }
  template <class In> void heads(FastRandom& random, unsigned busy, In& in) {
    const bool any = random.chance(busy);
    for (unsigned w = 0; w * 64 < lanes_; ++w) {
      const uint64_t mask = low_mask(lanes_ - w * 64 < 64 ? lanes_ - w * 64 : 64);
      in.head_valid.words[w] = any ? random.next() & (random.next() | random.next()) & mask : 0;
      if (in.head_valid.words[w] == 0) continue;
      in.head_marked.words[w] = random.next() & random.next() & mask;
      in.head_data.words[w] = (random.next() | random.next()) & mask;
      in.head_room.words[w] = (random.next() | random.next()) & mask;
    }
    for_each_lane(in.head_valid, [&](unsigned lane) {
      in.head_flits[lane] = random.chance(70) ? in.cfg_packet_size + random.below(3) - 1u
                                              : random.below(1024);
      in.head_flits[lane] &= 0x3FF;
    });
  }

 private:
  unsigned radix_, lanes_;
  uint32_t rate_mask_;
};

/// Queues that fill and drain in turn; now and then more crosses than waits. What is said of those
/// that wait is true, or in some phases not: then a count that is not 0 becomes 0.
class QueueTraffic {
 public:
  QueueTraffic(unsigned radix, unsigned speedup, unsigned occupancy_bits)
      : radix_(radix), speedup_(speedup), most_(static_cast<uint32_t>(low_mask(occupancy_bits))),
        port_mask_(static_cast<uint32_t>(low_mask(clog2(radix)))) {}

  template <class In> void reconfigure(FastRandom& random, In& in) {
    hot_ = random.below(radix_);
    // Small, any, or near the multiple of 32 below or above what waits: with counts of 8 bits the
    // upper half of a sum changes where a queue crosses it.
    const uint32_t multiple = waiting_[hot_] / 32 * 32 + (random.chance(50) ? 0 : 32);
    in.cfg_threshold = random.chance(30)   ? random.below(40)
                       : random.chance(80) ? (multiple + random.below(8) - 4) & most_
                                           : random.below(most_ + 1);
    drain_ = random.between(5, 95);
    careless_ = random.chance(10);
    lies_ = random.chance(30) ? random.between(1, 60) : 0;
  }
  template <class In, class Out>
  void next(FastRandom& random, unsigned busy, const Out& out, In& in) {
    uint32_t& audited = waiting_[out.audit_output];
    const uint32_t waited = audited;
    const bool somebody = random.chance(lies_) ? random.chance(50) : waited > 0;
    in.audit_waiting = somebody ? uint64_t{1} << random.below(radix_) : 0;
    if (somebody && random.chance(50)) in.audit_waiting |= random.next() & low_mask(radix_);
    events(random, busy, in);
    const bool counts = out.error || in.arrived_valid != 0 || in.crossed_valid.any();
    if (counts && !somebody) audited -= std::min(audited, waited);
  }
  uint32_t waiting(unsigned output) const { return waiting_[output]; }
  unsigned hot() const { return hot_; }

 private:
  template <class In> void events(FastRandom& random, unsigned busy, In& in) {
    in.arrived_valid = random.chance(busy) ? random.next() & low_mask(radix_) : 0;
    for_each_bit(in.arrived_valid, [&](unsigned input) {
      in.arrived_output[input] = random.chance(50)   ? hot_
                                 : random.chance(97) ? random.below(radix_)
                                                     : random.below(port_mask_ + 1);
      if (in.arrived_output[input] < radix_) ++waiting_[in.arrived_output[input]];
    });
    in.crossed_valid.clear_all();
    if (!random.chance(busy)) return;
    for (unsigned lane = 0; lane < radix_ * speedup_; ++lane) {
      uint32_t& waiting = waiting_[lane / speedup_];
      if (!random.chance(drain_) || (waiting == 0 && !careless_ && !random.chance(1))) continue;
      in.crossed_valid.set(lane);
      waiting -= waiting > 0;
    }
  }

  unsigned radix_, speedup_;
  uint32_t most_, port_mask_;
  unsigned hot_ = 0, drain_ = 50, lies_ = 0;
  bool careless_ = false;
  std::array<uint32_t, kMaxLanes> waiting_{};  // as if nothing had ever been reset
};

}  // namespace chokepoint::test
