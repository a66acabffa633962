// SPDX-License-Identifier: Apache-2.0
// Queues of input buffers, and what is wrong with a flit that must not come.
#include "sim/switch/stream/input_buffers.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint::stream {

InputBuffers::InputBuffers(const RouterSetup& setup)
    : setup_(setup),
      vcs_(size_t{setup.radix} * setup.vcs),
      further_queues_(size_t{setup.radix} * setup.vcs) {}

const InputBuffers::Queue* InputBuffers::find(unsigned port, unsigned index) const {
  for (const Queue& queue : vc(port, index % setup_.vcs).queues) {
    if (queue.head != nullptr && queue.head->queue == index) return &queue;
  }
  return further_queues_.size() == 0 ? nullptr : further_queues_.find(key(port, index));
}

bool InputBuffers::enqueue(Hop* hop) {
  if (Queue* queue = const_cast<Queue*>(find(hop->input, hop->queue))) {
    queue->tail->next_input = hop;
    queue->tail = hop;
    return false;
  }
  auto& queues = vc(hop->input, hop->input_vc).queues;
  auto* const free = std::find_if(queues.begin(), queues.end(),
                                  [](const Queue& queue) { return queue.head == nullptr; });
  (free != queues.end() ? *free : further_queues_[key(hop->input, hop->queue)]) = {hop, hop};
  return true;
}

Hop* InputBuffers::dequeue(const Hop& hop) {
  for (Queue& queue : vc(hop.input, hop.input_vc).queues) {
    if (queue.head != &hop) continue;
    return queue.head = hop.next_input;
  }
  const uint64_t place = key(hop.input, hop.queue);
  if (hop.next_input == nullptr) {
    further_queues_.erase(place);
  } else {
    further_queues_.find(place)->head = hop.next_input;
  }
  return hop.next_input;
}

void InputBuffers::fail_arrival(unsigned port, FlitCell flit) const {
  const Vc& state = vc(port, flit.vc());
  const std::string place = fmt::format("input {} VC {}", port, flit.vc());
  if (state.occupancy >= setup_.buffer_flits) {
    setup_.fail(fmt::format("{} overflows its buffer of {} flits", place, setup_.buffer_flits));
  }
  const uint64_t id = setup_.context.packets.at(flit.packet()).id;
  const Hop* hop = state.arriving;
  if (flit.head() != (hop == nullptr)) {
    setup_.fail(fmt::format(
        "{}: packet {:#x}: {}", place, id,
        flit.head() ? "a head before the tail of the packet before it" : "a flit without a head"));
  }
  setup_.fail(fmt::format("{}: packet {:#x}: flit {} of {} is out of order", place, id,
                          hop->arrived, hop->flits));
}

}  // namespace chokepoint::stream
