// SPDX-License-Identifier: Apache-2.0
// A folder of a process's own, in memory, that is watched: what an input leaves there.
#pragma once

#include <map>
#include <string>

namespace chokepoint::fuzz {

class Sandbox {
 public:
  using Files = std::map<std::string, std::string>;  ///< name and content

  /// Holds `files` (name and content) at first. Removed at the end of the process.
  explicit Sandbox(Files files = {});
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  const std::string& folder() const { return folder_; }
  void write(const std::string& name, const std::string& content) const;
  /// Every file with its content; folders end with "/".
  Files content() const;
  /// Nothing but what the constructor put there.
  bool untouched() const { return content() == files_; }
  /// Back to what the constructor put there.
  void reset() const;

 private:
  std::string folder_;
  Files files_;
};

}  // namespace chokepoint::fuzz
