// SPDX-License-Identifier: Apache-2.0
// Golden model of the packet marker.
#include "sim/units/cbcm/packet_marker.h"

namespace chokepoint {

PacketMarker::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.quiescent = true;
}

void PacketMarker::Model::advance(bool enable, const HeadBits& valid, const HeadBits& marked,
                                  const HeadBits& data, uint64_t congested) {
  if (!valid.any()) {
    if (out_.quiescent) return;
    out_ = Out{};
    out_.quiescent = true;
    return;
  }
  if (!enable) congested = 0;  // a mark is kept, none is set
  if (congested != congested_) {
    congested_ = congested;
    spread_.clear_all();
    for_each_bit(congested, [&](unsigned output) {
      for (unsigned k = 0; k < params_.speedup; ++k) spread_.set(output * params_.speedup + k);
    });
  }
  for (unsigned w = 0; w < valid.words.size(); ++w) {
    out_.marked_valid.words[w] = valid.words[w];
    out_.marked.words[w] =
        valid.words[w] & (marked.words[w] | (data.words[w] & spread_.words[w]));
  }
  out_.quiescent = false;
}

}  // namespace chokepoint
