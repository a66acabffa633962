// SPDX-License-Identifier: Apache-2.0
// Round-robin order.
#pragma once

namespace chokepoint::plain {

/// How long it takes until it is the turn of `place` of `places`, after that of `last`: 0 for the
/// one behind it, places - 1 for `last` itself.
inline unsigned turns_after(unsigned last, unsigned place, unsigned places) {
  return place > last ? place - last - 1 : place + places - last - 1;
}

}  // namespace chokepoint::plain
