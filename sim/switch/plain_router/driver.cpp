// SPDX-License-Identifier: Apache-2.0
// One switch part by part, then the other at once.
#include "sim/switch/plain_router/driver.h"

#include <utility>

#include "sim/switch/plain_router/difference.h"

namespace chokepoint::plain {

SwitchDriver::SwitchDriver(const SwitchSizes& sizes, std::unique_ptr<SwitchingTechnique> technique,
                           std::unique_ptr<SwitchingTechnique> twin)
    : technique_(std::move(technique)),
      twin_technique_(std::move(twin)),
      core_(sizes, *technique_) {
  if (twin_technique_) twin_ = std::make_unique<PlainSwitch>(sizes, *twin_technique_);
}

SwitchIn& SwitchDriver::begin_cycle() {
  in_.credits.clear();
  in_.shares.clear();
  in_.flits.clear();
  in_.replacements.clear();
  in_.queue_changes.clear();
  in_.output_queue_changes.clear();
  return in_;
}

void SwitchDriver::take_credits() {
  core_.take_credits(in_.credits, out_);
  core_.take_shares(in_.shares);
}

const ArrivalOut& SwitchDriver::take_flit(const FlitIn& flit) {
  in_.flits.push_back(flit);
  core_.take_flit(flit, out_);
  return out_.arrivals.back();
}

void SwitchDriver::replace(const ReplacementIn& replacement) {
  in_.replacements.push_back(replacement);
  core_.replace(replacement, out_);
}

void SwitchDriver::change_queue(const QueueIn& change) {
  in_.queue_changes.push_back(change);
  core_.change_queue(change, out_);
}

void SwitchDriver::change_output_queue(const OutputQueueIn& change) {
  in_.output_queue_changes.push_back(change);
  core_.change_output_queue(change);
}

std::string SwitchDriver::move(const std::optional<OriginatedIn>& originated) {
  in_.originated = originated;
  core_.move(originated, out_);
  if (!twin_) return "";
  twin_->step(in_, twin_out_);
  return first_difference(out_, twin_out_);
}

}  // namespace chokepoint::plain
