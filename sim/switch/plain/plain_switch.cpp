// SPDX-License-Identifier: Apache-2.0
// The cycle.
#include "sim/switch/plain/plain_switch.h"

#include <algorithm>

namespace chokepoint::plain {

PlainSwitch::PlainSwitch(const SwitchSizes& sizes, const SwitchingTechnique& technique)
    : sizes_(sizes),
      vc_allocator_(sizes_, technique),
      switch_allocator_(technique.make_switch_allocator(sizes_)),
      waiting_flits_(size_t{sizes.outputs} * sizes.counts) {
  for (unsigned input = 0; input < sizes.inputs; ++input) inputs_.emplace_back(sizes_, input);
  for (unsigned output = 0; output < sizes.outputs; ++output) {
    outputs_.emplace_back(sizes_, technique, output);
  }
}

void PlainSwitch::step(const SwitchIn& in, SwitchOut& out) {
  take_credits(in.credits, out);
  take_shares(in.shares);
  for (const FlitIn& flit : in.flits) take_flit(flit, out);
  for (const ReplacementIn& replacement : in.replacements) replace(replacement, out);
  for (const QueueIn& change : in.queue_changes) change_queue(change, out);
  for (const OutputQueueIn& change : in.output_queue_changes) change_output_queue(change);
  move(in.originated, out);
}

/// The cycle begins.
void PlainSwitch::take_credits(const std::vector<CreditIn>& credits, SwitchOut& out) {
  const auto clear = [](auto&... lists) { (lists.clear(), ...); };
  clear(out.arrivals, out.flits, out.assignments, out.crossings, out.credits, out.fronts);
  out.originated = false;
  for (InputPort& input : inputs_) input.begin_cycle();
  for (const CreditIn& in : credits) outputs_[in.output].take_credits(in.vc, int(in.flits));
}

void PlainSwitch::take_flit(const FlitIn& flit, SwitchOut& out) {
  if (flit.head) {
    waiting(flit.packet) += flit.packet.flits;
    ++packets_;
  }
  inputs_[flit.input].take(flit, out);
}

void PlainSwitch::replace(const ReplacementIn& replacement, SwitchOut& out) {
  const PacketHead gone = inputs_[replacement.input].replace(replacement, out);
  waiting(gone) -= gone.flits;
  if (replacement.by) waiting(*replacement.by) += replacement.by->flits;
  packets_ -= replacement.by ? 0 : 1;
}

void PlainSwitch::move(const std::optional<OriginatedIn>& originated, SwitchOut& out) {
  send_flits(out);
  if (originated) {
    out.originated = outputs_[originated->packet.output].take_originated(*originated);
    packets_ += out.originated ? 1 : 0;
  }
  vc_allocator_.allocate(inputs_, outputs_, out);
  const unsigned passes = sizes_.passes - (sizes_.half_pass && second_cycle_ ? 1 : 0);
  for (unsigned pass = 0; pass < passes; ++pass) switch_pass(pass, out);
  second_cycle_ = !second_cycle_;
}

/// A flit that has crossed in this cycle leaves in the next one at the earliest.
void PlainSwitch::send_flits(SwitchOut& out) {
  for (OutputPort& output : outputs_) output.send(out);
  for (const FlitOut& flit : out.flits) packets_ -= flit.tail ? 1 : 0;
}

void PlainSwitch::switch_pass(unsigned pass, SwitchOut& out) {
  offer_packets();
  winners_.clear();
  switch_allocator_->match(offers_, winners_);
  for (const SwitchOffer& winner : winners_) {
    const PacketHead head = inputs_[winner.input].queues().front(winner.queue)->head;
    inputs_[winner.input].cross(winner.queue, pass, out);
    outputs_[winner.output].take(winner.vc, out.crossings.back(), head);
    --waiting(head);
  }
}

/// The packets that hold an output VC, have a flit here and room behind the crossbar. Priority is
/// that of the output VC; with whole packets one that has begun to cross goes before all but
/// control packets.
void PlainSwitch::offer_packets() {
  offers_.clear();
  for (unsigned output = 0; output < sizes_.outputs; ++output) {
    for (unsigned vc = 0; vc < sizes_.vcs; ++vc) {
      if (!outputs_[output].state(vc).owned) continue;
      const OutputPort::Owner owner = outputs_[output].owner(vc);
      const InputPacket& packet = *inputs_[owner.input].queues().front(owner.queue);
      if (!packet.has_flit() || !outputs_[output].state(vc).room()) continue;
      const bool begun = sizes_.whole_packets && packet.crossed != 0;
      const unsigned priority = std::max(sizes_.priority[vc], begun ? sizes_.begun : uint8_t{0});
      offers_.push_back({owner.input, owner.queue, output, vc, priority});
    }
  }
}

}  // namespace chokepoint::plain
