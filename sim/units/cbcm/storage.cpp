// SPDX-License-Identifier: Apache-2.0
// Storage of every CBCM unit in bits.
#include "sim/units/cbcm/storage.h"

#include <algorithm>

namespace chokepoint {
Storage storage(const RequestSampler::Params& p) {
  return {0, uint64_t{p.radix} * (1 + p.port_bits()), 64};
}

Storage storage(const PortPicker::Params& p) {
  const uint64_t number = clog2(p.radix * p.vcs + 1), turn = clog2(p.sample_interval);
  const uint64_t past = clog2(p.radix * p.vcs) + 1, last_total = number, wanted = number;
  const uint64_t next = number + 2;
  const uint64_t held = 1 + p.port_bits(), ended = 1;
  return {0, uint64_t{1} + p.port_bits(),
          PortPicker::kSourceBits + turn + past + last_total + wanted + next + held + ended};
}

Storage storage(const MultiplexedContention::Params& p) {
  const uint64_t rows = uint64_t{p.datapaths()} * p.sample_interval;
  const unsigned degree = p.port_bits(), turn = clog2(p.sample_interval);
  const unsigned pointer = clog2(p.num_samples), phase = clog2(p.bound_sample_interval);
  const unsigned known = turn + 1, wrapped = 1, calm = turn + 1, counted = 1;
  const uint64_t formed_anew = clog2(rows) + p.sum_bits();
  const uint64_t counted_and_oldest = uint64_t{2} * p.datapaths() * degree;
  const uint64_t limit = clog2(uint64_t{p.num_samples} * ((1u << degree) + 1) + 1), decision = 1;
  return {rows * (p.num_samples + p.bounds()) * degree,
          rows * (p.sum_bits() + 2 * degree) + p.radix + pointer + phase + known + wrapped + calm +
              formed_anew,
          turn + counted + counted_and_oldest + p.datapaths() * (limit + decision)};
}

Storage storage(const WeightedSampler::Params& p) {
  return {0, 0, uint64_t{p.degree_bits()} * p.radix};
}

Storage storage(const ContentionCounter::Params&) {
  return {};
}

Storage storage(const ContentionWindow::Params& p) {
  const uint64_t samples = uint64_t{p.radix} * (p.num_samples + 2 * p.bounds()) * p.degree_bits;
  const uint64_t per_output = p.sum_bits() + 2 * p.bound_sum_bits() + 2 * p.degree_bits + 1;
  const uint64_t shared =
      clog2(p.num_samples) + clog2(p.bound_sample_interval) + clog2(p.bounds()) + 2;
  return {samples, p.radix * per_output + shared, 0};
}

Storage storage(const IntervalWindow::Params& p) {
  const unsigned line = 2 * p.degree_bits + clog2(p.bound_sample_interval);
  const unsigned per_output =
      p.sum_bits() + p.bound_sum_bits() + p.interval_bits() + 2 * p.degree_bits + 1;
  const unsigned shared = clog2(p.bound_sample_interval) + clog2(p.bounds()) + 1;
  return {uint64_t{p.radix} * p.bounds() * line, uint64_t{p.radix} * per_output + shared, 0};
}

Storage storage(const ContentionDegreeUnit::Params& p) {
  const Storage sampler = p.weighted != 0 ? storage(p.weighted_sampler()) : storage(p.sampler());
  return sampler + (p.intervals != 0 ? storage(p.interval_window()) : storage(p.window()));
}

Storage storage(const PacketMarker::Params& p) {
  return {0, 0, uint64_t{2} * p.radix * p.speedup};
}

Storage storage(const CbcmRouter::Params& p) {
  const Storage error{0, 1, 0};
  const Storage own = storage(p.marker()) + error;
  if (!p.multiplexed()) return storage(p.contention()) + own;
  const Storage picker = storage(p.picker());
  const Storage pickers{0, p.radix * picker.state, p.radix * picker.pipeline};
  return pickers + storage(p.behind_pickers()) + own;
}

Storage storage(const HotspotDetector::Params& p) {
  const uint64_t g = p.list_granularity, words = (p.nodes + 31) / 32;
  // Of a word of 32 nodes.
  const uint64_t list = words > 1 ? 32 / g : p.list_size();
  const uint64_t told_members = g > 1 ? list * clog2(g + 1) : 0, valid = g > 1 ? 2 : 1;
  const uint64_t population = clog2(p.list_size() + 1), phase = 2, dirty = 1, error = 1;
  const uint64_t deadline = p.cycle_bits, announced = p.node_bits(), position = p.node_bits();
  const uint64_t scanning = 1, told = 1, rested = 1, periods = 8;
  const uint64_t messages = uint64_t{p.nodes - 1} * 65535;  // a message to every other node
  const uint64_t pacing = std::min(p.cycle_bits, clog2(messages + 1));
  const uint64_t message = 1, look = 1, under_way = 2 + p.node_bits(), waiting = 1 + p.node_bits();
  const uint64_t look_valid = words > 1 ? 1 : 0;
  // RAM from 64 words on: another copy, the words read and the one written; else a place and a word
  // read, none of one word.
  const uint64_t memory = words >= 64  ? 2 + (words + 3) * (list + told_members)
                          : words > 1 ? clog2(words) + list + told_members
                                      : 0;
  return {words * list,
          words * (told_members + valid) + population + phase + deadline + dirty + error +
              scanning + told + rested + periods + pacing + announced + position,
          message + look + look_valid + under_way + waiting + memory};
}

Storage storage(const TokenThrottler::Params& p) {
  const uint64_t deadline = p.degree_bits(), arrivals = 16;
  const uint64_t entry = 1 + p.node_bits() + p.degree_bits() + p.token_bits + deadline + arrivals;
  const uint64_t events = uint64_t{2} * p.throttle_entries;
  const uint64_t refusal = 1 + p.node_bits(), message = 1;
  const uint64_t window = p.cycle_bits - clog2(TokenThrottler::kWindow) + TokenThrottler::kWindow;
  const uint64_t error = 1;
  return {0, p.throttle_entries * entry + error, events + refusal + message + window};
}

Storage storage(const UnthrottleMonitor::Params& p) {
  const uint64_t entry = 1 + 1 + 16 + 1 + 1 + 4;
  return {0, p.throttle_entries * entry, uint64_t{1} + clog2(p.throttle_entries) + p.node_bits()};
}

Storage storage(const CbcmNic::Params& p) {
  const Storage held{0, 0, 1};
  return storage(p.detector()) + storage(p.throttler()) + storage(p.monitor()) + held;
}

Storage storage(const PaceCounter::Params& p) {
  const uint64_t phase = 16;
  return {0, p.cycle_bits + phase, 0};
}

Storage storage(const EarlyThrottler::Params& p) {
  const uint64_t node = p.node_bits(), list = p.list_bits(), degree = p.degree_bits();
  const uint64_t flags = 3, passed = 4, hold = 20, pause = 16;
  const uint64_t window = clog2(p.bound_sample_interval) + clog2(p.intervals() + 1) +
                          clog2(p.num_samples * p.radix + 1) +
                          2 * clog2(p.intervals() * p.radix + 1) + 2 * degree;
  const uint64_t entry =
      flags + node + p.sources * node + 3 * list + window + passed + hold + pause;
  return {0, p.entries * entry, clog2(p.radix) + 1 + 2 * node + list};
}

uint64_t paper_contention_bits(unsigned radix, unsigned num_samples,
                               unsigned bound_sample_interval) {
  return uint64_t{radix} * (num_samples + 2 * (num_samples / bound_sample_interval)) * clog2(radix);
}

}  // namespace chokepoint
