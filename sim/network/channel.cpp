// SPDX-License-Identifier: Apache-2.0
// Credits of one cycle, added up by port and VC when there are many.
#include "sim/network/channel.h"

namespace chokepoint {

CreditEvent* CreditLink::make_room(EventRow<CreditEvent> row) {
  const auto same = [](const CreditEvent& a, const CreditEvent& b) {
    return a.port == b.port && a.vc == b.vc;
  };
  CreditEvent* kept = row.begin();
  for (const CreditEvent& credit : row) {
    CreditEvent* const known =
        std::find_if(row.begin(), kept, [&](const CreditEvent& c) { return same(c, credit); });
    if (known == kept) {
      *kept++ = credit;
    } else {
      known->flits = static_cast<uint16_t>(known->flits + credit.flits);
    }
  }
  row.erase(kept, row.end());
  if (!row.push_back({})) throw CheckError("more credits in a cycle than ports and VCs");
  return row.end() - 1;
}

}  // namespace chokepoint
