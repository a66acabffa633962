// SPDX-License-Identifier: Apache-2.0
// Router: VC allocation and switch allocation. The hot loop of a run: work follows waiting heads
// and moving flits (bit masks name the ports that have any), never ports as such.
#include <algorithm>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::allocate_vcs(Cycle now) {
  for (uint64_t left = waiting_outputs_ & streaming_outputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    output_[port].retry |= uint32_t{1} << leaving_[port]->output_vc;
  }
  for (uint64_t left = waiting_outputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    const Output& output = output_[port];
    if ((output.wanted & output.retry & ~output.owned) != 0) allocate_vcs_of(now, port);
  }
}

/// The VCs in round-robin order; each is given to the best of the packets that wait for it.
void StreamSwitch::allocate_vcs_of(Cycle now, unsigned port) {
  Output& output = output_[port];
  const uint32_t before_first = (uint32_t{1} << output.next_vc) - 1;
  for (const uint32_t half : {~before_first, before_first}) {
    uint32_t left = output.wanted & output.retry & ~output.owned & half;
    for (; left != 0; left &= left - 1) {
      const unsigned vc = static_cast<unsigned>(__builtin_ctz(left));
      const uint32_t bit = uint32_t{1} << vc;
      if ((output.wanted & bit) == 0) continue;  // who wanted it has just got another
      OutputVc& state = output_vc(port, vc);
      // Behind a hotspot buffers are full, with a packet of every queue waiting.
      const bool room = taken(state) + output.smallest_waiting <= output_buffer_flits_;
      Hop* const winner = room ? best_waiting(port, vc) : nullptr;
      if (winner == nullptr) {
        output.retry &= ~bit;
        continue;
      }
      state.last_winner = winner->input * queues_ + winner->queue;
      state.owner = winner;
      state.reserved += winner->flits;
      output.owned |= bit;
      output.next_vc = static_cast<uint8_t>(vc + 1 < vcs_ ? vc + 1 : 0);
      winner->grant(vc, port * vcs_ + vc);
      winner->set_rank(context_.layout.priority(vc));
      if (winner->speculative()) leave_speculative_heads(*winner);
      if (follower_ != nullptr) follower_->packet_assigned(now, place_of(*winner));
      stop_waiting(winner);
      becomes_ready(winner, winner->input);
      if ((streaming_inputs_ >> winner->input & 1) != 0) interrupt_stream(winner->input);
      if ((stream_targets_ >> port & 1) != 0) interrupt_streams_to(port);
      if (request_scope_ == RequestScope::kWaiting) end_request(now, *winner);
    }
  }
}

/// Round-robin over input queues among the packets that may use `vc` and fit into its buffer.
StreamSwitch::Hop* StreamSwitch::best_waiting(unsigned port, unsigned vc) const {
  const OutputVc& state = output_vc(port, vc);
  const unsigned places = radix_ * queues_, promised = taken(state);
  Hop* winner = nullptr;
  unsigned best = ~0u;
  for (Hop* hop = output_[port].waiting; hop != nullptr; hop = hop->next_choice) {
    if (((hop->allowed >> vc) & 1) == 0 || promised + hop->flits > output_buffer_flits_) {
      continue;
    }
    unsigned distance = hop->input * queues_ + hop->queue + places - state.last_winner - 1;
    if (distance >= places) distance -= places;
    if (distance < best) {
      best = distance;
      winner = hop;
    }
  }
  return winner;
}

void StreamSwitch::stop_waiting(Hop* hop) {
  Output& output = output_[hop->output];
  uint32_t wanted = 0;
  uint16_t smallest = UINT16_MAX;
  Hop** own = nullptr;
  for (Hop** link = &output.waiting; *link != nullptr; link = &(*link)->next_choice) {
    if (*link == hop) {
      own = link;
    } else {
      wanted |= (*link)->allowed;
      smallest = std::min(smallest, (*link)->flits);
    }
  }
  *own = hop->next_choice;
  output.wanted = wanted;
  output.smallest_waiting = smallest;
  if (output.waiting == nullptr) waiting_outputs_ &= ~(uint64_t{1} << hop->output);
}

