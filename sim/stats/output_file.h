// SPDX-License-Identifier: Apache-2.0
// Writes a file aside and renames it, so that it appears whole or not at all.
#pragma once

#include <string>
#include <vector>

namespace chokepoint {

/// Throws std::runtime_error naming the file and the reason (full disk, permissions).
void write_whole_file(const std::string& path, const std::string& content);

/// The folder that results go to: made if need be, and proved writable, before a long run starts.
class OutputFolder {
 public:
  /// Throws InputError if the folder cannot be made or written to; nothing remains then.
  explicit OutputFolder(const std::string& folder);
  /// Removes what the constructor made, where still empty.
  void undo();

 private:
  std::vector<std::string> made_;  ///< innermost first
};

}  // namespace chokepoint
