// SPDX-License-Identifier: Apache-2.0
// Storage of every SRP unit in bits.
#include "sim/units/srp/storage.h"

namespace chokepoint {

Storage storage(const AcknowledgementGenerator::Params& p) {
  return {0, 0, uint64_t{1} + p.node_bits() + 32};
}

Storage storage(const DropToNack::Params&) { return {}; }

Storage storage(const ReservationRequester::Params& p) {
  const uint64_t numbers = 32, flags = 4;  // message and base; requested to due
  const uint64_t entry = 1 + p.node_bits() + numbers + 2 * p.block_bits() +
                         uint64_t{2} * p.max_packets + flags + p.cycle_bits;
  // The block's flits and number, to ask again; the counter of strays.
  const uint64_t timeouts = p.timeouts * (uint64_t{18} * p.reservation_entries + 16);
  const uint64_t held = 16, error = 1;
  const uint64_t request =
      1 + p.node_bits() + messages::srp::kTagBits + messages::srp::kFlitsBits;
  return {0, p.reservation_entries * entry + held + timeouts, request + error};
}

Storage storage(const ReservationScheduler::Params& p) {
  return {0, uint64_t{1} + p.cycle_bits, uint64_t{1} + p.node_bits() + messages::srp::kTagBits + p.start_bits()};
}

Storage storage(const SpeculativeDropper::Params& p) {
  return {0, 0, uint64_t{p.lanes()} * (5 + 2 * p.wait_bits)};
}

Storage storage(const SrpNic::Params& p) {
  const Storage ack_held{0, 0, 1};
  return storage(p.requester()) + storage(p.scheduler()) + storage(p.acknowledgements()) +
         ack_held;
}

Storage storage(const SrpRouter::Params& p) { return storage(p.dropper()); }

}  // namespace chokepoint