/// `hop`, of which a flit has crossed, is now the first in the buffer of `vc`.
void StreamSwitch::becomes_first(Output& output, unsigned vc, Hop* hop) {
  output.unsent |= uint32_t{1} << vc;
  if (credits(hop->output, vc) < hop->flits) {
    output.blocked |= uint32_t{1} << vc;
    blocked_outputs_ |= uint64_t{1} << hop->output;
    return;
  }
  hop->leaving = true;
  output.sendable |= uint32_t{1} << vc;
  sending_outputs_ |= uint64_t{1} << hop->output;
  urgent_outputs_ |= uint64_t{control_mask_ >> vc & 1} << hop->output;
}

/// Written for the flits between head and tail: everything else is a call. A `fresh` flit is
/// neither of a head nor in the list of ready packets nor counted.
template <bool kFresh, bool kVoq>
[[gnu::always_inline]] inline void StreamSwitch::cross(Cycle now, unsigned port,
                                                       unsigned output_port, Hop* hop,
                                                       unsigned pass) {
  Input& input = input_[port];
  Output& output = output_[output_port];
  input.last_queue = hop->queue;
  output.last_input = static_cast<uint8_t>(port);
  if (single_credits_ || !credit_runs_.give(port, hop->input_vc)) {
    credit_links_[port].send(now, hop->input_vc, pass);
  }
  if (kVoq && hop->vc_class == VcClass::kData) {
    voq_events_->crossed[pass] |= uint64_t{1} << output_port;
  }
  const unsigned crossed = ++hop->crossed;
  if (kFresh) {
    crossed_all_ |= uint64_t{1} << port;
    hop->fresh_at = static_cast<uint16_t>(crossed + 1);
  } else {
    --input_vc(port, hop->input_vc).occupancy;
    if (crossed == hop->arrived) {
      crossed_all_ |= uint64_t{1} << port;
      hop->fresh_at = static_cast<uint16_t>(crossed + 1);
      Hop** link = &input.ready;
      while (*link != hop) link = &(*link)->next_choice;
      *link = hop->next_choice;
      ready_inputs_ &= ~(uint64_t{input.ready == nullptr} << port);
    }
    if (crossed == 1) cross_head(now, hop, pass);
  }
  output.sendable |= uint32_t{hop->leaving} << hop->output_vc;
  sending_outputs_ |= uint64_t{hop->leaving} << output_port;
  urgent_outputs_ |= uint64_t{hop->leaving & (control_mask_ >> hop->output_vc)} << output_port;
  if (crossed == hop->flits) cross_tail(now, hop);
}

[[gnu::noinline]] void StreamSwitch::cross_head(Cycle now, Hop* hop, unsigned pass) {
  if (whole_packets_) {
    const unsigned priority = context_.layout.priority(hop->output_vc);
    hop->set_rank(std::max(priority, unsigned{VcLayout::kBegun}));
  }
  if (attachment_) attachment_->head_crosses(now, *hop->packet, hop->output, hop->output_vc, pass);
  if (follower_ != nullptr) follower_->head_left(now, place_of(*hop));
  OutputVc& state = output_vc_[hop->output_place];
  if (state.queue.head == nullptr) {
    state.queue.head = state.queue.tail = hop;
    becomes_first(output_[hop->output], hop->output_vc, hop);
  } else {
    state.queue.tail->next_output = hop;
    state.queue.tail = hop;
  }
}

[[gnu::noinline]] void StreamSwitch::cross_tail(Cycle now, Hop* hop) {
  output_vc_[hop->output_place].owner = nullptr;
  output_[hop->output].owned &= ~(uint32_t{1} << hop->output_vc);
  wait_flits(hop->output, hop->wait_set) -= hop->flits;
  if (request_scope_ == RequestScope::kHeld) end_request(now, *hop);
  if (follower_ != nullptr) follower_->tail_left(now, place_of(*hop));
  dequeue(*hop);
}

