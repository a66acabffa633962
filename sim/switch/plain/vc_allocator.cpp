// SPDX-License-Identifier: Apache-2.0
// Requests are collected, then each output decides.
#include "sim/switch/plain/vc_allocator.h"

#include "sim/switch/switching/round_robin.h"

namespace chokepoint::plain {

void VcAllocator::allocate(std::vector<InputPort>& inputs, std::vector<OutputPort>& outputs,
                           SwitchOut& out) {
  for (std::vector<Request>& requests : requests_) requests.clear();
  for (unsigned input = 0; input < inputs.size(); ++input) {
    inputs[input].for_each_request([&](unsigned queue, InputPacket& packet) {
      requests_[packet.head.output].push_back({input, queue, &packet});
    });
  }
  for (unsigned output = 0; output < outputs.size(); ++output) {
    if (!requests_[output].empty()) allocate(output, outputs[output], out);
  }
}

void VcAllocator::allocate(unsigned number, OutputPort& output, SwitchOut& out) {
  for (unsigned turn = 0, first = next_vc_[number]; turn < sizes_.vcs; ++turn) {
    const unsigned vc = (first + turn) % sizes_.vcs;
    if (output.state(vc).owned) continue;
    const Request* const winner = best(number, vc, output);
    if (winner == nullptr) continue;
    InputPacket& packet = *winner->packet;
    packet.output_vc = vc;
    output.assign(vc, winner->input, winner->queue, packet.head);
    last_winner_[number * sizes_.vcs + vc] = winner->input * sizes_.queues + winner->queue;
    next_vc_[number] = (vc + 1) % sizes_.vcs;
    out.assignments.push_back({winner->input, packet.vc, winner->queue, number, vc,
                               packet.head.packet, packet.head.route});
  }
}

/// Null: nobody may have this VC.
const VcAllocator::Request* VcAllocator::best(unsigned number, unsigned vc,
                                              const OutputPort& output) const {
  const unsigned last = last_winner_[number * sizes_.vcs + vc];
  const unsigned places = sizes_.inputs * sizes_.queues;
  const Request* best = nullptr;
  unsigned best_turns = places;
  for (const Request& request : requests_[number]) {
    const InputPacket& packet = *request.packet;
    if (packet.assigned() || (packet.head.vcs >> vc & 1) == 0) continue;
    if (!technique_.grants(output.state(vc), packet.head.flits)) continue;
    const unsigned share = packet.head.share;
    if (share != 0 && !output.shares().has(share - 1, packet.head.flits)) continue;
    const unsigned turns = turns_after(last, request.input * sizes_.queues + request.queue, places);
    if (turns >= best_turns) continue;
    best = &request;
    best_turns = turns;
  }
  return best;
}

}  // namespace chokepoint::plain
