// SPDX-License-Identifier: Apache-2.0
// Router: input queues, the packets at their heads, and what the mechanism sees of them.
#include <fmt/format.h>

#include <algorithm>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

const StreamSwitch::Queue* StreamSwitch::find_queue(unsigned port, unsigned index) const {
  for (const Queue& queue : input_vc(port, index % vcs_).queues) {
    if (queue.head != nullptr && queue.head->queue == index) return &queue;
  }
  return further_queues_.size() == 0 ? nullptr : further_queues_.find(queue_key(port, index));
}

void StreamSwitch::enqueue(Cycle now, Hop* hop) {
  if (Queue* queue = const_cast<Queue*>(find_queue(hop->input, hop->queue))) {
    queue->tail->next_input = hop;
    queue->tail = hop;
    return;
  }
  auto& queues = input_vc(hop->input, hop->input_vc).queues;
  auto* const free = std::find_if(queues.begin(), queues.end(),
                                  [](const Queue& queue) { return queue.head == nullptr; });
  (free != queues.end() ? *free : further_queues_[queue_key(hop->input, hop->queue)]) = {hop, hop};
  becomes_front(now, hop);
}

/// Takes the head of a queue out of it; the next packet requests from the next cycle on.
void StreamSwitch::dequeue(const Hop& hop) {
  if (hop.next_input != nullptr) new_fronts_.push_back(hop.next_input);
  for (Queue& queue : input_vc(hop.input, hop.input_vc).queues) {
    if (queue.head != &hop) continue;
    queue.head = hop.next_input;
    return;
  }
  const uint64_t key = queue_key(hop.input, hop.queue);
  if (hop.next_input == nullptr) {
    further_queues_.erase(key);
  } else {
    further_queues_.find(key)->head = hop.next_input;
  }
}

unsigned StreamSwitch::waiting_packets(unsigned output) const {
  unsigned count = 0;
  for (const Hop* hop = output_[output].waiting; hop != nullptr; hop = hop->next_choice) ++count;
  return count;
}

void StreamSwitch::wait_for_output(Hop* hop) {
  Output& output = output_[hop->output];
  hop->next_choice = output.waiting;
  output.waiting = hop;
  output.wanted |= hop->allowed;
  output.retry |= hop->allowed;
  output.smallest_waiting = std::min(output.smallest_waiting, hop->flits);
  waiting_outputs_ |= uint64_t{1} << hop->output;
}

/// From cycle `from` on.
void StreamSwitch::becomes_front(Cycle from, Hop* hop) {
  if (hop->speculative()) {
    speculative_heads_.push_back(
        {hop->packet, hop->input,
         hop->input_vc - static_cast<unsigned>(context_.layout.speculative_vc)});
  }
  if (hop->speculative() ? !gated_ : !gate_closed(*hop)) wait_for_output(hop);
  if (requests_ != nullptr && hop->input_vc < request_vcs_) {
    requests_->add({from, true, hop->input, hop->output, hop->input_vc});
    if (heads_ != nullptr) {
      (*heads_)[(hop->input * radix_ + hop->output) * request_vcs_ + hop->input_vc] = hop->packet;
    }
  }
}

void StreamSwitch::set_gate(unsigned input, unsigned vc, unsigned output, bool open) {
  if (input >= radix_ || vc >= vcs_ || output >= radix_ || context_.layout.is_speculative(vc)) {
    fail(fmt::format("the mechanism sets the gate of input {} VC {} output {}, which has none",
                     input, vc, output));
  }
  const unsigned index = queue_of(vc, output);
  const uint64_t key = queue_key(input, index);
  if (open != (closed_gates_.find(key) != nullptr)) return;  // it is so
  if (open) {
    closed_gates_.erase(key);
  } else {
    closed_gates_[key] = true;
  }
  Hop* const hop = front(input, index);
  // One that comes to the front in this cycle requests from the next one on (new_fronts_).
  const bool fresh = std::find(new_fronts_.begin(), new_fronts_.end(), hop) != new_fronts_.end();
  if (hop == nullptr || hop->granted || fresh) return;
  open ? wait_for_output(hop) : stop_waiting(hop);
}

/// `now` is the last cycle in which it requests.
void StreamSwitch::end_request(Cycle now, const Hop& hop) {
  if (requests_ != nullptr && hop.input_vc < request_vcs_) {
    requests_->add({now + 1, false, hop.input, hop.output, hop.input_vc});
  }
}

}  // namespace chokepoint
