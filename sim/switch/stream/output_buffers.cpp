// SPDX-License-Identifier: Apache-2.0
// Output buffers: packets that come to the front, credits that they wait for.
#include "sim/switch/stream/output_buffers.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint::stream {

OutputBuffers::OutputBuffers(const RouterSetup& setup, const StreamClock& clock)
    : setup_(setup),
      clock_(clock),
      ports_(setup.radix),
      vcs_(size_t{setup.radix} * setup.vcs),
      credits_(setup.radix, setup.vcs, static_cast<uint16_t>(setup.buffer_flits)) {
  for (unsigned port = 0; port < setup.radix; ++port) {
    ports_[port].vcs = &vcs_[size_t{port} * setup.vcs];
  }
}

unsigned OutputBuffers::room_with_credits(unsigned port, unsigned vc) const {
  unsigned free = setup_.output_buffer_flits;
  for_each_bit(setup_.same_queue(vc) & ((uint64_t{1} << setup_.vcs) - 1),
               [&](unsigned other) { free -= taken(port, other); });
  return std::min(free, unpromised_credits(port, vc));
}

void OutputBuffers::append(Hop* hop) {
  Vc& state = ports_[hop->output].vcs[hop->output_queue];
  if (state.head == nullptr) {
    state.head = state.tail = hop;
    becomes_first(hop);
  } else {
    state.tail->next_output = hop;
    state.tail = hop;
  }
}

/// A packet of which a flit has crossed is now the first one.
void OutputBuffers::becomes_first(Hop* hop) {
  Port& output = ports_[hop->output];
  output.unsent |= uint32_t{1} << hop->output_queue;
  if (credits(hop->output, hop->output_vc) >= hop->flits) return may_leave(hop);
  output.blocked |= uint32_t{1} << hop->output_queue;
  blocked_ |= uint64_t{1} << hop->output;
}

void OutputBuffers::may_leave(Hop* hop) {
  hop->leaving = true;
  came(*hop);
}

/// More credits have come for heads some of which lack them.
void OutputBuffers::unblock(unsigned port) {
  Port& output = ports_[port];
  for (uint32_t left = output.blocked; left != 0; left &= left - 1) {
    const unsigned queue = static_cast<unsigned>(__builtin_ctz(left));
    Hop* const hop = first(port, queue);
    if (credits(port, hop->output_vc) < hop->flits) continue;
    output.blocked &= ~(uint32_t{1} << queue);
    may_leave(hop);
  }
  if (output.blocked == 0) blocked_ &= ~(uint64_t{1} << port);
}

void OutputBuffers::leaves(const Hop& hop) {
  Port& output = ports_[hop.output];
  output.unsent &= ~(uint32_t{1} << hop.output_queue);
  ++output.begun;
  credits_.take(hop.output, hop.output_vc, hop.flits);
}

void OutputBuffers::tail_went(const Hop& hop) {
  vcs_[hop.output_place].reserved -= hop.flits;
  Vc& state = ports_[hop.output].vcs[hop.output_queue];
  --ports_[hop.output].begun;
  state.head = hop.next_output;
  if (state.head == nullptr) {
    state.tail = nullptr;
  } else {
    becomes_first(state.head);
  }
}

void OutputBuffers::update_sendable(const Hop& hop) {
  Port& output = ports_[hop.output];
  const uint32_t bit = uint32_t{1} << hop.output_queue;
  const bool here = clock_.crossed(hop) != clock_.sent(hop);
  output.sendable = here ? output.sendable | bit : output.sendable & ~bit;
  const uint64_t port = uint64_t{1} << hop.output;
  sending_ = output.sendable != 0 ? sending_ | port : sending_ & ~port;
}

void OutputBuffers::fail_credits() const {
  for (unsigned port = 0; port < setup_.radix; ++port) {
    for (unsigned vc = 0; vc < setup_.vcs; ++vc) {
      if (credits(port, vc) <= setup_.buffer_flits) continue;
      setup_.fail(fmt::format("output {} VC {} has more credits than the buffer has flits ({})",
                              port, vc, setup_.buffer_flits));
    }
  }
  setup_.fail("an output has had more credits than the buffer has flits");
}

void OutputBuffers::list_state(StateLines& lines) const {
  lines.add_all(ports_);
  lines.add_all(vcs_);
  credits_.list_state(lines);
}

}  // namespace chokepoint::stream
