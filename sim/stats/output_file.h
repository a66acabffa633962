// SPDX-License-Identifier: Apache-2.0
// Writes files aside and renames them, so that they appear whole or not at all.
#pragma once

#include <string>
#include <vector>

namespace chokepoint {

struct OutputFile {
  std::string path;
  std::string content;
};

/// All are written aside before the first is renamed, in this order: what cannot be written leaves
/// every older one as it was. (Who may write a file but not replace an older one, in a folder
/// shared with others, may be left with some old and some new ones.) Throws std::runtime_error
/// naming the file and the reason (full disk, permissions, a folder of that name).
void write_whole_files(const std::vector<OutputFile>& files);
/// The same for one.
void write_whole_file(const std::string& path, const std::string& content);
/// Some thread is in one of these: who ends the process now leaves parts of files. May be asked by
/// a signal handler.
bool files_are_being_written();

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
