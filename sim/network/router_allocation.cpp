// SPDX-License-Identifier: Apache-2.0
// Router: VC allocation and switch allocation. The hot loop of a run: work follows waiting heads
// and moving flits (bit masks name the ports that have any), never ports as such.
#include <algorithm>

#include "sim/network/router.h"

namespace chokepoint {

void Router::allocate_vcs() {
  for (uint64_t left = waiting_outputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    Output& output = output_[port];
    allocate_vcs_of(output);
    if (output.waiting.empty()) waiting_outputs_ &= ~(uint64_t{1} << port);
  }
}

void Router::allocate_vcs_of(Output& output) {
  uint32_t wanted = 0;
  for (const Hop* hop : output.waiting) wanted |= hop->allowed;
  const unsigned queues = (radix_ + 1) * vcs_;
  const unsigned first = output.next_vc;
  for (unsigned i = 0; i < vcs_ && wanted != 0; ++i) {
    const unsigned vc = first + i < vcs_ ? first + i : first + i - vcs_;
    OutputVc& state = output.vcs[vc];
    if (((wanted >> vc) & 1) == 0 || state.owner != nullptr) continue;
    Hop* winner = nullptr;
    unsigned best = ~0u;
    for (Hop* hop : output.waiting) {
      if (((hop->allowed >> vc) & 1) == 0 || state.reserved + hop->flits > output_buffer_flits_) {
        continue;
      }
      const unsigned key = hop->input * queues + hop->queue;
      const unsigned distance = (key + radix_ * queues - state.last_winner - 1) % (radix_ * queues);
      if (distance < best) {
        best = distance;
        winner = hop;
      }
    }
    if (winner == nullptr) continue;
    state.last_winner = winner->input * queues + winner->queue;
    state.owner = winner;
    state.reserved += winner->flits;
    winner->output_vc = static_cast<uint8_t>(vc);
    winner->granted = true;
    if (winner->speculative) leave_speculative_heads(*winner);
    output.next_vc = vc + 1 < vcs_ ? vc + 1 : 0;
    output.waiting.erase(std::find(output.waiting.begin(), output.waiting.end(), winner));
    input_[winner->input].active.push_back(winner);
    active_inputs_ |= uint64_t{1} << winner->input;
    if (request_scope_ == RequestScope::kWaiting) end_request(*winner);
    wanted = 0;
    for (const Hop* hop : output.waiting) wanted |= hop->allowed;
  }
}

void Router::allocate_switch(Cycle now, unsigned pass) {
  // Input stage: one packet each; output stage: the best input so far, kept while looping.
  Hop* best[64];
  unsigned best_rank[64];
  uint64_t wanted_outputs = 0;
  const unsigned queues = (radix_ + 1) * vcs_;
  for (uint64_t left = active_inputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    const Input& input = input_[port];
    Hop* offer = nullptr;
    unsigned offer_rank = 0;
    for (Hop* hop : input.active) {
      if (hop->arrived == hop->crossed) continue;
      unsigned distance = hop->queue + queues - input.last_queue - 1;
      if (distance >= queues) distance -= queues;
      const unsigned rank = (context_.layout.priority(hop->output_vc) + 1) * 65536 - distance;
      if (rank > offer_rank) {
        offer_rank = rank;
        offer = hop;
      }
    }
    if (offer == nullptr) continue;
    const unsigned output = offer->output;
    unsigned distance = port + radix_ - output_[output].last_input - 1;
    if (distance >= radix_) distance -= radix_;
    const unsigned rank = (context_.layout.priority(offer->output_vc) + 1) * 64 - distance;
    const uint64_t bit = uint64_t{1} << output;
    if ((wanted_outputs & bit) == 0 || rank > best_rank[output]) {
      best[output] = offer;
      best_rank[output] = rank;
      wanted_outputs |= bit;
    }
  }
  for (uint64_t left = wanted_outputs; left != 0; left &= left - 1) {
    cross(now, best[__builtin_ctzll(left)], pass);
  }
}

void Router::cross(Cycle now, Hop* hop, unsigned pass) {
  Input& input = input_[hop->input];
  Output& output = output_[hop->output];
  OutputVc& state = output.vcs[hop->output_vc];
  input.last_queue = hop->queue;
  output.last_input = hop->input;
  --input.occupancy[hop->input_vc];
  input.channel->send_credit(now, hop->input_vc);
  --output.voq_flits;
  if (counts_for_routing(*hop->packet)) --output.set_voq_flits[set_of(*hop->packet)];
  if (voq_events_ != nullptr && hop->packet->vc_class == VcClass::kData) {
    voq_events_->crossed[pass] |= uint64_t{1} << hop->output;
  }
  ++output.buffer_flits;
  ++context_.progress_of(*hop->packet).flits_moved;
  if (hop->crossed++ == 0) {
    if (attachment_) {
      attachment_->head_crosses(now, *hop->packet, hop->output, hop->output_vc, pass);
    }
    if (state.queue.head == nullptr) {
      state.queue.head = state.queue.tail = hop;
      output.nonempty |= uint32_t{1} << hop->output_vc;
      sending_outputs_ |= uint64_t{1} << hop->output;
    } else {
      state.queue.tail->next_output = hop;
      state.queue.tail = hop;
    }
  }
  if (hop->crossed < hop->flits) return;
  state.owner = nullptr;
  if (request_scope_ == RequestScope::kHeld) end_request(*hop);
  input.active.erase(std::find(input.active.begin(), input.active.end(), hop));
  if (input.active.empty()) active_inputs_ &= ~(uint64_t{1} << hop->input);
  Queue& queue = input.queues[hop->queue];
  queue.head = hop->next_input;
  if (queue.head == nullptr) {
    queue.tail = nullptr;
  } else {
    new_fronts_.push_back(queue.head);
  }
}

}  // namespace chokepoint
