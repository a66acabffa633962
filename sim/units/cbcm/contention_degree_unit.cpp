// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention-degree unit: its parts, joined.
#include "sim/units/cbcm/contention_degree_unit.h"

namespace chokepoint {

ContentionDegreeUnit::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      sampler_(params.sampler()),
      weighted_(params.weighted_sampler()),
      counter_(ContentionCounter::Params{params.radix}),
      window_(params.window()) {
  if (params_.intervals != 0) intervals_.emplace(params_.interval_window());
  out_.quiescent = true;
}

void ContentionDegreeUnit::Model::clock_window(bool enable, const OutputNumbers& degree) {
  if (intervals_) {
    intervals_->advance(enable, degree);
  } else {
    window_.advance(enable, degree);
  }
}

void ContentionDegreeUnit::Model::advance(bool enable, const RequestMatrix& request,
                                          uint32_t sampled_vcs, uint64_t seed) {
  if (enable && out_.quiescent && request.busy == 0) return;
  bool picked;
  if (params_.weighted != 0) {
    clock_window(enable, weighted_.degree());
    weighted_.advance(enable, request, sampled_vcs);
    picked = !weighted_.out().quiescent;
  } else {
    clock_window(enable, counter_.count(sampler_.out().pick_valid, sampler_.out().pick_output));
    sampler_.advance(enable, request, sampled_vcs, seed);
    picked = !sampler_.out().quiescent;
  }
  out_.congested = intervals_ ? intervals_->out().congested : window_.out().congested;
  out_.quiescent =
      !picked && (intervals_ ? intervals_->out().quiescent : window_.out().quiescent);
}

}  // namespace chokepoint
