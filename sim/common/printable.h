// SPDX-License-Identifier: Apache-2.0
// Text from outside made fit for a message: no control characters, nothing that is not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace chokepoint {

/// `text` with control characters other than newline and tab, and bytes that are not UTF-8, as
/// \xNN: what a file holds cannot drive the user's terminal.
std::string printable(std::string_view text);

/// The same in one line: newlines too become \x0a.
std::string in_one_line(std::string_view text);

/// For quoting: what is longer than 120 bytes loses its middle.
std::string shortened(std::string text);

}  // namespace chokepoint
