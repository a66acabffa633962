// SPDX-License-Identifier: Apache-2.0
// Field by field.
#include "sim/switch/plain_router/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chokepoint::plain {

namespace {

using Fields = std::vector<std::pair<const char*, uint64_t>>;

// The port first, which is named in a report.
Fields fields(const ArrivalOut& x) {
  return {{"input", x.input},   {"vc", x.vc},         {"queue", x.queue},
          {"output", x.output}, {"packet", x.packet}, {"discarded", x.discarded},
          {"tail", x.tail},     {"front", x.front}};
}
Fields fields(const FlitOut& x) {
  return {
      {"output", x.output}, {"vc", x.vc}, {"packet", x.packet}, {"head", x.head}, {"tail", x.tail}};
}
Fields fields(const AssignmentOut& x) {
  return {{"output", x.output},       {"vc", x.vc},
          {"input", x.input},         {"queue", x.queue},
          {"input_vc", x.input_vc},   {"packet", x.packet},
          {"target", x.route.target}, {"phase", x.route.phase}};
}
Fields fields(const CrossingOut& x) {
  return {{"output", x.output},     {"pass", x.pass},   {"input", x.input},
          {"input_vc", x.input_vc}, {"queue", x.queue}, {"vc", x.vc},
          {"packet", x.packet},     {"head", x.head},   {"tail", x.tail}};
}
Fields fields(const CreditOut& x) {
  return {{"input", x.input}, {"vc", x.vc}, {"flits", x.flits}, {"pass", x.pass}};
}
Fields fields(const FrontOut& x) {
  return {{"input", x.input},
          {"queue", x.queue},
          {"output", x.output},
          {"vc", x.vc},
          {"packet", x.packet}};
}

template <class T>
std::string difference(const char* what, const std::vector<T>& a, const std::vector<T>& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const Fields one = fields(a[i]), other = fields(b[i]);
    for (size_t field = 0; field < one.size(); ++field) {
      if (one[field].second == other[field].second) continue;
      return fmt::format("{} {}: {}.{} is {} and {}", one[0].first, one[0].second, what,
                         one[field].first, one[field].second, other[field].second);
    }
  }
  if (a.size() == b.size()) return "";
  const bool more = a.size() > b.size();
  const Fields only = fields(more ? a[b.size()] : b[a.size()]);
  return fmt::format("{} {}: {}.{} is {} in the {} only", only[0].first, only[0].second, what,
                     only[1].first, only[1].second, more ? "first" : "second");
}

}  // namespace

std::string first_difference(const SwitchOut& a, const SwitchOut& b) {
  for (const std::string& found :
       {difference("arrivals", a.arrivals, b.arrivals), difference("flits", a.flits, b.flits),
        a.originated == b.originated
            ? std::string()
            : fmt::format("originated is {} and {}", a.originated, b.originated),
        difference("assignments", a.assignments, b.assignments),
        difference("crossings", a.crossings, b.crossings),
        difference("credits", a.credits, b.credits), difference("fronts", a.fronts, b.fronts)}) {
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace chokepoint::plain
