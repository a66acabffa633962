// SPDX-License-Identifier: Apache-2.0
// What a port's control sees: queues whose packets come and go, packets and paths of a small tree.
#pragma once

#include <algorithm>
#include <utility>

#include "sim/units/recn/saq_control.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

class PortWorld {
 public:
  /// `ports`: turns are below that.
  PortWorld(unsigned queues, unsigned normals, unsigned pool_bits, unsigned ports)
      : queues_(queues),
        normals_(normals),
        pool_bits_(pool_bits),
        ports_(ports),
        turn_bits_(clog2(ports)) {}

  unsigned turn_bits() const { return turn_bits_; }
  const Lanes& packets() const { return packets_; }
  /// Three flits for each packet.
  Lanes flits() const {
    Lanes flits{};
    for (unsigned q = 0; q < queues_; ++q) flits[q] = 3 * packets_[q];
    return flits;
  }
  void clear() { packets_.fill(0); }
  /// Other rates, other paths.
  void retune(FastRandom& random, bool quiet) {
    comes_ = random.between(10, 95);
    leaves_ = random.between(quiet ? 60 : 20, 95);
    takes_ = random.between(quiet ? 60 : 15, 95);
    stores_ = random.between(40, 100);
    most_ = random.between(4, 10);
    choices_ = random.between(1, 3);
    longest_ = random.between(1, pool_bits_ / turn_bits_ < 3 ? pool_bits_ / turn_bits_ : 3);
  }
  /// What the clock before did; SAQs that are not in use are empty, after a reset too.
  template <class Out>
  void settle(const Out& last, bool stored, bool left, uint32_t left_queue, uint32_t valid) {
    if (stored && last.match_valid) ++packets_[last.match_queue];
    if (left && packets_[left_queue] != 0) --packets_[left_queue];
    if (last.swap_valid) {
      packets_[last.swap_to] = packets_[last.swap_from];
      packets_[last.swap_from] = 0;
    }
    for (unsigned q = normals_; q < queues_; ++q)
      if (((valid >> (q - normals_)) & 1) == 0) packets_[q] = 0;
  }
  bool comes(FastRandom& random) const { return random.chance(comes_); }
  bool takes(FastRandom& random) const { return random.chance(takes_); }
  bool stores(FastRandom& random, uint32_t queue) const {
    return packets_[queue] < most_ && random.chance(stores_);
  }
  /// A queue that a packet leaves, if any.
  std::pair<bool, uint32_t> leaves(FastRandom& random, bool busy) const {
    uint32_t queue = random.below(queues_);
    for (unsigned i = 0; i < queues_ && packets_[queue] == 0; ++i) queue = (queue + 1) % queues_;
    return {packets_[queue] != 0 && busy && random.chance(leaves_), queue};
  }
  uint64_t turns(FastRandom& random) const {
    uint64_t turns = 0;
    for (unsigned at = 0; at < pool_bits_; at += turn_bits_)
      turns |= uint64_t{random.below(choices_ < ports_ ? choices_ : ports_)} << at;
    return turns & low_mask(pool_bits_);
  }
  /// Whole turns, one at least.
  TurnPath path(FastRandom& random) const {
    return {turns(random), low_mask(turn_bits_ * random.between(1, longest_))};
  }
  uint32_t normal_of(uint64_t turns) const {
    return normals_ > 1 ? static_cast<uint32_t>(turns & low_mask(turn_bits_)) : 0;
  }

 private:
  unsigned queues_, normals_, pool_bits_, ports_, turn_bits_;
  Lanes packets_{};
  unsigned comes_ = 50, leaves_ = 50, takes_ = 50, stores_ = 50, choices_ = 2, longest_ = 1, most_ = 6;
};

}  // namespace chokepoint::test
