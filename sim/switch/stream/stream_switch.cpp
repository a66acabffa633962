// SPDX-License-Identifier: Apache-2.0
// Router: arrivals, channel output and counts. Input queues are in queues.cpp, allocation in
// allocation.cpp, flits that need neither in streams.cpp, speculation in
// speculation.cpp, packets of the router's own in origination.cpp.
#include "sim/switch/stream/stream_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace chokepoint {

StreamSwitch::StreamSwitch(sc_core::sc_module_name name, NetworkContext& context, RouterId id)
    : Switch(name, context, id, context.layout.speculative_vcs != 0 ? context.layout.total : 0),
      vcs_(context.layout.total),
      queues_((radix_ + 1) * vcs_),
      sets_(context.layout.sets + 2),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      output_buffer_flits_(context.scenario.network.output_buffer_flits),
      speedup_(context.scenario.network.speedup),
      whole_packets_(context.scenario.network.arbitration == Arbitration::kPacket),
      control_mask_(context.layout.control_mask()),
      other_than_data_(~context.layout.data_mask()),
      input_(radix_),
      output_(radix_),
      credit_links_(radix_),
      input_vc_(size_t{radix_} * vcs_),
      output_vc_(size_t{radix_} * vcs_),
      further_queues_(size_t{radix_} * vcs_),
      credits_(radix_, vcs_, static_cast<uint16_t>(buffer_flits_)),
      wait_flits_(size_t{radix_} * sets_),
      discards_(size_t{radix_} * vcs_) {
  // What a cycle needs, so that nothing grows later.
  const size_t heads = size_t{radix_} * vcs_;
  new_fronts_.reserve(heads);
  permitted_.reserve(heads);
  arrived_heads_.reserve(heads);
  speculative_heads_.reserve(heads);
  for (unsigned port = 0; port < radix_; ++port) {
    output_[port].vcs = &output_vc_[size_t{port} * vcs_];
    node_outputs_ |= uint64_t{context.topology.target(id, port).is_node} << port;
  }
  const NodeId first = context.topology.first_node(id);
  for (NodeId node = first; node < first + context.topology.nodes_at(id); ++node) {
    node_inputs_ |= uint64_t{1} << context.topology.port_of(node);
  }
  if (context.routing.adaptive()) {
    throw InputError(fmt::format(
        "{}: function: {} is adaptive, asked again while a head waits; this switch asks once. Take "
        "a switch that does, or another function",
        context.scenario.origin("routing", "function"), context.scenario.routing.function));
  }
}

void StreamSwitch::end_of_elaboration() {
  for (unsigned port = 0; port < radix_; ++port) {
    flit_runs_.connect(port, outputs[port]->flit_link());
    credit_links_[port] = inputs[port]->credit_link();
    credit_runs_.connect(port, credit_links_[port]);
  }
}

void StreamSwitch::step(Cycle now) {
  crossed_until_ = sent_until_ = static_cast<uint16_t>(now);
  read_credits(now);
  if (voq_events_ == nullptr) {
    read_arrivals<false>(now);
  } else {
    read_arrivals<true>(now);
  }
  for (Hop* hop : arrived_heads_) wait_flits(hop->output, hop->wait_set) += hop->flits;
  arrived_heads_.clear();
  if (hops_.in_use() == 0 && originated_ == nullptr) {
    if (credit_runs_.any()) credit_runs_.end_cycle(now, 0);
    if (flit_runs_.any()) flit_runs_.end_cycle(now, 0);
    if (each_cycle_ != nullptr && each_cycle_->busy()) {
      each_cycle_->begin_cycle(now);
      each_cycle_->end_cycle(now);
    }
    return;
  }
  if (each_cycle_ != nullptr) each_cycle_->begin_cycle(now);
  if ((sending_outputs_ | streaming_outputs_) != 0 || flit_runs_.any()) send_flits(now);
  sent_until_ = static_cast<uint16_t>(now + 1);
  if (originated_ != nullptr) inject_originated(now);
  if (waiting_outputs_ != 0) allocate_vcs(now);
  if (!permitted_.empty()) end_permissions();
  allocate_switch(now);
  crossed_until_ = static_cast<uint16_t>(now + 1);
  if (crossed_all_ != 0) begin_streams_in(std::exchange(crossed_all_, 0));
  if (each_cycle_ != nullptr) each_cycle_->end_cycle(now);
  if (!new_fronts_.empty()) {
    for (Hop* hop : new_fronts_) becomes_front(now + 1, hop);
    new_fronts_.clear();
  }
}

