// SPDX-License-Identifier: Apache-2.0
// srp_nic: RTL against golden model under random traffic, skipped against unskipped.
#include "sim/units/srp/srp_nic.h"

#include "tb/common/random_lockstep.h"
#include "tb/srp/requester_traffic.h"
#include "tb/srp/scheduler_traffic.h"

namespace chokepoint::test {
namespace {

class NicStimulus {
 public:
  using Unit = SrpNic;
  static constexpr bool kHasTime = true;
  static constexpr const char* kRareField = "sent_entry";  // only what is shown may be sent
  enum Corner { kBothReplies, kIgnored, kRepair, kBothWake, kBypass, kFreed, kReenable };

  NicStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet),
        requester_(p.nodes, p.reservation_entries, p.max_packets, p.cycle_bits),
        scheduler_(p.cycle_bits) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    reconfigure();
    requester_.choose_timeout(random_, in_, p_.timeouts != 0);
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    // The inflation stays while a size is worked out.
    if (fresh && out.control_ready && random_.chance(50)) reconfigure();
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.now = (in_.now + 1) & p_.cycle_mask();
    scheduler_.clock();
    if (was && !in_.enable) {
      in_.now = before_a_turn(random_, p_.cycle_bits, p_.start_bits());
      scheduler_.reset();
      requester_.choose_timeout(random_, in_, p_.timeouts != 0);
    }
    const unsigned busy = phases_.intensity();
    control(requester_.next(random_, busy, quiet_, out, in_), out);
    in_.packet_valid = random_.chance(busy);
    if (in_.packet_valid) packet();
    if (fresh || !quiet_) {
      in_.request_ready = random_.chance(quiet_ ? 80 : 60);
      in_.reply_ready = random_.chance(quiet_ ? 80 : 60);
    }
    corners.hit(kBothReplies, out.reply_kind == kSrpGrant && !out.packet_ready);
    corners.hit(kIgnored, in_.control_valid && in_.control_kind == kSrpReservation &&
                              !out.control_ready);
    corners.hit(kRepair, requester_.repairs());
    corners.hit(kBothWake, out.wake_valid && (out.entry_valid & ~out.entry_send) != 0);
    corners.hit(kBypass, in_.packet_valid && in_.packet_bypass && in_.cfg_charge_bypass);
    corners.hit(kFreed, in_.enable && was && (last_valid_ & ~out.entry_valid) != 0);
    corners.hit(kReenable, in_.enable && !was && in_.control_valid);
    last_valid_ = out.entry_valid;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"grant and acknowledgement wait", "reservation while a grant waits",
                   "a dropped packet goes again", "an entry waits beside a schedule",
                   "an unreserved packet is charged", "entry freed", "re-enabled with activity"}};

 private:
  void reconfigure() {
    requester_.reconfigure(random_, in_);
    scheduler_.reconfigure(random_, in_);
  }
  void control(Response r, const Unit::Out& out) {
    in_.control_valid = r.valid;
    if (!r.valid) return;
    if (random_.chance(30)) r.kind = kSrpReservation;
    in_.control_kind = r.kind;
    in_.control_source = r.source;
    in_.control_message = r.message;
    in_.control_sequence = r.sequence;
    in_.control_tag = r.tag;
    in_.control_start = r.start & low_mask(p_.start_bits());
    in_.control_flits = random_.below(0x10000);
    if (r.kind != kSrpReservation) return;
    const uint32_t flits = scheduler_.reservation(random_, in_);
    in_.control_flits = flits;
    in_.control_tag = random_.below(0x100);
    if (flits == 0 || (!out.control_ready && quiet_)) in_.control_valid = false;
  }
  void packet() {
    in_.packet_source = random_.below(p_.nodes);
    in_.packet_message = random_.below(0x10000);
    in_.packet_sequence = random_.below(0x10000);
    in_.packet_speculative = random_.chance(50);
    in_.packet_bypass = random_.chance(50);
    in_.packet_flits = random_.between(1, 24);
    if (in_.packet_bypass && !in_.packet_speculative) {
      in_.packet_flits = scheduler_.bypass(random_, in_);
      in_.packet_valid = in_.packet_flits != 0;
    }
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  RequesterTraffic requester_;
  SchedulerTraffic scheduler_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint64_t last_valid_ = 0;
};

TEST(SrpNic, LockstepNodes64Packets16) {
  random_lockstep<NicStimulus>({64, 16, 16, 32}, 600000);
}
TEST(SrpNic, LockstepNodes64) { random_lockstep<NicStimulus>({64, 16, 64, 32}, 800000); }
TEST(SrpNic, LockstepNodes16Entries2) {
  random_lockstep<NicStimulus>({16, 2, 5, 12}, 2000000);
}
TEST(SrpNic, LockstepNodes700) { random_lockstep<NicStimulus>({700, 16, 64, 32}, 300000, 50); }
TEST(SrpNic, LockstepEntries64) { random_lockstep<NicStimulus>({256, 64, 64, 32}, 100000, 20); }
TEST(SrpNic, LockstepTimeoutsNodes64) {
  random_lockstep<NicStimulus>({64, 16, 64, 32, 1}, 600000);
}
TEST(SrpNic, LockstepTimeoutsEntries2) {
  random_lockstep<NicStimulus>({16, 2, 5, 12, 1}, 1000000);
}
TEST(SrpNic, SkippedTimeoutsEntries2) {
  skipped_against_unskipped<NicStimulus>({16, 2, 5, 12, 1}, 500000, 30000);
}
TEST(SrpNic, SkippedNodes64) {
  skipped_against_unskipped<NicStimulus>({64, 16, 64, 32}, 300000, 20000);
}
TEST(SrpNic, SkippedNodes16Entries2) {
  skipped_against_unskipped<NicStimulus>({16, 2, 5, 12}, 500000, 30000);
}

}  // namespace
}  // namespace chokepoint::test
