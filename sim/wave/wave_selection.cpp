// SPDX-License-Identifier: Apache-2.0
// Parses the names of routers and NICs and the window given to --wave, --wave-window and [wave].
#include "sim/wave/wave_selection.h"

#include <charconv>
#include <optional>

#include "sim/common/printable.h"

namespace chokepoint {
namespace {

std::optional<uint64_t> number(const std::string& text) {
  uint64_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return value;
}

std::string names(const char* kind, unsigned count) {
  const std::string first = std::string(kind) + ".0";
  return count == 1 ? first : first + " to " + kind + "." + std::to_string(count - 1);
}

class Parser {
 public:
  Parser(unsigned routers, unsigned nodes) : routers_(routers), nodes_(nodes) {}

  void add(const std::string& name, WaveSelection& selection) const {
    const size_t dot = name.find('.');
    const std::string kind = name.substr(0, dot);
    const std::string which = dot == std::string::npos ? "" : name.substr(dot + 1);
    if (kind == "router") {
      insert(name, which, routers_, selection.routers);
    } else if (kind == "nic") {
      insert(name, which, nodes_, selection.nics);
    } else {
      fail(name, "is unknown");
    }
  }

 private:
  [[noreturn]] void fail(const std::string& name, const std::string& why) const {
    throw InputError("wave: '" + in_one_line(shortened(name)) + "' " + why + "; this network has " +
                     names("router", routers_) + " and " + names("nic", nodes_) +
                     " (also as router.0-3, nic.all)");
  }

  void insert(const std::string& name, const std::string& which, unsigned count,
              std::set<uint32_t>& into) const {
    const size_t dash = which.find('-');
    std::optional<uint64_t> first = number(which.substr(0, dash));
    std::optional<uint64_t> last =
        dash == std::string::npos ? first : number(which.substr(dash + 1));
    if (which == "all") {
      first = 0;
      last = count - 1;
    }
    if (!first || !last) fail(name, "has no number");
    if (*first > *last) fail(name, "runs backwards");
    if (*last >= count) fail(name, "does not exist");
    for (uint64_t i = *first; i <= *last; ++i) into.insert(static_cast<uint32_t>(i));
  }

  unsigned routers_, nodes_;
};

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

WaveSelection parse_wave_selection(const std::vector<std::string>& what, unsigned routers,
                                   unsigned nodes) {
  const Parser parser(routers, nodes);
  WaveSelection selection;
  for (const std::string& item : what) {
    for (size_t begin = 0; begin <= item.size();) {
      const size_t comma = std::min(item.find(',', begin), item.size());
      parser.add(trimmed(item.substr(begin, comma - begin)), selection);
      begin = comma + 1;
    }
  }
  return selection;
}

WaveWindow parse_wave_window(const std::string& text) {
  const auto fail = [&](const char* why) {
    return InputError("wave window '" + in_one_line(shortened(text)) + "' " + why +
                      "; write FIRST:LAST in cycles, for example 1000:2000");
  };
  const size_t colon = text.find(':');
  if (colon == std::string::npos) throw fail("has no ':'");
  const std::string first = trimmed(text.substr(0, colon)), last = trimmed(text.substr(colon + 1));
  WaveWindow window;
  if (!first.empty()) {
    const auto value = number(first);
    if (!value) throw fail("starts with something that is not a cycle number");
    window.from = *value;
  }
  if (!last.empty()) {
    const auto value = number(last);
    if (!value) throw fail("ends with something that is not a cycle number");
    window.to = *value;
  }
  if (window.from > window.to) throw fail("ends before it starts");
  return window;
}

}  // namespace chokepoint
