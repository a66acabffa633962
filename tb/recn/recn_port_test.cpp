// SPDX-License-Identifier: Apache-2.0
// recn_port: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/recn_port.h"

#include "tb/common/random_lockstep.h"
#include "tb/recn/port_world.h"

namespace chokepoint::test {
namespace {

/// A port whose packets come in flits, wait and go out, among messages of parents and children.
class WholePortStimulus {
 public:
  using Unit = RecnPort;
  static constexpr bool kHasTime = false;
  static constexpr unsigned kLongest = 4;  // flits of a packet
  enum Corner {
    kAccepted,
    kRefused,
    kFreed,
    kFull,
    kHalted,
    kNotified,
    kSwapped,
    kSwapComes,
    kSwapGoes,
    kRefusedRoom,
    kStopped,
    kNoPlace,
    kSaqServed,
    kBothServed,
    kStarved,
    kMadeHalfWritten,
    kMadeHalfRead,
    kFreedHalfWritten,
    kFreedHalfRead,
    kBackToBack,
    kReenable
  };

  WholePortStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p),
        random_(random),
        quiet_(quiet),
        world_(p.queues(), p.normals(), p.pool_bits, p.egress == 1 ? 4 : p.ports) {
    configure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable && random_.chance(60)) configure();
    if (fresh) {
      world_.retune(random_, quiet_);
      goes_ = random_.between(quiet_ ? 60 : 20, 100);
      begins_ = random_.between(20, 100);
      // Few: detection queues fill before their path is known.
      notices_ = random_.chance(60) ? random_.between(1, 3) : random_.between(4, 60);
    }
    // Now and then several queues fill before the first is served: the turn begins anew, too.
    if (in_.enable && !was && random_.chance(50)) held_ = random_.between(1, 80);
    held_ -= held_ != 0 ? 1 : 0;
    packets(out);
    if (!quiet_ || busy()) {
      in_.may_go = held_ == 0 && random_.chance(goes_);
      in_.may_begin = random_.chance(begins_) ? random_.next() & low_mask(p_.queues()) : 0;
      in_.notify_ready = some(p_.children());
      in_.answer_ready = some(p_.parents());
    }
    messages(out);
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    last_ = out;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"accepted", "refused", "freed", "no SAQ is free", "Xoff", "notified", "swapped",
                   "swapped as a flit comes", "swapped as a flit goes",
                   "a packet finds no room in the share",
                   "a packet waits for a SAQ that says stop", "no place", "a SAQ is served",
                   "a SAQ is served after a normal queue", "a packet's flits are waited for",
                   "made while a packet is half written", "made while a packet is half read",
                   "freed while a packet is half written", "freed while a packet is half read",
                   "packets back to back", "re-enabled"}};

 private:
  bool busy() { return random_.chance(quiet_ ? phases_.intensity() : 90); }
  uint32_t some(unsigned ports) {
    return world_.takes(random_) ? static_cast<uint32_t>(random_.next() & low_mask(ports)) : 0;
  }
  void configure() {
    SaqControl::Config& cfg = in_.cfg.control;
    // Often high: a SAQ that says stop takes no packets of whoever has been notified.
    cfg.line.stop = random_.between(2, random_.chance(50) ? p_.words / 2 : p_.words - 1);
    cfg.line.go = random_.below(cfg.line.stop);
    cfg.line.propagate = random_.below(8);
    cfg.detect = random_.between(1, 6);
    const auto time = static_cast<uint32_t>(low_mask(p_.timer_bits));
    cfg.line.retry = random_.below(time < 20 ? time + 1 : 20);
    const unsigned longest = random_.chance(40) ? 100 : 10;
    cfg.line.linger = random_.below(time < longest ? time + 1 : longest);
    cfg.more_specific = random_.chance(65);
    in_.cfg.detection = random_.chance(85);
    in_.cfg.keep_share = random_.chance(60);
    in_.cfg.swap_fits = random_.chance(40);
    in_.cfg.packet = random_.between(1, kLongest);
  }
  // A packet's first flit only as it was found that it may begin; others while there is a place.
  void packets(const Unit::Out& out) {
    const bool stored = in_.flit_valid && in_.enable;
    if (stored) {
      inside_ = !in_.flit_last;
      --left_;
    }
    // Only after a reset there is neither a flit nor a place.
    if (!in_.enable || (!out.place_ready && out.total_flits == 0)) inside_ = waits_ = half_read_ = false;
    const bool may = inside_ ? out.place_ready : out.head_ready;
    in_.flit_valid = in_.enable && may && busy() && world_.comes(random_);
    if (in_.flit_valid || !quiet_) {
      in_.flit = random_.next() & low_mask(p_.flit_bits);
      if (!inside_) left_ = random_.between(1, in_.cfg.packet);
      in_.flit_last = left_ == 1;
    }
    if (in_.flit_valid && !inside_) waits_ = false;
    // The head that waits is compared again; now and then another in its place. After one that was
    // stored often another like it comes, so that SAQs fill.
    const bool another = waits_ && random_.chance(20);
    if (!waits_) waits_ = busy() && world_.comes(random_);
    if (another || !in_.head_valid) {
      in_.head_turns = world_.turns(random_);
      in_.head_port = random_.below(p_.ports);
    }
    in_.head_valid = waits_ && in_.enable;
  }
  void messages(const Unit::Out& out) {
    in_.notice_valid &= ~taken_notices_;
    in_.reply_valid &= ~taken_replies_;
    if (!in_.enable) in_.notice_valid = in_.reply_valid = 0;
    if (in_.enable) {
      for (unsigned i = 0; i < p_.parents(); ++i)
        if (((in_.notice_valid >> i) & 1) == 0 && busy() && random_.chance(notices_)) notice(i);
      for (unsigned i = 0; i < p_.children(); ++i)
        if (((in_.reply_valid >> i) & 1) == 0 && busy() && random_.chance(60)) reply(i);
    }
    taken_notices_ = out.notice_ready;
    taken_replies_ = out.reply_ready;
  }
  void notice(unsigned from) {
    TurnPath path = world_.path(random_);
    if (p_.egress == 0) {  // as it is at the egress port, one turn further on
      path.turns >>= world_.turn_bits();
      path.mask >>= world_.turn_bits();
    }
    in_.notice_valid |= 1u << from;
    const unsigned kind = random_.below(10);
    in_.notice_kind[from] = kind < 4 ? kNotif : kind == 4 ? kXoff : kXon;
    in_.notice_turns[from] = path.turns;
    in_.notice_mask[from] = path.mask;
  }
  void reply(unsigned from) {
    TurnPath path = world_.path(random_);
    if (p_.egress == 1 && random_.chance(30)) path.mask = 0;
    in_.reply_valid |= 1u << from;
    in_.reply_kind[from] = random_.below(3);
    in_.reply_turns[from] = path.turns;
    in_.reply_mask[from] = path.mask;
  }
  void count(const Unit::Out& out) {
    const bool answers = out.answer_valid != 0 && last_.answer_valid == 0;
    corners.hit(kAccepted, answers && out.answer.kind == kAcc);
    corners.hit(kRefused, answers && out.answer.kind == kRej);
    corners.hit(kFreed, answers && out.answer.kind == kDealloc);
    corners.hit(kFull, out.full_valid);
    corners.hit(kHalted, (out.valid & ~out.waits & ~out.may_send) != 0);
    corners.hit(kNotified, out.notify_valid != 0 && last_.notify_valid == 0);
    const bool never = p_.normals() == 1;  // only detection queues are swapped
    corners.hit(kSwapped, out.swap_valid || never);
    corners.hit(kSwapComes, (out.swap_valid && in_.flit_valid) || never);
    corners.hit(kSwapGoes, (out.swap_valid && out.out_valid) || never);
    const uint32_t share = p_.words - p_.reserved;
    corners.hit(kRefusedRoom, headed_ && !inside_ && out.place_ready && !out.head_ready &&
                                  in_.cfg.keep_share && out.saq_flits + in_.cfg.packet > share);
    const bool by_stop = out.stop != 0 && !in_.cfg.keep_share;
    corners.hit(kStopped, (headed_ && !inside_ && out.place_ready && !out.head_ready && by_stop) ||
                              p_.egress == 0);
    corners.hit(kNoPlace, !out.place_ready);
    const bool saq = out.out_valid && out.out_queue >= p_.normals();
    corners.hit(kSaqServed, saq);
    corners.hit(kBothServed, saq && last_.out_valid && last_.out_queue < p_.normals());
    corners.hit(kStarved, last_.out_valid && !last_.out_last && !out.out_valid && in_.may_go &&
                              ((out.waiting >> last_.out_queue) & 1) == 0);
    const bool made = (out.valid & ~last_.valid) != 0, freed = (last_.valid & ~out.valid) != 0;
    if (out.out_valid) half_read_ = !out.out_last;
    corners.hit(kMadeHalfWritten, made && inside_);
    corners.hit(kMadeHalfRead, made && half_read_);
    corners.hit(kFreedHalfWritten, freed && inside_);
    corners.hit(kFreedHalfRead, freed && half_read_);
    corners.hit(kBackToBack, last_.out_valid && last_.out_last && out.out_valid);
    headed_ = in_.head_valid;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  PortWorld world_;
  Unit::In in_;
  Unit::Out last_;
  bool waits_ = false, inside_ = false, half_read_ = false, headed_ = false;
  unsigned held_ = 0;  ///< clocks in which nothing may go, after an enable
  unsigned left_ = 1, goes_ = 50, begins_ = 50, notices_ = 50;
  uint32_t taken_notices_ = 0, taken_replies_ = 0;
};

// Egress, words, bits of a flit, SAQs, reserved, bits of a pool, ports, detection, bits of a timer.
const RecnPort::Params kIngress{0, 16, 8, 3, 6, 8, 4, 1, 3}, kBasic{0, 16, 8, 3, 6, 6, 3, 0, 3},
    kEgress{1, 16, 8, 3, 6, 6, 3, 1, 3};

TEST(RecnPort, LockstepIngress) {
  random_lockstep<WholePortStimulus>(kIngress, 600000);
}
TEST(RecnPort, LockstepBasic) {
  random_lockstep<WholePortStimulus>(kBasic, 400000);
}
TEST(RecnPort, LockstepEgress) {
  random_lockstep<WholePortStimulus>(kEgress, 400000);
}
TEST(RecnPort, SkippedIngress) {
  skipped_against_unskipped<WholePortStimulus>(kIngress, 200000, 5000);
}
TEST(RecnPort, SkippedEgress) {
  skipped_against_unskipped<WholePortStimulus>(kEgress, 200000, 5000);
}

}  // namespace
}  // namespace chokepoint::test
