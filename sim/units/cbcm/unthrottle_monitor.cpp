// SPDX-License-Identifier: Apache-2.0
// Golden model of the unthrottle monitor; the numbered steps are those of its contract page.
#include "sim/units/cbcm/unthrottle_monitor.h"

#include <algorithm>

namespace chokepoint {
namespace {

constexpr uint32_t kMaxIdleEpochs = 15;

}  // namespace

UnthrottleMonitor::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.quiescent = true;
}

void UnthrottleMonitor::Model::free(unsigned entry) {
  const uint64_t bit = uint64_t{1} << entry;
  out_.active &= ~bit;
  leaving_ &= ~bit;
  full_seen_ &= ~bit;
  refreshed_seen_ &= ~bit;
  wanted_[entry] = idle_epochs_[entry] = 0;
}

void UnthrottleMonitor::Model::begin_epoch(unsigned entry, const In& in) {
  const uint64_t bit = uint64_t{1} << entry;
  wanted_[entry] = in.cfg_epoch_flits;
  full_seen_ = (full_seen_ & ~bit) | (in.queue_full & bit);
  refreshed_seen_ &= ~bit;
}

// Step 4, for an entry that is not leaving.
void UnthrottleMonitor::Model::measure(unsigned e, const In& in, const Table& table) {
  const uint64_t bit = uint64_t{1} << e;
  if (in.generated_valid && in.generated_destination == table.destination[e])
    wanted_[e] -= std::min(wanted_[e], in.generated_flits);
  full_seen_ |= in.queue_full & bit;
  refreshed_seen_ |= table.refreshed & bit;
  if ((table.epoch_over & bit) == 0) return;

  const bool low = (full_seen_ & bit) == 0 && wanted_[e] > 0;
  const uint32_t idle_epochs =
      (refreshed_seen_ & bit) != 0 ? 0 : std::min(idle_epochs_[e] + 1, kMaxIdleEpochs);
  const bool lapsed = in.cfg_lease_epochs != 0 && idle_epochs >= in.cfg_lease_epochs;
  const bool may_leave = !in.cfg_drain_first || (in.queue_empty & bit) != 0;
  if ((low && may_leave) || lapsed) leaving_ |= bit;
  idle_epochs_[e] = idle_epochs;
  begin_epoch(e, in);
}

void UnthrottleMonitor::Model::advance(const In& in, const Table& table) {
  if (!in.enable) {
    for_each_bit(out_.active, [&](unsigned e) { free(e); });
    out_ = Out{};
    out_.quiescent = true;
    return;
  }
  if (out_.quiescent && (table.refreshed | table.epoch_over) == 0 && !in.generated_valid &&
      needs_no_clock(table.valid, in.queue_full))
    return;
  const uint64_t was_leaving = leaving_;
  const bool handshake = out_.unthrottle_valid && in.unthrottle_ready;
  const uint64_t taken = handshake ? uint64_t{1} << out_.unthrottle_entry : 0;

  for_each_bit((table.valid | out_.active) & ~taken, [&](unsigned e) {
    const uint64_t bit = uint64_t{1} << e;
    if ((table.valid & bit) == 0) {  // step 2
      free(e);
    } else if ((out_.active & bit) == 0) {  // step 3
      out_.active |= bit;
      begin_epoch(e, in);
    } else if ((was_leaving & bit) == 0) {
      measure(e, in, table);
    }
  });
  for_each_bit(taken, [&](unsigned e) { free(e); });  // step 1

  if (!out_.unthrottle_valid || handshake) {  // step 5
    const uint64_t next = was_leaving & ~taken & table.valid;
    out_.unthrottle_valid = next != 0;
    out_.unthrottle_entry = next != 0 ? lowest_bit(next) : 0;
    out_.unthrottle_destination = next != 0 ? table.destination[out_.unthrottle_entry] : 0;
  }
  out_.quiescent = !out_.unthrottle_valid && leaving_ == 0;
}

}  // namespace chokepoint
