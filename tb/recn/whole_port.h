// SPDX-License-Identifier: Apache-2.0
// A whole port for hand-worked cases: packets come flit by flit, wait and go out on demand.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "sim/units/recn/recn_port.h"

namespace chokepoint::test {

/// Four ports, turns of two bits, three SAQs, 16 places of which 6 are kept; flits go out on demand.
class WholePort {
 public:
  explicit WholePort(unsigned egress = 0) : p_{egress, 16, 16, 3, 6, 8, 4, 1, 6}, model_(p_) {
    in.enable = true;
    in.cfg.control = {true, 4, {15, 15, 14, 4, 40}};
    in.cfg.detection = true;
    in.cfg.packet = 3;
    in.may_begin = ~uint64_t{0};
    in.notify_ready = in.answer_ready = ~0u;
    clocks(4);
  }
  /// Off for a clock, as its configuration changes.
  template <class Change>
  void configure(Change&& change) {
    in.enable = false;
    change(in.cfg);
    clock();
    in.enable = true;
    clocks(2);
  }
  const RecnPort::Out& out() const { return model_.out(); }
  void clock() {
    const RecnPort::Out was = out();
    model_.step(in);
    ++now;
    in.head_valid = in.flit_valid = false;
    in.notice_valid &= ~was.notice_ready;
    in.reply_valid &= ~was.reply_ready;
    if (was.swap_valid) swapped.push_back(now - 1);
    full += was.full_valid ? 1 : 0;
    if (out().out_valid) gone.push_back({out().out_queue, out().out_flit});
    if (out().answer_valid != 0 && was.answer_valid == 0) answered.push_back(out().answer.kind);
  }
  void clocks(unsigned count) {
    while (count-- > 0) clock();
  }
  /// Its turns; true if it may begin in the next clock.
  bool head(uint64_t turns) {
    in.head_valid = true;
    in.head_turns = turns;
    clock();
    return out().head_ready;
  }
  void flit(uint64_t bits, bool last) {
    in.flit_valid = true;
    in.flit = bits;
    in.flit_last = last;
    clock();
  }
  void packet(uint64_t turns, unsigned flits, uint64_t first) {
    ASSERT_TRUE(head(turns));
    for (unsigned i = 0; i < flits; ++i) flit(first + i, i + 1 == flits);
  }
  void notice(unsigned from, uint32_t kind, TurnPath path) {
    in.notice_valid |= 1u << from;
    in.notice_kind[from] = kind;
    in.notice_turns[from] = path.turns;
    in.notice_mask[from] = path.mask;
  }
  /// All that can go out goes; what went, with its queue.
  std::vector<std::pair<uint32_t, uint64_t>> drain(unsigned clocks_of = 40) {
    gone.clear();
    in.may_go = true;
    clocks(clocks_of);
    in.may_go = false;
    return gone;
  }
  uint32_t saq(unsigned which) const { return p_.normals() + which; }

  RecnPort::In in;
  uint64_t now = 0;
  unsigned full = 0;  ///< clocks in which no SAQ was free
  std::vector<uint64_t> swapped;
  std::vector<std::pair<uint32_t, uint64_t>> gone;
  std::vector<uint32_t> answered;

 private:
  RecnPort::Params p_;
  RecnPort::Model model_;
};

using Gone = std::vector<std::pair<uint32_t, uint64_t>>;

}  // namespace chokepoint::test
