// SPDX-License-Identifier: Apache-2.0
// CBCM: what keeps packets back at a source, in words; registers changed from outside.
#include <fmt/format.h>

#include "sim/mechanisms/cbcm/cbcm.h"

namespace chokepoint::cbcm {

std::string NicSide::describe_wait() const {
  std::string text;
  const CbcmNic::Out& out = unit_->out();
  for (uint64_t left = out.entry_valid; left != 0; left &= left - 1) {
    const auto entry = static_cast<size_t>(__builtin_ctzll(left));
    text +=
        fmt::format("{}throttled towards node {} at degree {}, {} tokens", text.empty() ? "" : ", ",
                    out.entry_destination[entry], out.entry_degree[entry], out.entry_tokens[entry]);
  }
  return text;
}

void RouterSide::upset() {
  levels_changed_ = struck_ = true;
  if (early_) early_->upset();
}

}  // namespace chokepoint::cbcm