void StreamSwitch::read_credits(Cycle now) {
  const uint64_t outputs = endpoint_.credits.take_into(now, credits_);
  if (credits_.exceeded()) fail_credits();
  for (uint64_t left = outputs & blocked_outputs_; left != 0; left &= left - 1) {
    unblock(static_cast<unsigned>(__builtin_ctzll(left)));
  }
}

void StreamSwitch::fail_credits() const {
  for (unsigned port = 0; port < radix_; ++port) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      if (credits(port, vc) <= buffer_flits_) continue;
      fail(fmt::format("output {} VC {} has more credits than the buffer has flits ({})", port, vc,
                       buffer_flits_));
    }
  }
  fail("an output has had more credits than the buffer has flits");
}

/// More credits have come for heads some of which lack them.
void StreamSwitch::unblock(unsigned port) {
  Output& output = output_[port];
  for (uint32_t left = output.blocked; left != 0; left &= left - 1) {
    const unsigned vc = static_cast<unsigned>(__builtin_ctz(left));
    Hop* const hop = output_vc(port, vc).queue.head;
    if (credits(port, vc) < hop->flits) continue;
    hop->leaving = true;
    output.blocked &= ~(uint32_t{1} << vc);
    output.sendable |= uint32_t{1} << vc;
    sending_outputs_ |= uint64_t{1} << port;
    urgent_outputs_ |= uint64_t{control_mask_ >> vc & 1} << port;
  }
  if (output.blocked == 0) blocked_outputs_ &= ~(uint64_t{1} << port);
}

template <bool kVoq>
void StreamSwitch::read_arrivals(Cycle now) {
  const auto visit = [ this, now ](unsigned port, FlitCell flit) __attribute__((always_inline)) {
    arrive<kVoq>(now, port, flit);
  };
  if (!streams_allowed_) return endpoint_.flits.take(now, visit);
  const FlitArrivals::Arrived arrived = endpoint_.flits.arrive(now);
  const uint64_t missed = stream_lanes_ & (arrived.told | ~arrived.flits);
  if (missed != 0) end_missed_streams(arrived, missed);
  for (uint64_t left = arrived.flits & ~stream_lanes_; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctzll(left));
    visit(endpoint_.flits.port(lane), endpoint_.flits.flit(arrived, lane));
  }
}

/// Written for the flits between head and tail: everything else is a call.
template <bool kVoq>
[[gnu::always_inline]] inline void StreamSwitch::arrive(Cycle now, unsigned port, FlitCell flit) {
  InputVc& state = input_vc(port, flit.vc());
  if (flit.bits() != state.body) {
    arrive_end(now, port, flit);
    return;
  }
  Hop* const hop = state.arriving;
  if (++hop->arrived >= hop->flits) fail_arrival(port, flit);
  take_place<kVoq>(port, state, hop, flit);
}

/// A head or a tail, or a flit of a dropped packet.
[[gnu::noinline]] void StreamSwitch::arrive_end(Cycle now, unsigned port, FlitCell flit) {
  InputVc& state = input_vc(port, flit.vc());
  Hop* hop = state.arriving;
  if (hop == nullptr) {
    if (!flit.head() && discard(now, port, flit)) return;
    if (!flit.head() || state.occupancy >= buffer_flits_) fail_arrival(port, flit);
    hop = accept_head(now, port, flit);
  } else if (flit.head()) {
    fail_arrival(port, flit);
  }
  ++hop->arrived;
  if (flit.packet() != FlitCell(state.body).packet() ||
      (hop->arrived == hop->flits) != flit.tail()) {
    fail_arrival(port, flit);
  }
  take_place<true>(port, state, hop, flit);
  if (flit.tail()) state.end();
}

template <bool kVoq>
[[gnu::always_inline]] inline void StreamSwitch::take_place(unsigned port, InputVc& state, Hop* hop,
                                                      FlitCell flit) {
  if (state.occupancy >= buffer_flits_) fail_arrival(port, flit);
  const uint64_t bit = uint64_t{1} << port;
  if (hop->arrived != hop->fresh_at) {
    ++state.occupancy;
  } else if ((ready_inputs_ & bit) != 0) {  // the input chooses between all its ready packets
    ++state.occupancy;
    becomes_ready(hop, port);
  } else {
    fresh_inputs_ |= bit;
    offer(hop, port);
  }
  if (kVoq && voq_events_ != nullptr && hop->vc_class == VcClass::kData) {
    voq_events_->arrived |= uint64_t{1} << port;
    voq_events_->output[port] = hop->output;
  }
}

