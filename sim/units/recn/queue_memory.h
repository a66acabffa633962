// SPDX-License-Identifier: Apache-2.0
// The type of the unit that keeps a port's queues in one memory (docs/reference/recn/queue_memory.md).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sim/engine/unit_fields.h"
#include "sim/units/storage.h"

namespace chokepoint {

struct QueueMemory {
  static constexpr const char* kName = "queue_memory";

  struct Params {
    unsigned words = 256;     ///< places, one for a flit: a power of two
    unsigned flit_bits = 64;  ///< without the bit of the last flit
    unsigned normals = 1;     ///< normal queues; the SAQs follow them
    unsigned saqs = 8;
    unsigned reserved = 64;  ///< places that SAQs are to leave to the normal queues

    unsigned queues() const { return normals + saqs; }
    unsigned queue_bits() const { return clog2(queues()); }
    unsigned place_bits() const { return clog2(words); }
    unsigned count_bits() const { return place_bits() + 1; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Words", words, 4, 1024);
      if ((words & (words - 1)) != 0) bad_param(kName, "Words", words, "a power of two");
      check_range(kName, "FlitBits", flit_bits, 1, 64);
      check_range(kName, "Normals", normals, 1, 32);
      check_range(kName, "Saqs", saqs, 2, 32);
      check_range(kName, "Reserved", reserved, 1, words - 1);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Words", s.words);
      v("FlitBits", s.flit_bits);
      v("Normals", s.normals);
      v("Saqs", s.saqs);
      v("Reserved", s.reserved);
    }
  };

  struct In {
    bool enable = false;
    bool enqueue_valid = false;
    uint32_t enqueue_queue = 0;  ///< of a packet's first flit; the others follow it
    bool enqueue_last = false;
    uint64_t enqueue_flit = 0;
    bool dequeue_valid = false;
    uint32_t dequeue_queue = 0;  ///< if no packet is half read
    bool swap_valid = false;
    uint32_t swap_from = 0;  ///< a normal queue
    uint32_t swap_to = 0;    ///< a SAQ without packets

    bool idle() const { return !enqueue_valid && !dequeue_valid && !swap_valid; }
    bool same_levels(const In& previous) const { return enable == previous.enable; }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("enqueue_valid", s.enqueue_valid, 1);
      v("enqueue_queue", s.enqueue_queue, p.queue_bits());
      v("enqueue_last", s.enqueue_last, 1);
      v("enqueue_flit", s.enqueue_flit, p.flit_bits);
      v("dequeue_valid", s.dequeue_valid, 1);
      v("dequeue_queue", s.dequeue_queue, p.queue_bits());
      v("swap_valid", s.swap_valid, 1);
      v("swap_from", s.swap_from, p.queue_bits());
      v("swap_to", s.swap_to, p.queue_bits());
    }
  };

  struct Out {
    bool ready = false;      ///< there is a place
    bool saq_ready = false;  ///< besides, SAQs have less than their share
    bool flit_valid = false, flit_last = false;
    uint64_t flit = 0;
    Lanes queue_flits{}, queue_packets{};
    uint32_t total_flits = 0, saq_flits = 0;
    bool write_open = false;  ///< a packet is half written
    uint32_t write_queue = 0;
    bool read_open = false;  ///< a packet is half read
    uint32_t read_queue = 0;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("ready", s.ready, 1);
      v("saq_ready", s.saq_ready, 1);
      v("flit_valid", s.flit_valid, 1);
      v("flit_last", s.flit_last, 1);
      v("flit", s.flit, p.flit_bits);
      v.lanes("queue_flits", s.queue_flits, p.queues(), p.count_bits());
      v.lanes("queue_packets", s.queue_packets, p.queues(), p.count_bits());
      v("total_flits", s.total_flits, p.count_bits());
      v("saq_flits", s.saq_flits, p.count_bits());
      v("write_open", s.write_open, 1);
      v("write_queue", s.write_queue, p.queue_bits());
      v("read_open", s.read_open, 1);
      v("read_queue", s.read_queue, p.queue_bits());
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    struct Flit {
      uint64_t bits;
      bool last;
    };
    void enqueue(const In& in);
    void dequeue(const In& in);
    void swap(const In& in);

    Params params_;
    Out out_;
    std::vector<std::deque<Flit>> queues_;
    unsigned taken_ = 0;  // places that hold a flit or are next
  };
};

}  // namespace chokepoint
