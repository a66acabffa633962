// SPDX-License-Identifier: Apache-2.0
// Router: packets at the front of their queues request an output; what the mechanism sees of them.
#include <fmt/format.h>

#include <algorithm>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

/// From cycle `from` on.
void StreamSwitch::becomes_front(Cycle from, Hop* hop) {
  if (hop->speculative()) {
    speculative_heads_.push_back({hop->packet, hop->input, speculation_.index(hop->input_vc),
                                  hop->output, context_.layout.speculative(hop->allowed)});
  }
  const bool held_back =
      hop->speculative() ? speculation_.gated() : gates_.closed(hop->input, hop->queue);
  if (!held_back) vcs_.add(hop);
  if (requests_ != nullptr && hop->input_vc < request_vcs_) {
    requests_->add({from, true, hop->input, hop->output, hop->input_vc});
    if (heads_ != nullptr) {
      (*heads_)[(hop->input * radix_ + hop->output) * request_vcs_ + hop->input_vc] = hop->packet;
    }
  }
}

void StreamSwitch::set_gate(unsigned input, unsigned vc, unsigned output, bool open) {
  if (input >= radix_ || vc >= setup_.vcs || output >= radix_ ||
      context_.layout.is_speculative(vc)) {
    setup_.fail(
        fmt::format("the mechanism sets the gate of input {} VC {} output {}, which has none",
                    input, vc, output));
  }
  const unsigned queue = setup_.queue_of(vc, output);
  if (open != gates_.closed(input, queue)) return;  // it is so
  gates_.set(input, queue, open);
  Hop* const hop = inputs_.front(input, queue);
  if (hop == nullptr || hop->granted) return;
  // One that comes to the front in this cycle requests from the next one on.
  if (std::find(new_fronts_.begin(), new_fronts_.end(), hop) != new_fronts_.end()) return;
  open ? vcs_.add(hop) : vcs_.remove(hop);
}

/// A closed gate does not make a head request less, it only keeps it out of VC allocation.
unsigned StreamSwitch::waiting_heads(unsigned output) const {
  unsigned count = 0;
  inputs_.for_each_front([&](const Hop& hop) {
    const bool gated = hop.speculative() && speculation_.gated();
    count += hop.output == output && !hop.granted && !gated ? 1 : 0;
  });
  return count;
}

/// `now` is the last cycle in which it requests.
void StreamSwitch::end_request(Cycle now, const Hop& hop) {
  if (requests_ != nullptr && hop.input_vc < request_vcs_) {
    requests_->add({now + 1, false, hop.input, hop.output, hop.input_vc});
  }
}

void StreamSwitch::leave_speculative_heads(const Hop& hop) {
  const auto found =
      std::find_if(speculative_heads_.begin(), speculative_heads_.end(),
                   [&hop](const SpeculativeHead& head) { return head.packet == hop.packet; });
  if (found == speculative_heads_.end()) {
    setup_.fail(fmt::format("packet {:#x} leaves the heads among which it is not", hop.packet->id));
  }
  *found = speculative_heads_.back();
  speculative_heads_.pop_back();
}

}  // namespace chokepoint
