// SPDX-License-Identifier: Apache-2.0
// The type of the unit that is a port under RECN: control and queues (docs/reference/recn/recn_port.md).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/units/recn/queue_memory.h"
#include "sim/units/recn/recn_egress.h"
#include "sim/units/recn/recn_ingress.h"

namespace chokepoint {

struct RecnPort {
  static constexpr const char* kName = "recn_port";

  struct Params {
    unsigned egress = 0;  ///< 1: an egress port
    unsigned words = 256;
    unsigned flit_bits = 64;
    unsigned saqs = 8;
    unsigned reserved = 64;  ///< places that SAQs are to leave to the normal queues
    unsigned pool_bits = 31;
    unsigned ports = 8;
    unsigned detection = 1;  ///< ingress, 1: a detection queue for each egress port
    unsigned timer_bits = 10;

    unsigned parents() const { return egress == 1 ? 1 : ports; }
    unsigned children() const { return egress == 1 ? ports : 1; }
    unsigned normals() const { return egress == 0 && detection == 1 ? ports : 1; }
    unsigned queues() const { return normals() + saqs; }
    unsigned queue_bits() const { return clog2(queues()); }
    unsigned port_bits() const { return clog2(ports); }
    unsigned count_bits() const { return memory().count_bits(); }
    QueueMemory::Params memory() const { return {words, flit_bits, normals(), saqs, reserved}; }
    RecnIngress::Params ingress_control() const {
      return {saqs, pool_bits, ports, detection, count_bits(), timer_bits};
    }
    RecnEgress::Params egress_control() const {
      return {saqs, pool_bits, ports, count_bits(), timer_bits};
    }
    SaqControl::Params control() const {
      return egress == 1 ? egress_control().control() : ingress_control().control();
    }

    template <class V>
    void visit(V&& v) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v) const {
      fields(*this, v);
    }
    void validate() const {
      check_range(kName, "Egress", egress, 0, 1);
      check_range(kName, "Ports", ports, 2, 32);
      memory().validate();
      if (egress == 1)
        egress_control().validate();
      else
        ingress_control().validate();
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Egress", s.egress);
      v("Words", s.words);
      v("FlitBits", s.flit_bits);
      v("Saqs", s.saqs);
      v("Reserved", s.reserved);
      v("PoolBits", s.pool_bits);
      v("Ports", s.ports);
      v("Detection", s.detection);
      v("TimerBits", s.timer_bits);
    }
  };

  /// They change only while disabled.
  struct Config {
    SaqControl::Config control;
    bool detection = false;   ///< ingress: detection queues are used
    bool keep_share = false;  ///< a packet begins in a SAQ only if the share holds all of it
    bool swap_fits = false;   ///< a detection queue is to be swapped only if the share holds it
    uint32_t packet = 0;      ///< flits of the largest packet

    bool operator==(const Config& o) const {
      return control == o.control && detection == o.detection && keep_share == o.keep_share &&
             swap_fits == o.swap_fits && packet == o.packet;
    }
  };

  struct In {
    bool enable = false;
    Config cfg;
    bool head_valid = false;  ///< a packet wants to begin
    uint64_t head_turns = 0;
    uint32_t head_port = 0;  ///< egress: the ingress port that it comes from
    bool flit_valid = false, flit_last = false;
    uint64_t flit = 0;
    uint64_t may_begin = 0;  ///< bits of queues
    bool may_go = false;
    uint32_t notice_valid = 0;  ///< bits of parents
    Lanes notice_kind{};
    PoolLanes notice_turns, notice_mask;
    uint32_t reply_valid = 0;  ///< bits of children
    Lanes reply_kind{};
    PoolLanes reply_turns, reply_mask;
    uint32_t notify_ready = 0;  ///< bits of children
    uint32_t answer_ready = 0;  ///< bits of parents

    bool idle() const { return !head_valid && !flit_valid && notice_valid == 0 && reply_valid == 0; }
    bool same_levels(const In& o) const {
      return enable == o.enable && cfg == o.cfg && may_begin == o.may_begin &&
             may_go == o.may_go && notify_ready == o.notify_ready &&
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
      v("cfg_more_specific", s.cfg.control.more_specific, 1);
      v("cfg_detection", s.cfg.detection, 1);
      v("cfg_keep_share", s.cfg.keep_share, 1);
      v("cfg_swap_fits", s.cfg.swap_fits, 1);
      v("cfg_packet", s.cfg.packet, p.count_bits());
      SaqControl::Config::fields(s.cfg.control, v, p.control());
      v("head_valid", s.head_valid, 1);
      v("head_turns", s.head_turns, p.pool_bits);
      v("head_port", s.head_port, p.port_bits());
      v("flit_valid", s.flit_valid, 1);
      v("flit_last", s.flit_last, 1);
      v("flit", s.flit, p.flit_bits);
      v("may_begin", s.may_begin, p.queues());
      v("may_go", s.may_go, 1);
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

  struct Out {
    bool head_ready = false;   ///< the packet of the last clock's head may begin
    bool place_ready = false;  ///< there is a place for a flit
    bool out_valid = false, out_last = false;
    uint64_t out_flit = 0;
    uint32_t out_queue = 0;
    uint64_t waiting = 0;  ///< queues that have a flit
    uint32_t total_flits = 0, saq_flits = 0;
    uint32_t notice_ready = 0, reply_ready = 0;  ///< bits of parents, of children
    uint32_t notify_valid = 0;                   ///< bits of children
    RecnMessage notify;
    uint32_t answer_valid = 0;  ///< bits of parents
    RecnMessage answer;
    uint32_t valid = 0, waits = 0, may_send = 0, leaf = 0, stop = 0;  ///< bits of SAQs
    bool swap_valid = false;  ///< a detection queue and a SAQ change places
    bool full_valid = false;
    bool quiescent = false;

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
      v("head_ready", s.head_ready, 1);
      v("place_ready", s.place_ready, 1);
      v("out_valid", s.out_valid, 1);
      v("out_last", s.out_last, 1);
      v("out_flit", s.out_flit, p.flit_bits);
      v("out_queue", s.out_queue, p.queue_bits());
      v("waiting", s.waiting, p.queues());
      v("total_flits", s.total_flits, p.count_bits());
      v("saq_flits", s.saq_flits, p.count_bits());
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
      v("swap_valid", s.swap_valid, 1);
      v("full_valid", s.full_valid, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    template <class Control>
    void step_beside(typename Control::Model& control, const In& in);
    template <class Control>
    void show(const typename Control::Out& control);
    void take(const In& in, QueueMemory::In& memory);

    Params params_;
    Out out_;
    QueueMemory::Model memory_;
    std::optional<RecnIngress::Model> ingress_;
    std::optional<RecnEgress::Model> egress_;
    bool room_ = false;    // the share holds a packet
    uint32_t served_ = 0;  // the queue that was last to begin a packet
  };
};

}  // namespace chokepoint
