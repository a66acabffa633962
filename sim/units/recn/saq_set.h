// SPDX-License-Identifier: Apache-2.0
// The type of the unit that keeps the states of a port's SAQs (docs/reference/recn/saq_set.md).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/units/recn/saq_line.h"

namespace chokepoint {

struct SaqSet {
  static constexpr const char* kName = "saq_set";

  struct Params {
    unsigned saqs = 8;
    unsigned normals = 1;   ///< normal queues; the SAQs' queues follow them
    unsigned children = 1;  ///< of a SAQ
    unsigned count_bits = 9;
    unsigned timer_bits = 10;

    unsigned queues() const { return normals + saqs; }
    unsigned queue_bits() const { return clog2(queues()); }
    unsigned saq_bits() const { return clog2(saqs); }
    unsigned child_bits() const { return children > 1 ? clog2(children) : 1; }
    SaqLine::Params line() const { return {children, queues(), count_bits, timer_bits}; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Saqs", saqs, 2, 32);
      check_range(kName, "Normals", normals, 1, 32);
      check_range(kName, "Children", children, 1, 32);
      check_range(kName, "CountBits", count_bits, 3, 11);
      check_range(kName, "TimerBits", timer_bits, 1, 16);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Saqs", s.saqs);
      v("Normals", s.normals);
      v("Children", s.children);
      v("CountBits", s.count_bits);
      v("TimerBits", s.timer_bits);
    }
  };

  struct In {
    bool enable = false;
    SaqLine::Config cfg;
    bool make_valid = false;
    uint32_t make_saq = 0;
    bool make_covered = false;  ///< behind SAQ make_cover, else behind queue make_normal
    uint32_t make_cover = 0, make_normal = 0;
    uint32_t make_notify = 0;  ///< children
    Lanes saq_flits{}, queue_packets{};
    bool began_valid = false;  ///< a packet's first flit is stored
    uint32_t began_queue = 0, began_child = 0;
    bool left_valid = false;
    uint32_t left_queue = 0;
    bool swap_valid = false;
    uint32_t swap_from = 0, swap_to = 0;
    bool answer_valid = false;
    uint32_t answer_saq = 0, answer_child = 0;
    bool answer_accepted = false;
    bool returned_valid = false;
    uint32_t returned_saq = 0, returned_child = 0;
    bool adopt_valid = false;
    uint32_t adopt_saq = 0;
    bool halt_valid = false;
    uint32_t halt_saq = 0;
    bool halt_stop = false;
    Lanes notify_ready{};     ///< a bit for each child, per SAQ
    uint32_t tell_ready = 0;  ///< a bit for each SAQ
    bool free_valid = false;
    uint32_t free_saq = 0;

    bool idle() const {
      return !make_valid && !began_valid && !left_valid && !swap_valid && !answer_valid &&
             !returned_valid && !adopt_valid && !halt_valid && !free_valid;
    }
    bool same_levels(const In& o) const {
      return enable == o.enable && cfg == o.cfg && saq_flits == o.saq_flits &&
             queue_packets == o.queue_packets && notify_ready == o.notify_ready &&
             tell_ready == o.tell_ready;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("cfg_propagate", s.cfg.propagate, p.count_bits);
      v("cfg_stop", s.cfg.stop, p.count_bits);
      v("cfg_go", s.cfg.go, p.count_bits);
      v("cfg_retry", s.cfg.retry, p.timer_bits);
      v("cfg_linger", s.cfg.linger, p.timer_bits);
      v("make_valid", s.make_valid, 1);
      v("make_saq", s.make_saq, p.saq_bits());
      v("make_covered", s.make_covered, 1);
      v("make_cover", s.make_cover, p.saq_bits());
      v("make_normal", s.make_normal, p.queue_bits());
      v("make_notify", s.make_notify, p.children);
      v.lanes("saq_flits", s.saq_flits, p.saqs, p.count_bits);
      v.lanes("queue_packets", s.queue_packets, p.queues(), p.count_bits);
      v("began_valid", s.began_valid, 1);
      v("began_queue", s.began_queue, p.queue_bits());
      v("began_child", s.began_child, p.child_bits());
      v("left_valid", s.left_valid, 1);
      v("left_queue", s.left_queue, p.queue_bits());
      v("swap_valid", s.swap_valid, 1);
      v("swap_from", s.swap_from, p.queue_bits());
      v("swap_to", s.swap_to, p.queue_bits());
      v("answer_valid", s.answer_valid, 1);
      v("answer_saq", s.answer_saq, p.saq_bits());
      v("answer_child", s.answer_child, p.child_bits());
      v("answer_accepted", s.answer_accepted, 1);
      v("returned_valid", s.returned_valid, 1);
      v("returned_saq", s.returned_saq, p.saq_bits());
      v("returned_child", s.returned_child, p.child_bits());
      v("adopt_valid", s.adopt_valid, 1);
      v("adopt_saq", s.adopt_saq, p.saq_bits());
      v("halt_valid", s.halt_valid, 1);
      v("halt_saq", s.halt_saq, p.saq_bits());
      v("halt_stop", s.halt_stop, 1);
      v.lanes("notify_ready", s.notify_ready, p.saqs, p.children);
      v("tell_ready", s.tell_ready, p.saqs);
      v("free_valid", s.free_valid, 1);
      v("free_saq", s.free_saq, p.saq_bits());
    }
  };

  struct Out {
    uint32_t valid = 0, waits = 0, may_send = 0, leaf = 0, freeable = 0, stop = 0, own = 0;  // bits of SAQs
    Lanes stopped{}, notify_valid{}, accepted{};  ///< a bit for each child, per SAQ
    uint32_t tell_valid = 0, tell_stop = 0;
    bool quiescent = true;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("valid", s.valid, p.saqs);
      v("waits", s.waits, p.saqs);
      v("may_send", s.may_send, p.saqs);
      v("leaf", s.leaf, p.saqs);
      v("freeable", s.freeable, p.saqs);
      v("stop", s.stop, p.saqs);
      v.lanes("stopped", s.stopped, p.saqs, p.children);
      v("own", s.own, p.saqs);
      v.lanes("notify_valid", s.notify_valid, p.saqs, p.children);
      v.lanes("accepted", s.accepted, p.saqs, p.children);
      v("tell_valid", s.tell_valid, p.saqs);
      v("tell_stop", s.tell_stop, p.saqs);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params)
        : params_((params.validate(), params)), lines_(params.saqs, SaqLine::Model(params.line())) {}
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    Params params_;
    Out out_;
    std::vector<SaqLine::Model> lines_;
  };
};

}  // namespace chokepoint
