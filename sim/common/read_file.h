// SPDX-License-Identifier: Apache-2.0
// Reading of files from outside within bounds, so that no file (/dev/zero) takes all memory.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace chokepoint {

constexpr size_t kLongestLine = size_t{1} << 20;  ///< bytes of a row of a CSV file
constexpr size_t kLargestText = size_t{1} << 24;  ///< bytes of a file that is read at once

enum class LineEnd {
  kNewline,  ///< a line, with its newline, which is not in it
  kFile,     ///< a line that the end of the file ends; empty: there is none
  kTooLong   ///< the beginning of a line of more than kLongestLine bytes
};
/// The next line of `in`. Read errors show in `in` itself.
LineEnd read_line(std::istream& in, std::string& line);

/// The whole of a file. Throws InputError "PATH: cannot be read: REASON" also for a folder and for
/// more than kLargestText bytes.
std::string read_file(const std::string& path);

}  // namespace chokepoint
