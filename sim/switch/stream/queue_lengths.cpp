// SPDX-License-Identifier: Apache-2.0
// Sums over input queues and output buffers.
#include "sim/switch/stream/queue_lengths.h"

#include <numeric>

namespace chokepoint::stream {

QueueLengths::QueueLengths(const RouterSetup& setup, const StreamClock& clock,
                           const OutputBuffers& buffers, const VcAllocator& vcs)
    : setup_(setup),
      clock_(clock),
      buffers_(buffers),
      vcs_(vcs),
      sets_(setup.layout.sets + 2),
      flits_(size_t{setup.radix} * sets_) {}

void QueueLengths::add(Hop* hop) {
  const Packet& packet = *hop->packet;
  const unsigned set = packet.vc_class == VcClass::kData ? packet.vc_set
                       : hop->speculative()              ? setup_.layout.sets
                                                         : setup_.layout.sets + 1;
  hop->wait_set = static_cast<uint8_t>(set);
  flits(hop->output, set) += hop->flits;
}

unsigned QueueLengths::queue_flits(unsigned port, unsigned vc_set, QueueMetric metric) const {
  const VcLayout& layout = setup_.layout;
  const bool voq = metric == QueueMetric::kVoq;
  if (vc_set == kAllVcs) {
    const auto first_set = flits_.begin() + port * sets_;
    return on_their_way(port, 0, layout.total, voq) +
           (voq ? std::accumulate(first_set, first_set + sets_, 0u) : 0);
  }
  const bool data = vc_set < layout.sets;
  const unsigned first =
      data ? vc_set * layout.data_vcs : static_cast<unsigned>(layout.speculative_vc);
  const unsigned count = data ? layout.data_vcs : layout.speculative_vcs;
  return on_their_way(port, first, count, voq) + (voq ? flits_[port * sets_ + vc_set] : 0);
}

/// Behind the crossbar and in the next router, of so many VCs. `voq`: all of a packet that is
/// crossing is counted elsewhere; else what has crossed is here.
unsigned QueueLengths::on_their_way(unsigned port, unsigned first, unsigned count, bool voq) const {
  unsigned sum = 0;
  for (unsigned vc = first; vc < first + count; ++vc) {
    sum += setup_.buffer_flits - buffers_.credits(port, vc) + buffers_.taken(port, vc);
    // What its owner still has at the input is promised a place, but not there yet; flits_ counts
    // all of the owner.
    if (const Hop* owner = vcs_.owner(port, vc))
      sum -= voq ? owner->flits : owner->flits - clock_.crossed(*owner);
  }
  return sum;
}

unsigned QueueLengths::input_flits(unsigned output) const {
  const auto first = flits_.begin() + output * sets_;
  unsigned sum = std::accumulate(first, first + sets_, 0u);
  for (unsigned vc = 0; vc < setup_.vcs; ++vc) {
    if (const Hop* owner = vcs_.owner(output, vc)) sum -= clock_.crossed(*owner);
  }
  return sum;
}

unsigned QueueLengths::buffer_flits(unsigned output) const {
  unsigned sum = 0;
  for (unsigned vc = 0; vc < setup_.vcs; ++vc) sum += buffer_flits(output, vc);
  return sum;
}

unsigned QueueLengths::buffer_flits(unsigned output, unsigned vc) const {
  const Hop* owner = vcs_.owner(output, vc);
  return buffers_.taken(output, vc) -
         (owner == nullptr ? 0u : unsigned{owner->flits} - clock_.crossed(*owner));
}

}  // namespace chokepoint::stream
