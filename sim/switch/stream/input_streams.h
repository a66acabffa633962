// SPDX-License-Identifier: Apache-2.0
// Streams at the inputs of a router: packets of which a flit comes and crosses in every cycle.
#pragma once

#include <array>
#include <utility>

#include "sim/switch/stream/credit_return.h"
#include "sim/switch/stream/input_buffers.h"
#include "sim/switch/stream/output_streams.h"
#include "sim/switch/stream/switch_allocator.h"
#include "sim/switch/stream/vc_allocator.h"

namespace chokepoint::stream {

/// All that has come of a packet has crossed, nothing else is at the input that could, and no more
/// packets cross to the output than there are switch passes (at most two). Where others cross to
/// the same output in a cycle, or the input that this output has taken last is no stream's, the
/// streams take part in that cycle's passes, so that round-robin goes on as it would.
class InputStreams {
 public:
  struct Parts {
    const RouterSetup& setup;
    const StreamClock& clock;
    FlitArrivals& arrivals;
    InputBuffers& inputs;
    OutputBuffers& outputs;
    VcAllocator& vcs;
    SwitchAllocator& allocator;
    CreditReturn& credits;
    OutputStreams& leaving;
  };
  explicit InputStreams(const Parts& parts) : parts_(parts) {}

  /// Inputs with a stream.
  uint64_t streaming() const { return streaming_; }
  Hop* at(unsigned port) const { return hops_[port]; }
  /// Inputs that send to an output as streams.
  uint64_t to(unsigned output) const { return to_[output]; }
  bool any_to(unsigned output) const { return (targets_ >> output & 1) != 0; }

  /// All that has come of a packet has crossed: a stream may begin at its input after the switch.
  void consider(unsigned port) { considered_ |= uint64_t{1} << port; }
  /// After the switch.
  void begin_considered(Cycle now, bool allowed) {
    if (considered_ == 0) return;
    const uint64_t inputs = std::exchange(considered_, 0);
    if (allowed) begin(now + 1, inputs & ~parts_.allocator.ready());
  }
  void end(unsigned port);
  void end_all();
  /// `missed`: inputs at which something else has come than the flit of their stream.
  void end_missed(const FlitArrivals::Arrived& arrived, uint64_t missed);

  /// Streams take part in the passes of this cycle.
  bool take_part() const { return (taking_part_ | out_of_turn_) != 0; }
  /// After inputs have offered their packets in a pass: streams that take part are offered beside
  /// them. Returns these.
  uint64_t offer(bool first_pass) {
    if (first_pass) join(parts_.allocator.offered());
    if (taking_part_ != 0) offer_all();
    return taking_part_;
  }
  /// A pass has taken packets of these inputs; for `outputs` those of others than streams.
  void passed(uint64_t inputs, uint64_t outputs) {
    taking_part_ &= ~inputs;
    out_of_turn_ |= outputs & targets_;
  }
  /// After all passes: every stream that took part has been taken.
  void check_passed() const {
    // No more than two packets cross to the output of a stream, and a control packet is but a head.
    if (taking_part_ != 0) parts_.setup.fail("a stream's flit lost all switch passes of a cycle");
  }
  /// For FetchAhead.
  void list_state(StateLines& lines) const {
    lines.leave_out_from(hops_, parts_.setup.radix);
    lines.leave_out_from(to_, parts_.setup.radix);
  }

 private:
  void begin(Cycle from, uint64_t inputs);
  void join(uint64_t offered);
  void offer_all();
  void check_turn(unsigned output);

  Parts parts_;
  uint64_t streaming_ = 0;
  uint64_t considered_ = 0;  ///< inputs, see consider()
  /// Outputs that streams send to; those of them where the input taken last is not what streams
  /// alone leave there.
  uint64_t targets_ = 0, out_of_turn_ = 0;
  uint64_t taking_part_ = 0;       ///< inputs of streams, in the passes to come of this cycle
  std::array<Hop*, 64> hops_{};    ///< by streaming input
  std::array<uint64_t, 64> to_{};  ///< by output: its streaming inputs
};

}  // namespace chokepoint::stream
