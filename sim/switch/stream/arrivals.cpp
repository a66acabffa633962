// SPDX-License-Identifier: Apache-2.0
// Router: flits come into input buffers, heads are routed.
#include <fmt/format.h>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::read_arrivals(Cycle now) {
  FlitArrivals& flits = endpoint_.flits;
  const auto visit = [ this, now ](unsigned port, FlitCell flit) __attribute__((always_inline)) {
    arrive(now, port, flit);
  };
  if (!streams_allowed_) return flits.take(now, visit);
  const FlitArrivals::Arrived arrived = flits.arrive(now);
  const uint64_t missed = input_streams_.streaming() & (arrived.told | ~arrived.flits);
  if (missed != 0) input_streams_.end_missed(arrived, missed);
  for (uint64_t left = arrived.flits & ~input_streams_.streaming(); left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    visit(port, flits.flit(arrived, port));
  }
}

/// Written for the flits between head and tail: everything else is a call.
[[gnu::always_inline]] inline void StreamSwitch::arrive(Cycle now, unsigned port, FlitCell flit) {
  stream::InputBuffers::Vc& state = inputs_.vc(port, flit.vc());
  if (flit.bits() != state.body) {
    arrive_end(now, port, flit);
    return;
  }
  Hop* const hop = state.arriving;
  if (++hop->arrived >= hop->flits) inputs_.fail_arrival(port, flit);
  take_place(port, state, hop, flit);
}

/// A head or a tail, or a flit of a dropped packet.
[[gnu::noinline]] void StreamSwitch::arrive_end(Cycle now, unsigned port, FlitCell flit) {
  stream::InputBuffers::Vc& state = inputs_.vc(port, flit.vc());
  Hop* hop = state.arriving;
  if (hop == nullptr) {
    if (!flit.head() && discards_.discard(now, port, flit)) return;
    if (!flit.head() || state.occupancy >= setup_.buffer_flits) inputs_.fail_arrival(port, flit);
    hop = accept_head(now, port, flit);
  } else if (flit.head()) {
    inputs_.fail_arrival(port, flit);
  }
  ++hop->arrived;
  if (flit.packet() != FlitCell(state.body).packet() ||
      (hop->arrived == hop->flits) != flit.tail()) {
    inputs_.fail_arrival(port, flit);
  }
  take_place(port, state, hop, flit);
  if (flit.tail()) state.end();
}

[[gnu::always_inline]] inline void StreamSwitch::take_place(unsigned port,
                                                            stream::InputBuffers::Vc& state,
                                                            Hop* hop, FlitCell flit) {
  if (state.occupancy >= setup_.buffer_flits) inputs_.fail_arrival(port, flit);
  ++state.occupancy;
  if (hop->granted && hop->arrived == hop->crossed + 1) allocator_.add(hop);
  if (voq_events_ != nullptr && hop->vc_class == VcClass::kData) {
    voq_events_->arrived |= uint64_t{1} << port;
    voq_events_->output[port] = hop->output;
  }
}

/// The stream of an input ends with the flit of this cycle, which has come and not crossed yet.
[[gnu::noinline]] void StreamSwitch::interrupt_stream(unsigned port) {
  Hop* const hop = input_streams_.at(port);
  input_streams_.end(port);
  if (hop->streams_out) output_streams_.end(hop->output);
  stream::InputBuffers::Vc& state = inputs_.vc(port, hop->input_vc);
  ++hop->arrived;
  take_place(port, state, hop, FlitCell(state.body));
}

StreamSwitch::Hop* StreamSwitch::accept_head(Cycle now, unsigned port, FlitCell flit) {
  Packet& packet = context_.packets.at(flit.packet());
  // Where it comes, not where it leaves: here the packet's line is in the cache.
  if (!setup_.from_node(port)) ++packet.hops;
  Hop* hop = hops_.take();
  hop->packet = &packet;
  hop->flits = packet.flits;
  hop->vc_class = packet.vc_class;
  hop->input = static_cast<uint8_t>(port);
  hop->input_vc = static_cast<uint8_t>(flit.vc());
  choose_output(hop, false);
  arrived_heads_.push_back(hop);
  hop->queue = static_cast<uint16_t>(setup_.queue_of(flit.vc(), hop->output));
  inputs_.vc(port, flit.vc()).begin(hop, flit);
  if (inputs_.enqueue(hop)) becomes_front(now, hop);
  if (follower_ != nullptr) follower_->packet_arrived(now, place_of(*hop));
  if (!hop->speculative()) return hop;
  if (discards_.waits_for(port, flit.vc()) != nullptr) {
    setup_.fail(
        fmt::format("input {} VC {}: packet {:#x}: a head before the tail of the dropped packet",
                    port, flit.vc(), packet.id));
  }
  if (attachment_) {
    attachment_->speculative_arrived(now, packet, port, speculation_.index(flit.vc()));
  }
  return hop;
}

/// Routes the packet of `hop`; the caller counts it among those that wait for the output.
void StreamSwitch::choose_output(Hop* hop, bool may_turn_back) {
  Packet& packet = *hop->packet;
  const QueueView& view = hop->speculative() ? lengths_.speculative() : lengths_;
  const HeadRoute way = route_head(context_, view, packet, setup_.ports, hop->input);
  hop->output = static_cast<uint8_t>(way.output);
  hop->allowed = way.allowed;
  packet.route = way.next;  // asked once only: choose_switch() takes another for adaptive functions
  if (hop->output == hop->input && !may_turn_back && context_.topology.two_way()) {
    setup_.fail(fmt::format("packet {:#x} would leave by port {}, by which it came in", packet.id,
                            hop->input));
  }
}

}  // namespace chokepoint
