// SPDX-License-Identifier: Apache-2.0
// Ends a run early when a traffic group is plainly saturated (run.saturation_group).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "sim/scenario/scenario.h"
#include "sim/traffic/message_sizes.h"

namespace chokepoint {

/// Finds a group plainly saturated: in kWindows windows running, within the measured interval, it
/// accepted less than kShare of its rate, and the gap is far beyond the chance of generation.
class SaturationWatch {
 public:
  /// `ejected`: flits that group number such-and-such has got so far in the measured interval.
  using Ejected = std::function<uint64_t(unsigned group)>;
  SaturationWatch(const Scenario& scenario, Ejected ejected)
      : run_(scenario.run), flits_(std::move(ejected)) {
    for (unsigned g = 0; g < scenario.traffic.size() && !run_.saturation_group.empty(); ++g) {
      if (scenario.traffic[g].name != run_.saturation_group) continue;
      group_ = &scenario.traffic[g];
      number_ = g;
    }
    if (group_ == nullptr) return;
    const double window = static_cast<double>(run_.saturation_window);
    offered_ = group_->rate * window * static_cast<double>(group_->sources.size());
    const double message = static_cast<double>(group_->packet_flits) *
                           static_cast<double>(MessageSizes(*group_).largest());
    const double chance = kDeviations * std::sqrt(offered_ * message);
    least_ = offered_ - std::max((1 - kShare) * offered_, chance);
    next_ = run_.warmup + run_.saturation_window;
  }

  /// Before cycle `now`; generation ends, or has ended, before cycle `end`. True when the run may
  /// end.
  bool saturated(Cycle now, Cycle end) {
    if (group_ == nullptr || now != next_ || now > end) return false;
    next_ += run_.saturation_window;
    const double before = ejected_;
    ejected_ = static_cast<double>(flits_(number_));
    // A window in which the group did not generate all the time says nothing.
    const bool whole = now - run_.saturation_window >= group_->start && now <= group_->stop;
    last_ = ejected_ - before;
    low_ = whole && last_ < least_ ? low_ + 1 : 0;
    return low_ >= kWindows;
  }

  /// When saturated() judges next; 0: never.
  Cycle next() const { return next_; }
  std::string why(Cycle now) const {
    const double each = 1 / static_cast<double>(run_.saturation_window * group_->sources.size());
    return fmt::format(
        "ended at cycle {} of {}: group {} accepts {:.3f} of its {:.3f} flits/cycle/node, too "
        "little in {} windows of {} cycles running",
        now, run_.warmup + run_.measure + run_.drain, group_->name, last_ * each, group_->rate,
        kWindows, run_.saturation_window);
  }

 private:
  static constexpr unsigned kWindows = 3;
  static constexpr double kShare = 0.8;
  static constexpr double kDeviations = 5;

  const RunConfig& run_;
  Ejected flits_;
  const TrafficConfig* group_ = nullptr;
  unsigned number_ = 0, low_ = 0;
  double offered_ = 0, least_ = 0;  ///< flits of a window: offered, and the least that is accepted
  double ejected_ = 0, last_ = 0;   ///< so far, and in the last window
  Cycle next_ = 0;
};

}  // namespace chokepoint