/// The stream of an input ends with the flit of this cycle, which has come and not crossed yet.
[[gnu::noinline]] void StreamSwitch::interrupt_stream(unsigned port) {
  Hop* const hop = stream_hops_[port];
  end_stream_in(port);
  if (hop->streams_out) end_stream_out(hop->output);
  InputVc& state = input_vc(port, hop->input_vc);
  ++hop->arrived;
  take_place<false>(port, state, hop, FlitCell(state.body));
}

void StreamSwitch::fail_arrival(unsigned port, FlitCell flit) const {
  const InputVc& state = input_vc(port, flit.vc());
  const std::string place = fmt::format("input {} VC {}", port, flit.vc());
  if (state.occupancy >= buffer_flits_) {
    fail(fmt::format("{} overflows its buffer of {} flits", place, buffer_flits_));
  }
  const uint64_t id = context_.packets.at(flit.packet()).id;
  const Hop* hop = state.arriving;
  if (flit.head() != (hop == nullptr)) {
    fail(fmt::format(
        "{}: packet {:#x}: {}", place, id,
        flit.head() ? "a head before the tail of the packet before it" : "a flit without a head"));
  }
  fail(fmt::format("{}: packet {:#x}: flit {} of {} is out of order", place, id, hop->arrived,
                   hop->flits));
}

StreamSwitch::Hop* StreamSwitch::accept_head(Cycle now, unsigned port, FlitCell flit) {
  Packet& packet = context_.packets.at(flit.packet());
  // Where it comes, not where it leaves: here the packet's line is in the cache.
  if ((node_inputs_ >> port & 1) == 0) ++packet.hops;
  Hop* hop = hops_.take();
  hop->packet = &packet;
  hop->flits = packet.flits;
  hop->vc_class = packet.vc_class;
  hop->input = static_cast<uint8_t>(port);
  hop->input_vc = static_cast<uint8_t>(flit.vc());
  choose_output(hop, false);
  arrived_heads_.push_back(hop);
  hop->queue = static_cast<uint16_t>(queue_of(flit.vc(), hop->output));
  InputVc& state = input_vc(port, flit.vc());
  state.arriving = hop;
  state.body = FlitCell(flit.packet(), flit.vc(), false, false).bits();
  enqueue(now, hop);
  if (!hop->speculative()) return hop;
  if (discards_[port * vcs_ + flit.vc()].packet != nullptr) {
    fail(fmt::format("input {} VC {}: packet {:#x}: a head before the tail of the dropped packet",
                     port, flit.vc(), packet.id));
  }
  if (attachment_) {
    attachment_->speculative_arrived(
        now, packet, port, flit.vc() - static_cast<unsigned>(context_.layout.speculative_vc));
  }
  return hop;
}

/// Routes the packet of `hop`; the caller counts it among those that wait for the output.
void StreamSwitch::choose_output(Hop* hop, bool may_turn_back) {
  Packet& packet = *hop->packet;
  const QueueView& queues =
      hop->speculative() ? static_cast<const QueueView&>(speculative_queues_) : *this;
  const HeadRoute way = route_head(context_, queues, packet, id_, hop->input);
  hop->output = static_cast<uint8_t>(way.output);
  hop->allowed = way.allowed;
  packet.route = way.next;  // asked once only: see the constructor
  if (hop->output == hop->input && !may_turn_back && context_.topology.two_way()) {
    fail(fmt::format("packet {:#x} would leave by port {}, by which it came in", packet.id,
                     hop->input));
  }
  hop->wait_set = static_cast<uint8_t>(wait_set_of(packet));
}

/// The sendable VCs that are first by arbitration and priority.
inline uint32_t StreamSwitch::first_to_send(const Output& output) const {
  const uint32_t candidates = output.sendable;
  const uint32_t begun = whole_packets_ ? candidates & ~output.unsent : 0;
  if ((candidates & other_than_data_) == 0) return begun != 0 ? begun : candidates;
  const bool keep_on = begun != 0 && (candidates & control_mask_) == 0;
  return context_.layout.first_in_priority(keep_on ? begun : candidates);
}

