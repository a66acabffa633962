// SPDX-License-Identifier: Apache-2.0
// Storage of every CBCM unit in bits.
#include "sim/units/cbcm/storage.h"

#include <algorithm>

namespace chokepoint {
namespace {

// The ranks of registers of one picker, in the order and with the letters of the contract page.
uint64_t picker_bits(const SharedSampler::Params& p) {
  static constexpr unsigned kLayers[] = {1, 2, 3, 3, 4, 4, 4, 5, 5};  // for T = 3 to 11
  const unsigned requesters = p.radix * p.vcs, port = p.port_bits();
  const uint64_t counts = uint64_t{p.radix} * clog2(p.vcs + 1);  // C
  const unsigned total = clog2(requesters + 1);                  // T
  const unsigned number = clog2(requesters);                     // N
  const unsigned group = 1u << ((port + 1) / 2);                 // G
  const unsigned groups = (p.radix + group - 1) / group;         // H
  const uint64_t looks = 6;
  const uint64_t counted = counts + 16;
  const uint64_t totalled = counts + 16 + total;
  const uint64_t multiplied = counts + 2 * (number + 15 - kLayers[total - 3]);
  const uint64_t numbered = counts + number + (groups - 1) * clog2(group * p.vcs + 1);
  const uint64_t grouped =
      clog2(groups) + (group - 1) * clog2(p.vcs + 1) + 2 * clog2(group * p.vcs);
  const uint64_t placed = clog2(groups) + group - 1;
  return looks + counted + totalled + multiplied + numbered + grouped + placed;
}

}  // namespace

Storage storage(const RequestSampler::Params& p) {
  return {0, uint64_t{p.radix} * (1 + p.port_bits()), 64};
}

Storage storage(const SharedSampler::Params& p) {
  const uint64_t pipeline = 64 + clog2(p.sample_interval) + p.pickers() * picker_bits(p);
  return {0, uint64_t{p.radix} * (1 + p.port_bits()), pipeline};
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
  if (p.pipelined == 0) return {samples, p.radix * per_output + shared, 0};
  // Sum and spread, what leaves the rings (sample, maximum, minimum) and the sample ring's banks,
  // the place two clocks ahead and the bank of the one before it.
  const unsigned place = clog2(p.num_samples);
  const uint64_t banks = place > 6 ? 1u << (place - 5) : 2;
  const uint64_t operands = p.sum_bits() + p.bound_sum_bits() + (3 + banks) * p.degree_bits;
  const uint64_t ahead = p.radix * operands + place + clog2(banks);
  return {samples, p.radix * per_output + shared, ahead};
}

Storage storage(const IntervalWindow::Params& p) {
  const unsigned line = 2 * p.degree_bits + clog2(p.bound_sample_interval);
  const unsigned per_output =
      p.sum_bits() + p.bound_sum_bits() + p.interval_bits() + 2 * p.degree_bits + 1;
  const unsigned shared = clog2(p.bound_sample_interval) + clog2(p.bounds()) + 1;
  return {uint64_t{p.radix} * p.bounds() * line, uint64_t{p.radix} * per_output + shared, 0};
}

Storage storage(const ContentionDegreeUnit::Params& p) {
  if (p.shared()) {
    const Storage degree_register{0, 0, uint64_t{p.radix} * p.degree_bits()};
    return storage(p.shared_sampler()) + degree_register + storage(p.window());
  }
  const Storage sampler = p.weighted != 0 ? storage(p.weighted_sampler()) : storage(p.sampler());
  return sampler + (p.intervals != 0 ? storage(p.interval_window()) : storage(p.window()));
}

Storage storage(const PacketMarker::Params& p) {
  return {0, 0, uint64_t{2} * p.radix * p.speedup};
}

Storage storage(const CbcmRouter::Params& p) {
  const Storage error{0, 1, 0};
  return storage(p.contention()) + storage(p.marker()) + error;
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
  // RAM from 64 words on: another copy, the words read and the one written; else the places read.
  const uint64_t memory =
      words >= 64 ? 2 + (words + 3) * (list + told_members) : uint64_t{2} * clog2(words);
  return {words * list,
          words * (told_members + valid) + population + phase + deadline + dirty + error +
              scanning + told + rested + periods + pacing + announced + position,
          message + look + under_way + waiting + memory};
}

Storage storage(const TokenThrottler::Params& p) {
  const uint64_t deadline = p.degree_bits(), unsettled = 1;
  const uint64_t entry = 1 + p.node_bits() + p.degree_bits() + p.token_bits + deadline;
  const uint64_t events = uint64_t{3} * p.throttle_entries;  // and entries to be walked over
  const uint64_t refusal = 1 + p.node_bits(), wake = 1 + p.cycle_bits;
  const uint64_t error = 1;
  return {0, p.throttle_entries * entry + error, events + refusal + wake + unsettled};
}

Storage storage(const UnthrottleMonitor::Params& p) {
  const uint64_t entry = 1 + 1 + 16 + 16 + 1 + 1 + 4;
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
