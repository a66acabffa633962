// SPDX-License-Identifier: Apache-2.0
// Storage of every ECN unit in bits.
#include "sim/units/ecn/storage.h"

namespace chokepoint {

namespace {
/// The walk to the wake time: a bit for each deadline, three more, the one looked at, the result.
uint64_t walk(unsigned deadlines, unsigned deadline_bits, unsigned cycle_bits) {
  return uint64_t{deadlines} + 3 + deadline_bits + 1 + cycle_bits;
}
}  // namespace

Storage storage(const CctLimiter::Params& p) {
  const uint64_t entry = 3 + p.node_bits() + p.index_bits() + p.release_bits();
  const uint64_t table = uint64_t{16} * p.table_entries;
  // A length of 10 bits, a sum of 27, an addend of 25, the cycle of the packet's last flit.
  const uint64_t product = 10 + 27 + 25 + p.release_bits();
  return {0, p.delay_entries * entry + p.cycle_bits + table,
          2 + product + walk(p.delay_entries, p.release_bits(), p.cycle_bits)};
}

Storage storage(const CongestionMarker::Params& p) {
  return {0, uint64_t{p.radix} * p.rate_bits, uint64_t{2} * p.lanes()};
}

Storage storage(const DelayLimiter::Params& p) {
  const uint64_t entry = 2 + p.node_bits() + p.delay_bits + uint64_t{2} * p.deadline_bits();
  return {0, p.delay_entries * entry,
          1 + walk(2 * p.delay_entries, p.deadline_bits(), p.cycle_bits)};
}

Storage storage(const EcnNic::Params& p) {
  return storage(p.echo()) + (p.mode == 0 ? storage(p.delay()) : storage(p.cct()));
}

Storage storage(const EcnRouter::Params& p) {
  return storage(p.occupancy()) + storage(p.marker());
}

Storage storage(const NotificationEcho::Params& p) { return {0, 0, uint64_t{1} + p.node_bits()}; }

Storage storage(const VoqOccupancy::Params& p) {
  return {0, uint64_t{p.radix} * p.occupancy_bits + p.port_bits(),
          uint64_t{p.radix} * (p.port_bits() + 2)};
}

}  // namespace chokepoint
