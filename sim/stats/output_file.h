// SPDX-License-Identifier: Apache-2.0
// Writes a file aside and renames it, so that it appears whole or not at all.
#pragma once

#include <string>

namespace chokepoint {

/// Throws std::runtime_error naming the file and the reason (full disk, permissions).
void write_whole_file(const std::string& path, const std::string& content);

/// Creates the folder if need be and proves that it can be written to; throws InputError otherwise.
void check_output_folder(const std::string& folder);

}  // namespace chokepoint
