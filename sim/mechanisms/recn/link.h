// SPDX-License-Identifier: Apache-2.0
// RECN's messages between neighbours, beside the packets.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "sim/channel/wire_board.h"
#include "sim/hooks/context.h"
#include "sim/units/recn/message_select.h"

namespace chokepoint::recn {

/// On the wire. A message is a bit for its way through the tree, its kind, turns and mask, 3 + 2
/// PoolBits bits; a place that is free again is a bit beside it.
struct LinkMessage {
  enum class Way : uint8_t { kUpstream, kDownstream };
  uint64_t turns = 0, mask = 0;
  uint8_t port = 0;  ///< at the receiver
  uint8_t kind = 0;  ///< RecnNotice upstream, RecnReply downstream
  Way way = Way::kUpstream;
  bool place = false;  ///< no message: one sent before, on this way, has been dealt with

  static LinkMessage of(const RecnMessage& said, unsigned port, Way way) {
    LinkMessage message{said.path.turns, said.path.mask};
    message.port = static_cast<uint8_t>(port);
    message.kind = static_cast<uint8_t>(said.kind);
    message.way = way;
    return message;
  }
  static LinkMessage free_place(unsigned port, Way way) {
    LinkMessage message;
    message.port = static_cast<uint8_t>(port);
    message.way = way;
    message.place = true;
    return message;
  }
  RecnMessage said() const { return {kind, {turns, mask}}; }

  /// For faults.
  static std::vector<std::string> message_names() {
    return {"notif", "xoff", "xon", "acc", "rej", "dealloc", "place"};
  }
  unsigned message() const {
    constexpr unsigned kNotices = 3, kPlace = 6;
    return place ? kPlace : kind + (way == Way::kUpstream ? 0 : kNotices);
  }
};

/// As long as the longest channel between those that it joins: routers, and with `nics` they and
/// their NICs.
inline WireSpec link_wire(const ChannelSpans& spans, bool nics) {
  return {"recn", nics ? std::max(spans.longest_router, spans.longest_node) : spans.longest_router};
}

/// Messages that have come by a link and wait for the port's unit: so many places, which the sender
/// counts. More can come only if a fault repeats one; that one is lost.
class LinkQueue {
 public:
  static constexpr unsigned kPlaces = 4;
  void push(const RecnMessage& message) {
    if (waiting_.size() < kPlaces) waiting_.push_back(message);
  }
  bool empty() const { return waiting_.empty(); }
  const RecnMessage& front() const { return waiting_.front(); }
  void pop() { waiting_.pop_front(); }

 private:
  std::deque<RecnMessage> waiting_;
};

/// The sender's end: places that it knows to be free, and one message a cycle.
class LinkCredits {
 public:
  bool ready(Cycle now) const { return free_ != 0 && sent_in_ != now; }
  void take(Cycle now) {
    --free_;
    sent_in_ = now;
  }
  void give() { free_ += free_ < LinkQueue::kPlaces ? 1 : 0; }

 private:
  unsigned free_ = LinkQueue::kPlaces;
  Cycle sent_in_ = ~Cycle{0};
};

}  // namespace chokepoint::recn