/// Higher priority first, then round-robin over the input's queues.
inline StreamSwitch::Hop* StreamSwitch::best_ready(const Input& input) {
  Hop* offer = input.ready;
  if (offer->next_choice == nullptr) return offer;
  unsigned best_rank = 0;
  for (Hop* hop = offer; hop != nullptr; hop = hop->next_choice) {
    // The queue after the last one comes first; modulo 2^16 the order is the same as modulo queues.
    const unsigned turn = (input.last_queue - hop->queue) & 0xFFFF;
    const unsigned rank = unsigned{hop->rank} >> Hop::kPriorityShift << 16 | turn;
    if (rank > best_rank) {
      best_rank = rank;
      offer = hop;
    }
  }
  return offer;
}

/// These wait for another pass.
void StreamSwitch::keep_fresh(uint64_t inputs) {
  for (; inputs != 0; inputs &= inputs - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(inputs));
    Hop* const hop = offers_[port];
    ++input_vc(port, hop->input_vc).occupancy;
    becomes_ready(hop, port);
  }
}

/// Inputs with a fresh flit got another ready packet since, and choose between all of them.
[[gnu::noinline]] void StreamSwitch::settle_fresh() {
  const uint64_t kept = fresh_inputs_ & ready_inputs_;
  best_.fill(0);
  offered_outputs_ = 0;
  keep_fresh(kept);
  fresh_inputs_ &= ~kept;
  for (uint64_t left = fresh_inputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    offer(offers_[port], port);
  }
}

void StreamSwitch::allocate_switch(Cycle now) {
  voq_events_ != nullptr ? allocate_switch<true>(now) : allocate_switch<false>(now);
}

template <bool kVoq>
void StreamSwitch::allocate_switch(Cycle now) {
  for (unsigned pass = 0; pass < speedup_; ++pass) {
    if ((ready_inputs_ | fresh_inputs_ | unsettled_ | offered_streams_) == 0) break;
    switch_pass<kVoq>(now, pass);
  }
  // No more than two packets cross to the output of a stream, and a control packet is but a head.
  if (offered_streams_ != 0) fail("a stream's flit lost all switch passes of a cycle");
  context_.data.flits_moved += bit_count(streaming_inputs_);
  if (!single_credits_) credit_runs_.end_cycle(now, streaming_inputs_);
}

template <bool kVoq>
void StreamSwitch::switch_pass(Cycle now, unsigned pass) {
  if ((fresh_inputs_ & ready_inputs_) != 0) settle_fresh();
  const uint64_t fresh = fresh_inputs_;
  fresh_inputs_ = 0;
  for (uint64_t left = ready_inputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    offer(best_ready(input_[port]), port);
  }
  if (pass == 0) {
    const uint64_t outputs = (offered_outputs_ | unsettled_) & stream_targets_;
    unsettled_ = 0;
    for (uint64_t left = outputs; left != 0; left &= left - 1) {
      offered_streams_ |= streams_to_[__builtin_ctzll(left)];
    }
  }
  if (offered_streams_ != 0) offer_streams(offered_streams_);
  const uint64_t wanted_outputs = offered_outputs_, streams = offered_streams_;
  offered_outputs_ = 0;
  uint64_t crossed = 0, control = 0, others = 0;
  for (uint64_t left = wanted_outputs; left != 0; left &= left - 1) {
    const unsigned output = static_cast<unsigned>(__builtin_ctzll(left));
    const unsigned port = best_[output] % 64;
    best_[output] = 0;
    Hop* const hop = offers_[port];
    crossed |= uint64_t{1} << port;
    if ((fresh >> port & 1) != 0) {
      others |= uint64_t{1} << output;
      cross<true, kVoq>(now, port, output, hop, pass);
    } else if ((streams >> port & 1) != 0) {
      input_[port].last_queue = hop->queue;
      output_[output].last_input = static_cast<uint8_t>(port);
    } else {
      others |= uint64_t{1} << output;
      control += hop->vc_class == VcClass::kControl ? 1 : 0;  // these are but a head
      cross<false, kVoq>(now, port, output, hop, pass);
    }
  }
  if ((fresh & ~crossed) != 0) keep_fresh(fresh & ~crossed);
  offered_streams_ &= ~crossed;
  unsettled_ |= others & stream_targets_;
  context_.control.flits_moved += control;
  context_.data.flits_moved += bit_count(others) - control;
}

}  // namespace chokepoint
