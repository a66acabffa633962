// SPDX-License-Identifier: Apache-2.0
// The type of the unit that controls a port's SAQs (docs/reference/recn/saq_control.md).
#pragma once

#include <cstdint>

#include "sim/units/recn/message_sender.h"
#include "sim/units/recn/saq_set.h"

namespace chokepoint {

struct SaqControl {
  static constexpr const char* kName = "saq_control";

  struct Params {
    unsigned saqs = 8;
    unsigned pool_bits = 31;
    unsigned normals = 1;   ///< normal queues: detection queues, if there are more
    unsigned children = 8;  ///< of a SAQ
    unsigned root = 1;      ///< 1: the normal queue is the root of a tree
    unsigned count_bits = 9;
    unsigned timer_bits = 10;

    unsigned lines() const { return saqs + root; }
    unsigned queues() const { return normals + saqs; }
    unsigned queue_bits() const { return clog2(queues()); }
    unsigned saq_bits() const { return clog2(saqs); }
    unsigned child_bits() const { return children > 1 ? clog2(children) : 1; }
    PathCam::Params cam() const { return {saqs, pool_bits}; }
    SaqSet::Params set() const { return {saqs, normals, children, count_bits, timer_bits}; }
    SaqLine::Params line() const { return {children, queues(), count_bits, timer_bits}; }
    MessageSender::Params sender() const { return {saqs, children, pool_bits, root}; }

    template <class V>
    void visit(V&& v) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v) const {
      fields(*this, v);
    }
    void validate() const {
      check_range(kName, "Saqs", saqs, 2, 32);
      check_range(kName, "PoolBits", pool_bits, 2, 48);
      check_range(kName, "Normals", normals, 1, 32);
      check_range(kName, "Children", children, 1, 32);
      check_range(kName, "Root", root, 0, 1);
      if (root == 1 && normals > 1) bad_param(kName, "Root", root, "0, or 1 with Normals = 1");
      check_range(kName, "CountBits", count_bits, 3, 11);
      check_range(kName, "TimerBits", timer_bits, 1, 16);
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Saqs", s.saqs);
      v("PoolBits", s.pool_bits);
      v("Normals", s.normals);
      v("Children", s.children);
      v("Root", s.root);
      v("CountBits", s.count_bits);
      v("TimerBits", s.timer_bits);
    }
  };

  /// They change only while disabled.
  struct Config {
    bool more_specific = false;  ///< a covered path gets a SAQ
    uint32_t detect = 0;         ///< flits of the root
    SaqLine::Config line;

    bool operator==(const Config& o) const {
      return more_specific == o.more_specific && detect == o.detect && line == o.line;
    }
    template <class Self, class V, class P>
    static void fields(Self& s, V& v, const P& p) {
      v("cfg_detect", s.detect, p.count_bits);
      v("cfg_propagate", s.line.propagate, p.count_bits);
      v("cfg_stop", s.line.stop, p.count_bits);
      v("cfg_go", s.line.go, p.count_bits);
      v("cfg_retry", s.line.retry, p.timer_bits);
      v("cfg_linger", s.line.linger, p.timer_bits);
    }
  };

  struct In {
    bool enable = false;
    Config cfg;
    bool packet_valid = false;
    uint64_t packet_turns = 0;
    uint32_t packet_normal = 0, packet_child = 0;
    bool store_valid = false;  ///< the head that is answered is stored
    Lanes queue_flits{}, queue_packets{};
    bool left_valid = false;
    uint32_t left_queue = 0;
    bool notice_valid = false;  ///< of a parent, or a detection
    RecnMessage notice;
    uint32_t notice_normal = 0;
    bool swap_may = false;     ///< a detection that is looked for may be made
    bool reply_valid = false;  ///< of a child
    RecnMessage reply;
    uint32_t reply_child = 0;
    uint32_t notify_ready = 0;  ///< bits of children
    bool answer_ready = false;

