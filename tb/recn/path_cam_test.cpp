// SPDX-License-Identifier: Apache-2.0
// path_cam: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/path_cam.h"

#include "tb/common/random_lockstep.h"
#include "tb/recn/path_traffic.h"

namespace chokepoint::test {
namespace {

class CamStimulus {
 public:
  using Unit = PathCam;
  static constexpr bool kHasTime = false;
  enum Corner { kHit, kMiss, kTwoMatch, kMatchMeetsFree, kMatchMeetsInsert, kSame, kRefused,
                kCoveredMade, kLessSpecific, kFull, kFreedAndAsked, kFreedAndFull, kAllValid, kRead,
                kTwoCover, kReenable };

  CamStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), paths_(p.pool_bits) {
    paths_.reconfigure(random_);
  }

  const Unit::In& next(const Unit::Out& out) {
    // A made line has the path of the last clock: those of a reset or disabled unit are gone.
    if (out.found_made) lines_[out.found_line] = {in_.path.turns & in_.path.mask, in_.path.mask};
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable) in_.cfg_more_specific = random_.chance(60);
    if (fresh && random_.chance(40)) paths_.reconfigure(random_);
    if (fresh) {
      inserts_ = random_.between(60, 100);
      frees_ = random_.chance(15) ? 5 : random_.between(40, 120);
    }
    in_.packet_valid = random_.chance(phases_.intensity());
    if (in_.packet_valid || !quiet_) in_.packet_turns = paths_.packet(random_);
    in_.path_valid = random_.chance(quiet_ ? phases_.intensity() : 40 + phases_.intensity());
    in_.path_insert = random_.chance(inserts_);
    if (in_.path_valid || !quiet_) in_.path = paths_.path(random_);
    in_.free_valid = out.line_valid != 0 && random_.chance(phases_.intensity() * frees_ / 100);
    if (in_.free_valid) in_.free_line = any_line(out.line_valid);
    // Often what is freed is asked for.
    if (in_.free_valid && random_.chance(20)) {
      in_.path_valid = true;
      in_.path = lines_[in_.free_line];
    }
    if (in_.free_valid && random_.chance(20)) {
      in_.packet_valid = true;
      in_.packet_turns = lines_[in_.free_line].turns;
    }
    in_.read_valid = out.line_valid != 0 && random_.chance(phases_.intensity());
    if (in_.read_valid) in_.read_line = any_line(out.line_valid);
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"hit", "miss", "two lines match", "the longest line is freed", "a line is made that would match",
                   "the path is known", "a covered path is refused", "a covered path gets a line",
                   "a less specific path gets a line", "no line is free",
                   "the path of a line that is freed", "a line is freed while none is free",
                   "all lines valid", "read", "two lines cover", "re-enabled"}};

 private:
  uint32_t any_line(uint32_t valid) { return nth_bit(valid, random_.below(bit_count(valid))); }

  void count(const Unit::Out& out) {
    const TurnPath packet{in_.packet_turns, low_mask(p_.pool_bits)};
    const TurnPath path{in_.path.turns & in_.path.mask, in_.path.mask};
    unsigned matches = 0, covers = 0, below = 0;
    bool same = false, freed_longest = in_.free_valid && lines_[in_.free_line].within(packet);
    for_each_bit(out.line_valid, [&](unsigned line) {
      const bool freed = in_.free_valid && in_.free_line == line;
      if (lines_[line].within(packet)) {
        if (!freed) ++matches;
        if (lines_[line].mask > lines_[in_.free_line].mask) freed_longest = false;
      }
      if (freed) return;
      same |= lines_[line].same(path);
      covers += lines_[line].within(path) && !lines_[line].same(path);
      below += path.within(lines_[line]) && !lines_[line].same(path);
    });
    const bool full = out.line_valid == low_mask(p_.lines), insert = in_.path_valid && in_.path_insert;
    const bool makes = insert && !same && !full && (covers == 0 || in_.cfg_more_specific);
    corners.hit(kHit, in_.packet_valid && matches != 0);
    corners.hit(kMiss, in_.packet_valid && matches == 0 && out.line_valid != 0);
    corners.hit(kTwoMatch, in_.packet_valid && matches > 1);
    corners.hit(kMatchMeetsFree, in_.packet_valid && freed_longest);
    corners.hit(kMatchMeetsInsert, in_.packet_valid && makes && path.within(packet));
    corners.hit(kSame, insert && same);
    corners.hit(kRefused, insert && !same && covers != 0 && !in_.cfg_more_specific);
    corners.hit(kCoveredMade, makes && covers != 0);
    corners.hit(kLessSpecific, makes && below != 0);
    corners.hit(kFull, insert && !same && full);
    corners.hit(kFreedAndAsked, insert && in_.free_valid && lines_[in_.free_line].same(path));
    corners.hit(kFreedAndFull, insert && !same && full && in_.free_valid);
    corners.hit(kAllValid, full);
    corners.hit(kRead, in_.read_valid);
    corners.hit(kTwoCover, in_.path_valid && covers > 1);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  PathTraffic paths_;
  Unit::In in_;
  std::array<TurnPath, PathCam::kMaxLines> lines_{};
  unsigned inserts_ = 50, frees_ = 50;
};

TEST(PathCam, LockstepDefault) { random_lockstep<CamStimulus>({}, 1000000); }
TEST(PathCam, LockstepSmall) { random_lockstep<CamStimulus>({3, 4}, 1000000); }
TEST(PathCam, LockstepLarge) { random_lockstep<CamStimulus>({16, 48}, 1000000); }
TEST(PathCam, SkippedDefault) { skipped_against_unskipped<CamStimulus>({}, 500000, 50000); }

}  // namespace
}  // namespace chokepoint::test
