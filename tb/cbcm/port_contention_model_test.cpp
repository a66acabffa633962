// SPDX-License-Identifier: Apache-2.0
// The joined golden model of pickers and contention unit, which carries out looks together, against
// its parts stepped clock by clock.
#include "sim/units/cbcm/port_contention.h"

#include <gtest/gtest.h>

#include "sim/common/random.h"

namespace chokepoint {
namespace {

class Parts {
 public:
  Parts(const PortPicker::Params& picker, const MultiplexedContention::Params& behind)
      : params_(picker), pickers_(picker.radix, PortPicker::Model(picker)), behind_(behind) {}

  void step(bool enable, const RequestMatrix& request, uint32_t sampled_vcs, uint64_t seed) {
    behind_.advance(enable, pick_valid_, pick_output_);
    for (unsigned port = 0; port < params_.radix; ++port) {
      PortPicker::In in;
      in.enable = enable;
      in.cfg_sampled_vcs = sampled_vcs;
      in.cfg_seed = PortContention::port_seed(seed, port);
      for (unsigned w = 0; w * 64 < params_.radix * params_.vcs; ++w)
        in.request.words[w] = request.lane_word(port, w);
      pickers_[port].step(in);
      const uint64_t bit = uint64_t{1} << port;
      pick_valid_ &= ~bit;
      if (pickers_[port].out().pick_valid) pick_valid_ |= bit;
      pick_output_[port] = pickers_[port].out().pick_output;
    }
  }
  uint64_t congested() const { return behind_.out().congested; }
  bool quiescent() const {
    for (const PortPicker::Model& picker : pickers_)
      if (!picker.out().quiescent) return false;
    return behind_.out().quiescent;
  }

 private:
  PortPicker::Params params_;
  std::vector<PortPicker::Model> pickers_;
  MultiplexedContention::Model behind_;
  uint64_t pick_valid_ = 0;
  Lanes pick_output_{};
};

/// Requests that come and go, most staying; clocks left out as the network leaves them out, with
/// the changes of those clocks forgotten; other VCs that take part, on and off.
void compare_with_parts(const PortPicker::Params& picker, uint64_t seed) {
  MultiplexedContention::Params behind;
  behind.radix = picker.radix;
  behind.sample_interval = picker.sample_interval;
  PortContention joined(picker, behind);
  Parts parts(picker, behind);
  RandomStream random(seed, 0, RandomPurpose::kTestStimulus);
  RequestMatrix request;
  bool enable = false;
  uint32_t sampled = 0xFFFF;
  unsigned hold = 90, congested = 0, left_out = 0;
  for (unsigned clock = 0; clock < 20000; ++clock) {
    if (clock % 500 == 0) hold = random.below(2) != 0 ? 99 : 60;
    if (random.below(400) == 0) enable = !enable;
    if (!enable && random.below(4) == 0) enable = true;
    if (random.below(900) == 0) sampled = static_cast<uint32_t>(random.below(0x10000));
    if (clock % 3000 > 2600) {
      request.clear_all();
    } else if (random.below(100) >= hold) {
      const auto below = [&](unsigned bound) { return static_cast<unsigned>(random.below(bound)); };
      const unsigned port = below(picker.radix), vc = below(picker.vcs);
      const unsigned output = below(2) != 0 ? 0 : below(picker.radix);
      if (below(3) != 0) {
        request.set(port, output, vc, picker.vcs);
      } else {
        request.clear(port, output, vc, picker.vcs);
      }
    }
    if (enable && joined.quiescent() && request.busy == 0) {
      ++left_out;
    } else {
      joined.advance(enable, request, sampled, seed);
      parts.step(enable, request, sampled, seed);
    }
    request.forget_changes();
    ASSERT_EQ(joined.congested(), parts.congested()) << "clock " << clock << ", seed " << seed;
    ASSERT_EQ(joined.quiescent(), parts.quiescent()) << "clock " << clock << ", seed " << seed;
    congested += joined.congested() != 0;
  }
  EXPECT_GT(congested, 0u);
  EXPECT_GT(left_out, 0u);
}

TEST(PortContentionModel, LooksCarriedOutTogetherAreThoseOfEveryClock) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    compare_with_parts({8, 4, 8}, seed);
    compare_with_parts({5, 3, 8}, seed);
    compare_with_parts({22, 4, 16}, seed);
    compare_with_parts({64, 2, 8}, seed);
  }
}

}  // namespace
}  // namespace chokepoint
