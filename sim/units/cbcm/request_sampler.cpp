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
    looked_ = false;
    one_ = several_ = 0;
    return;
  }
  // Requesters are counted where they changed. An only one needs no choice, and stays the output.
  const bool all = pick_.select_vcs(sampled_vcs) || !looked_;
  looked_ = true;
  const uint64_t fresh = all ? ~uint64_t{0} : request.changed;
  one_ &= request.busy & ~fresh;
  several_ &= request.busy & ~fresh;
  for_each_bit(request.busy & fresh, [&](unsigned input) {
    requesters_[input] = pick_.requesters(request, input);
    const uint64_t bit = uint64_t{1} << input;
    if (requesters_[input] > 1) {
      several_ |= bit;
    } else if (requesters_[input] == 1) {
      one_ |= bit;
      out_.pick_output[input] = pick_.output(request, input, 1, source_);
    }
  });
  for_each_bit(several_, [&](unsigned input) {
    out_.pick_output[input] = pick_.output(request, input, requesters_[input], source_);
  });
  const uint64_t valid = one_ | several_;
  for_each_bit(out_.pick_valid & ~valid, [&](unsigned input) { out_.pick_output[input] = 0; });
  if (valid != 0) source_.step();
  out_.pick_valid = valid;
  out_.quiescent = valid == 0;
}

}  // namespace chokepoint
