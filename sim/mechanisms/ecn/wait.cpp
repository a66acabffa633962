// SPDX-License-Identifier: Apache-2.0
// ECN: what keeps packets back at a source, in words.
#include <fmt/format.h>

#include "sim/mechanisms/ecn/ecn.h"

namespace chokepoint::ecn {

std::string NicSide::describe_wait() const {
  std::string text;
  for (uint64_t left = destinations_.known(); left != 0; left &= left - 1) {
    const unsigned entry = lowest_bit(left);
    text += fmt::format("{}delayed towards node {} at level {}{}", text.empty() ? "" : ", ",
                        destinations_.of(entry), out_.entry_level[entry],
                        ((out_.entry_blocked >> entry) & 1) != 0 ? ", blocked" : "");
  }
  return text;
}

}  // namespace chokepoint::ecn
