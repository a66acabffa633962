// SPDX-License-Identifier: Apache-2.0
// Time diagrams in docs/images that show what a test observes: the description and the SVG there
// must be those that the run gives. CHOKEPOINT_WRITE_PICTURES=1 writes them instead.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/common/source_tree.h"
#include "sim/common/types.h"

namespace chokepoint::test {

struct Picture {
  std::string title, about;
  std::vector<std::string> lifelines;
  std::string body;
  void message(const std::string& from, const std::string& to, Cycle sent, Cycle arrives,
               const std::string& text, const std::string& kind) {
    body += fmt::format(
        "\n[[message]]\nfrom = \"{}\"\nto = \"{}\"\nsent = {}\narrives = {}\ntext = \"{}\"\n"
        "kind = \"{}\"\n",
        from, to, sent, arrives, text, kind);
  }
  void note(const std::string& at, Cycle time, const std::string& text, const std::string& side) {
    body += fmt::format("\n[[note]]\nat = \"{}\"\ntime = {}\ntext = \"{}\"\nside = \"{}\"\n", at,
                        time, text, side);
  }
  std::string toml() const {
    std::string lines;
    for (const std::string& name : lifelines) {
      lines += fmt::format("{}\"{}\"", lines.empty() ? "" : ", ", name);
    }
    return fmt::format(
        "# SPDX-License-Identifier: Apache-2.0\n# {}\ntitle = \"{}\"\nunit = \"cycles\"\n"
        "lifelines = [{}]\n{}",
        about, title, lines, body);
  }
};

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// `name`: below docs/images, without extension; `scale`: pixels per cycle.
inline void expect_current(const Picture& picture, const std::string& name, double scale) {
  const std::filesystem::path kept = in_source_tree("docs/images/" + name);
  std::filesystem::path observed = kept;
  const bool write = std::getenv("CHOKEPOINT_WRITE_PICTURES") != nullptr;
  if (!write)
    observed = std::filesystem::temp_directory_path() /
               fmt::format("{}.{}", kept.filename().string(), getpid());
  const auto with = [](std::filesystem::path path, const char* extension) {
    path += extension;
    return path;
  };
  std::ofstream(with(observed, ".toml")) << picture.toml();
  const std::string command = fmt::format(
      "/usr/bin/python3 '{}' '{}' '{}' --scale {}", in_source_tree("scripts/sequence_picture.py"),
      with(observed, ".toml").string(), with(observed, ".svg").string(), scale);
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  for (const char* extension : {".toml", ".svg"}) {
    EXPECT_EQ(file_text(with(kept, extension)), file_text(with(observed, extension)))
        << with(kept, extension).string()
        << " shows other cycles than this run; CHOKEPOINT_WRITE_PICTURES=1 in the environment of "
           "this test writes it anew";
    if (!write) std::filesystem::remove(with(observed, extension));
  }
}

}  // namespace chokepoint::test
