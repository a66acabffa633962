// SPDX-License-Identifier: Apache-2.0
// Writes through a temporary name in the same folder, flushes to the disk, then renames.
#include "sim/stats/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "sim/common/types.h"

namespace chokepoint {

namespace fs = std::filesystem;

void write_whole_file(const std::string& path, const std::string& content) {
  const std::string aside = path + ".tmp" + std::to_string(::getpid());
  const auto fail = [&](int error) {
    ::unlink(aside.c_str());
    throw std::runtime_error(path + ": cannot be written: " + std::strerror(error));
  };
  const int file = ::open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(errno);
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t wrote = ::write(file, content.data() + done, content.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const int error = wrote < 0 ? errno : ENOSPC;
      ::close(file);
      fail(error);
    }
    done += static_cast<size_t>(wrote);
  }
  if (::fsync(file) != 0 && errno != EINVAL && errno != EROFS) {
    const int error = errno;
    ::close(file);
    fail(error);
  }
  if (::close(file) != 0) fail(errno);
  if (std::rename(aside.c_str(), path.c_str()) != 0) fail(errno);
}

OutputFolder::OutputFolder(const std::string& folder) {
  const auto fail = [&](const std::string& why) {
    undo();
    throw InputError("--out " + folder + ": " + why + "; give a folder that can be written to");
  };
  std::error_code error;
  fs::path path = fs::absolute(folder, error);
  if (error) fail(error.message());
  std::vector<std::string> missing;
  while (!fs::exists(path, error) && path != path.root_path()) {
    if (error && error != std::errc::no_such_file_or_directory) fail(error.message());
    if (path.has_filename()) missing.push_back(path.string());
    path = path.parent_path();
  }
  if (!fs::is_directory(path, error)) fail("'" + path.string() + "' is not a folder");
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    if (::mkdir(at->c_str(), 0777) == 0) {
      made_.insert(made_.begin(), *at);
    } else if (errno != EEXIST) {  // a run in parallel may have made it since, and owns it then
      fail(std::strerror(errno));
    }
  }
  const std::string probe = (fs::path(folder) / (".probe" + std::to_string(::getpid()))).string();
  const int file = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail(std::strerror(errno));
  ::close(file);
  ::unlink(probe.c_str());
}

void OutputFolder::undo() {
  for (const auto& path : made_) ::rmdir(path.c_str());
  made_.clear();
}

}  // namespace chokepoint
