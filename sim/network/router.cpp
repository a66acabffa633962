// SPDX-License-Identifier: Apache-2.0
// Router: arrivals, channel output and checks. Allocation is in router_allocation.cpp, speculation
// in router_speculation.cpp, packets of the router's own in router_origination.cpp.
#include "sim/network/router.h"

#include <fmt/format.h>

#include <numeric>

namespace chokepoint {

Router::Router(sc_core::sc_module_name name, NetworkContext& context, RouterId id)
    : sc_module(name),
      RouterState(context, id),
      outputs("outputs", context.topology.radix()),
      inputs("inputs", context.topology.radix()),
      vcs_(context.layout.total),
      queues_((radix_ + 1) * vcs_),
      sets_(context.layout.sets + 2),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      output_buffer_flits_(context.scenario.network.output_buffer_flits),
      speedup_(context.scenario.network.speedup),
      whole_packets_(context.scenario.network.arbitration == Arbitration::kPacket),
      begun_first_(whole_packets_ ? ~uint32_t{0} : 0),
      control_mask_(context.layout.control_mask()),
      endpoint_(context.longest_way(), radix_, vcs_, speedup_ + 1),
      input_(radix_),
      output_(radix_),
      input_vc_(size_t{radix_} * vcs_),
      output_vc_(size_t{radix_} * vcs_),
      queue_(size_t{radix_} * queues_),
      wait_flits_(size_t{radix_} * sets_),
      waiting_(radix_),
      discards_(size_t{radix_} * vcs_),
      random_(context.scenario.run.seed, id, RandomPurpose::kRouteIntermediate) {
  for (OutputVc& vc : output_vc_) vc.credits = static_cast<uint16_t>(buffer_flits_);
  // What a cycle needs, so that nothing grows later.
  const size_t heads = size_t{radix_} * vcs_;
  new_fronts_.reserve(heads);
  ended_requests_.reserve(2 * heads);
  permitted_.reserve(heads);
  speculative_heads_.reserve(heads);
  for (unsigned port = 0; port < radix_; ++port) {
    waiting_[port].reserve(2 * size_t{radix_});
    output_[port].to_node = context.topology.target(id, port).is_node;
  }
}

void Router::end_of_elaboration() {
  for (unsigned port = 0; port < radix_; ++port) {
    output_[port].channel = outputs[port]->flit_link();
    input_[port].credits = inputs[port]->credit_link();
  }
}

void Router::step(Cycle now) {
  read_credits(now);
  read_arrivals(now);
  if (hops_.in_use() == 0 && originated_ == nullptr) {
    if (attachment_ && attachment_->busy()) {
      attachment_->begin_cycle(now);
      attachment_->end_cycle(now);
    }
    return;
  }
  if (attachment_) attachment_->begin_cycle(now);
  if (sending_outputs_ != 0) send_flits(now);
  if (originated_ != nullptr) inject_originated(now);
  if (waiting_outputs_ != 0) allocate_vcs();
  if (!permitted_.empty()) end_permissions();
  for (unsigned pass = 0; pass < speedup_ && ready_inputs_ != 0; ++pass) allocate_switch(now, pass);
  if (attachment_) attachment_->end_cycle(now);
  if (!new_fronts_.empty() || !ended_requests_.empty()) update_requests();
}

void Router::read_credits(Cycle now) {
  EventRow<CreditEvent> due = endpoint_.credits.due(now);
  for (const CreditEvent& event : due) {
    OutputVc& state = output_vc(event.port, event.vc);
    const unsigned credits = state.credits + event.flits;
    state.credits = static_cast<uint16_t>(credits);
    if (credits > buffer_flits_) {
      fail(fmt::format("output {} VC {} has more credits than the buffer has flits ({})",
                       event.port, event.vc, buffer_flits_));
    }
    if (((output_[event.port].blocked >> event.vc) & 1) != 0) unblock(event.port, event.vc);
  }
  due.clear();
}

/// More credits have come for a head that lacked some.
void Router::unblock(unsigned port, unsigned vc) {
  const OutputVc& state = output_vc(port, vc);
  if (state.credits < state.queue.head->flits) return;
  output_[port].blocked &= ~(uint32_t{1} << vc);
  output_[port].sendable |= uint32_t{1} << vc;
  sending_outputs_ |= uint64_t{1} << port;
}

void Router::read_arrivals(Cycle now) {
  EventRow<FlitEvent> due = endpoint_.flits.due(now);
  for (const FlitEvent& event : due) {
    InputVc& state = input_vc(event.port, event.vc);
    Hop* hop = state.arriving;
    if (hop == nullptr && !event.head && discard(now, event)) continue;
    if (++state.occupancy > buffer_flits_) {
      fail(fmt::format("input {} VC {} overflows its buffer of {} flits", event.port, event.vc,
                       buffer_flits_));
    }
    if (event.head != (hop == nullptr)) {
      fail(fmt::format(
          "input {} VC {}: packet {:#x}: {}", event.port, event.vc,
          context_.packets.at(event.packet).id,
          event.head ? "a head before the tail of the packet before it" : "a flit without a head"));
    }
    if (event.head) hop = accept_head(now, event);
    if (event.packet != hop->slot || (++hop->arrived == hop->flits) != event.tail) {
      fail(fmt::format("input {} VC {}: packet {:#x}: flit {} of {} is out of order", event.port,
                       event.vc, context_.packets.at(event.packet).id, hop->arrived, hop->flits));
    }
    if (hop->granted && hop->arrived == hop->crossed + 1) becomes_ready(hop);
    if (voq_events_ != nullptr && hop->vc_class == VcClass::kData) {
      voq_events_->arrived |= uint64_t{1} << event.port;
      voq_events_->output[event.port] = hop->output;
    }
    if (event.tail) state.arriving = nullptr;
  }
  due.clear();
}

Router::Hop* Router::accept_head(Cycle now, const FlitEvent& event) {
  Packet& packet = context_.packets.at(event.packet);
  Hop* hop = hops_.take();
  hop->packet = &packet;
  hop->slot = event.packet;
  hop->flits = packet.flits;
  hop->vc_class = packet.vc_class;
  hop->input = event.port;
  hop->input_vc = event.vc;
  hop->input_place = static_cast<uint16_t>(event.port * vcs_ + event.vc);
  hop->speculative = packet.vc_class == VcClass::kSpeculative;
  choose_output(hop, false);
  hop->queue = static_cast<uint16_t>(queue_of(event.vc, hop->output));
  input_vc_[hop->input_place].arriving = hop;
  Queue& queued = queue(event.port, hop->queue);
  if (queued.head == nullptr) {
    queued.head = queued.tail = hop;
    becomes_front(hop);
  } else {
    queued.tail->next_input = hop;
    queued.tail = hop;
  }
  if (!hop->speculative) return hop;
  if (discards_[hop->input_place].packet != nullptr) {
    fail(fmt::format("input {} VC {}: packet {:#x}: a head before the tail of the dropped packet",
                     event.port, event.vc, packet.id));
  }
  if (attachment_) {
    attachment_->speculative_arrived(
        now, packet, event.port, event.vc - static_cast<unsigned>(context_.layout.speculative_vc));
  }
  return hop;
}

/// Routes the packet of `hop`, and counts it among those that wait for the output.
void Router::choose_output(Hop* hop, bool may_turn_back) {
  Packet& packet = *hop->packet;
  hop->output = static_cast<uint8_t>(
      hop->speculative ? context_.routing.route(id_, speculative_queues_, packet, random_)
                       : context_.routing.route(id_, *this, packet, random_));
  if (hop->output == hop->input && !may_turn_back) {
    fail(fmt::format("packet {:#x} would leave by port {}, by which it came in", packet.id,
                     hop->input));
  }
  // An ejection channel ends at a sink: every VC of the packet's set will do.
  hop->allowed = output_[hop->output].to_node
                     ? context_.layout.injection(packet)
                     : context_.layout.allowed(packet, context_.routing.vc_class(packet));
  hop->wait_set = static_cast<uint8_t>(wait_set_of(packet));
  wait_flits(hop->output, hop->wait_set) += hop->flits;
}

void Router::wait_for_output(Hop* hop) {
  Output& output = output_[hop->output];
  waiting_[hop->output].push_back(hop);
  output.wanted |= hop->allowed;
  waiting_outputs_ |= uint64_t{1} << hop->output;
}

void Router::becomes_front(Hop* hop) {
  if (hop->speculative) {
    speculative_heads_.push_back(
        {hop->packet, hop->input,
         hop->input_vc - static_cast<unsigned>(context_.layout.speculative_vc)});
  }
  if (!hop->speculative || !gated_) wait_for_output(hop);
  if (requests_ != nullptr && hop->input_vc < request_vcs_) {
    requests_->set(hop->input, hop->output, hop->input_vc, request_vcs_);
    if (heads_ != nullptr) {
      (*heads_)[(hop->input * radix_ + hop->output) * request_vcs_ + hop->input_vc] = hop->packet;
    }
  }
}

void Router::end_request(const Hop& hop) {
  if (requests_ != nullptr && hop.input_vc < request_vcs_) {
    ended_requests_.push_back({hop.input, hop.output, hop.input_vc});
  }
}

void Router::update_requests() {
  if (requests_ != nullptr) requests_->settle();  // the unit has been clocked
  // Ends first: the next packet of the same queue may take the bit over.
  for (const RequestBit& bit : ended_requests_) {
    requests_->clear(bit.input, bit.output, bit.vc, request_vcs_);
  }
  ended_requests_.clear();
  for (Hop* hop : new_fronts_) becomes_front(hop);
  new_fronts_.clear();
}

/// Higher priority first, then the VC that follows the last one sent most closely.
inline unsigned Router::next_to_send(const Output& output, uint32_t candidates) const {
  const uint32_t begun = candidates & ~output.unsent & begun_first_;
  candidates = begun != 0 && (candidates & control_mask_) == 0 ? begun : candidates;
  candidates = context_.layout.first_in_priority(candidates);
  const uint32_t following = candidates & (~uint32_t{1} << output.last_sent_vc);
  return static_cast<unsigned>(__builtin_ctz(following != 0 ? following : candidates));
}

void Router::send_flits(Cycle now) {
  Statistics::FlitHops hops;
  for (uint64_t left = sending_outputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    Output& output = output_[port];
    const unsigned vc = next_to_send(output, output.sendable);
    OutputVc& state = output_vc(port, vc);
    const uint32_t bit = uint32_t{1} << vc;
    Hop* hop = state.queue.head;
    const bool head = hop->sent == 0;
    if (head) {
      output.unsent &= ~bit;
      state.credits = static_cast<uint16_t>(state.credits - hop->flits);
      if (!output.to_node) ++hop->packet->hops;
    }
    const bool tail = ++hop->sent == hop->flits;
    --state.reserved;
    output.last_sent_vc = static_cast<uint8_t>(vc);
    hops.add(hop->vc_class, output.to_node);
    output.channel.send(now, hop->slot, vc, head, tail);
    output.sendable &= ~(uint32_t{hop->sent == hop->crossed} << vc);
    if (tail) {
      state.queue.head = hop->next_output;
      if (state.queue.head == nullptr) {
        state.queue.tail = nullptr;
      } else {
        becomes_first(output, vc, state.queue.head);
      }
      hops_.give(hop);
    }
    sending_outputs_ &= ~(uint64_t{output.sendable == 0} << port);
  }
  context_.control.flits_moved += hops.control();
  context_.data.flits_moved += hops.all() - hops.control();
  context_.statistics.flit_hops(now, hops);
}

unsigned Router::queue_flits(unsigned port, unsigned vc_set) const {
  const VcLayout& layout = context_.layout;
  const bool data = vc_set < layout.sets;
  const unsigned first =
      data ? vc_set * layout.data_vcs : static_cast<unsigned>(layout.speculative_vc);
  const unsigned count = data ? layout.data_vcs : layout.speculative_vcs;
  unsigned flits = 0;
  for (unsigned vc = first; vc < first + count; ++vc) {
    const OutputVc& state = output_vc(port, vc);
    const Hop* owner =
        state.owner;  // its flits at the input are promised a place, but not there yet
    flits += buffer_flits_ - state.credits + state.reserved -
             (owner == nullptr ? 0u : static_cast<unsigned>(owner->flits - owner->crossed));
  }
  const bool voq = context_.scenario.routing.ugal_metric == UgalMetric::kVoq;
  return voq ? flits + wait_flits_[port * sets_ + vc_set] : flits;
}

unsigned Router::queued_flits(unsigned output) const {
  const auto first = wait_flits_.begin() + output * sets_;
  return std::accumulate(first, first + sets_, 0u);
}

unsigned Router::buffer_flits(unsigned output) const {
  unsigned flits = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    const OutputVc& state = output_vc(output, vc);
    flits += state.reserved -
             (state.owner == nullptr ? 0u : unsigned{state.owner->flits} - state.owner->crossed);
  }
  return flits;
}

}  // namespace chokepoint
