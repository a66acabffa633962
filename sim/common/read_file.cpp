// SPDX-License-Identifier: Apache-2.0
// Lines and files through a buffer, with an end.
#include "sim/common/read_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "sim/common/types.h"

namespace chokepoint {

LineEnd read_line(std::istream& in, std::string& line) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  try {
    for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
      if (c == '\n') return LineEnd::kNewline;
      if (line.size() == kLongestLine) return LineEnd::kTooLong;
      line += static_cast<char>(c);
    }
  } catch (const std::ios_base::failure&) {  // the file buffer's word for a read error
    in.setstate(std::ios_base::badbit);
  }
  in.setstate(std::ios_base::eofbit);
  return LineEnd::kFile;
}

std::string read_file(const std::string& path) {
  const auto fail = [&](const std::string& why) {
    throw InputError(path + ": cannot be read: " + why);
  };
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(std::strerror(errno != 0 ? errno : EIO));
  std::string text;
  std::array<char, 65536> part;
  while (in) {
    in.read(part.data(), part.size());
    text.append(part.data(), static_cast<size_t>(in.gcount()));
    if (text.size() > kLargestText) {
      fail("it has more than " + std::to_string(kLargestText) + " bytes");
    }
  }
  if (in.bad()) fail(std::strerror(errno != 0 ? errno : EIO));
  return text;
}

}  // namespace chokepoint
