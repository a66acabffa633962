// SPDX-License-Identifier: Apache-2.0
// ecn_nic and notification_echo: RTL against golden model, skipped against unskipped.
#include "sim/units/ecn/ecn_nic.h"

#include "sim/mechanisms/entry_destinations.h"
#include "tb/common/random_lockstep.h"
#include "tb/ecn/table_traffic.h"

namespace chokepoint::test {
namespace {

class EchoStimulus {
 public:
  using Unit = NotificationEcho;
  static constexpr bool kHasTime = false;
  enum Corner { kWaits, kPacketWhileWaiting, kTakenAndNext, kUnmarked, kReenable };

  EchoStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {}
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.packet_valid = random_.chance(phases_.intensity());
    if (in_.packet_valid) {
      in_.packet_marked = random_.chance(60);
      in_.packet_source = random_.below(p_.nodes);
    }
    if (fresh || !quiet_) in_.notification_ready = random_.chance(60);
    corners.hit(kWaits, out.notification_valid && !in_.notification_ready);
    corners.hit(kPacketWhileWaiting, !out.packet_ready && in_.packet_valid && in_.packet_marked);
    corners.hit(kTakenAndNext,
                out.notification_valid && in_.notification_ready && in_.packet_valid);
    corners.hit(kUnmarked, out.packet_ready && in_.packet_valid && !in_.packet_marked);
    corners.hit(kReenable, in_.enable && !was && in_.packet_valid);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"notification waits", "marked packet while one waits",
                   "taken beside the next packet", "packet without mark",
                   "re-enabled with a packet"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

class NicStimulus {
 public:
  using Unit = EcnNic;
  static constexpr bool kHasTime = true;
  enum Corner { kEchoWaits, kBlocked, kFreed, kTogether, kRaised, kReenable };

  NicStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), table_(p.table_entries, p.cycle_bits) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    destinations_.update(out.entry_valid, in_.control_valid, in_.control_source);
    const uint64_t last_valid = last_valid_;
    last_valid_ = out.entry_valid;
    in_.enable = enable_.tick(random_, fresh);
    if (quiet_ ? was && !in_.enable : fresh && random_.chance(50)) reconfigure();
    in_.now = (in_.now + 1) & p_.cycle_mask();
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    const unsigned busy = phases_.intensity();
    if (!table_.next(random_, busy, in_)) return in_;
    if (random_.chance(20)) in_.table_index |= 127 & ~(p_.table_entries - 1);
    in_.packet_valid = random_.chance(busy);
    if (in_.packet_valid) {
      in_.packet_marked = random_.chance(60);
      in_.packet_source = random_.below(p_.nodes);
    }
    if (fresh || !quiet_) in_.notification_ready = random_.chance(70);
    in_.control_valid = random_.chance(busy * notified_percent_ / 100);
    if (in_.control_valid) in_.control_source = pick();
    in_.sent_entry = 0;
    if (random_.chance(busy)) {
      in_.sent_entry = in_.control_valid && random_.chance(20)
                           ? entry_for(in_.control_source)
                           : uint64_t{1} << random_.below(p_.delay_entries);
      in_.sent_flits = table_.flits(random_);
    }
    corners.hit(kEchoWaits, out.notification_valid && !in_.notification_ready);
    corners.hit(kBlocked, out.entry_blocked != 0 && in_.sent_entry != 0);
    corners.hit(kFreed, in_.enable && was && (last_valid & ~out.entry_valid) != 0);
    corners.hit(kTogether, in_.enable && in_.control_valid &&
                               (in_.sent_entry & entry_for(in_.control_source)) != 0);
    corners.hit(kRaised, out.overflow || out.triggered);
    corners.hit(kReenable, in_.enable && !was && in_.control_valid);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"notification waits", "packet beside a blocked entry", "entry freed",
                   "notification and packet of one destination", "overflow or trigger",
                   "re-enabled with activity"}};

 private:
  uint64_t entry_for(uint32_t destination) const {
    return entry_bit(destinations_.entry_of(destination));
  }
  uint32_t pick() { return (base_ + random_.below(p_.delay_entries + 2)) % p_.nodes; }
  void reconfigure() {
    const unsigned bits = p_.mode == 0 ? p_.delay_bits : p_.index_bits();
    const auto most = static_cast<uint32_t>(low_mask(bits));
    // Bits that the mode does not use are set at random.
    const auto dirt = [&] {
      return random_.chance(30) ? static_cast<uint32_t>(low_mask(p_.level_bits())) & ~most : 0;
    };
    base_ = random_.below(p_.nodes);
    notified_percent_ = random_.chance(50) ? 100 : 40;
    const uint32_t maximum = random_.chance(50) ? random_.between(2, 30) : random_.between(2, most);
    const uint32_t minimum = random_.below(maximum < 4 ? maximum : 4);
    in_.cfg_maximum = (maximum & most) | dirt();
    in_.cfg_minimum = minimum | dirt();
    in_.cfg_increment = random_.between(1, random_.chance(50) ? 6 : most) | dirt();
    in_.cfg_decrement = random_.between(1, random_.chance(50) ? 6 : most) | dirt();
    in_.cfg_trigger = random_.between(1, random_.chance(70) ? 8 : most) | dirt();
    in_.cfg_timer = random_.between(1, random_.chance(60) ? 20 : 500);
    if (p_.mode == 0 && random_.chance(30)) in_.cfg_timer |= uint64_t{1} << 20;  // not used
    in_.cfg_free_running = random_.chance(50);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  TableTraffic table_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint32_t base_ = 0;
  unsigned notified_percent_ = 100;
  EntryDestinations destinations_;
  uint64_t last_valid_ = 0;
};

EcnNic::Params nic(unsigned nodes, unsigned mode, unsigned entries = 16) {
  EcnNic::Params p;
  p.nodes = nodes;
  p.mode = mode;
  p.delay_entries = entries;
  return p;
}
EcnNic::Params narrow(unsigned mode) {  // served by wider RTL
  EcnNic::Params p = nic(50, mode);
  p.delay_bits = 9;
  p.table_entries = 32;
  return p;
}

TEST(NotificationEcho, LockstepNodes91) { random_lockstep<EchoStimulus>({91}, 2000000); }
TEST(NotificationEcho, Skipped) { skipped_against_unskipped<EchoStimulus>({100}, 500000, 50000); }
TEST(EcnNic, LockstepAdditive) { random_lockstep<NicStimulus>(nic(64, 0), 800000); }
TEST(EcnNic, LockstepTable) { random_lockstep<NicStimulus>(nic(64, 1), 800000); }
TEST(EcnNic, LockstepAdditiveNarrow) { random_lockstep<NicStimulus>(narrow(0), 800000); }
TEST(EcnNic, LockstepTableNarrow) { random_lockstep<NicStimulus>(narrow(1), 800000); }
TEST(EcnNic, LockstepNodes700) { random_lockstep<NicStimulus>(nic(700, 0), 200000, 20); }
TEST(EcnNic, LockstepNodes700Table) { random_lockstep<NicStimulus>(nic(700, 1), 200000, 20); }
TEST(EcnNic, LockstepEntries64) { random_lockstep<NicStimulus>(nic(1024, 0, 64), 100000, 10); }
TEST(EcnNic, SkippedAdditive) {
  skipped_against_unskipped<NicStimulus>(nic(64, 0), 300000, 20000);
}
TEST(EcnNic, SkippedTable) { skipped_against_unskipped<NicStimulus>(narrow(1), 300000, 20000); }

}  // namespace
}  // namespace chokepoint::test
