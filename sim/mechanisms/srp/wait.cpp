// SPDX-License-Identifier: Apache-2.0
// SRP: which blocks are in work and which packets have no answer yet, in words.
#include <fmt/format.h>

#include <algorithm>

#include "sim/mechanisms/srp/srp.h"

namespace chokepoint::srp {

std::string NicSide::describe_wait() const {
  std::string text;
  for (uint64_t left = destinations_.known(); left != 0; left &= left - 1) {
    const unsigned entry = lowest_bit(left);
    const NodeId destination = destinations_.of(entry);
    const uint64_t bit = uint64_t{1} << entry;
    const char* waits = (out_.entry_speculate & bit) != 0 ? "may speculate"
                        : (out_.entry_send & bit) != 0
                            ? "may send"
                            : "waits for a grant, its start, an ACK or a NACK";
    const auto held = std::count_if(held_.begin(), held_.end(), [destination](const Held& h) {
      return !h.orphan && h.packet.destination == destination;
    });
    text += fmt::format("{}block to node {} {}, {} packets of it without an answer",
                        text.empty() ? "" : ", ", destination, waits, held);
  }
  if (orphans_failed_ != 0) text += fmt::format(", {} dropped packets to repeat", orphans_failed_);
  if (out_.reply_valid || !reservations_.empty() || !packets_.empty()) text += ", owes answers";
  return text;
}

}  // namespace chokepoint::srp
