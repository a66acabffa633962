// SPDX-License-Identifier: Apache-2.0
// Storage of every CBCM unit in bits.
#include "sim/units/cbcm/storage.h"

namespace chokepoint {

Storage storage(const RequestSampler::Params& p) {
  return {0, uint64_t{p.radix} * (1 + p.port_bits()), 64};
}

Storage storage(const SharedSampler::Params& p) {
  return {0, uint64_t{p.radix} * (1 + p.port_bits()), uint64_t{64} + clog2(p.sample_interval)};
}

Storage storage(const WeightedSampler::Params& p) {
  return {0, 0, uint64_t{p.degree_bits()} * p.radix};
}

Storage storage(const ContentionCounter::Params&) { return {}; }

Storage storage(const ContentionWindow::Params& p) {
  const uint64_t samples =
      uint64_t{p.radix} * (p.num_samples + 2 * p.bounds()) * p.degree_bits;
  const uint64_t per_output = p.sum_bits() + 2 * p.bound_sum_bits() + 2 * p.degree_bits + 1;
  const uint64_t shared =
      clog2(p.num_samples) + clog2(p.bound_sample_interval) + clog2(p.bounds()) + 2;
  // Registered operands: a sum, and a limit that is a bit wider.
  const uint64_t operands = p.pipelined != 0 ? uint64_t{p.radix} * (2 * p.sum_bits() + 1) : 0;
  return {samples, p.radix * per_output + shared, operands};
}

Storage storage(const ContentionDegreeUnit::Params& p) {
  if (p.shared()) {
    const Storage degree_register{0, 0, uint64_t{p.radix} * p.degree_bits()};
    return storage(p.shared_sampler()) + degree_register + storage(p.window());
  }
  const Storage sampler = p.weighted != 0 ? storage(p.weighted_sampler()) : storage(p.sampler());
  return sampler + storage(p.window());
}

Storage storage(const PacketMarker::Params& p) {
  return {0, 0, uint64_t{2} * p.radix * p.speedup};
}

Storage storage(const CbcmRouter::Params& p) {
  const Storage error{0, 1, 0};
  return storage(p.contention()) + storage(p.marker()) + error;
}

Storage storage(const HotspotDetector::Params& p) {
  const unsigned g = p.list_granularity, last_group = p.nodes - (p.list_size() - 1) * g;
  const uint64_t told_members =
      g > 1 ? uint64_t{p.list_size() - 1} * clog2(g + 1) + clog2(last_group + 1) : 0;
  const uint64_t population = clog2(p.list_size() + 1), phase = 2, scanning = 1, dirty = 1;
  const uint64_t deadlines = uint64_t{2} * p.cycle_bits;
  const uint64_t announced = p.node_bits();  // at most nodes - 1, as is told
  const uint64_t told = p.node_bits(), position = p.node_bits();
  return {p.list_size(),
          told_members + population + phase + deadlines + announced + scanning + dirty + position +
              told,
          uint64_t{1} + p.node_bits() + announced};
}

Storage storage(const TokenThrottler::Params& p) {
  const uint64_t entry =
      1 + p.node_bits() + p.degree_bits() + p.token_bits + p.cycle_bits + 16;
  return {0, p.throttle_entries * entry, uint64_t{p.throttle_entries} + 1 + p.node_bits()};
}

Storage storage(const UnthrottleMonitor::Params& p) {
  const uint64_t entry = 1 + 1 + p.count_bits + p.cycle_bits + 1 + 1 + 4;
  return {0, p.throttle_entries * entry, uint64_t{1} + clog2(p.throttle_entries) + p.node_bits()};
}

Storage storage(const CbcmNic::Params& p) {
  const Storage error{0, 1, 0};
  return storage(p.detector()) + storage(p.throttler()) + storage(p.monitor()) + error;
}

uint64_t paper_contention_bits(unsigned radix, unsigned num_samples,
                               unsigned bound_sample_interval) {
  return uint64_t{radix} * (num_samples + 2 * (num_samples / bound_sample_interval)) *
         clog2(radix);
}

}  // namespace chokepoint
