// SPDX-License-Identifier: Apache-2.0
// Storage of every SRP unit in bits.
#include "sim/units/srp/storage.h"

namespace chokepoint {

Storage storage(const AcknowledgementGenerator::Params& p) {
  return {0, 0, uint64_t{1} + p.node_bits() + 32};
}

Storage storage(const DropToNack::Params&) { return {}; }

Storage storage(const ReservationRequester::Params& p) {
  const uint64_t entries = p.reservation_entries, groups = (entries + 3) / 4;
  const uint64_t flags = 5, block = 32;  // valid to due; message and first packet
  const uint64_t slot_bits = p.slot_bits(), slots = uint64_t{1} << slot_bits;
  const uint64_t entry =
      flags + p.node_bits() + slot_bits + p.block_bits() + 2 * slots + block;
  // Each four rows have a memory of starts without their two lowest bits.
  const uint64_t starts = 4 * groups * (p.start_bits() - 2);
  // late, aged, the block's number and flits; the timer and the counter of strays.
  const uint64_t timeouts = p.timeouts * (20 * entries + p.cycle_bits + 16);
  const uint64_t held = p.held_bits(), error = 1, served = entries;
  // Kind and row; the packet, its high bits less one, the row's message beside it and its base.
  const uint64_t answer = 2 + entries + 16 + (16 - slot_bits) + 16 + 16;
  const uint64_t request =
      1 + p.node_bits() + messages::srp::kTagBits + messages::srp::kFlitsBits;
  const uint64_t repair = entries + 1 + slot_bits;
  const uint64_t walk =
      1 + clog2(static_cast<unsigned>(4 * groups + 1)) + 1 + p.start_bits() + 1 + p.cycle_bits;
  return {0, entries * entry + starts + held + served + timeouts,
          answer + request + repair + walk + error};
}

Storage storage(const ReservationScheduler::Params& p) {
  const uint64_t charge = 12, size = 34;
  return {0, uint64_t{1} + p.cycle_bits,
          uint64_t{1} + p.node_bits() + messages::srp::kTagBits + p.start_bits() + charge + size};
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
