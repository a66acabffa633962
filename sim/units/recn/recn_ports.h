// SPDX-License-Identifier: Apache-2.0
// Fields that the controls of ingress and egress ports have in common (docs/reference/recn/).
#pragma once

#include <cstdint>

#include "sim/units/recn/saq_control.h"

namespace chokepoint {

/// What both see. `Params` has parents() and children(), the port's messages' channels: an egress
/// port has one parent, an ingress port one child; and kEgress.
template <class Params>
struct RecnPortIn {
  bool enable = false;
  SaqControl::Config cfg;
  bool cfg_detection = false;  ///< ingress: detection queues are used
  bool packet_valid = false;
  uint64_t packet_turns = 0;
  uint32_t packet_port = 0;  ///< egress: the ingress port that it comes from
  bool store_valid = false;
  bool swap_may = false;  ///< ingress: the detection of `notice_queue` may be made
  Lanes queue_flits{}, queue_packets{};
  bool left_valid = false;
  uint32_t left_queue = 0;
  uint32_t notice_valid = 0;  ///< bits of parents
  Lanes notice_kind{};
  PoolLanes notice_turns, notice_mask;
  uint32_t reply_valid = 0;  ///< bits of children
  Lanes reply_kind{};
  PoolLanes reply_turns, reply_mask;
  uint32_t notify_ready = 0;  ///< bits of children
  uint32_t answer_ready = 0;  ///< bits of parents

  bool idle() const {
    return !packet_valid && !store_valid && !left_valid && notice_valid == 0 && reply_valid == 0;
  }
  bool same_levels(const RecnPortIn& o) const {
    return enable == o.enable && cfg == o.cfg && cfg_detection == o.cfg_detection &&
           swap_may == o.swap_may &&
           queue_flits == o.queue_flits && queue_packets == o.queue_packets &&
           notify_ready == o.notify_ready && answer_ready == o.answer_ready;
  }
  template <class V>
  void visit(V&& v, const Params& p) {
    fields(*this, v, p);
  }
  template <class V>
  void visit(V&& v, const Params& p) const {
    fields(*this, v, p);
  }

 private:
  template <class Self, class V>
  static void fields(Self& s, V& v, const Params& p) {
    v("enable", s.enable, 1);
    v("cfg_more_specific", s.cfg.more_specific, 1);
    if (!Params::kEgress) v("cfg_detection", s.cfg_detection, 1);
    SaqControl::Config::fields(s.cfg, v, p);
    v("packet_valid", s.packet_valid, 1);
    v("packet_turns", s.packet_turns, p.pool_bits);
    if (Params::kEgress) v("packet_port", s.packet_port, p.control().child_bits());
    v("store_valid", s.store_valid, 1);
    if (!Params::kEgress) v("swap_may", s.swap_may, 1);
    v.lanes("queue_flits", s.queue_flits, p.control().queues(), p.count_bits);
    v.lanes("queue_packets", s.queue_packets, p.control().queues(), p.count_bits);
    v("left_valid", s.left_valid, 1);
    v("left_queue", s.left_queue, p.control().queue_bits());
    v("notice_valid", s.notice_valid, p.parents());
    v.lanes("notice_kind", s.notice_kind, p.parents(), 2);
    v.wide("notice_turns", s.notice_turns, p.parents(), p.pool_bits);
    v.wide("notice_mask", s.notice_mask, p.parents(), p.pool_bits);
    v("reply_valid", s.reply_valid, p.children());
    v.lanes("reply_kind", s.reply_kind, p.children(), 2);
    v.wide("reply_turns", s.reply_turns, p.children(), p.pool_bits);
    v.wide("reply_mask", s.reply_mask, p.children(), p.pool_bits);
    v("notify_ready", s.notify_ready, p.children());
    v("answer_ready", s.answer_ready, p.parents());
  }
};

/// What both say.
template <class Params>
struct RecnPortOut {
  bool match_valid = false;
  uint32_t match_queue = 0;
  bool match_stopped = false;  ///< egress: it is not to be stored yet
  bool swap_valid = false;     ///< ingress
  uint32_t swap_from = 0, swap_to = 0;
  uint32_t notice_queue = 0;  ///< ingress: the normal queue of the message that is held
  uint32_t notice_ready = 0, reply_ready = 0;  ///< bits of parents, of children
  uint32_t notify_valid = 0;                   ///< bits of children
  RecnMessage notify;
  uint32_t answer_valid = 0;  ///< bits of parents
  RecnMessage answer;
  uint32_t valid = 0, waits = 0, may_send = 0, leaf = 0, stop = 0;  ///< bits of SAQs
  bool full_valid = false;
  bool quiescent = true;

  RecnPortOut() {
    // The turn is at the first channel, where several take turns.
    if (Params::kEgress)
      reply_ready = 1;
    else
      notice_ready = 1;
  }
  /// What the control says; the channels are the port's own.
  void take(const SaqControl::Out& o) {
    match_valid = o.match_valid;
    match_queue = o.match_queue;
    match_stopped = Params::kEgress && o.match_stopped;
    swap_valid = o.swap_valid;
    swap_from = o.swap_from;
    swap_to = o.swap_to;
    notify_valid = o.notify_valid;
    notify = o.notify;
    answer = o.answer;
    valid = o.valid;
    waits = o.waits;
    may_send = o.may_send;
    leaf = o.leaf;
    stop = o.stop;
    full_valid = o.full_valid;
  }
  template <class V>
  void visit(V&& v, const Params& p) {
    fields(*this, v, p);
  }
  template <class V>
  void visit(V&& v, const Params& p) const {
    fields(*this, v, p);
  }

 private:
  template <class Self, class V>
  static void fields(Self& s, V& v, const Params& p) {
    v("match_valid", s.match_valid, 1);
    v("match_queue", s.match_queue, p.control().queue_bits());
    if (Params::kEgress) v("match_stopped", s.match_stopped, 1);
    if (!Params::kEgress) {
      v("swap_valid", s.swap_valid, 1);
      v("swap_from", s.swap_from, p.control().queue_bits());
      v("swap_to", s.swap_to, p.control().queue_bits());
      v("notice_queue", s.notice_queue, p.control().queue_bits());
    }
    v("notice_ready", s.notice_ready, p.parents());
    v("reply_ready", s.reply_ready, p.children());
    v("notify_valid", s.notify_valid, p.children());
    v("notify_kind", s.notify.kind, 2);
    v("notify_turns", s.notify.path.turns, p.pool_bits);
    v("notify_mask", s.notify.path.mask, p.pool_bits);
    v("answer_valid", s.answer_valid, p.parents());
    v("answer_kind", s.answer.kind, 2);
    v("answer_turns", s.answer.path.turns, p.pool_bits);
    v("answer_mask", s.answer.path.mask, p.pool_bits);
    v("saq_valid", s.valid, p.saqs);
    v("saq_waits", s.waits, p.saqs);
    v("saq_may_send", s.may_send, p.saqs);
    v("saq_leaf", s.leaf, p.saqs);
    v("saq_stop", s.stop, p.saqs);
    v("full_valid", s.full_valid, 1);
    v("quiescent", s.quiescent, 1);
  }
};

}  // namespace chokepoint
