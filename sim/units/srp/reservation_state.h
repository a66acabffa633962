// SPDX-License-Identifier: Apache-2.0
// What the golden model of the reservation requester keeps of an entry, of the packet that goes again
// next and of the table before a clock (docs/reference/srp/reservation_requester.md).
#pragma once

#include <cstdint>

namespace chokepoint::reservation {

struct Entry {
  uint64_t start = 0;                    // the cycle from which on reserved data may go
  uint64_t outstanding = 0, failed = 0;  // bit i: packet base + i
  uint32_t message = 0, base = 0, next = 0, left = 0;
  uint32_t flits = 0;  // of the block, to ask again
};
/// An ACK or NACK of the last clock.
struct Answer {
  bool valid = false, ack = false;
  uint64_t row = 0;  // that it is about, as a bit; 0: none
  uint32_t message = 0, sequence = 0;
};
/// The packet that goes again next: picked, then found, then shown.
struct Repair {
  uint64_t picked = 0;  // the row as a bit
  bool valid = false;
  unsigned packet = 0;    // of the block
  unsigned served = 64;  // the row served last; none is above 63
};
struct Request {
  uint32_t destination = 0, tag = 0, flits = 0;
};
/// The table before the clock, as far as later steps go by it; bit e: entry e.
struct Shown {
  uint64_t valid = 0, done = 0, asking = 0, unanswered = 0, waiting = 0, repairs = 0;
  uint64_t reached = 0, again = 0;  // starts that count from now on; to be asked for again
  bool offered = false, tick = false;
  int found = -1;  // packet of the row picked for repair; -1: none
  Request request;
};

}  // namespace chokepoint::reservation
