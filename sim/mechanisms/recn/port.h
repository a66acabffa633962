// SPDX-License-Identifier: Apache-2.0
// A port under RECN: its unit, the packets of its queues, and which queue of the switch each is.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/unit_instance.h"
#include "sim/mechanisms/recn/history.h"
#include "sim/mechanisms/recn/link.h"

namespace chokepoint::recn {

/// The last cycle in which messages went over from one side to another, for the waveform.
struct Passed {
  Cycle at = ~Cycle{0} - 1;
  uint32_t kind = 0, channels = 0;  ///< channels: bits of parents or of children

  /// Those that are valid and ready in a clock; all takers of a message in one cycle count.
  void note(Cycle now, uint32_t taken, uint32_t of_kind) {
    if (taken == 0) return;
    channels = at == now && kind == of_kind ? channels | taken : taken;
    at = now;
    kind = of_kind;
  }
};

/// `U`: RecnIngress or RecnEgress. Queues are numbered as the unit does: normal ones, then SAQs.
/// What is in two queues changes places by their names: the switch's queues stay where they are.
template <class U>
class Port {
 public:
  Port(EngineKind engine, const typename U::Params& params, const typename U::In& levels,
       const std::string& path)
      : in(levels), unit_(make_unit<U>(engine, params, path)), normals_(params.control().normals) {
    in.enable = true;
    lives_.resize(params.saqs);
  }

  const typename U::Params& params() const { return unit_->params(); }
  const typename U::Out& out() const { return unit_->out(); }
  UnitInstance<U>& unit() { return *unit_; }
  unsigned normals() const { return normals_; }
  unsigned queues() const { return normals_ + params().saqs; }
  bool is_saq(unsigned queue) const { return queue >= normals_; }
  bool saq_bit(uint32_t bits, unsigned queue) const {
    return (bits >> (queue - normals_) & 1) != 0;
  }
  unsigned packets(unsigned queue) const { return in.queue_packets[queue]; }

  /// The switch's numbers, in the order of the unit's.
  void name_queues(std::vector<unsigned> names) { names_ = std::move(names); }
  unsigned name(unsigned queue) const { return names_[queue]; }
  unsigned queue_of(unsigned name) const {
    return static_cast<unsigned>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  }

  /// A clock with what is in `in`; events of `in` are over then. `stored`: the queue
  /// that a packet has joined; kNone: none has.
  static constexpr unsigned kNone = ~0u;
  void clock(Cycle now, unsigned stored);
  /// The unit need not be clocked: the next clock would change nothing.
  bool rests() const { return !changed_ && unit_->out().quiescent; }
  void upset() { changed_ = struck_ = true; }

  /// The SAQ's path, as packets at this port have it in their turn pools.
  const TurnPath& path(unsigned queue) const { return lives_[queue - normals_].path; }
  SaqLife& life(unsigned queue) { return lives_[queue - normals_]; }
  /// SAQs that were made, or freed, in the last clock: bits.
  uint32_t made() const { return made_; }
  uint32_t freed() const { return freed_; }
  /// The detection queue that became one of them; kNone: none has.
  unsigned swapped() const { return swapped_; }
  /// Messages of parents, answers to them, messages to children, replies of them.
  const Passed& notice() const { return notice_; }
  const Passed& answer() const { return answer_; }
  const Passed& notify() const { return notify_; }
  const Passed& reply() const { return reply_; }

  typename U::In in;
  // Links to a neighbour; of an ingress port upstream, of an egress port downstream.
  LinkQueue from_link;
  LinkCredits to_link;

 private:
  void note_messages(Cycle now);

  std::unique_ptr<UnitInstance<U>> unit_;
  unsigned normals_;
  std::vector<unsigned> names_;
  std::vector<SaqLife> lives_;
  uint32_t made_ = 0, freed_ = 0;
  unsigned swapped_ = kNone;
  bool changed_ = true, struck_ = false;
  Passed notice_, answer_, notify_, reply_;
  typename U::In last_;
};

template <class U>
void Port<U>::note_messages(Cycle now) {
  const typename U::Out& said = out();
  notify_.note(now, said.notify_valid & in.notify_ready, said.notify.kind);
  answer_.note(now, said.answer_valid & in.answer_ready, said.answer.kind);
  // One is taken at a time.
  const uint32_t notice = in.notice_valid & said.notice_ready, reply = in.reply_valid & said.reply_ready;
  if (notice != 0) notice_.note(now, notice, in.notice_kind[lowest_bit(notice)]);
  if (reply != 0) reply_.note(now, reply, in.reply_kind[lowest_bit(reply)]);
}

template <class U>
void Port<U>::clock(Cycle now, unsigned stored) {
  made_ = freed_ = 0;
  swapped_ = kNone;
  if (rests() && in.idle() && stored == kNone && in.same_levels(last_)) return;
  const typename U::Out was = out();
  if (in.enable) note_messages(now);
  last_ = in;
  unit_->step(in);
  changed_ = struck_;
  if (stored != kNone && ++in.queue_packets[stored] > low_mask(params().count_bits)) {
    throw CheckError("a RECN port has more packets in a queue than its unit counts");
  }
  if (in.left_valid) --in.queue_packets[in.left_queue];
  if (was.swap_valid && in.enable) {
    swapped_ = was.swap_from;
    std::swap(in.queue_packets[was.swap_from], in.queue_packets[was.swap_to]);
    std::swap(names_[was.swap_from], names_[was.swap_to]);
  }
  made_ = out().valid & ~was.valid;
  freed_ = was.valid & ~out().valid;
  in.packet_valid = in.store_valid = in.left_valid = false;
}

}  // namespace chokepoint::recn
