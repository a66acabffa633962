// SPDX-License-Identifier: Apache-2.0
// acknowledgement_generator and drop_to_nack: RTL against golden model.
#include "sim/units/srp/acknowledgement_generator.h"

#include "sim/units/srp/drop_to_nack.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class AckStimulus {
 public:
  using Unit = AcknowledgementGenerator;
  static constexpr bool kHasTime = false;
  enum Corner { kWaits, kPacketWhileWaiting, kTakenAndNext, kOther, kReenable };

  AckStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {}
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.packet_valid = random_.chance(phases_.intensity());
    if (in_.packet_valid) {
      in_.packet_speculative = random_.chance(60);
      in_.packet_source = random_.below(p_.nodes);
      in_.packet_message = random_.below(0x10000);
      in_.packet_sequence = random_.below(0x10000);
    }
    if (fresh || !quiet_) in_.ack_ready = random_.chance(60);
    corners.hit(kWaits, out.ack_valid && !in_.ack_ready);
    corners.hit(kPacketWhileWaiting,
                !out.packet_ready && in_.packet_valid && in_.packet_speculative);
    corners.hit(kTakenAndNext, out.ack_valid && in_.ack_ready && in_.packet_valid);
    corners.hit(kOther, out.packet_ready && in_.packet_valid && !in_.packet_speculative);
    corners.hit(kReenable, in_.enable && !was && in_.packet_valid);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"acknowledgement waits", "packet while one waits",
                   "taken beside the next packet", "packet that is not acknowledged",
                   "re-enabled with a packet"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

class NackStimulus {
 public:
  using Unit = DropToNack;
  NackStimulus(const Unit::Params& p, FastRandom random, bool) : p_(p), random_(random) {}
  const Unit::In& next(const Unit::Out&) {
    in_.source = random_.below(p_.nodes);
    in_.destination = random_.below(p_.nodes);
    in_.message = random_.below(0x10000);
    in_.sequence = random_.below(0x10000);
    return in_;
  }
  Corners corners{{}};

 private:
  Unit::Params p_;
  FastRandom random_;
  Unit::In in_;
};

TEST(AcknowledgementGenerator, LockstepNodes91) { random_lockstep<AckStimulus>({91}, 2000000); }
TEST(AcknowledgementGenerator, LockstepNodes16) { random_lockstep<AckStimulus>({16}, 500000); }
TEST(AcknowledgementGenerator, Skipped) {
  skipped_against_unskipped<AckStimulus>({100}, 500000, 50000);
}
TEST(DropToNack, LockstepNodes91) { random_lockstep<NackStimulus>({91}, 1000000); }
TEST(DropToNack, LockstepNodes16) { random_lockstep<NackStimulus>({16}, 500000); }

}  // namespace
}  // namespace chokepoint::test
