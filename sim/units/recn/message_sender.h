// SPDX-License-Identifier: Apache-2.0
// The type of the unit that says what a port has to say (docs/reference/recn/message_sender.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/recn/message_select.h"

namespace chokepoint {

struct MessageSender {
  static constexpr const char* kName = "message_sender";

  struct Params {
    unsigned saqs = 8;
    unsigned children = 1;    ///< of a SAQ
    unsigned pool_bits = 31;  ///< bits of a turn pool
    unsigned root = 0;        ///< 1: behind the SAQs there is a line with an empty path

    unsigned lines() const { return saqs + root; }
    unsigned saq_bits() const { return clog2(saqs); }
    unsigned line_bits() const { return clog2(lines()); }

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
      check_range(kName, "Children", children, 1, 32);
      check_range(kName, "PoolBits", pool_bits, 2, 48);
      check_range(kName, "Root", root, 0, 1);
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Saqs", s.saqs);
      v("Children", s.children);
      v("PoolBits", s.pool_bits);
      v("Root", s.root);
    }
  };

  struct In {
    bool enable = false;
    Lanes wanted{}, accepted{};               ///< bits of children, per line
    uint64_t tell_wanted = 0, tell_stop = 0;  ///< bits of lines
    uint32_t removable = 0;                   ///< bits of SAQs
    TurnPath read;                            ///< path of the SAQ that was read last
    bool freed_valid = false;                 ///< the SAQ that is offered is freed
    bool respond_valid = false;               ///< a notification is answered
    RecnMessage respond;
    uint32_t notify_ready = 0;  ///< bits of children
    bool answer_ready = false;

    bool idle() const {
      for (const uint32_t children : wanted)
        if (children != 0) return false;
      return tell_wanted == 0 && removable == 0 && !freed_valid && !respond_valid;
    }
    bool same_levels(const In& o) const {
      return enable == o.enable && accepted == o.accepted && tell_stop == o.tell_stop &&
             read.turns == o.read.turns && read.mask == o.read.mask &&
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
      v.lanes("wanted", s.wanted, p.lines(), p.children);
      v.lanes("accepted", s.accepted, p.lines(), p.children);
      v("tell_wanted", s.tell_wanted, p.lines());
      v("tell_stop", s.tell_stop, p.lines());
      v("removable", s.removable, p.saqs);
      v("read_turns", s.read.turns, p.pool_bits);
      v("read_mask", s.read.mask, p.pool_bits);
      v("freed_valid", s.freed_valid, 1);
      v("respond_valid", s.respond_valid, 1);
      v("respond_kind", s.respond.kind, 2);
      v("respond_turns", s.respond.path.turns, p.pool_bits);
      v("respond_mask", s.respond.path.mask, p.pool_bits);
      v("notify_ready", s.notify_ready, p.children);
      v("answer_ready", s.answer_ready, 1);
    }
  };

  struct Out {
    bool read_valid = false;
    uint32_t read_saq = 0;
    uint64_t wanted_ready = 0, tell_ready = 0;  ///< bits of lines
    bool free_valid = false;
    uint32_t free_saq = 0;
    uint32_t notify_valid = 0;  ///< bits of children
    RecnMessage notify;
    bool answer_valid = false;
    RecnMessage answer;
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
      v("read_valid", s.read_valid, 1);
      v("read_saq", s.read_saq, p.saq_bits());
      v("wanted_ready", s.wanted_ready, p.lines());
      v("tell_ready", s.tell_ready, p.lines());
      v("free_valid", s.free_valid, 1);
      v("free_saq", s.free_saq, p.saq_bits());
      v("notify_valid", s.notify_valid, p.children);
      v("notify_kind", s.notify.kind, 2);
      v("notify_turns", s.notify.path.turns, p.pool_bits);
      v("notify_mask", s.notify.path.mask, p.pool_bits);
      v("answer_valid", s.answer_valid, 1);
      v("answer_kind", s.answer.kind, 2);
      v("answer_turns", s.answer.path.turns, p.pool_bits);
      v("answer_mask", s.answer.path.mask, p.pool_bits);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params) : params_((params.validate(), params)) {}
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    enum class Step { kIdle, kRead, kSend };
    enum class Say { kFree, kTell, kNotify };

    void choose(const In& in);
    void send(const In& in);
    void show();
    bool is_root() const { return line_ == params_.saqs; }

    Params params_;
    Out out_;
    Step step_ = Step::kIdle;
    Say say_ = Say::kFree;
    unsigned line_ = 0;
    uint32_t hearers_ = 0;  // children that have yet to take the message
    RecnMessage notify_;
    bool answers_ = false;
    RecnMessage answer_;
  };
};

}  // namespace chokepoint
