// SPDX-License-Identifier: Apache-2.0
// Golden model of the CBCM shared sampler: a delay line between the looks and the picks.
#include "sim/units/cbcm/shared_sampler.h"

namespace chokepoint {

SharedSampler::Model::Model(const Params& params)
    : params_((params.validate(), params)), pick_(params.radix, params.vcs) {
  for (unsigned i = 0; i < params.radix; ++i)
    inputs_of_phase_[i % params.sample_interval] |= uint64_t{1} << i;
  out_.quiescent = true;
}

// An input that was looked at keeps nothing of its last pick.
void SharedSampler::Model::arrive(const Look& look) {
  out_.pick_valid = (out_.pick_valid & ~look.inputs) | look.found;
  for_each_bit(look.inputs, [&](unsigned i) { out_.pick_output[i] = look.output[i]; });
}

void SharedSampler::Model::look(const RequestMatrix& request, Look& into) const {
  into.inputs = inputs_of_phase_[phase_];
  into.found = 0;
  for_each_bit(into.inputs, [&](unsigned i) {
    const unsigned output = (request.busy >> i) & 1 ? pick_.output(request, i, source_)
                                                    : RequesterPick::kNone;
    into.output[i] = output == RequesterPick::kNone ? 0 : output;
    if (output != RequesterPick::kNone) into.found |= uint64_t{1} << i;
  });
}

void SharedSampler::Model::advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs,
                                   uint64_t seed) {
  if (!enable) {
    source_.load(seed);
    if (clean_) return;
    out_ = Out{};
    out_.quiescent = true;
    looks_.fill(Look{});
    oldest_ = phase_ = 0;
    clean_ = true;
    return;
  }
  if (request.busy == 0 && out_.quiescent) return;
  clean_ = false;
  pick_.select_vcs(sampled_vcs);
  arrive(looks_[oldest_]);
  look(request, looks_[oldest_]);
  oldest_ = (oldest_ + 1) % kLooks;
  source_.step();
  phase_ = (phase_ + 1) % params_.sample_interval;
  uint64_t any = out_.pick_valid;
  for (const Look& under_way : looks_) any |= under_way.found;
  out_.quiescent = any == 0;
}

}  // namespace chokepoint
