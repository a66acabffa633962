// SPDX-License-Identifier: Apache-2.0
// When streams at inputs begin and end, and when they take part in switch allocation.
#include "sim/switch/stream/input_streams.h"

namespace chokepoint::stream {

/// `inputs`: where all that had come has crossed, and nothing is ready.
void InputStreams::begin(Cycle from, uint64_t inputs) {
  const RouterSetup& setup = parts_.setup;
  for (uint64_t left = inputs; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    Hop* const hop = parts_.allocator.last_offer(port);
    const unsigned output = hop->output;
    // Where packets are cut off by others, it may be another's flit that comes next.
    if (hop->flits - hop->crossed < 3 || hop->arrived != hop->crossed ||
        parts_.arrivals.expected(port) != parts_.inputs.vc(port, hop->input_vc).body ||
        parts_.vcs.holders(output) > setup.most_streams) {
      continue;
    }
    parts_.credits.begin_stream(from, port, hop->input_vc);
    hops_[port] = hop;
    hop->crossed = static_cast<uint16_t>(parts_.clock.crossed_until - hop->crossed);
    hop->streams_in = true;
    streaming_ |= uint64_t{1} << port;
    to_[output] |= uint64_t{1} << port;
    targets_ |= uint64_t{1} << output;
    ++setup.context.streams;
    check_turn(output);
  }
}

/// When only streams cross to an output, the input that does so last in a cycle is always the same,
/// if it is one of theirs.
void InputStreams::check_turn(unsigned output) {
  const bool in_turn = (to_[output] >> parts_.allocator.last_input(output) & 1) != 0;
  out_of_turn_ |= uint64_t{!in_turn} << output;
}

void InputStreams::end(unsigned port) {
  Hop* const hop = hops_[port];
  hop->crossed = hop->arrived = static_cast<uint16_t>(parts_.clock.crossed(*hop));
  hop->streams_in = false;
  if (hop->crossed >= hop->flits) {
    parts_.inputs.fail_arrival(port, FlitCell(parts_.inputs.vc(port, hop->input_vc).body));
  }
  if (hop->leaving && !hop->streams_out) parts_.outputs.update_sendable(*hop);
  streaming_ &= ~(uint64_t{1} << port);
  taking_part_ &= ~(uint64_t{1} << port);
  to_[hop->output] &= ~(uint64_t{1} << port);
  if (to_[hop->output] != 0) return check_turn(hop->output);
  targets_ &= ~(uint64_t{1} << hop->output);
  out_of_turn_ &= ~(uint64_t{1} << hop->output);
}

void InputStreams::end_all() {
  for (uint64_t left = streaming_; left != 0; left &= left - 1) {
    end(static_cast<unsigned>(__builtin_ctzll(left)));
  }
}

void InputStreams::end_missed(const FlitArrivals::Arrived& arrived, uint64_t missed) {
  for (; missed != 0; missed &= missed - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(missed));
    Hop* const hop = hops_[port];
    FlitCell tail(parts_.inputs.vc(port, hop->input_vc).body);
    tail.set_tail();
    end(port);
    if (hop->streams_out && parts_.arrivals.flit(arrived, port).bits() != tail.bits()) {
      parts_.leaving.end(hop->output);
    }
  }
}

/// `offered`: outputs for which others than streams are offered.
void InputStreams::join(uint64_t offered) {
  const uint64_t outputs = (offered | out_of_turn_) & targets_;
  out_of_turn_ = 0;
  for (uint64_t left = outputs; left != 0; left &= left - 1) {
    taking_part_ |= to_[__builtin_ctzll(left)];
  }
}

[[gnu::noinline]] void InputStreams::offer_all() {
  for (uint64_t left = taking_part_; left != 0; left &= left - 1) {
    parts_.allocator.offer(hops_[__builtin_ctzll(left)]);
  }
}

}  // namespace chokepoint::stream
