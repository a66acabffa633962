// SPDX-License-Identifier: Apache-2.0
// Storage of every self-tuned unit in bits.
#include "sim/units/self_tuned/storage.h"

namespace chokepoint {

Storage storage(const CongestionEstimator::Params& p) {
  const unsigned value = p.full_bits + p.tick_bits;  // the slope has a sign besides
  return {0, uint64_t{p.full_bits} + value + 1 + value, 0};
}

Storage storage(const InjectionGate::Params&) { return {0, 0, 1}; }

Storage storage(const SelfTunedNode::Params& p) {
  return storage(p.sideband()) + storage(p.estimator()) + storage(p.tuner()) + storage(p.gate());
}

Storage storage(const SidebandNode::Params& p) {
  return {0, uint64_t{2} * p.word_bits() + p.delivered_bits,
          uint64_t{2} * p.pieces * p.piece_bits()};
}

Storage storage(const SidebandPhase::Params& p) {
  const unsigned position = clog2(p.dimensions);
  return {0, uint64_t{17} + position + p.gather_bits, uint64_t{9} + position};
}

Storage storage(const SidebandRestart::Params& p) { return {0, p.restart_bits, 1}; }

Storage storage(const ThresholdTuner::Params& p) {
  // Threshold, best threshold, its full buffers; throughputs of this period, the last, the best.
  return {0, uint64_t{3} * p.full_bits + uint64_t{3} * p.throughput_bits() + 6, 5};
}

}  // namespace chokepoint
