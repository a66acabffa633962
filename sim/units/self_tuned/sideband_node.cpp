// SPDX-License-Identifier: Apache-2.0
// Golden model of a router's part of the global gather.
#include "sim/units/self_tuned/sideband_node.h"

namespace chokepoint {

SidebandNode::Model::Model(const Params& params) : params_((params.validate(), params)) {}

// The lowest piece goes, the neighbour's enters above the others. Pieces * piece_bits is at most 51.
void SidebandNode::Model::shift(uint64_t& word, uint64_t piece) {
  const unsigned bits = params_.piece_bits();
  word = (word >> bits) | (piece << ((params_.pieces - 1) * bits));
}

void SidebandNode::Model::add(uint64_t bits) {
  const auto full = static_cast<uint32_t>(bits >> params_.delivered_bits) & most_full();
  const auto delivered = static_cast<uint32_t>(bits) & most_delivered();
  sum_.full = std::min(sum_.full + full, most_full());
  sum_.delivered = std::min(sum_.delivered + delivered, most_delivered());
}

void SidebandNode::Model::end_hop(bool minus_counts, bool dimension_last, bool gather_last,
                                  uint32_t full_count) {
  add(up_);
  if (minus_counts) add(down_);
  if (!dimension_last) return;
  if (gather_last) {
    out_.total_full = sum_.full;
    out_.total_delivered = sum_.delivered;
    sum_ = {full_count, delivered_};
    delivered_ = 0;
  }
  up_ = down_ = (uint64_t{sum_.full} << params_.delivered_bits) | sum_.delivered;
}

void SidebandNode::Model::show() {
  const uint64_t piece = low_mask(params_.piece_bits());
  out_.to_plus = up_ & piece;
  out_.to_minus = down_ & piece;
  out_.rests = (up_ | down_) == 0 && sum_.full == 0 && sum_.delivered == 0 && delivered_ == 0 &&
               out_.total_full == 0 && out_.total_delivered == 0;
}

}  // namespace chokepoint
