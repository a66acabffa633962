// SPDX-License-Identifier: Apache-2.0
// When streams at outputs begin and end.
#include "sim/switch/stream/output_streams.h"

namespace chokepoint::stream {

void OutputStreams::begin(Cycle now, Hop* hop) {
  const unsigned port = hop->output, left = unsigned{hop->flits} - hop->sent;
  if (buffers_.begun(port) != 1 || left < 3 || !(hop->streams_in || hop->crossed == hop->flits)) {
    return;
  }
  leaving_[port] = hop;
  hop->sent = static_cast<uint16_t>(now + 1 - hop->sent);
  hop->streams_out = true;
  const uint64_t bit = uint64_t{1} << port;
  streaming_ |= bit;
  others_ = setup_.is_data(hop->output_vc) ? others_ & ~bit : others_ | bit;
  due_[(now + left) % due_.size()] |= bit;
}

void OutputStreams::end(unsigned port) {
  Hop* const hop = leaving_[port];
  hop->sent = static_cast<uint16_t>(clock_.sent(*hop));
  hop->streams_out = false;
  streaming_ &= ~(uint64_t{1} << port);
  vcs_.retry(port, hop->output_queue);
  buffers_.update_sendable(*hop);
}

void OutputStreams::end_all() {
  for (uint64_t left = streaming_; left != 0; left &= left - 1) {
    end(static_cast<unsigned>(__builtin_ctzll(left)));
  }
}

void OutputStreams::end_due(Cycle now) {
  uint64_t& due = due_[now % due_.size()];
  uint64_t over = buffers_.take_urgent() & streaming_, later = 0;
  for (uint64_t left = due & streaming_ & ~over; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    const unsigned before_tail = leaving_[port]->flits - clock_.sent(*leaving_[port]) - 1;
    over |= uint64_t{before_tail == 0} << port;
    later |= uint64_t{before_tail != 0 && before_tail % due_.size() == 0} << port;
  }
  due = later;
  for (; over != 0; over &= over - 1) end(static_cast<unsigned>(__builtin_ctzll(over)));
}

}  // namespace chokepoint::stream
