// SPDX-License-Identifier: Apache-2.0
// Golden model of the CBCM request sampler.
#include "sim/units/cbcm/request_sampler.h"

namespace chokepoint {
namespace {

constexpr uint64_t kDefaultSeed = 0x9E3779B97F4A7C15u;

uint64_t rotate_left(uint64_t value, unsigned by) {
  by %= 64;
  return by == 0 ? value : (value << by) | (value >> (64 - by));
}

uint64_t next(uint64_t source) {
  source ^= source << 13;
  source ^= source >> 7;
  source ^= source << 17;
  return source;
}

}  // namespace

RequestSampler::Model::Model(const Params& params)
    : params_(params),
      source_(kDefaultSeed),
      sampled_(params.radix, params.vcs),
      reciprocal_(65536 / params.vcs + 1) {
  params_.validate();
  out_.quiescent = true;
}

uint32_t RequestSampler::Model::word(unsigned input) const {
  return static_cast<uint32_t>(rotate_left(source_, input) ^ rotate_left(source_, 5 * input + 9) ^
                               rotate_left(source_, 11 * input + 30)) &
         0xFFFF;
}

void RequestSampler::Model::advance(bool enable, const RequestMatrix& request,
                                    uint32_t sampled_vcs, uint64_t seed) {
  if (!enable) {
    source_ = seed == 0 ? kDefaultSeed : seed;
    out_ = Out{};
    out_.quiescent = true;
    return;
  }
  sampled_.update(sampled_vcs);
  uint64_t valid = 0;
  for_each_bit(request.busy, [&](unsigned input) {
    const uint64_t* lane = request.lane_words(input);
    unsigned requesters = 0;
    for (unsigned w = 0; w < sampled_.words(); ++w)
      requesters += bit_count(lane[w] & sampled_.word(w));
    if (requesters == 0) return;
    unsigned rank = requesters == 1 ? 0 : (requesters * word(input)) >> 16;
    unsigned w = 0;
    for (unsigned here; rank >= (here = bit_count(lane[w] & sampled_.word(w))); ++w) rank -= here;
    const unsigned bit = 64 * w + nth_bit(lane[w] & sampled_.word(w), rank);
    out_.pick_output[input] = (bit * reciprocal_) >> 16;
    valid |= uint64_t{1} << input;
  });
  for_each_bit(out_.pick_valid & ~valid, [&](unsigned input) { out_.pick_output[input] = 0; });
  if (valid != 0) source_ = next(source_);
  out_.pick_valid = valid;
  out_.quiescent = valid == 0;
}

}  // namespace chokepoint
