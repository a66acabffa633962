// SPDX-License-Identifier: Apache-2.0
// Router: one flit per output and cycle leaves its buffer.
#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::send_flits(Cycle now) {
  output_streams_.end_due(now);
  const uint64_t streaming = output_streams_.streaming();
  const uint64_t sending = outputs_.sending() & ~streaming;
  count_channels(streaming | sending, outputs_.blocked());
  uint64_t others = 0;
  for (uint64_t left = sending; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    const unsigned queue = outputs_.choose(port);
    vcs_.retry(port, queue);
    Hop* const hop = outputs_.first(port, queue);
    const unsigned vc = hop->output_vc;
    FlitCell flit(hop->body);
    if (hop->sent == 0) {
      flit.set_head();
      if (follower_ != nullptr) follower_->head_sent(now, place_of(*hop));
      outputs_.leaves(*hop);
    }
    const unsigned sent = ++hop->sent;
    outputs_.went(*hop);
    if (!setup_.is_data(vc)) {
      others |= uint64_t{1} << port;
      context_.count_sent(hop->vc_class, setup_.delivers(port));
    }
    if (sent == hop->flits) {
      flit.set_tail();
      if (follower_ != nullptr) follower_->tail_sent(now, place_of(*hop));
      outputs_.tail_went(*hop);
      hops_.give(hop);
    } else if (streams_allowed_ && !setup_.is_control(vc)) {
      output_streams_.begin(now, hop);
    }
    if (setup_.whole_packets) {
      flit_runs_.send(now, port, flit);
    } else {
      flit_runs_.tell(now, port, flit);
    }
    outputs_.end_turn(port);
  }
  flit_runs_.end_cycle(now, streaming);
  const uint64_t streaming_others = streaming & output_streams_.streaming_others();
  for (uint64_t left = streaming_others; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    context_.count_sent(output_streams_.leaving(port).vc_class, setup_.delivers(port));
  }
  const uint64_t data = (sending & ~others) | (streaming & ~streaming_others);
  context_.count_sent(VcClass::kData, false, bit_count(data & ~setup_.ports.node_outputs));
  context_.count_sent(VcClass::kData, true, bit_count(data & setup_.ports.node_outputs));
}

}  // namespace chokepoint
