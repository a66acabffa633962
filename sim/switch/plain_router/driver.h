// SPDX-License-Identifier: Apache-2.0
// A PlainSwitch that is driven part by part within a cycle, and a second one in lockstep with it.
#pragma once

#include <memory>
#include <string>

#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint::plain {

/// Writes down what it hands to the switch: the SwitchIn of the cycle. A second switch, if there is
/// one, gets that as a whole, so that equal outputs also tell that nothing else passed.
class SwitchDriver {
 public:
  /// `twin` null: there is no second switch.
  SwitchDriver(const SwitchSizes& sizes, std::unique_ptr<SwitchingTechnique> technique,
               std::unique_ptr<SwitchingTechnique> twin);

  /// Of what comes in nothing yet; credits and shares are written into it, and then taken.
  SwitchIn& begin_cycle();
  void take_credits();
  const ArrivalOut& take_flit(const FlitIn& flit);
  void replace(const ReplacementIn& replacement);
  void change_queue(const QueueIn& change);
  void change_output_queue(const OutputQueueIn& change);
  /// What is different in the second switch ("" if nothing is): first_difference().
  std::string move(const std::optional<OriginatedIn>& originated);

  const PlainSwitch& core() const { return core_; }
  const SwitchingTechnique& technique() const { return *technique_; }
  const SwitchIn& in() const { return in_; }
  const SwitchOut& out() const { return out_; }

 private:
  std::unique_ptr<SwitchingTechnique> technique_, twin_technique_;
  PlainSwitch core_;
  std::unique_ptr<PlainSwitch> twin_;
  SwitchIn in_;
  SwitchOut out_, twin_out_;
};

}  // namespace chokepoint::plain
