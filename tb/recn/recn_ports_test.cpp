// SPDX-License-Identifier: Apache-2.0
// recn_egress and recn_ingress: RTL against golden models, skipped against unskipped.
#include "sim/units/recn/recn_egress.h"
#include "sim/units/recn/recn_ingress.h"
#include "tb/common/random_lockstep.h"
#include "tb/recn/port_world.h"

namespace chokepoint::test {
namespace {

unsigned normals_of(const RecnEgress::Params&) {
  return 1;
}
unsigned normals_of(const RecnIngress::Params& p) {
  return p.ports;
}

/// A port among packets, its parents and its children, whose messages wait until they are taken.
template <class U>
class PortStimulus {
 public:
  using Unit = U;
  using Params = typename U::Params;
  using In = typename U::In;
  using Out = typename U::Out;
  static constexpr bool kHasTime = false;
  static constexpr bool kEgress = Params::kEgress;
  enum Corner {
    kBoth,
    kSeveral,
    kAccepted,
    kRefused,
    kFreed,
    kFull,
    kHalted,
    kNotified,
    kTold,
    kBusy,
    kAllValid,
    kSwapped,
    kSwapBegins,
    kSwapLeaves,
    kReenable
  };

  PortStimulus(const Params& p, FastRandom random, bool quiet)
      : p_(p),
        random_(random),
        quiet_(quiet),
        world_(p.control().queues(), p.control().normals, p.pool_bits,
               kEgress ? 4 : normals_of(p)) {
    configure();
  }

  const In& next(const Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable) {
      world_.clear();
      if (random_.chance(60)) configure();
    }
    if (fresh) world_.retune(random_, quiet_);
    world_.settle(last_, in_.store_valid, in_.left_valid, in_.left_queue, out.valid);
    in_.queue_flits = world_.flits();
    in_.queue_packets = world_.packets();
    packets(out);
    in_.notice_valid &= ~taken_notices_;
    in_.reply_valid &= ~taken_replies_;
    if (!in_.enable) in_.notice_valid = in_.reply_valid = 0;
    if (in_.enable) {
      for (unsigned i = 0; i < p_.parents(); ++i)
        if (((in_.notice_valid >> i) & 1) == 0 && busy() && random_.chance(60)) notice(i);
      for (unsigned i = 0; i < p_.children(); ++i)
        if (((in_.reply_valid >> i) & 1) == 0 && busy() && random_.chance(60)) reply(i);
    }
    taken_notices_ = out.notice_ready;
    taken_replies_ = out.reply_ready;
    if (!quiet_ || busy()) {
      in_.swap_may = random_.chance(90);
      in_.notify_ready = some(p_.children());
      in_.answer_ready = some(p_.parents());
    }
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    last_ = out;
    return in_;
  }
  static bool must_clock(const In&, const Out&) { return false; }

  Corners corners{{"messages of both sides at once", "messages of several ports at once",
                   "accepted", "refused", "freed", "no SAQ is free", "Xoff or Xon", "notified",
                   "told", "a message waits to be taken", "all SAQs in use", "swapped",
                   "swapped as a packet begins in the queue", "swapped as a packet leaves it",
                   "re-enabled"}};

