// SPDX-License-Identifier: Apache-2.0
// What fuzz targets check beyond "no crash".
#pragma once

#include <string>
#include <vector>

namespace chokepoint::fuzz {

/// Not a std::exception: nothing in the project catches it.
struct Finding {
  std::string what;
};

void require(bool held, const std::string& what);

/// A file or an option that a message may be about.
struct Origin {
  std::string name;
  std::string text;  ///< the file's content; an option has none
};

/// Every line of `message` is "FILE:LINE: KEY: what", "FILE: KEY: what" if no line of the file sets
/// KEY, or "OPTION: what", with printable characters only and LINE within the file.
void check_message(const std::string& message, const std::vector<Origin>& origins);

/// Only printable characters, newlines and tabs, in UTF-8.
void check_printable(const std::string& message);

/// Lines of `text`, without their newlines.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace chokepoint::fuzz
