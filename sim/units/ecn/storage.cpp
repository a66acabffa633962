// SPDX-License-Identifier: Apache-2.0
// Storage of every ECN unit in bits.
#include "sim/units/ecn/storage.h"

namespace chokepoint {

Storage storage(const CctLimiter::Params& p) {
  const uint64_t entry = 2 + p.node_bits() + p.index_bits() + p.cycle_bits;
  const uint64_t timer = 1 + p.cycle_bits, table = uint64_t{16} * p.table_entries;
  return {0, p.delay_entries * entry + timer + table, 2};
}

Storage storage(const CongestionMarker::Params& p) {
  return {0, uint64_t{p.radix} * p.rate_bits, uint64_t{2} * p.lanes()};
}

Storage storage(const DelayLimiter::Params& p) {
  const uint64_t entry = 2 + p.node_bits() + p.delay_bits + uint64_t{2} * p.cycle_bits;
  return {0, p.delay_entries * entry, 1};
}

Storage storage(const EcnNic::Params& p) {
  return storage(p.echo()) + (p.mode == 0 ? storage(p.delay()) : storage(p.cct()));
}

Storage storage(const EcnRouter::Params& p) {
  return storage(p.occupancy()) + storage(p.marker());
}

Storage storage(const NotificationEcho::Params& p) { return {0, 0, uint64_t{1} + p.node_bits()}; }

Storage storage(const VoqOccupancy::Params& p) {
  return {0, uint64_t{p.radix} * p.occupancy_bits, 1};
}

}  // namespace chokepoint
