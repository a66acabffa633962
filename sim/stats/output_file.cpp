// SPDX-License-Identifier: Apache-2.0
// Writes through temporary names in the same folder, flushes to the disk, then renames.
#include "sim/stats/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "sim/common/types.h"

namespace chokepoint {

namespace fs = std::filesystem;

namespace {

std::atomic<unsigned> writers{0};
static_assert(std::atomic<unsigned>::is_always_lock_free);

struct Writing {
  Writing() { ++writers; }
  ~Writing() { --writers; }
};

/// A file's content under a temporary name beside it, gone again if it is not put in its place.
class AsideFile {
 public:
  explicit AsideFile(const OutputFile& file)
      : path_(file.path), aside_(file.path + ".tmp" + std::to_string(::getpid())) {
    std::error_code none;
    if (fs::is_directory(path_, none)) fail(EISDIR);
    const int descriptor = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) fail(errno);
    const int error = fill(descriptor, file.content);
    const bool closed = ::close(descriptor) == 0;
    if (error != 0 || !closed) fail(error != 0 ? error : errno);
  }
  ~AsideFile() {
    if (!placed_) ::unlink(aside_.c_str());
  }
  AsideFile(const AsideFile&) = delete;
  AsideFile& operator=(const AsideFile&) = delete;
  void place() {
    if (std::rename(aside_.c_str(), path_.c_str()) != 0) fail(errno);
    placed_ = true;
  }

 private:
  /// 0 or an error number.
  static int fill(int descriptor, const std::string& content) {
    size_t done = 0;
    while (done < content.size()) {
      const ssize_t wrote = ::write(descriptor, content.data() + done, content.size() - done);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) return wrote < 0 ? errno : ENOSPC;
      done += static_cast<size_t>(wrote);
    }
    return ::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS ? errno : 0;
  }
  [[noreturn]] void fail(int error) const {
    ::unlink(aside_.c_str());
    throw std::runtime_error(path_ + ": cannot be written: " + std::strerror(error));
  }

  std::string path_, aside_;
  bool placed_ = false;
};

}  // namespace

void write_whole_files(const std::vector<OutputFile>& files) {
  const Writing writing;
  std::deque<AsideFile> written;
  for (const OutputFile& file : files) written.emplace_back(file);
  for (AsideFile& file : written) file.place();
}

void write_whole_file(const std::string& path, const std::string& content) {
  write_whole_files({{path, content}});
}

bool files_are_being_written() {
  return writers != 0;
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
