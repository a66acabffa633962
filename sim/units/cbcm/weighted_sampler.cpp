// SPDX-License-Identifier: Apache-2.0
// Golden model of the exact weighted contention degree.
#include "sim/units/cbcm/weighted_sampler.h"

namespace chokepoint {

WeightedSampler::Model::Model(const Params& params)
    : params_(params),
      sampled_(params.radix, params.vcs),
      reciprocal_(65536 / params.vcs + 1) {
  params_.validate();
  out_.quiescent = true;
}

void WeightedSampler::Model::step(const In& in) {
  advance(in.enable, in.request, in.cfg_sampled_vcs);
  out_.degree.set_values(degree_.of, params_.radix);
}

void WeightedSampler::Model::advance(bool enable, const RequestMatrix& request,
                                     uint32_t sampled_vcs) {
  degree_ = OutputNumbers{};
  out_.quiescent = true;
  if (!enable) return;
  sampled_.update(sampled_vcs);
  uint64_t touched = 0;
  for_each_bit(request.busy, [&](unsigned input) {
    unsigned requesters = 0;
    for (unsigned w = 0; w < sampled_.words(); ++w)
      requesters += bit_count(request.lane_word(input, w) & sampled_.word(w));
    if (requesters == 0) return;
    const uint32_t weight = (uint32_t{1} << params_.weight_fraction) / requesters;
    for (unsigned w = 0; w < sampled_.words(); ++w)
      for_each_bit(request.lane_word(input, w) & sampled_.word(w), [&](unsigned position) {
        const unsigned output = ((64 * w + position) * reciprocal_) >> 16;
        degree_.of[output] += weight;
        touched |= uint64_t{1} << output;
      });
  });
  for_each_bit(touched, [&](unsigned output) {
    degree_.of[output] &= static_cast<uint32_t>(low_mask(params_.degree_bits()));
    if (degree_.of[output] != 0) out_.quiescent = false;
  });
}

}  // namespace chokepoint
