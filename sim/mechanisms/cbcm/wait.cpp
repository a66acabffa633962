// SPDX-License-Identifier: Apache-2.0
// CBCM: what keeps packets back at a source, in words; registers changed from outside.
#include <fmt/format.h>

#include "sim/mechanisms/cbcm/cbcm.h"

namespace chokepoint::cbcm {

std::string NicSide::describe_wait() const {
  std::string text;
  const CbcmNic::Out& out = unit_->out();
  for (uint64_t left = destinations_.known(); left != 0; left &= left - 1) {
    const unsigned entry = lowest_bit(left);
    text +=
        fmt::format("{}throttled towards node {} at degree {}, {} tokens", text.empty() ? "" : ", ",
                    destinations_.of(entry), out.entry_degree[entry], out.entry_tokens[entry]);
  }
  return text;
}

void RouterSide::upset() {
  levels_changed_ = struck_ = true;
  if (early_) early_->upset();
}

}  // namespace chokepoint::cbcm
