// SPDX-License-Identifier: Apache-2.0
// Checks of what a mechanism declares.
#include "sim/hooks/declarations.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint {

namespace {

template <class Spec>
const Spec* find(const std::vector<Spec>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&name](const Spec& spec) { return spec.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// Names are keys of summary.json and words of a scenario.
bool bad_name(const std::string& name) {
  return name.empty() || name == "data" || name == "any" ||
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos;
}

std::string class_problem(const VcClassSpec& spec) {
  if (spec.vcs == 0) return "has no VC";
  if (spec.voq && spec.use != VcUse::kData) return "has VOQs; only a class of kData can have them";
  if (spec.use == VcUse::kMessages) {
    if (spec.per_deadlock_class) return "is for messages, which one deadlock class carries";
    if (spec.priority < VcClassSpec::kLowestOfMessages || spec.priority > VcClassSpec::kHighest) {
      return fmt::format("has priority {}; messages have {} to {}", spec.priority,
                         VcClassSpec::kLowestOfMessages, VcClassSpec::kHighest);
    }
  } else if (spec.priority > 1) {
    return fmt::format(
        "has priority {}; packets of several flits have 0 or 1, since before data goes only what "
        "holds it up for one flit",
        spec.priority);
  }
  return "";
}

std::string message_problem(const MessageSpec& spec, const Declarations& all) {
  const auto kind = static_cast<unsigned>(spec.kind);
  if (kind < MessageSpec::kFirst || kind > MessageSpec::kLast) {
    return fmt::format("has kind {}; legal is {} to {}", kind, MessageSpec::kFirst,
                       MessageSpec::kLast);
  }
  if (spec.bits() > MessageSpec::kFlitBits) {
    return fmt::format("has {} bits; a flit has {}", spec.bits(), MessageSpec::kFlitBits);
  }
  const VcClassSpec* vc_class = all.vc_class(spec.vc_class);
  if (vc_class == nullptr || vc_class->use != VcUse::kMessages) {
    return fmt::format("wants VC class `{}`, which is none for messages", spec.vc_class);
  }
  if (spec.vc >= vc_class->vcs) {
    return fmt::format("wants VC {} of class `{}`, which has {}", spec.vc, spec.vc_class,
                       vc_class->vcs);
  }
  return "";
}

}  // namespace

const VcClassSpec* Declarations::vc_class(const std::string& name) const {
  return find(vc_classes, name);
}

const MessageSpec* Declarations::message(const std::string& name) const {
  return find(messages, name);
}

std::string Declarations::problem() const {
  if (vc_classes.size() >= kVcClasses) {
    return fmt::format("{} VC classes; {} is the most", vc_classes.size(), kVcClasses - 1);
  }
  bool droppable = false;
  for (const VcClassSpec& spec : vc_classes) {
    if (bad_name(spec.name)) return fmt::format("`{}` is no name of a VC class", spec.name);
    if (vc_class(spec.name) != &spec) return fmt::format("two VC classes `{}`", spec.name);
    const std::string what = class_problem(spec);
    if (!what.empty()) return fmt::format("VC class `{}` {}", spec.name, what);
    if (spec.use == VcUse::kDroppable && droppable) return "two classes of droppable packets";
    droppable = droppable || spec.use == VcUse::kDroppable;
  }
  for (const MessageSpec& spec : messages) {
    if (bad_name(spec.name)) return fmt::format("`{}` is no name of a message", spec.name);
    if (message(spec.name) != &spec) return fmt::format("two messages `{}`", spec.name);
    for (const MessageSpec& other : messages) {
      if (&other != &spec && other.kind == spec.kind) {
        return fmt::format("messages `{}` and `{}` have the same kind {}", spec.name, other.name,
                           static_cast<unsigned>(spec.kind));
      }
    }
    const std::string what = message_problem(spec, *this);
    if (!what.empty()) return fmt::format("message `{}` {}", spec.name, what);
  }
  return "";
}

}  // namespace chokepoint
