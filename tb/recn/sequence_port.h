// SPDX-License-Identifier: Apache-2.0
// A port's control beside plain queues, for event sequences: packets of two flits come and leave.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "sim/units/recn/recn_egress.h"
#include "sim/units/recn/recn_ingress.h"

namespace chokepoint::test {

/// Turns of two bits, four ports, three SAQs; thresholds in flits, two for each packet.
template <class U>
class Port {
 public:
  static constexpr bool kEgress = U::Params::kEgress;
  explicit Port(const typename U::Params& p) : p_(p), model_(p) {
    in.enable = true;
    in.cfg = {true, 6, {4, 8, 2, 4, 40}};
    in.cfg_detection = in.swap_may = true;
    in.notify_ready = in.answer_ready = ~0u;
    clocks(4);
  }
  const typename U::Out& out() const { return model_.out(); }
  uint32_t packets(unsigned queue) const { return in.queue_packets[queue]; }

  void clock() {
    const typename U::Out was = out();
    const bool stored = in.store_valid && was.match_valid;
    const bool left = in.left_valid;
    const uint32_t left_queue = in.left_queue;
    model_.step(in);
    ++now;
    if (stored) ++in.queue_packets[was.match_queue];
    if (left) --in.queue_packets[left_queue];
    if (was.swap_valid) {
      in.queue_packets[was.swap_to] = in.queue_packets[was.swap_from];
      in.queue_packets[was.swap_from] = 0;
    }
    for (unsigned q = 0; q < p_.control().queues(); ++q)
      in.queue_flits[q] = 2 * in.queue_packets[q];
    in.packet_valid = in.store_valid = in.left_valid = false;
    if (was.notice_ready & in.notice_valid) in.notice_valid &= ~was.notice_ready;
    if (was.reply_ready & in.reply_valid) in.reply_valid &= ~was.reply_ready;
    // What is said, once each.
    if (out().notify_valid != 0 && was.notify_valid == 0)
      said.push_back({now, out().notify_valid, out().notify});
    if (out().answer_valid != 0 && was.answer_valid == 0)
      answered.push_back({now, out().answer_valid, out().answer});
  }
  void clocks(unsigned count) {
    while (count-- > 0) clock();
  }
  /// A packet comes, is compared and stored; the queue that it joined.
  unsigned packet(uint64_t turns, uint32_t from = 0) {
    in.packet_valid = true;
    in.packet_turns = turns;
    in.packet_port = from;
    clock();
    const unsigned queue = out().match_queue;
    in.store_valid = true;
    clock();
    return queue;
  }
  void leave(unsigned queue) {
    ASSERT_GT(in.queue_packets[queue], 0u);
    in.left_valid = true;
    in.left_queue = queue;
    clock();
  }
  void notice(unsigned from, uint32_t kind, TurnPath path) {
    in.notice_valid |= 1u << from;
    in.notice_kind[from] = kind;
    in.notice_turns[from] = path.turns;
    in.notice_mask[from] = path.mask;
  }
  void reply(unsigned from, uint32_t kind, TurnPath path) {
    in.reply_valid |= 1u << from;
    in.reply_kind[from] = kind;
    in.reply_turns[from] = path.turns;
    in.reply_mask[from] = path.mask;
  }
  bool may_send(unsigned saq) const { return ((out().may_send >> saq) & 1) != 0; }
  bool waits(unsigned saq) const { return ((out().waits >> saq) & 1) != 0; }
  unsigned queue_of(unsigned saq) const { return p_.control().normals + saq; }

  struct Said {
    uint64_t at;
    uint32_t to;
    RecnMessage message;
  };
  typename U::In in;
  uint64_t now = 0;
  std::vector<Said> said, answered;

 private:
  typename U::Params p_;
  typename U::Model model_;
};

using Egress = Port<RecnEgress>;
using Ingress = Port<RecnIngress>;
inline Egress egress() {
  return Egress({3, 8, 4, 6, 6});
}
inline Ingress ingress(unsigned detection = 1) {
  return Ingress({3, 8, 4, detection, 6, 6});
}
constexpr TurnPath kEmpty{0, 0};
inline TurnPath path1(uint64_t a) {
  return {a, 3};
}
inline TurnPath path2(uint64_t a, uint64_t b) {
  return {a | b << 2, 15};
}

inline void expect_path(const RecnMessage& message, uint32_t kind, TurnPath path) {
  EXPECT_EQ(message.kind, kind);
  EXPECT_EQ(message.path.turns, path.turns);
  EXPECT_EQ(message.path.mask, path.mask);
}

}  // namespace chokepoint::test
