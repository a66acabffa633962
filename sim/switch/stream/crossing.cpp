// SPDX-License-Identifier: Apache-2.0
// Router: packets get an output VC and cross to its buffer. The hot loop of a run: work follows
// waiting heads and moving flits (bit masks name the ports that have any), never ports as such.
#include <algorithm>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::allocate_vcs(Cycle now) {
  const uint64_t requested = vcs_.requested();
  for (uint64_t left = requested & output_streams_.streaming(); left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    vcs_.retry(port, output_streams_.leaving(port).output_queue);
  }
  for (uint64_t left = requested; left != 0; left &= left - 1) {
    vcs_.allocate(static_cast<unsigned>(__builtin_ctzll(left)),
                  [this, now](Hop* hop) { granted(now, hop); });
  }
}

/// `hop` has got an output VC: it competes with what crosses to the same output.
[[gnu::noinline]] void StreamSwitch::granted(Cycle now, Hop* hop) {
  if (hop->speculative()) leave_speculative_heads(*hop);
  if (follower_ != nullptr) follower_->packet_assigned(now, place_of(*hop));
  allocator_.add(hop);
  if ((input_streams_.streaming() >> hop->input & 1) != 0) interrupt_stream(hop->input);
  if (input_streams_.any_to(hop->output) && vcs_.holders(hop->output) > setup_.most_streams) {
    for (uint64_t left = input_streams_.to(hop->output); left != 0; left &= left - 1) {
      interrupt_stream(static_cast<unsigned>(__builtin_ctzll(left)));
    }
  }
  if (request_scope_ == RequestScope::kWaiting) end_request(now, *hop);
}

void StreamSwitch::allocate_switch(Cycle now) {
  for (unsigned pass = 0; pass < setup_.speedup; ++pass) {
    if (allocator_.ready() == 0 && !input_streams_.take_part()) break;
    switch_pass(now, pass);
  }
  input_streams_.check_passed();
  const uint64_t streaming = input_streams_.streaming();
  if (!credit_return_.tells_each()) credit_return_.end_cycle(now, streaming);
}

void StreamSwitch::switch_pass(Cycle now, unsigned pass) {
  allocator_.offer_ready();
  const uint64_t streams = input_streams_.offer(pass == 0);
  uint64_t inputs = 0, outputs = 0;
  allocator_.take([&](Hop * hop) __attribute__((always_inline)) {
    inputs |= uint64_t{1} << hop->input;
    if ((streams >> hop->input & 1) != 0) return;
    outputs |= uint64_t{1} << hop->output;
    cross(now, hop, pass);
  });
  input_streams_.passed(inputs, outputs);
}

/// Written for the flits between head and tail: everything else is a call.
[[gnu::always_inline]] inline void StreamSwitch::cross(Cycle now, Hop* hop, unsigned pass) {
  const unsigned port = hop->input;
  credit_return_.give(now, port, hop->input_vc, pass);
  if (voq_events_ != nullptr && hop->vc_class == VcClass::kData) {
    voq_events_->crossed[pass] |= uint64_t{1} << hop->output;
    voq_events_->input[pass][hop->output] = static_cast<uint8_t>(port);
  }
  const unsigned crossed = ++hop->crossed;
  --inputs_.vc(port, hop->input_vc).occupancy;
  if (crossed == hop->arrived) {
    allocator_.remove(*hop);
    input_streams_.consider(port);
  }
  if (crossed == 1) cross_head(now, hop, pass);
  outputs_.came(*hop);
  if (crossed == hop->flits) cross_tail(now, hop);
}

[[gnu::noinline]] void StreamSwitch::cross_head(Cycle now, Hop* hop, unsigned pass) {
  if (setup_.whole_packets) {
    const unsigned priority = context_.layout.priority(hop->output_vc);
    hop->set_rank(std::max(priority, unsigned{VcLayout::kBegun}));
  }
  if (attachment_) attachment_->head_crosses(now, *hop->packet, hop->output, hop->output_vc, pass);
  if (follower_ != nullptr) follower_->head_left(now, place_of(*hop));
  outputs_.append(hop);
}

[[gnu::noinline]] void StreamSwitch::cross_tail(Cycle now, Hop* hop) {
  vcs_.release(*hop);
  lengths_.remove(*hop);
  if (request_scope_ == RequestScope::kHeld) end_request(now, *hop);
  if (follower_ != nullptr) follower_->tail_left(now, place_of(*hop));
  if (Hop* const next = inputs_.dequeue(*hop)) new_fronts_.push_back(next);
}

}  // namespace chokepoint
