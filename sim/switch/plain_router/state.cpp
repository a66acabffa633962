// SPDX-License-Identifier: Apache-2.0
// PlainRouter: what a mechanism asks of output VCs, and gates of queues.
#include <fmt/format.h>

#include "sim/switch/plain_router/counts.h"
#include "sim/switch/plain_router/plain_router.h"

namespace chokepoint {

uint32_t PlainRouter::free_vcs(unsigned output) const {
  // With atomic reuse a VC is not free before the next buffer is empty.
  const bool atomic = driver_->technique().promises(1) == 0;
  return vcs_with([&](unsigned vc) {
    const OutputVcState& state = core().outputs()[output].state(vc);
    return !state.owned && (!atomic || driver_->technique().grants(state, 1));
  });
}

uint32_t PlainRouter::full_input_vcs(unsigned input) const {
  return vcs_with([&](unsigned vc) {
    return plain::held_flits(core(), input, plan_.shared(vc, ports_, input)) >=
           plain::buffer_room(core(), plan_.shared(vc, ports_, input));
  });
}

void PlainRouter::set_gate(unsigned input, unsigned vc, unsigned output, bool open) {
  if (input >= radix_ || vc >= vcs_ || output >= radix_ || context_.layout.is_speculative(vc)) {
    fail(fmt::format("the mechanism sets the gate of input {} VC {} output {}, which has none",
                     input, vc, output));
  }
  using Change = plain::QueueIn::Change;
  driver_->change_queue(
      {open ? Change::kUnblock : Change::kBlock, input, plan_.queue(vc, output), 0, 0, 0});
}

}  // namespace chokepoint
