// SPDX-License-Identifier: Apache-2.0
// Golden model of the CBCM unit of a router.
#include "sim/units/cbcm/cbcm_router.h"

namespace chokepoint {

CbcmRouter::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      marker_(params.marker()) {
  if (params_.multiplexed()) {
    multiplexed_.emplace(params_.picker(), params_.behind_pickers());
  } else {
    letter_.emplace(params_.contention());
    out_.quiescent = true;
  }
}

bool CbcmRouter::Model::requests_own_output(const RequestMatrix& request, uint64_t inputs) const {
  uint64_t own = 0;
  for_each_bit(inputs, [&](unsigned input) {
    const unsigned first = input * params_.vcs, word = first / 64, shift = first % 64;
    uint64_t bits = request.lane_word(input, word) >> shift;
    if (shift + params_.vcs > 64) bits |= request.lane_word(input, word + 1) << (64 - shift);
    own |= bits & low_mask(params_.vcs);
  });
  return own != 0;
}

void CbcmRouter::Model::step(const In& in) {
  if (in.enable && out_.quiescent && in.idle()) return;
  // The marker reads the decision as registered before this clock.
  const bool heads = in.head_valid.any() || !marker_.out().quiescent;
  if (heads) {
    marker_.advance(in.enable, in.head_valid, in.head_marked, in.head_data,
                    out_.congested);
    out_.marked_valid = marker_.out().marked_valid;
    out_.marked = marker_.out().marked;
  }
  bool contention_quiescent;
  if (multiplexed_) {
    multiplexed_->advance(in.enable, in.request, in.cfg_sampled_vcs, in.cfg_seed);
    out_.congested = multiplexed_->congested();
    contention_quiescent = multiplexed_->quiescent();
  } else {
    letter_->advance(in.enable, in.request, in.cfg_sampled_vcs, in.cfg_seed);
    out_.congested = letter_->out().congested;
    contention_quiescent = letter_->out().quiescent;
  }
  // Requests of an input that have been looked at need not be again.
  const uint64_t new_requests = in.request.busy & (looked_ ? in.request.changed : ~uint64_t{0});
  looked_ = in.enable;
  out_.error = in.enable && (out_.error || requests_own_output(in.request, new_requests));
  out_.quiescent = contention_quiescent && marker_.out().quiescent;
}

}  // namespace chokepoint
