// SPDX-License-Identifier: Apache-2.0
// queue_memory: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/queue_memory.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

/// Packets of one to several flits into random queues, out again, and swaps at any moment.
class QueueStimulus {
 public:
  using Unit = QueueMemory;
  static constexpr bool kHasTime = false;
  enum Corner { kSwapHalfWritten, kSwapHalfRead, kSwapBoth, kSwapEnqueue, kSwapDequeue, kSwapLeaves,
                kOnlyFlit, kLinkAtOnce, kFull, kShare, kStarved, kBothSides, kSame, kReenable };

  QueueStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) {
      // Fill or drain; long or short packets; many queues or one.
      const unsigned turn = random_.below(4);
      stores_ = quiet_ ? phases_.intensity() : turn == 0 ? 30 : 95;
      takes_ = quiet_ ? phases_.intensity() : turn == 1 ? 30 : 95;
      lasts_ = random_.between(10, 100);
      favourite_ = random_.below(p_.queues());
      favours_ = random_.below(101);
      swaps_ = quiet_ ? phases_.intensity() : random_.between(50, 100);
    }
    enqueue(out);
    dequeue(out);
    swap(out);
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    last_read_ = in_.dequeue_valid;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"swap of a half-written packet", "swap of a half-read packet", "swap of both",
                   "swap of a queue that is written", "swap of a queue that is read",
                   "swap as a packet leaves", "a queue's only flit is passed on",
                   "a link is used at once", "no place", "SAQs have their share",
                   "a half-read packet waits", "written and read", "the same queue both ways",
                   "re-enabled"}};

 private:
  uint32_t any_queue() { return random_.chance(favours_) ? favourite_ : random_.below(p_.queues()); }
  uint32_t written(const Unit::Out& out) const {
    return out.write_open ? out.write_queue : in_.enqueue_queue;
  }
  uint32_t read(const Unit::Out& out) const {
    return out.read_open ? out.read_queue : in_.dequeue_queue;
  }

  void enqueue(const Unit::Out& out) {
    in_.enqueue_valid = out.ready && random_.chance(stores_);
    in_.enqueue_queue = any_queue();
    in_.enqueue_last = random_.chance(lasts_);
    if (in_.enqueue_valid || !quiet_) in_.enqueue_flit = random_.next() & low_mask(p_.flit_bits);
  }
  void dequeue(const Unit::Out& out) {
    in_.dequeue_queue = any_queue();
    // Look for a queue that has something.
    for (unsigned i = 0; i < p_.queues() && out.queue_flits[in_.dequeue_queue] == 0; ++i)
      in_.dequeue_queue = (in_.dequeue_queue + 1) % p_.queues();
    in_.dequeue_valid = random_.chance(takes_) && out.queue_flits[read(out)] != 0;
  }
  void swap(const Unit::Out& out) {
    in_.swap_from = random_.chance(70) && out.read_queue < p_.normals ? out.read_queue
                                                                      : random_.below(p_.normals);
    if (random_.chance(30) && out.write_open && out.write_queue < p_.normals)
      in_.swap_from = out.write_queue;
    in_.swap_to = p_.normals + random_.below(p_.saqs);
    const bool empty = out.queue_packets[in_.swap_to] == 0 &&
                       !(in_.enqueue_valid && written(out) == in_.swap_to);
    const bool both = out.write_open && out.read_open && out.write_queue == out.read_queue;
    in_.swap_valid = empty && random_.chance(both ? 100 : swaps_);
    // Without a swap the queues say nothing.
    if (!in_.swap_valid && !quiet_) in_.swap_from = random_.below(p_.queues());
  }

  void count(const Unit::Out& out) {
    const bool half_written = out.write_open && out.write_queue == in_.swap_from;
    const bool half_read = out.read_open && out.read_queue == in_.swap_from;
    corners.hit(kSwapHalfWritten, in_.swap_valid && half_written);
    corners.hit(kSwapHalfRead, in_.swap_valid && half_read);
    corners.hit(kSwapBoth, in_.swap_valid && half_read && half_written);
    corners.hit(kSwapEnqueue,
                in_.swap_valid && in_.enqueue_valid && written(out) == in_.swap_from);
    corners.hit(kSwapDequeue, in_.swap_valid && in_.dequeue_valid && read(out) == in_.swap_from);
    corners.hit(kSwapLeaves, in_.swap_valid && out.flit_last && out.read_queue == in_.swap_from);
    const bool same = in_.enqueue_valid && in_.dequeue_valid && written(out) == read(out);
    corners.hit(kOnlyFlit, same && out.queue_flits[read(out)] == 1);
    corners.hit(kLinkAtOnce, last_read_ && in_.dequeue_valid && read(out) == out.read_queue);
    corners.hit(kFull, !out.ready && out.total_flits + 1 >= p_.words);
    corners.hit(kShare, out.ready && !out.saq_ready);
    corners.hit(kStarved, out.read_open && out.queue_flits[out.read_queue] == 0);
    corners.hit(kBothSides, in_.enqueue_valid && in_.dequeue_valid);
    corners.hit(kSame, same);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  unsigned stores_ = 50, takes_ = 50, lasts_ = 50, favours_ = 0, swaps_ = 0;
  uint32_t favourite_ = 0;
  bool last_read_ = false;
};

TEST(QueueMemory, LockstepDefault) { random_lockstep<QueueStimulus>({}, 400000); }
TEST(QueueMemory, LockstepSmall) { random_lockstep<QueueStimulus>({8, 6, 2, 2, 3}, 1000000); }
TEST(QueueMemory, LockstepDetection) { random_lockstep<QueueStimulus>({64, 16, 8, 4, 16}, 500000); }
TEST(QueueMemory, SkippedSmall) {
  skipped_against_unskipped<QueueStimulus>({8, 6, 2, 2, 3}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
