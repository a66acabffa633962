// SPDX-License-Identifier: Apache-2.0
// The type of the unit that keeps the state of one SAQ (docs/reference/recn/saq_line.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/storage.h"

namespace chokepoint {

struct SaqLine {
  static constexpr const char* kName = "saq_line";

  struct Params {
    unsigned children = 1;  ///< ports that its notifications may give a SAQ
    unsigned queues = 9;    ///< of the port
    unsigned count_bits = 9;
    unsigned timer_bits = 10;

    unsigned queue_bits() const { return clog2(queues); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Children", children, 1, 32);
      check_range(kName, "Queues", queues, 3, 64);
      check_range(kName, "CountBits", count_bits, 3, 11);
      check_range(kName, "TimerBits", timer_bits, 1, 16);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Children", s.children);
      v("Queues", s.queues);
      v("CountBits", s.count_bits);
      v("TimerBits", s.timer_bits);
    }
  };

  /// Thresholds in flits and times in clocks; they change only while disabled.
  struct Config {
    uint32_t propagate = 0;  ///< children are notified from here on
    uint32_t stop = 0;       ///< senders stop from here on
    uint32_t go = 0;         ///< and go on down here, below `stop`
    uint32_t retry = 0;      ///< after a refusal
    uint32_t linger = 0;     ///< of a SAQ without a packet

    bool operator==(const Config& o) const {
      return propagate == o.propagate && stop == o.stop && go == o.go && retry == o.retry &&
             linger == o.linger;
    }
  };

  struct In {
    bool enable = false;
    Config cfg;
    bool make_valid = false;
    uint32_t make_queue = 0;    ///< waits for the packets of this queue
    uint32_t make_packets = 0;  ///< so many
    uint32_t make_notify = 0;   ///< children to notify at once: then the SAQ is the port's own
    uint32_t flits = 0, packets = 0;   ///< in its queue
    uint64_t blocked_queues = 0;       ///< that wait themselves
    bool left_valid = false;           ///< a packet has left a queue of the port
    uint32_t left_queue = 0;
    bool swap_valid = false;
    uint32_t swap_from = 0, swap_to = 0;
    uint32_t arrived_valid = 0;  ///< a packet of that child has been stored
    uint32_t answer_valid = 0, answer_accepted = 0;
    uint32_t returned_valid = 0;  ///< that child has freed its SAQ
    bool adopt_valid = false;  ///< a notification of its path has come, and is answered ACC
    bool halt_valid = false, halt_stop = false;
    uint32_t notify_ready = 0;
    bool tell_ready = false;
    bool free_valid = false;

    bool idle() const {
      return !make_valid && !left_valid && !swap_valid && arrived_valid == 0 && answer_valid == 0 &&
             returned_valid == 0 && !adopt_valid && !halt_valid && !free_valid;
    }
    bool same_levels(const In& o) const {
      return enable == o.enable && cfg == o.cfg && flits == o.flits && packets == o.packets &&
             blocked_queues == o.blocked_queues && notify_ready == o.notify_ready &&
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
      v("make_queue", s.make_queue, p.queue_bits());
      v("make_packets", s.make_packets, p.count_bits);
      v("make_notify", s.make_notify, p.children);
      v("flits", s.flits, p.count_bits);
      v("packets", s.packets, p.count_bits);
      v("blocked_queues", s.blocked_queues, p.queues);
      v("left_valid", s.left_valid, 1);
      v("left_queue", s.left_queue, p.queue_bits());
      v("swap_valid", s.swap_valid, 1);
      v("swap_from", s.swap_from, p.queue_bits());
      v("swap_to", s.swap_to, p.queue_bits());
      v("arrived_valid", s.arrived_valid, p.children);
      v("answer_valid", s.answer_valid, p.children);
      v("answer_accepted", s.answer_accepted, p.children);
      v("returned_valid", s.returned_valid, p.children);
      v("adopt_valid", s.adopt_valid, 1);
      v("halt_valid", s.halt_valid, 1);
      v("halt_stop", s.halt_stop, 1);
      v("notify_ready", s.notify_ready, p.children);
      v("tell_ready", s.tell_ready, 1);
      v("free_valid", s.free_valid, 1);
    }
  };

  struct Out {
    bool valid = false, waits = false, may_send = false, leaf = false, freeable = false;
    bool stop = false, own = false;
    uint32_t stopped = 0;  ///< children whose packets are not to be stored
    uint32_t notify_valid = 0, accepted = 0;
    bool tell_valid = false, tell_stop = false;
    bool quiescent = true;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("valid", s.valid, 1);
      v("waits", s.waits, 1);
      v("may_send", s.may_send, 1);
      v("leaf", s.leaf, 1);
      v("freeable", s.freeable, 1);
      v("stop", s.stop, 1);
      v("stopped", s.stopped, p.children);
      v("own", s.own, 1);
      v("notify_valid", s.notify_valid, p.children);
      v("accepted", s.accepted, p.children);
      v("tell_valid", s.tell_valid, 1);
      v("tell_stop", s.tell_stop, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params) : params_((params.validate(), params)) {}
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    bool tell_due() const;
    /// What a child is to the SAQ.
    enum class Child : uint8_t { kNone, kWanted, kAsked, kAccepted };
    void children(const In& in);
    void waiting(const In& in);
    void flow(const In& in, uint32_t had);
    void show();

    Params params_;
    Out out_;
    Child child_[32] = {};
    uint32_t told_stop_ = 0;  ///< children whose last message is Xoff
    uint32_t refused_ = 0;    ///< children that have refused, and not accepted since
    bool used_ = false, halted_ = false;
    uint32_t wait_queue_ = 0, wait_packets_ = 0, retry_ = 0, linger_ = 0;
  };
};

}  // namespace chokepoint
