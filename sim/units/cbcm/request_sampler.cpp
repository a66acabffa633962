// SPDX-License-Identifier: Apache-2.0
// Golden model of the CBCM request sampler.
#include "sim/units/cbcm/request_sampler.h"

namespace chokepoint {

RequestSampler::Model::Model(const Params& params)
    : params_((params.validate(), params)), pick_(params.radix, params.vcs) {
  out_.quiescent = true;
}

void RequestSampler::Model::advance(bool enable, const RequestMatrix& request,
                                    uint32_t sampled_vcs, uint64_t seed) {
  if (!enable) {
    source_.load(seed);
    out_ = Out{};
    out_.quiescent = true;
    return;
  }
  pick_.select_vcs(sampled_vcs);
  uint64_t valid = 0;
  for_each_bit(request.busy, [&](unsigned input) {
    const unsigned output = pick_.output(request, input, source_);
    if (output == RequesterPick::kNone) return;
    out_.pick_output[input] = output;
    valid |= uint64_t{1} << input;
  });
  for_each_bit(out_.pick_valid & ~valid, [&](unsigned input) { out_.pick_output[input] = 0; });
  if (valid != 0) source_.step();
  out_.pick_valid = valid;
  out_.quiescent = valid == 0;
}

}  // namespace chokepoint
