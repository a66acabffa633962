// SPDX-License-Identifier: Apache-2.0
// Checks of messages: they name file, line and key, and are fit for a terminal.
#include "tb/fuzz/check.h"

#include <sstream>

#include "sim/common/printable.h"

namespace chokepoint::fuzz {

namespace {

/// The file sets `key` at the beginning of a line, before any table begins that it would belong
/// to.
bool sets(const std::string& text, const std::string& key) {
  for (const std::string& line : lines_of(text)) {
    const size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line[first] == '[') return false;
    if (first == std::string::npos || line.compare(first, key.size(), key) != 0) continue;
    const size_t next = line.find_first_not_of(" \t", first + key.size());
    if (next != std::string::npos && line[next] == '=') return true;
  }
  return false;
}

bool names_place(const std::string& line, const Origin& origin) {
  if (line.compare(0, origin.name.size(), origin.name) != 0) return false;
  std::string rest = line.substr(origin.name.size());
  const bool option = origin.name.compare(0, 2, "--") == 0;
  if (option) return !rest.empty();
  bool with_line = false;
  if (rest.compare(0, 1, ":") == 0 && rest.compare(0, 2, ": ") != 0) {
    size_t digits = 0;
    const unsigned long number = std::stoul("0" + rest.substr(1, 9), &digits);
    if (digits < 2 || number < 1 || number > lines_of(origin.text).size() + 1) return false;
    with_line = true;
    rest = rest.substr(digits);
  }
  if (rest.compare(0, 2, ": ") != 0) return false;
  rest = rest.substr(2);
  const size_t colon = rest.find(':');
  return !rest.empty() && colon != 0 && (with_line || !sets(origin.text, rest.substr(0, colon)));
}

}  // namespace

void require(bool held, const std::string& what) {
  if (!held) throw Finding{what};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void check_printable(const std::string& message) {
  require(printable(message) == message, "a message with raw bytes: " + printable(message));
}

void check_message(const std::string& message, const std::vector<Origin>& origins) {
  require(!message.empty(), "an empty message");
  check_printable(message);
  for (const std::string& line : lines_of(message)) {
    bool named = false;
    for (const Origin& origin : origins) named = named || names_place(line, origin);
    require(named, "a message that does not say where: " + line);
  }
}

}  // namespace chokepoint::fuzz
