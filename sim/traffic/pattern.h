// SPDX-License-Identifier: Apache-2.0
// What a traffic pattern is and how it registers itself; one pattern per file in this folder.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/random.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// The destinations of one node in one traffic group.
class Pattern {
 public:
  virtual ~Pattern() = default;
  virtual NodeId destination(RandomStream& random) const = 0;
  virtual unsigned destinations() const = 0;  ///< how many different ones there are
};

struct PatternInfo {
  std::string name;
  std::string summary;
  std::vector<std::string>
      keys;  ///< keys of [[traffic]] that only some patterns use, used by this one
  /// Checks the group and fills in what it derives (mapping, destinations); throws InputError "key:
  /// what".
  std::function<void(const Scenario&, TrafficConfig&)> prepare;
  /// `scenario` and `group` outlive the pattern. Null for `list`.
  std::function<std::unique_ptr<Pattern>(const Scenario&, const TrafficConfig&, NodeId)> make;
};

const std::map<std::string, PatternInfo>& patterns();
struct PatternRegistration {
  explicit PatternRegistration(PatternInfo info);
};

/// Keys used by every pattern that generates at a rate, and `more`.
std::vector<std::string> rate_keys(std::vector<std::string> more = {});

/// Keys of [[traffic]] that only the patterns which name them accept.
bool pattern_specific(const std::string& key);

/// A pattern with one destination.
class FixedDestination : public Pattern {
 public:
  explicit FixedDestination(NodeId node) : node_(node) {}
  NodeId destination(RandomStream&) const override { return node_; }
  unsigned destinations() const override { return 1; }

 private:
  NodeId node_;
};

/// Throws InputError unless the network is a flattened butterfly: the pattern counts in dimensions.
void require_dimensions(const Scenario& scenario, const std::string& pattern);

/// Router of the scenario's network `distance[d]` further round in every dimension d (dimension 0
/// varies fastest in router numbers; node = router x concentration + index).
RouterId shifted_router(const NetworkConfig& network, RouterId router,
                        const std::vector<unsigned>& distance);

}  // namespace chokepoint
