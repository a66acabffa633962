// SPDX-License-Identifier: Apache-2.0
// Router: arrivals, channel output and checks. Allocation is in router_allocation.cpp, speculation
// in router_speculation.cpp.
#include "sim/network/router.h"

#include <fmt/format.h>

namespace chokepoint {

Router::Router(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
               const sc_core::sc_event& tick)
    : sc_module(name),
      RouterState(context, id),
      outputs("outputs", context.topology.radix()),
      inputs("inputs", context.topology.radix()),
      vcs_(context.layout.total),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      output_buffer_flits_(context.scenario.network.output_buffer_flits),
      speedup_(context.scenario.network.speedup),
      endpoint_(std::max(context.scenario.network.channel_latency,
                         context.scenario.network.node_channel_latency) +
                context.scenario.network.router_latency - 1),
      input_(radix_),
      output_(radix_),
      random_(context.scenario.run.seed, id, RandomPurpose::kRouteIntermediate) {
  for (unsigned port = 0; port < radix_; ++port) {
    input_[port].queues.resize((radix_ + 1) * vcs_);
    input_[port].arriving.resize(vcs_);
    input_[port].discards.resize(vcs_);
    input_[port].occupancy.resize(vcs_);
    output_[port].vcs.resize(vcs_);
    output_[port].set_voq_flits.resize(context.layout.sets + 1);
    for (OutputVc& vc : output_[port].vcs) vc.credits = buffer_flits_;
    output_[port].to_node = context.topology.target(id, port).is_node;
  }
  SC_METHOD(clock);
  sensitive << tick;
  dont_initialize();
}

void Router::end_of_elaboration() {
  for (unsigned port = 0; port < radix_; ++port) {
    output_[port].channel = outputs[port].operator->();
    input_[port].channel = inputs[port].operator->();
  }
}

void Router::clock() {
  context_.guard([this] { step(); });
}

void Router::step() {
  const Cycle now = context_.now;
  read_credits(now);
  read_arrivals(now);
  if (hops_.in_use() == 0) {
    if (attachment_ && attachment_->busy()) {
      attachment_->begin_cycle(now);
      attachment_->end_cycle(now);
    }
    return;
  }
  if (attachment_) attachment_->begin_cycle(now);
  if (sending_outputs_ != 0) send_flits(now);
  if (waiting_outputs_ != 0) allocate_vcs();
  if (!permitted_.empty()) end_permissions();
  for (unsigned pass = 0; pass < speedup_ && active_inputs_ != 0; ++pass)
    allocate_switch(now, pass);
  if (attachment_) attachment_->end_cycle(now);
  if (!new_fronts_.empty() || !ended_requests_.empty()) update_requests();
}

void Router::read_credits(Cycle now) {
  std::vector<CreditEvent>& due = endpoint_.credits.due(now);
  for (const CreditEvent& event : due) {
    Output& output = output_[event.port];
    if (++output.vcs[event.vc].credits > buffer_flits_) {
      fail(fmt::format("output {} VC {} has more credits than the buffer has flits ({})",
                       event.port, event.vc, buffer_flits_));
    }
  }
  due.clear();
}

void Router::read_arrivals(Cycle now) {
  std::vector<FlitEvent>& due = endpoint_.flits.due(now);
  for (const FlitEvent& event : due) {
    Input& input = input_[event.port];
    Hop*& hop = input.arriving[event.vc];
    if (hop == nullptr && !event.head && discard(now, event)) continue;
    if (++input.occupancy[event.vc] > buffer_flits_) {
      fail(fmt::format("input {} VC {} overflows its buffer of {} flits", event.port, event.vc,
                       buffer_flits_));
    }
    if (event.head != (hop == nullptr)) {
      fail(fmt::format(
          "input {} VC {}: packet {:#x}: {}", event.port, event.vc, event.packet->id,
          event.head ? "a head before the tail of the packet before it" : "a flit without a head"));
    }
    if (event.head) accept_head(now, event);
    if (event.packet != hop->packet || (++hop->arrived == hop->flits) != event.tail) {
      fail(fmt::format("input {} VC {}: packet {:#x}: flit {} of {} is out of order", event.port,
                       event.vc, event.packet->id, hop->arrived, hop->flits));
    }
    if (voq_events_ != nullptr && event.packet->vc_class == VcClass::kData) {
      voq_events_->arrived |= uint64_t{1} << event.port;
      voq_events_->output[event.port] = hop->output;
    }
    if (event.tail) hop = nullptr;
  }
  due.clear();
}

void Router::accept_head(Cycle now, const FlitEvent& event) {
  Packet& packet = *event.packet;
  Hop* hop = hops_.take();
  hop->packet = &packet;
  hop->flits = packet.flits;
  hop->input = event.port;
  hop->input_vc = event.vc;
  hop->speculative = packet.vc_class == VcClass::kSpeculative;
  choose_output(hop, false);
  hop->queue = static_cast<uint16_t>(queue_of(event.vc, hop->output));
  Input& input = input_[event.port];
  input.arriving[event.vc] = hop;
  Queue& queue = input.queues[hop->queue];
  if (queue.head == nullptr) {
    queue.head = queue.tail = hop;
    becomes_front(hop);
  } else {
    queue.tail->next_input = hop;
    queue.tail = hop;
  }
  if (!hop->speculative) return;
  if (input.discards[event.vc].packet != nullptr) {
    fail(fmt::format("input {} VC {}: packet {:#x}: a head before the tail of the dropped packet",
                     event.port, event.vc, packet.id));
  }
  if (attachment_) {
    attachment_->speculative_arrived(
        now, packet, event.port, event.vc - static_cast<unsigned>(context_.layout.speculative_vc));
  }
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
  Output& output = output_[hop->output];
  // An ejection channel ends at a sink: every VC of the packet's set will do.
  hop->allowed = output.to_node
                     ? context_.layout.injection(packet)
                     : context_.layout.allowed(packet, context_.routing.vc_class(packet));
  output.voq_flits += hop->flits;
  if (counts_for_routing(packet)) output.set_voq_flits[set_of(packet)] += hop->flits;
}

void Router::becomes_front(Hop* hop) {
  if (hop->speculative) {
    speculative_heads_.push_back(
        {hop->packet, hop->input,
         hop->input_vc - static_cast<unsigned>(context_.layout.speculative_vc)});
  }
  if (!hop->speculative || !gated_) {
    output_[hop->output].waiting.push_back(hop);
    waiting_outputs_ |= uint64_t{1} << hop->output;
  }
  if (requests_ != nullptr && hop->input_vc < request_vcs_) {
    requests_->set(hop->input, hop->output, hop->input_vc, request_vcs_);
  }
}

void Router::end_request(const Hop& hop) {
  if (requests_ != nullptr && hop.input_vc < request_vcs_) {
    ended_requests_.push_back({hop.input, hop.output, hop.input_vc});
  }
}

void Router::update_requests() {
  // Ends first: the next packet of the same queue may take the bit over.
  for (const RequestBit& bit : ended_requests_) {
    requests_->clear(bit.input, bit.output, bit.vc, request_vcs_);
  }
  ended_requests_.clear();
  for (Hop* hop : new_fronts_) becomes_front(hop);
  new_fronts_.clear();
}

void Router::send_flits(Cycle now) {
  for (uint64_t left = sending_outputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    Output& output = output_[port];
    unsigned best = vcs_, best_rank = 0;
    for (uint32_t vcs = output.nonempty; vcs != 0; vcs &= vcs - 1) {
      const unsigned vc = static_cast<unsigned>(__builtin_ctz(vcs));
      const OutputVc& state = output.vcs[vc];
      const Hop& hop = *state.queue.head;
      if (hop.crossed == hop.sent || (hop.sent == 0 && state.credits < hop.flits)) continue;
      // Higher priority first, then the VC that follows the last one sent most closely.
      const unsigned distance = (vc + 2 * vcs_ - output.last_sent_vc - 1) % vcs_;
      const unsigned rank = (context_.layout.priority(vc) + 1) * 64 - distance;
      if (rank > best_rank) {
        best_rank = rank;
        best = vc;
      }
    }
    if (best == vcs_) continue;
    OutputVc& state = output.vcs[best];
    Hop* hop = state.queue.head;
    const bool head = hop->sent == 0;
    if (head) {
      state.credits -= hop->flits;
      if (!output.to_node) ++hop->packet->hops;
    }
    ++hop->sent;
    --state.reserved;
    --output.buffer_flits;
    output.last_sent_vc = best;
    ++context_.progress_of(*hop->packet).flits_moved;
    context_.statistics.flit_hop(now, hop->packet->vc_class, output.to_node);
    const bool tail = hop->sent == hop->flits;
    output.channel->send_flit(now, hop->packet, best, head, tail);
    if (tail) {
      state.queue.head = hop->next_output;
      if (state.queue.head == nullptr) {
        state.queue.tail = nullptr;
        output.nonempty &= ~(uint32_t{1} << best);
        if (output.nonempty == 0) sending_outputs_ &= ~(uint64_t{1} << port);
      }
      hops_.give(hop);
    }
  }
}

unsigned Router::queue_flits(unsigned port, unsigned vc_set) const {
  const Output& output = output_[port];
  const VcLayout& layout = context_.layout;
  const bool data = vc_set < layout.sets;
  const unsigned first =
      data ? vc_set * layout.data_vcs : static_cast<unsigned>(layout.speculative_vc);
  const unsigned count = data ? layout.data_vcs : layout.speculative_vcs;
  unsigned flits = 0;
  for (unsigned vc = first; vc < first + count; ++vc) {
    const OutputVc& state = output.vcs[vc];
    const Hop* owner =
        state.owner;  // its flits at the input are promised a place, but not there yet
    flits += buffer_flits_ - state.credits + state.reserved -
             (owner == nullptr ? 0u : static_cast<unsigned>(owner->flits - owner->crossed));
  }
  const bool voq = context_.scenario.routing.ugal_metric == UgalMetric::kVoq;
  return voq ? flits + output.set_voq_flits[vc_set] : flits;
}

}  // namespace chokepoint