void StreamSwitch::send_flits(Cycle now) {
  end_due_streams(now);
  const uint64_t streaming = streaming_outputs_, sending = sending_outputs_ & ~streaming;
  uint64_t ended = 0, others = 0;
  Statistics::FlitHops hops;
  for (uint64_t left = sending; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    Output& output = output_[port];
    // The VC that follows the last one sent most closely.
    const uint32_t candidates = first_to_send(output);
    const uint32_t following = candidates & (~uint32_t{1} << output.last_sent_vc);
    const unsigned vc =
        static_cast<unsigned>(__builtin_ctz(following != 0 ? following : candidates));
    output.last_sent_vc = static_cast<uint8_t>(vc);
    output.retry |= uint32_t{1} << vc;
    Hop* const hop = output.vcs[vc].queue.head;
    FlitCell flit(hop->body);
    if (hop->sent == 0) {
      flit.set_head();
      leaves(output, vc, hop);
    }
    const unsigned sent = ++hop->sent;
    output.sendable &= ~(uint32_t{!hop->streams_in && sent == hop->crossed} << vc);
    if ((other_than_data_ >> vc & 1) != 0) {
      others |= uint64_t{1} << port;
      hops.add(hop->vc_class, (node_outputs_ >> port & 1) != 0);
    }
    if (sent == hop->flits) {
      flit.set_tail();
      tail_sent(output, vc, hop);
    } else if ((candidates & control_mask_) == 0) {
      begin_stream_out(now, port, vc, hop);
    }
    if (whole_packets_) {
      flit_runs_.send(now, port, flit);
    } else {
      flit_runs_.tell(now, port, flit);
    }
    ended |= uint64_t{output.sendable == 0} << port;
  }
  flit_runs_.end_cycle(now, streaming);
  sending_outputs_ &= ~ended;
  const uint64_t streaming_others = streaming & streaming_others_;
  for (uint64_t left = streaming_others; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    hops.add(leaving_[port]->vc_class, (node_outputs_ >> port & 1) != 0);
  }
  const uint64_t data = (sending & ~others) | (streaming & ~streaming_others);
  hops.add(VcClass::kData, false, bit_count(data & ~node_outputs_));
  hops.add(VcClass::kData, true, bit_count(data & node_outputs_));
  context_.control.flits_moved += hops.control();
  context_.data.flits_moved += hops.all() - hops.control();
  context_.statistics.flit_hops(now, hops);
}

[[gnu::noinline]] void StreamSwitch::leaves(Output& output, unsigned vc, Hop* hop) {
  output.unsent &= ~(uint32_t{1} << vc);
  ++output.begun;
  credits_.take(hop->output, vc, hop->flits);
}

[[gnu::noinline]] void StreamSwitch::tail_sent(Output& output, unsigned vc, Hop* hop) {
  OutputVc& state = output_vc_[hop->output_place];
  state.reserved -= hop->flits;
  --output.begun;
  Queue& queued = state.queue;
  queued.head = hop->next_output;
  if (queued.head == nullptr) {
    queued.tail = nullptr;
  } else {
    becomes_first(output, vc, queued.head);
  }
  hops_.give(hop);
}

unsigned StreamSwitch::queue_flits(unsigned port, unsigned vc_set, QueueMetric metric) const {
  const VcLayout& layout = context_.layout;
  const bool voq = metric == QueueMetric::kVoq;
  const bool data = vc_set < layout.sets;
  const unsigned first =
      data ? vc_set * layout.data_vcs : static_cast<unsigned>(layout.speculative_vc);
  const unsigned count = data ? layout.data_vcs : layout.speculative_vcs;
  unsigned flits = voq ? wait_flits_[port * sets_ + vc_set] : 0;
  for (unsigned vc = first; vc < first + count; ++vc) {
    const OutputVc& state = output_vc(port, vc);
    flits += buffer_flits_ - credits(port, vc) + taken(state);
    // What its owner still has at the input is promised a place, but not there yet; wait_flits_
    // counts all of the owner.
    if (const Hop* owner = state.owner)
      flits -= voq ? owner->flits : owner->flits - crossed(*owner);
  }
  return flits;
}

unsigned StreamSwitch::queued_flits(unsigned output) const {
  const auto first = wait_flits_.begin() + output * sets_;
  unsigned flits = std::accumulate(first, first + sets_, 0u);
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    if (const Hop* owner = output_vc(output, vc).owner) flits -= crossed(*owner);
  }
  return flits;
}

unsigned StreamSwitch::buffer_flits(unsigned output) const {
  unsigned flits = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    const OutputVc& state = output_vc(output, vc);
    flits += taken(state) -
             (state.owner == nullptr ? 0u : unsigned{state.owner->flits} - crossed(*state.owner));
  }
  return flits;
}

}  // namespace chokepoint
