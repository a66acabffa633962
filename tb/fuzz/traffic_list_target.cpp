// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the CSV files of pattern `list`.
#include <fmt/format.h>

#include <algorithm>

#include "sim/common/types.h"
#include "sim/traffic/list.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/sandbox.h"
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {
namespace {

constexpr NodeId kNodes = 16;
constexpr uint64_t kMaxFlits = 8192;

std::string as_csv(const std::vector<ListEntry>& entries) {
  std::string text = "cycle,source,destination,flits\n";
  for (const ListEntry& e : entries)
    text += fmt::format("{},{},{},{}\n", e.cycle, e.source, e.destination, e.flits);
  return text;
}

const TargetRegistration registration("traffic_list", [](const std::string& input) {
  static const Sandbox sandbox;
  const std::string path = sandbox.path("list.csv");
  sandbox.write("list.csv", input);
  std::vector<ListEntry> entries;
  try {
    entries = read_traffic_list(path, kNodes, kMaxFlits);
  } catch (const InputError& error) {
    check_message(error.what(), {{path, input}});
    return;
  }
  require(!entries.empty(), "accepted without a message");
  require(entries.size() <= lines_of(input).size(), "more messages than rows");
  for (const ListEntry& e : entries) {
    require(e.source < kNodes && e.destination < kNodes && e.source != e.destination &&
                e.flits >= 1 && e.flits <= kMaxFlits,
            "accepted out of range: " + as_csv({e}));
  }
  require(std::is_sorted(entries.begin(), entries.end(),
                         [](const ListEntry& a, const ListEntry& b) {
                           return a.source != b.source ? a.source < b.source : a.cycle < b.cycle;
                         }),
          "not in order");
  const std::string again = as_csv(entries);
  sandbox.write("list.csv", again);
  require(as_csv(read_traffic_list(path, kNodes, kMaxFlits)) == again, "not the same when reread");
});

}  // namespace
}  // namespace chokepoint::fuzz
