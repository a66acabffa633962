// SPDX-License-Identifier: Apache-2.0
// PlainRouter: what a mechanism that follows packets is told, channels' cycles, gates of queues.
#include <fmt/format.h>

#include "sim/switch/plain/plain_router.h"

namespace chokepoint {

uint32_t PlainRouter::free_vcs(unsigned output) const {
  return vcs_with([&](unsigned vc) { return !core().outputs()[output].state(vc).owned; });
}

void PlainRouter::set_gate(unsigned input, unsigned vc, unsigned output, bool open) {
  if (input >= radix_ || vc >= vcs_ || output >= radix_ || context_.layout.is_speculative(vc)) {
    fail(fmt::format("the mechanism sets the gate of input {} VC {} output {}, which has none",
                     input, vc, output));
  }
  using Change = plain::QueueIn::Change;
  driver_->change_queue({open ? Change::kUnblock : Change::kBlock, input,
                         usual_queue(context_, vc, output), 0});
}

/// Outputs with heads in their buffers all of which lack credits, before the cycle's flits go.
uint64_t PlainRouter::blocked_outputs() const {
  if (channels_ == nullptr) return 0;
  uint64_t blocked = 0;
  for (unsigned output = 0; output < radix_; ++output) {
    const plain::OutputPort& port = core().outputs()[output];
    const uint32_t waiting = vcs_with([&](unsigned vc) {
      const plain::OutputPacket* packet = port.buffer().front(vc);
      return packet != nullptr && packet->sent == 0 && packet->crossed != 0;
    });
    blocked |= uint64_t{waiting != 0} << output;
  }
  return blocked;
}

void PlainRouter::report_channels(uint64_t blocked) {
  if (channels_ == nullptr) return;
  uint64_t sent = 0;
  for (const plain::FlitOut& flit : driver_->out().flits) sent |= uint64_t{1} << flit.output;
  count_channels(sent, blocked);
}

void PlainRouter::follow_sent(Cycle now, const plain::FlitOut& flit) {
  if (!flit.head && !flit.tail) return;
  const FollowedPackets::Origin& from = followed_->first(flit.output, flit.vc);
  const PacketPlace place{packet(flit.packet), from.input, from.input_vc,
                          from.queue,          flit.output, flit.vc};
  if (flit.head) follower_->head_sent(now, place);
  if (flit.tail) {
    follower_->tail_sent(now, place);
    followed_->leaves(flit.output, flit.vc);
  }
}

void PlainRouter::follow_crossing(Cycle now, const plain::CrossingOut& flit) {
  const PacketPlace place{packet(flit.packet), flit.input,  flit.input_vc,
                          flit.queue,          flit.output, flit.vc};
  if (flit.head) {
    followed_->enters(flit.output, flit.vc, {flit.input, flit.input_vc, flit.queue});
    follower_->head_left(now, place);
  }
  if (flit.tail) follower_->tail_left(now, place);
}

}  // namespace chokepoint
