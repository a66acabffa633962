// SPDX-License-Identifier: Apache-2.0
// The type of the unit that takes messages of several channels, one at a time
// (docs/reference/recn/message_select.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/recn/path_cam.h"

namespace chokepoint {

/// A message of RECN: a kind of two bits and a path.
struct RecnMessage {
  uint32_t kind = 0;
  TurnPath path;
};
// What kinds mean (docs/reference/recn/saq_control.md): upstream, and downstream.
enum RecnNotice : uint32_t { kNotif = 0, kXoff = 1, kXon = 2, kDetection = 3 };
enum RecnReply : uint32_t { kAcc = 0, kRej = 1, kDealloc = 2 };

/// Turn pools or masks, a lane for each channel.
struct PoolLanes {
  std::array<uint64_t, kMaxLanes> words{};

  uint64_t& lane_word(unsigned lane, unsigned) { return words[lane]; }
  uint64_t lane_word(unsigned lane, unsigned) const { return words[lane]; }
  uint64_t& operator[](unsigned lane) { return words[lane]; }
  uint64_t operator[](unsigned lane) const { return words[lane]; }
};

struct MessageSelect {
  static constexpr const char* kName = "message_select";

  struct Params {
    unsigned sources = 8;     ///< channels
    unsigned pool_bits = 31;  ///< bits of a turn pool

    unsigned source_bits() const { return sources > 1 ? clog2(sources) : 1; }

    template <class V>
    void visit(V&& v) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v) const {
      fields(*this, v);
    }
    void validate() const {
      check_range(kName, "Sources", sources, 1, 33);
      check_range(kName, "PoolBits", pool_bits, 2, 48);
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Sources", s.sources);
      v("PoolBits", s.pool_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t message_valid = 0;  ///< a bit for each channel
    Lanes message_kind{};
    PoolLanes message_turns, message_mask;
    bool held_ready = false;  ///< what is held has been dealt with

    bool idle() const { return message_valid == 0; }
    bool same_levels(const In& o) const { return enable == o.enable && held_ready == o.held_ready; }
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
      v("message_valid", s.message_valid, p.sources);
      v.lanes("message_kind", s.message_kind, p.sources, 2);
      v.wide("message_turns", s.message_turns, p.sources, p.pool_bits);
      v.wide("message_mask", s.message_mask, p.sources, p.pool_bits);
      v("held_ready", s.held_ready, 1);
    }
  };

  struct Out {
    uint64_t message_ready = 1;
    bool held_valid = false;
    uint32_t held_source = 0;
    RecnMessage held;
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
      v("message_ready", s.message_ready, p.sources);
      v("held_valid", s.held_valid, 1);
      v("held_source", s.held_source, p.source_bits());
      v("held_kind", s.held.kind, 2);
      v("held_turns", s.held.path.turns, p.pool_bits);
      v("held_mask", s.held.path.mask, p.pool_bits);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params) : params_((params.validate(), params)) {}
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    Params params_;
    Out out_;
    unsigned turn_ = 0;  // the channel whose turn it is
  };
};

}  // namespace chokepoint
