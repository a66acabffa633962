// SPDX-License-Identifier: Apache-2.0
// Checks of [[fault]] tables: which keys a kind of fault wants and has, and what there is to
// strike.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/hooks/mechanism.h"
#include "sim/reader/checks.h"
#include "sim/topology/topology.h"

namespace chokepoint {

namespace {

struct KindKeys {
  FaultKind kind;
  const char* name;
  std::vector<std::string> wanted, allowed;  ///< beside kind, from, to
};

const std::vector<KindKeys>& kinds() {
  static const std::vector<KindKeys> all = {
      {FaultKind::kLose,
       "lose",
       {},
       {"message", "wire", "node", "router", "sender", "probability", "count"}},
      {FaultKind::kDuplicate,
       "duplicate",
       {},
       {"message", "wire", "node", "router", "sender", "probability", "count", "cycles"}},
      {FaultKind::kDelay,
       "delay",
       {"cycles"},
       {"message", "wire", "node", "router", "sender", "probability", "count", "cycles"}},
      {FaultKind::kSetMark, "set_mark", {}, {"node", "sender", "probability", "count"}},
      {FaultKind::kClearMark, "clear_mark", {}, {"node", "sender", "probability", "count"}},
      {FaultKind::kStuckAt1, "stuck_at_1", {}, {"router", "port"}},
      {FaultKind::kStuckAt0, "stuck_at_0", {}, {"router", "port"}},
      {FaultKind::kRogue, "rogue", {"node"}, {"node"}},
      {FaultKind::kStopDraining, "stop_draining", {"node"}, {"node"}},
      {FaultKind::kReset, "reset", {"router"}, {"router"}},
      {FaultKind::kUpset, "upset", {"count"}, {"count", "unit", "state"}}};
  return all;
}

class FaultCheck {
 public:
  FaultCheck(const Scenario& scenario, const FaultConfig& fault, const RawTable& table,
             Problems& problems)
      : scenario_(scenario), fault_(fault), table_(table), problems_(problems) {
    const auto found = mechanisms().find(scenario.mechanism.name);
    if (found != mechanisms().end()) mechanism_ = &found->second;
  }

  void run() {
    if (table_.find("kind") == nullptr) {
      problems_.add(table_.origin, "kind", "missing; every [[fault]] needs a kind");
      return;
    }
    check_keys();
    if (fault_.to <= fault_.from) {
      report("to", fmt::format("{} is not after from = {}", fault_.to, fault_.from));
    }
    const unsigned nodes = scenario_.nodes(), routers = scenario_.routers();
    check_number("node", fault_.node, nodes);
    check_number("sender", fault_.sender, nodes);
    check_number("router", fault_.router, routers);
    check_number("port", fault_.port, scenario_.radix());
    check_message();
    check_wire();
    check_kind();
  }

 private:
  void check_wire() {
    const bool of_messages = fault_.kind == FaultKind::kLose ||
                             fault_.kind == FaultKind::kDuplicate ||
                             fault_.kind == FaultKind::kDelay;
    if (!of_messages) return;
    if (fault_.wire.empty() && fault_.router >= 0) {
      report("router", "has no effect without wire: control packets are struck at nodes");
    }
    if (fault_.router >= 0 && fault_.node >= 0) {
      report("node", "beside router names two receivers of one value; leave one of them out");
    }
  }
  void check_keys() {
    const auto own = std::find_if(kinds().begin(), kinds().end(),
                                  [this](const KindKeys& k) { return k.kind == fault_.kind; });
    for (const std::string& key : own->wanted) {
      const bool none = key == "count" && fault_.count == 0;
      if (table_.find(key) == nullptr || none) {
        report(key, fmt::format("missing; kind {} needs it", own->name));
      }
    }
    for (const auto& entry : table_.values) {
      const std::string& key = entry.first;
      const auto has = [&key](const KindKeys& k) {
        return std::find(k.allowed.begin(), k.allowed.end(), key) != k.allowed.end();
      };
      if (key == "kind" || key == "from" || key == "to" || has(*own)) continue;
      std::vector<std::string> users;
      for (const KindKeys& other : kinds()) {
        if (has(other)) users.emplace_back(other.name);
      }
      report(key, fmt::format("has no effect with kind {}; it is for {}", own->name,
                              fmt::join(users, ", ")));
    }
  }

  void check_number(const char* key, int number, unsigned count) {
    if (number < 0 || static_cast<unsigned>(number) < count) return;
    report(key, fmt::format("{} does not exist; legal is -1..{}", number, count - 1));
  }

  void check_kind() {
    const RunConfig& run = scenario_.run;
    switch (fault_.kind) {
      case FaultKind::kDelay:
        if (table_.find("cycles") != nullptr && fault_.cycles == 0) {
          report("cycles", "0 is no delay; give at least 1");
        }
        break;
      case FaultKind::kRogue:
        if (fault_.node < 0) report("node", "-1 is no source; give one");
        // A block in work could never be finished, and an earlier grant would be forgotten.
        if (mechanism_ != nullptr && mechanism_->declares.reserves &&
            (fault_.from != 0 || fault_.to != ~Cycle{0} || run.disable_at != ~Cycle{0})) {
          report("kind",
                 fmt::format("a rogue is one for the whole run with mechanism {}; leave out from, "
                             "to and run.disable_at",
                             mechanism_->name));
        }
        break;
      case FaultKind::kStopDraining:
        if (fault_.node < 0) report("node", "-1 is no destination; give one");
        break;
      case FaultKind::kReset:
        if (fault_.router < 0) report("router", "-1 is no router; give one");
        if (table_.find("to") != nullptr) {
          report("to", "has no effect with kind reset, which strikes once, in cycle from");
        }
        break;
      case FaultKind::kUpset:
        if (scenario_.engine != EngineKind::kRtl) {
          report("kind", "upset strikes registers of the RTL; use engine rtl");
        }
        break;
      default:
        break;
    }
  }

  /// What a wire carries is known when the mechanism has attached.
  void check_message() {
    if (fault_.message == "any" || mechanism_ == nullptr || !fault_.wire.empty()) return;
    const Declarations& declares = mechanism_->declares;
    if (declares.message(fault_.message) != nullptr) return;
    std::vector<std::string> names = {"any"};
    for (const MessageSpec& spec : declares.messages) names.push_back(spec.name);
    report("message",
           fmt::format("'{}' is no message of mechanism {}; legal is {}{}", fault_.message,
                       mechanism_->name, fmt::join(names, ", "),
                       names.size() == 1 ? "; one that goes over a wire has wire beside it" : ""));
  }

  void report(const std::string& key, const std::string& what) {
    const RawValue* value = table_.find(key);
    problems_.add(value == nullptr ? table_.origin : value->origin, key, what);
  }

  const Scenario& scenario_;
  const MechanismInfo* mechanism_ = nullptr;  ///< null: there is none of its name
  const FaultConfig& fault_;
  const RawTable& table_;
  Problems& problems_;
};

}  // namespace

void check_faults(const Scenario& scenario, const RawScenario& raw, Problems& problems) {
  for (size_t f = 0; f < scenario.faults.size(); ++f) {
    FaultCheck(scenario, scenario.faults[f], raw.faults[f], problems).run();
  }
}

}  // namespace chokepoint
