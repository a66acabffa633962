// SPDX-License-Identifier: Apache-2.0
// Golden model of a node's part of self-tuned throttling: its parts meet in registers.
#include "sim/units/self_tuned/self_tuned_node.h"

namespace chokepoint {

SelfTunedNode::Model::Model(const Params& params)
    : sideband_((params.validate(), params.sideband())),
      estimator_(params.estimator()),
      tuner_(params.tuner()),
      gate_(params.gate()) {}

void SelfTunedNode::Model::step(const In& in) {
  // Every part sees what the others showed before this clock: the last reader goes first.
  const uint32_t total_full = sideband_.out().total_full;
  const bool hold = gate_.out().hold;
  gate_.step({in.enable, estimator_.out().estimate, tuner_.out().threshold});
  ThresholdTuner::In tuning;
  tuning.enable = in.enable;
  tuning.totals_valid = in.totals_valid;
  tuning.period_last = in.period_last;
  tuning.total_full = total_full;
  tuning.total_delivered = sideband_.out().total_delivered;
  tuning.throttle = hold;
  tuning.cfg = in.cfg;
  tuner_.step(tuning);
  estimator_.step({in.enable, in.totals_valid, total_full, in.tick_valid, in.cfg_tick_bits,
                   in.cfg.buffers, in.cfg_last});
  sideband_.advance(in);

  const SidebandNode::Out& sums = sideband_.out();
  const ThresholdTuner::Out& tuner = tuner_.out();
  out_.to_plus = sums.to_plus;
  out_.to_minus = sums.to_minus;
  out_.total_full = sums.total_full;
  out_.total_delivered = sums.total_delivered;
  out_.estimate = estimator_.out().estimate;
  out_.threshold = tuner.threshold;
  out_.returned_valid = tuner.returned_valid;
  out_.relocated_valid = tuner.relocated_valid;
  out_.hold = gate_.out().hold;
  out_.quiescent = tuner.quiescent && out_.hold == (out_.estimate > out_.threshold) &&
                   (tuner.throttled || !out_.hold);
  out_.rests = sums.rests && estimator_.out().rests && tuner.rests && !out_.hold;
}

}  // namespace chokepoint
