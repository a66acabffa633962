// SPDX-License-Identifier: Apache-2.0
// Numbering of the virtual channels of a run.
#include "sim/hooks/vc_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/routing/routing_function.h"

namespace chokepoint {

VcLayout::VcLayout(const Scenario& scenario, Declarations declares, unsigned routing_classes,
                   const std::vector<unsigned>& first_vcs)
    : data_vcs(scenario.network.data_vcs),
      node_vcs(scenario.network.node_channel_vcs == 0 ? data_vcs
                                                      : scenario.network.node_channel_vcs),
      classes(routing_classes),
      voq(scenario.network.input_queues != InputQueues::kFifo),
      declares_(std::move(declares)) {
  const auto fail = [&](const std::string& what) {
    throw InputError(scenario.origin("network", "data_vcs") + ": data_vcs: " + what);
  };
  if (const std::string problem = declares_.problem(); !problem.empty()) {
    throw InputError(fmt::format("{}: name: mechanism {} declares {}",
                                 scenario.origin("mechanism", "name"), scenario.mechanism.name,
                                 problem));
  }
  if (node_vcs > data_vcs) {
    throw InputError(fmt::format(
        "{}: node_channel_vcs: {} VCs, but network.data_vcs is {}; use at most as many, or 0 for "
        "all",
        scenario.origin("network", "node_channel_vcs"), node_vcs, data_vcs));
  }
  if (declares_.data_sets) sets = declares_.data_sets(scenario);
  if (classes > data_vcs) {
    const auto function = routing_functions().find(scenario.routing.function);
    const bool phase_needs_fewer = scenario.network.vc_classes == VcClasses::kHops && classes > 2 &&
                                   function != routing_functions().end() &&
                                   function->second.follows_vc_classes;
    fail(fmt::format(
        "{} data VCs are fewer than the {} deadlock classes that this routing needs; "
        "use at least {}{}",
        data_vcs, classes, classes, phase_needs_fewer ? ", or vc_classes = \"phase\"" : ""));
  }
  for (unsigned c = 0; c < classes; ++c) {
    const unsigned first = first_vcs.empty() ? c * data_vcs / classes : first_vcs.at(c);
    const unsigned end = first_vcs.empty() ? (c + 1) * data_vcs / classes : first_vcs.at(c + 1);
    class_vcs_[c] = ones(end - first) << first;
  }
  total = data_vcs * sets;
  one_output_queue_ = scenario.network.output_queues == OutputQueues::kPort;
  std::vector<const VcClassSpec*> present;
  for (const VcClassSpec& spec : declares_.vc_classes) {
    if (spec.present && !spec.present(scenario)) continue;
    present.push_back(&spec);
    total += spec.vcs * (spec.per_deadlock_class ? classes : 1);
  }
  if (total > kMaxVcs) {
    std::string others;
    for (const VcClassSpec* spec : present) {
      others += fmt::format(", {} `{}`", spec->vcs * (spec->per_deadlock_class ? classes : 1),
                            spec->name);
    }
    fail(fmt::format(
        "{} VCs in all are more than {}: {} sets of {} data VCs{} of mechanism {}; use fewer data "
        "VCs{}",
        total, kMaxVcs, sets, data_vcs, others, scenario.mechanism.name,
        sets > 1 ? " or fewer traffic classes" : ""));
  }
  total = data_vcs * sets;
  one_output_queue_ = scenario.network.output_queues == OutputQueues::kPort;
  if (voq) voq_mask_ = data_mask();
  class_names_ = {"data"};
  class_ids_ = {VcClass::kData};
  std::fill_n(priority_.begin(), total, uint8_t{1});
  for (const VcClassSpec* spec : present) add_class(*spec);
  set_priorities();
  find_ways();
  if (has_class(RoutingFunction::kRecoveryClass)) {
    recovery_mask_ = ranges_[number_of(vc_class(RoutingFunction::kRecoveryClass))].mask();
  }
}

void VcLayout::add_class(const VcClassSpec& spec) {
  const auto number = static_cast<unsigned>(class_names_.size());
  class_names_.push_back(spec.name);
  class_ids_.push_back(make_vc_class(number, spec.use));
  Range& range = ranges_[number];
  range.first = static_cast<uint8_t>(total);
  range.vcs = static_cast<uint8_t>(spec.vcs);
  range.all = static_cast<uint8_t>(spec.vcs * (spec.per_deadlock_class ? classes : 1));
  range.per_deadlock_class = spec.per_deadlock_class;
  for (unsigned vc = 0; vc < range.all; ++vc) {
    unsigned priority = spec.priority;
    if (spec.use == VcUse::kMessages) {
      priority -= std::min(vc, priority - VcClassSpec::kLowestOfMessages);
      message_vcs_.push_back(total + vc);
    }
    priority_[total + vc] = static_cast<uint8_t>(priority);
  }
  if (spec.use == VcUse::kMessages) control_mask_ |= range.mask();
  if (spec.voq && voq) voq_mask_ |= range.mask();
  if (spec.use == VcUse::kDroppable) {
    speculative_vc = static_cast<int>(total);
    speculative_vcs = range.all;
    speculative_class = class_ids_.back();
  }
  total += range.all;
}

void VcLayout::set_priorities() {
  for (unsigned vc = 0; vc < total; ++vc) {
    const unsigned priority = priority_[vc];
    if (priority == 0) continue;
    levels_[priority == 1 ? levels_.size() - 1 : VcClassSpec::kHighest - priority] |= uint32_t{1}
                                                                                      << vc;
  }
  while (levels_[first_level_] == 0) ++first_level_;  // data VCs are in the last one
  std::stable_sort(message_vcs_.begin(), message_vcs_.end(),
                   [this](unsigned a, unsigned b) { return priority_[a] > priority_[b]; });
}

/// A message whose class is not there in this run cannot be sent.
void VcLayout::find_ways() {
  for (const MessageSpec& spec : declares_.messages) {
    if (!has_class(spec.vc_class)) continue;
    Way& way = ways_[static_cast<size_t>(spec.kind)];
    way.declared = true;
    way.vc_class = vc_class(spec.vc_class);
    way.class_vc = static_cast<uint8_t>(spec.vc);
    const auto place =
        std::find(message_vcs_.begin(), message_vcs_.end(), first_vc(spec.vc_class) + spec.vc);
    way.queue = static_cast<uint8_t>(place - message_vcs_.begin());
  }
}

bool VcLayout::has_class(const std::string& name) const {
  return std::find(class_names_.begin(), class_names_.end(), name) != class_names_.end();
}

VcClass VcLayout::vc_class(const std::string& name) const {
  const auto found = std::find(class_names_.begin(), class_names_.end(), name);
  if (found == class_names_.end()) throw std::logic_error("no VC class " + name + " in this run");
  return class_ids_[static_cast<size_t>(found - class_names_.begin())];
}

const MessageSpec* VcLayout::message(PacketKind kind) const {
  for (const MessageSpec& spec : declares_.messages) {
    if (spec.kind == kind) return &spec;
  }
  return nullptr;
}

const std::string& VcLayout::name_of(PacketKind kind) const {
  const MessageSpec* spec = message(kind);
  return spec == nullptr ? class_names_.front() : spec->name;
}

void VcLayout::become_message(Packet& packet, PacketKind kind) const {
  const Way& way = ways_[static_cast<size_t>(kind) % ways_.size()];
  if (!way.declared) fail_undeclared(kind);
  packet.kind = kind;
  packet.vc_class = way.vc_class;
  packet.class_vc = way.class_vc;
  packet.group = kControlGroup;
  packet.minimal_only = true;
}

void VcLayout::fail_undeclared(PacketKind kind) {
  throw CheckError(
      fmt::format("the mechanism sends a message of kind {}, which it does not declare "
                  "for this run",
                  static_cast<unsigned>(kind)));
}

}  // namespace chokepoint
