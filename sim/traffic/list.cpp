// SPDX-License-Identifier: Apache-2.0
// Pattern `list`: messages from a CSV file, each at its own cycle.
#include "sim/traffic/list.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string_view>

#include "sim/common/printable.h"
#include "sim/common/read_file.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

constexpr std::array<const char*, 4> kColumns = {"cycle", "source", "destination", "flits"};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::strchr(" \t\r", text.front()) != nullptr) text.remove_prefix(1);
  while (!text.empty() && std::strchr(" \t\r", text.back()) != nullptr) text.remove_suffix(1);
  return text;
}

[[noreturn]] void fail(const std::string& path, size_t line, const std::string& what) {
  throw InputError(path + ":" + std::to_string(line) + ": " + in_one_line(what));
}

ListEntry parse_row(std::string_view row, const std::string& path, size_t line, NodeId nodes,
                    uint64_t max_flits) {
  const std::array<uint64_t, 4> low = {0, 0, 0, 1};
  const std::array<uint64_t, 4> high = {(uint64_t{1} << 48) - 1, nodes - 1, nodes - 1, max_flits};
  std::array<uint64_t, 4> value{};
  for (size_t column = 0; column < 4; ++column) {
    const std::string name = kColumns.at(column);
    if (row.data() == nullptr) {
      fail(path, line, name + ": missing; a row is cycle,source,destination,flits");
    }
    const size_t comma = row.find(',');
    const std::string_view cell = trimmed(row.substr(0, comma));
    row = comma == std::string_view::npos ? std::string_view() : row.substr(comma + 1);
    const auto parsed = std::from_chars(cell.data(), cell.data() + cell.size(), value.at(column));
    if (parsed.ec != std::errc() || parsed.ptr != cell.data() + cell.size()) {
      fail(path, line,
           name + ": '" + shortened(std::string(cell)) + "' is not a whole number in " +
               std::to_string(low.at(column)) + ".." + std::to_string(high.at(column)));
    }
    if (value.at(column) < low.at(column) || value.at(column) > high.at(column)) {
      fail(path, line,
           name + ": " + shortened(std::string(cell)) + " is out of range; legal is " +
               std::to_string(low.at(column)) + ".." + std::to_string(high.at(column)));
    }
  }
  if (row.data() != nullptr)
    fail(path, line, "more than the 4 columns cycle,source,destination,flits");
  if (value[1] == value[2]) {
    fail(path, line,
         "destination: node " + std::to_string(value[2]) +
             " is the row's own source; give another node");
  }
  return {value[0], static_cast<NodeId>(value[1]), static_cast<NodeId>(value[2]),
          static_cast<unsigned>(value[3])};
}

void prepare(const Scenario& scenario, TrafficConfig& group) {
  if (group.file.empty()) {
    throw InputError(
        "file: missing; pattern list needs a CSV file of cycle,source,destination,flits");
  }
  uint64_t most = uint64_t{group.packet_flits} * 65535;
  for (const auto& room : scenario.network.send_rooms()) {
    if (room.flits != 0) most = std::min<uint64_t>(most, room.flits);
  }
  group.entries = read_traffic_list(group.file, scenario.nodes(), most);
  group.sources.clear();
  for (const auto& entry : group.entries) {
    if (group.sources.empty() || group.sources.back() != entry.source) {
      group.sources.push_back(entry.source);
    }
  }
}

const PatternRegistration registration{
    PatternInfo{"list",
                "messages from a CSV file of cycle,source,destination,flits",
                {"file"},
                prepare,
                nullptr}};

}  // namespace

std::vector<ListEntry> read_traffic_list(const std::string& path, NodeId nodes,
                                         uint64_t max_flits) {
  errno = 0;
  std::ifstream in(path);
  if (!in) throw InputError(path + ": cannot be read: " + std::strerror(errno != 0 ? errno : EIO));
  std::vector<ListEntry> entries;
  std::string text;
  bool first = true;
  for (size_t line = 1;; ++line) {
    const LineEnd end = read_line(in, text);
    if (in.bad()) throw InputError(path + ": cannot be read to its end");
    if (end == LineEnd::kTooLong) fail(path, line, "is no row: it is too long");
    if (end == LineEnd::kFile && text.empty()) break;
    if (end == LineEnd::kFile) {  // a file cut within a number reads as a smaller number
      fail(path, line,
           "no newline at the end of the file: it looks truncated; end the last row "
           "with a newline");
    }
    const std::string_view row = trimmed(text);
    if (row.empty() || row.front() == '#') continue;
    const bool header = first && row == "cycle,source,destination,flits";
    first = false;
    if (!header) entries.push_back(parse_row(row, path, line, nodes, max_flits));
  }
  if (entries.empty())
    throw InputError(path + ": holds no message; give rows of cycle,source,destination,flits");
  std::stable_sort(entries.begin(), entries.end(), [](const ListEntry& a, const ListEntry& b) {
    return a.source != b.source ? a.source < b.source : a.cycle < b.cycle;
  });
  return entries;
}

}  // namespace chokepoint
