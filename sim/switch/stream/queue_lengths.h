// SPDX-License-Identifier: Apache-2.0
// How much waits for each output of a router with streams: for routing, checks and waveforms.
#pragma once

#include <vector>

#include "sim/switch/stream/output_buffers.h"
#include "sim/switch/stream/vc_allocator.h"

namespace chokepoint::stream {

class QueueLengths : public QueueView {
 public:
  QueueLengths(const RouterSetup& setup, const StreamClock& clock, const OutputBuffers& buffers,
               const VcAllocator& vcs);

  /// A packet comes into an input queue. Sets its place here.
  void add(Hop* hop);
  /// Its tail has crossed, or it is dropped.
  void remove(const Hop& hop) { flits(hop.output, hop.wait_set) -= hop.flits; }
  /// What delays a packet of this set. `vc_set` = VcLayout::sets: the speculative VCs.
  unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const override;
  unsigned input_flits(unsigned output) const;   ///< in input queues, for `output`
  unsigned buffer_flits(unsigned output) const;  ///< in the output buffer
  unsigned buffer_flits(unsigned output, unsigned vc) const;
  /// What delays a speculative packet: the data packets of its set and the speculative ones.
  const QueueView& speculative() const { return speculative_; }
  /// For FetchAhead.
  void list_state(StateLines& lines) const { lines.add_all(flits_); }

 private:
  struct Speculative : QueueView {
    explicit Speculative(const QueueLengths& l) : lengths(l) {}
    unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const override {
      const unsigned flits = lengths.queue_flits(output, vc_set, metric);
      return vc_set == kAllVcs
                 ? flits
                 : flits + lengths.queue_flits(output, lengths.setup_.layout.sets, metric);
    }
    const QueueLengths& lengths;
  };
  unsigned on_their_way(unsigned output, unsigned first, unsigned count, bool voq) const;
  unsigned& flits(unsigned output, unsigned set) { return flits_[output * sets_ + set]; }

  const RouterSetup& setup_;
  const StreamClock& clock_;
  const OutputBuffers& buffers_;
  const VcAllocator& vcs_;
  Speculative speculative_{*this};
  unsigned sets_;  ///< per output: those of data, speculative packets, others
  /// By output and set, flits of the packets in input queues: of a packet that is crossing all,
  /// until its tail has.
  std::vector<unsigned> flits_;
};

}  // namespace chokepoint::stream