    bool idle() const {
      return !packet_valid && !store_valid && !left_valid && !notice_valid && !reply_valid;
    }
    bool same_levels(const In& o) const {
      return enable == o.enable && cfg == o.cfg && swap_may == o.swap_may &&
             queue_flits == o.queue_flits &&
             queue_packets == o.queue_packets && notify_ready == o.notify_ready &&
             answer_ready == o.answer_ready;
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
      Config::fields(s.cfg, v, p);
      v("packet_valid", s.packet_valid, 1);
      v("packet_turns", s.packet_turns, p.pool_bits);
      v("packet_normal", s.packet_normal, p.queue_bits());
      v("packet_child", s.packet_child, p.child_bits());
      v("store_valid", s.store_valid, 1);
      v.lanes("queue_flits", s.queue_flits, p.queues(), p.count_bits);
      v.lanes("queue_packets", s.queue_packets, p.queues(), p.count_bits);
      v("left_valid", s.left_valid, 1);
      v("left_queue", s.left_queue, p.queue_bits());
      v("notice_valid", s.notice_valid, 1);
      v("notice_kind", s.notice.kind, 2);
      v("notice_turns", s.notice.path.turns, p.pool_bits);
      v("notice_mask", s.notice.path.mask, p.pool_bits);
      v("notice_normal", s.notice_normal, p.queue_bits());
      v("swap_may", s.swap_may, 1);
      v("reply_valid", s.reply_valid, 1);
      v("reply_kind", s.reply.kind, 2);
      v("reply_turns", s.reply.path.turns, p.pool_bits);
      v("reply_mask", s.reply.path.mask, p.pool_bits);
      v("reply_child", s.reply_child, p.child_bits());
      v("notify_ready", s.notify_ready, p.children);
      v("answer_ready", s.answer_ready, 1);
    }
  };

  struct Out {
    bool match_valid = false;
    uint32_t match_queue = 0;
    bool match_stopped = false;  ///< it is not to be stored yet
    bool swap_valid = false;
    uint32_t swap_from = 0, swap_to = 0;
    bool notice_ready = false, reply_ready = false;
    uint32_t notify_valid = 0;  ///< bits of children
    RecnMessage notify;
    bool answer_valid = false;
    RecnMessage answer;
    uint32_t valid = 0, waits = 0, may_send = 0, leaf = 0, stop = 0;  ///< bits of SAQs
    bool full_valid = false;
    bool quiescent = true;

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
      v("match_queue", s.match_queue, p.queue_bits());
      v("match_stopped", s.match_stopped, 1);
      v("swap_valid", s.swap_valid, 1);
      v("swap_from", s.swap_from, p.queue_bits());
      v("swap_to", s.swap_to, p.queue_bits());
      v("notice_ready", s.notice_ready, 1);
      v("reply_ready", s.reply_ready, 1);
      v("notify_valid", s.notify_valid, p.children);
      v("notify_kind", s.notify.kind, 2);
      v("notify_turns", s.notify.path.turns, p.pool_bits);
      v("notify_mask", s.notify.path.mask, p.pool_bits);
      v("answer_valid", s.answer_valid, 1);
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

  class Model {
   public:
    explicit Model(const Params& params)
        : params_((params.validate(), params)),
          cam_(params.cam()),
          set_(params.set()),
          root_(params.line()),
          sender_(params.sender()) {}
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    enum class Looked { kNothing, kReply, kNotice };

    bool frees(uint32_t removable) const;
    Looked look(const In& in, bool free_now) const;
    void deal(const In& in, SaqSet::In& set, SaqLine::In& root, MessageSender::In& sender) const;
    void show();

    Params params_;
    Out out_;
    PathCam::Model cam_;
    SaqSet::Model set_;
    SaqLine::Model root_;  // the normal queue, where there is a root
    MessageSender::Model sender_;
    Looked looked_ = Looked::kNothing;     // in the last clock
    bool after_reply_ = false;             // the last message was a child's
    uint32_t kind_ = 0, path_normal_ = 0;  // of what was looked for
    uint32_t child_ = 0, normal_ = 0;      // of the packet that was compared
  };
};

}  // namespace chokepoint
