// SPDX-License-Identifier: Apache-2.0
// Decodes UTF-8 strictly and escapes what a terminal should not get.
#include "sim/common/printable.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace chokepoint {

namespace {

constexpr size_t kLongest = 120;

/// Bytes of the well-formed, printable character at the front of `text`; 0: there is none.
size_t character(std::string_view text) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const uint32_t lead = at(0);
  if (lead < 0x80) return lead < 0x20 || lead == 0x7f ? 0 : 1;
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  uint32_t code = lead & (0x7fu >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (at(i) & 0x3f);
  }
  constexpr std::array<uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool control = code < 0xa0;  // U+0080 to U+009F
  return code < least.at(length) || code > 0x10ffff || surrogate || control ? 0 : length;
}

std::string escaped(std::string_view text, std::string_view kept) {
  constexpr const char* digits = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    const size_t length = kept.find(text.front()) != std::string_view::npos ? 1 : character(text);
    if (length == 0) {
      const auto byte = static_cast<unsigned char>(text.front());
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  return escaped(text, "\n\t");
}

std::string in_one_line(std::string_view text) {
  return escaped(text, "\t");
}

std::string shortened(std::string text) {
  if (text.size() > kLongest) text.replace(kLongest * 2 / 3, text.size() - kLongest, " ... ");
  return text;
}

}  // namespace chokepoint