 private:
  bool busy() { return random_.chance(quiet_ ? phases_.intensity() : 75); }
  uint32_t some(unsigned ports) {
    return world_.takes(random_) ? static_cast<uint32_t>(random_.next() & low_mask(ports)) : 0;
  }
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
    // Now and then long, or many SAQs are seldom in use at once.
    const unsigned longest = random_.chance(40) ? 200 : 10;
    in_.cfg.line.linger = random_.below(time < longest ? time + 1 : longest);
    in_.cfg.more_specific = random_.chance(65);
    in_.cfg_detection = random_.chance(80);
  }
  void packets(const Out& out) {
    in_.store_valid = in_.enable && out.match_valid && world_.stores(random_, out.match_queue);
    if (!waiting_ || in_.store_valid) {
      waiting_ = busy() && world_.comes(random_);
      in_.packet_turns = world_.turns(random_);
      in_.packet_port = random_.below(p_.children() > 1 ? p_.children() : 2);
    }
    in_.packet_valid = waiting_ && in_.enable;
    const auto left = world_.leaves(random_, busy());
    in_.left_valid = left.first && in_.enable;
    in_.left_queue = left.second;
  }
  void notice(unsigned from) {
    TurnPath path = world_.path(random_);
    if (!kEgress) {  // as it is at the egress port, one turn further on
      path.turns >>= world_.turn_bits();
      path.mask >>= world_.turn_bits();
    }
    in_.notice_valid |= 1u << from;
    const unsigned kind = random_.below(10);
    in_.notice_kind[from] = kind < 5 ? kNotif : kind < 7 ? kXoff : kXon;
    in_.notice_turns[from] = path.turns;
    in_.notice_mask[from] = path.mask;
  }
  void reply(unsigned from) {
    TurnPath path = world_.path(random_);
    if (kEgress && random_.chance(30)) path.mask = 0;
    in_.reply_valid |= 1u << from;
    in_.reply_kind[from] = random_.below(3);
    in_.reply_turns[from] = path.turns;
    in_.reply_mask[from] = path.mask;
  }
  void count(const Out& out) {
    const uint32_t many = kEgress ? in_.reply_valid : in_.notice_valid;
    corners.hit(kBoth, in_.notice_valid != 0 && in_.reply_valid != 0);
    corners.hit(kSeveral, (many & (many - 1)) != 0);
    const bool answers = out.answer_valid != 0 && last_.answer_valid == 0;
    corners.hit(kAccepted, answers && out.answer.kind == kAcc);
    corners.hit(kRefused, answers && out.answer.kind == kRej);
    corners.hit(kFreed, answers && out.answer.kind == kDealloc);
    corners.hit(kFull, out.full_valid);
    corners.hit(kHalted, (out.valid & ~out.waits & ~out.may_send) != 0);
    const bool says = out.notify_valid != 0 && last_.notify_valid == 0;
    corners.hit(kNotified, says && out.notify.kind == kNotif);
    corners.hit(kTold, says && out.notify.kind != kNotif);
    corners.hit(kBusy, (out.notify_valid & ~in_.notify_ready) != 0);
    corners.hit(kAllValid, out.valid == low_mask(p_.saqs));
    const bool never = p_.control().normals == 1;  // only detection queues are swapped
    corners.hit(kSwapped, out.swap_valid || never);
    corners.hit(kSwapBegins,
                (out.swap_valid && in_.store_valid && out.match_queue == out.swap_from) || never);
    corners.hit(kSwapLeaves,
                (out.swap_valid && in_.left_valid && in_.left_queue == out.swap_from) || never);
  }

  Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  PortWorld world_;
  In in_;
  Out last_;
  bool waiting_ = false;
  uint32_t taken_notices_ = 0, taken_replies_ = 0;
};

using EgressStimulus = PortStimulus<RecnEgress>;
using IngressStimulus = PortStimulus<RecnIngress>;

TEST(RecnEgress, LockstepDefault) {
  random_lockstep<EgressStimulus>({}, 250000);
}
TEST(RecnEgress, LockstepSmall) {
  random_lockstep<EgressStimulus>({3, 6, 3, 5, 3}, 300000);
}
TEST(RecnEgress, SkippedSmall) {
  skipped_against_unskipped<EgressStimulus>({3, 6, 3, 5, 3}, 200000, 5000);
}

TEST(RecnIngress, LockstepDefault) {
  random_lockstep<IngressStimulus>({}, 450000);
}
TEST(RecnIngress, LockstepSmall) {
  random_lockstep<IngressStimulus>({3, 8, 4, 1, 5, 3}, 500000);
}
TEST(RecnIngress, LockstepBasic) {
  random_lockstep<IngressStimulus>({3, 6, 3, 0, 5, 3}, 300000);
}
TEST(RecnIngress, SkippedSmall) {
  skipped_against_unskipped<IngressStimulus>({3, 8, 4, 1, 5, 3}, 200000, 5000);
}

}  // namespace
}  // namespace chokepoint::test
