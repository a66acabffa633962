// SPDX-License-Identifier: Apache-2.0
// saq_control: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/saq_control.h"

#include "tb/common/random_lockstep.h"
#include "tb/recn/port_world.h"

namespace chokepoint::test {
namespace {

/// A port's control among packets, parents and children that do what their parts allow.
class ControlStimulus {
 public:
  using Unit = SaqControl;
  static constexpr bool kHasTime = false;
  enum Corner {
    kBoth,
    kNotifWaits,
    kFreeMeetsNotif,
    kJoined,
    kMadeBegins,
    kSwapped,
    kSwapBegins,
    kExact,
    kAdopted,
    kFull,
    kAccepted,
    kReturned,
    kDeallocated,
    kHalted,
    kAllValid,
    kReenable
  };

  ControlStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p),
        random_(random),
        quiet_(quiet),
        world_(p.queues(), p.normals, p.pool_bits, p.normals > 1 ? p.normals : 4) {
    configure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable) {
      world_.clear();
      if (random_.chance(60)) configure();
    }
    if (fresh) world_.retune(random_, quiet_);
    world_.settle(last_out_, in_.store_valid, in_.left_valid, in_.left_queue, out.valid);
    in_.queue_flits = world_.flits();
    in_.queue_packets = world_.packets();
    packets(out);
    notices(out);
    replies(out);
    if (!quiet_ || busy()) {
      in_.notify_ready =
          world_.takes(random_) ? static_cast<uint32_t>(random_.next() & low_mask(p_.children)) : 0;
      in_.answer_ready = world_.takes(random_);
      in_.swap_may = random_.chance(90);
    }
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    last_out_ = out;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"messages of parent and child at once",
                   "a notification waits for an answer to be taken",
                   "freed as a notification is there", "a packet joins a SAQ that might be freed",
                   "made as a packet begins", "swapped", "swapped as a packet begins in it",
                   "a known path", "an own SAQ is adopted", "no SAQ is free", "accepted", "a child's SAQ is freed", "freed",
                   "Xoff or Xon", "all SAQs in use", "re-enabled"}};

 private:
  bool busy() { return random_.chance(quiet_ ? phases_.intensity() : 75); }
  void configure() {
    // Mostly what is reached; now and then any number.
    const bool any = random_.chance(15);
    const auto most = static_cast<uint32_t>(low_mask(p_.count_bits));
    in_.cfg.line.stop = random_.between(2, any ? most : 16);
    in_.cfg.line.go = random_.below(in_.cfg.line.stop);
    in_.cfg.line.propagate = random_.below(any ? most + 1 : 12);
    in_.cfg.detect = random_.below(any ? most - in_.cfg.line.stop + 1 : 15);
    const auto time = static_cast<uint32_t>(low_mask(p_.timer_bits));
    in_.cfg.line.retry = random_.below(time < 20 ? time + 1 : 20);
    in_.cfg.line.linger = random_.below(time < 10 ? time + 1 : 10);
    in_.cfg.more_specific = random_.chance(65);
  }
  void packets(const Unit::Out& out) {
    in_.store_valid = out.match_valid && world_.stores(random_, out.match_queue);
    // A head that waits is compared again.
    if (!waiting_ || in_.store_valid) {
      waiting_ = busy() && world_.comes(random_);
      in_.packet_turns = world_.turns(random_);
      in_.packet_normal = p_.normals > 1 ? world_.normal_of(in_.packet_turns) : random_.below(2);
      in_.packet_child = random_.below(p_.children > 1 ? p_.children : 2);
    }
    in_.packet_valid = waiting_ && in_.enable;
    if (!in_.enable) in_.store_valid = false;
    const auto left = world_.leaves(random_, busy());
    in_.left_valid = left.first && in_.enable;
    in_.left_queue = left.second;
  }
  // A message stays as it is until it has been dealt with.
  void notices(const Unit::Out& out) {
    if (!in_.enable) notice_waits_ = false;
    if (taken_notice_ || !notice_waits_) {
      notice_waits_ = busy() && random_.chance(70) && in_.enable;
      new_notice();
    }
    in_.notice_valid = notice_waits_;
    taken_notice_ = out.notice_ready;
  }
  void new_notice() {
    in_.notice.path = world_.path(random_);
    const unsigned kind = random_.below(10);
    in_.notice.kind = kind < 5 ? kNotif : kind < 7 ? kXoff : kXon;
    if (p_.normals > 1 && kind == 9) {
      in_.notice.kind = kDetection;
      in_.notice.path.mask = low_mask(world_.turn_bits());
      in_.notice.path.turns = random_.below(p_.normals);
    }
    in_.notice_normal = p_.normals > 1 ? world_.normal_of(in_.notice.path.turns) : random_.below(2);
    if (!notice_waits_) in_.notice.kind = random_.below(p_.normals > 1 ? 4 : 3);
  }
  void replies(const Unit::Out& out) {
    if (!in_.enable) reply_waits_ = false;
    if (taken_reply_ || !reply_waits_) {
      reply_waits_ = busy() && random_.chance(80) && in_.enable;
      in_.reply.path = world_.path(random_);
      if (p_.root == 1 && random_.chance(30)) in_.reply.path.mask = 0;
      in_.reply.kind = random_.below(3);
      in_.reply_child = random_.below(p_.children > 1 ? p_.children : 2);
    }
    in_.reply_valid = reply_waits_;
    taken_reply_ = out.reply_ready;
  }
  void count(const Unit::Out& out) {
    corners.hit(kBoth, in_.notice_valid && in_.reply_valid);
    corners.hit(kNotifWaits, in_.notice_valid && in_.notice.kind == kNotif && out.answer_valid);
    const bool deallocs =
        out.answer_valid && out.answer.kind == kDealloc && !last_out_.answer_valid;
    corners.hit(kFreeMeetsNotif, deallocs && in_.notice_valid && in_.notice.kind == kNotif);
    corners.hit(kDeallocated, deallocs);
    const bool acc = out.answer_valid && out.answer.kind == kAcc && !last_out_.answer_valid;
    corners.hit(kAccepted, acc);
    corners.hit(kMadeBegins, in_.store_valid && out.notice_ready && in_.notice.kind == kNotif);
    corners.hit(kSwapped, out.swap_valid || p_.normals == 1);
    corners.hit(
        kSwapBegins,
        (out.swap_valid && in_.store_valid && out.match_queue == out.swap_from) || p_.normals == 1);
    corners.hit(kExact, out.answer_valid && out.answer.kind == kRej && !last_out_.answer_valid);
    corners.hit(kAdopted, (acc && out.valid == last_out_.valid) || p_.normals == 1);
    corners.hit(kFull, out.full_valid);
    corners.hit(kReturned, out.reply_ready && in_.reply.kind == kDealloc);
    corners.hit(kHalted, (out.valid & ~out.waits & ~out.may_send) != 0);
    corners.hit(kAllValid, out.valid == low_mask(p_.saqs));
    corners.hit(kJoined, out.match_valid && out.match_queue >= p_.normals &&
                             ((out.leaf >> (out.match_queue - p_.normals)) & 1) != 0 &&
                             in_.queue_packets[out.match_queue] == 0);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  PortWorld world_;
  Unit::In in_;
  Unit::Out last_out_;
  bool waiting_ = false, notice_waits_ = false, reply_waits_ = false;
  bool taken_notice_ = false, taken_reply_ = false;
};

TEST(SaqControl, LockstepEgress) {
  random_lockstep<ControlStimulus>({}, 300000);
}
TEST(SaqControl, LockstepEgressSmall) {
  random_lockstep<ControlStimulus>({3, 6, 1, 2, 1, 5, 3}, 400000);
}
TEST(SaqControl, LockstepIngressSmall) {
  random_lockstep<ControlStimulus>({3, 6, 4, 1, 0, 5, 3}, 800000);
}
TEST(SaqControl, SkippedSmall) {
  skipped_against_unskipped<ControlStimulus>({3, 6, 4, 1, 0, 5, 3}, 200000, 10000);
}

}  // namespace
}  // namespace chokepoint::test
