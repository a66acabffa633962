// SPDX-License-Identifier: Apache-2.0
// Text of a GTKWave save file; the flag bits are those of GTKWave's trace entries.
#include "sim/wave/gtkw_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <vector>

namespace chokepoint {
namespace {

// GTKWave's trace flags (bit numbers are part of its file format).
constexpr uint64_t kHex = 1u << 1;
constexpr uint64_t kDecimal = 1u << 2;
constexpr uint64_t kBinary = 1u << 3;
constexpr uint64_t kRightJustify = 1u << 5;
constexpr uint64_t kBlank = 1u << 9;
constexpr uint64_t kAscii = 1u << 11;
constexpr uint64_t kAnalogStep = 1u << 15;
constexpr uint64_t kBlankStretch = 1u << 17;  // one more line of height for the analog trace above
constexpr uint64_t kFullScale = 1u << 19;     // scale of the whole file: scrolling does not rescale
constexpr uint64_t kCollapsed = 1u << 12;
constexpr uint64_t kClosed = 1u << 22;
constexpr uint64_t kGroupBegin = 1u << 23;
constexpr uint64_t kGroupEnd = 1u << 24;
constexpr uint64_t kEnum = uint64_t{1} << 32;

constexpr unsigned kWindowWidth = 1500, kWindowHeight = 950, kTreeWidth = 200, kNameWidth = 300;
constexpr double kWavePixels = kWindowWidth - kTreeWidth - kNameWidth - 105;
constexpr double kZoomPixels = 200;  // at zoom 0 a time unit is this wide
constexpr unsigned kAnalogExtraLines = 1;
/// A router or NIC with more sub-scopes than this has them folded.
constexpr size_t kOpenGroups = 4;

uint64_t flags_of(WaveStyle style) {
  switch (style) {
    case WaveStyle::kBit: return kBinary | kRightJustify;
    case WaveStyle::kDecimal: return kDecimal | kRightJustify;
    case WaveStyle::kAnalogStep: return kDecimal | kRightJustify | kAnalogStep | kFullScale;
    case WaveStyle::kHex: return kHex | kRightJustify;
    case WaveStyle::kEnum: return kEnum | kBinary | kRightJustify;
    case WaveStyle::kText: return kAscii | kRightJustify;
  }
  return kHex | kRightJustify;
}

class View {
 public:
  explicit View(std::ostream& out) : out_(out) {}

  void begin_group(const std::string& name, bool closed) {
    flags(kBlank | kGroupBegin | (closed ? kClosed : 0));
    out_ << '-' << name << '\n';
  }
  void end_group(const std::string& name, bool closed) {
    flags(kBlank | kGroupEnd | (closed ? kClosed | kCollapsed : 0));
    out_ << '-' << name << '\n';
  }
  void blank() {
    flags(kBlank);
    out_ << "-\n";
  }
  void missing(const std::string& path) {
    flags(kBlank);
    out_ << "-missing in the file: " << path << '\n';
  }
  void signal(const FstIndex::Entry& entry, WaveStyle style, const std::string& alias) {
    if (style == WaveStyle::kEnum && !entry.has_enum) style = WaveStyle::kDecimal;
    flags(flags_of(style));
    color(style);
    out_ << "+{" << label(alias) << "} " << entry.shown << '\n';
    stretch(style);
  }
  /// Bits lsb .. lsb+width-1 as a trace of their own; GTKWave counts a vector's bits from the left.
  void slice(const FstIndex::Entry& entry, unsigned lsb, unsigned width, WaveStyle style,
             const std::string& alias) {
    flags(flags_of(style));
    color(style);
    out_ << "#{" << label(alias) << "}";
    for (unsigned bit = 0; bit < width; ++bit)
      out_ << " (" << entry.width - lsb - width + bit << ')' << entry.shown;
    out_ << '\n';
    stretch(style);
  }

 private:
  /// GTKWave cuts an alias at its last dot.
  static std::string label(std::string alias) {
    std::replace(alias.begin(), alias.end(), '.', '/');
    return alias;
  }
  /// Trace colours so that the eye finds the kinds: enums orange, analog yellow; others as usual.
  void color(WaveStyle style) {
    if (style == WaveStyle::kEnum) out_ << "[color] 2\n";
    if (style == WaveStyle::kAnalogStep) out_ << "[color] 3\n";
  }
  void flags(uint64_t value) {
    if (value == flags_) return;  // one flags line holds until the next
    flags_ = value;
    char text[24];
    std::snprintf(text, sizeof text, "@%llx\n", static_cast<unsigned long long>(value));
    out_ << text;
  }
  void stretch(WaveStyle style) {
    if (style != WaveStyle::kAnalogStep) return;
    flags(kBlankStretch);
    for (unsigned i = 0; i < kAnalogExtraLines; ++i) out_ << "-\n";
  }

  std::ostream& out_;
  uint64_t flags_ = 0;
};

std::string first_part(const std::string& path) { return path.substr(0, path.find('.')); }

std::string rest(const std::string& path) {
  const size_t dot = path.find('.');
  return dot == std::string::npos ? std::string() : path.substr(dot + 1);
}

/// GTKWave opens a moved pair of files by comparing both paths, so both are absolute.
std::string absolute(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const std::unique_ptr<char, void (*)(void*)> full(realpath(folder.c_str(), nullptr), &std::free);
  if (!full) return path;
  return std::string(full.get()) + "/" + path.substr(slash == std::string::npos ? 0 : slash + 1);
}

/// The zoom is the power of two of time units per kZoomPixels, with the opposite sign.
double zoom_for(uint64_t cycles) {
  return -std::log2(std::max(1.0, static_cast<double>(cycles) * kZoomPixels / kWavePixels));
}

void add_highlight(View& view, const WaveSignals::Highlight& highlight, const FstIndex& index) {
  const FstIndex::Entry* entry = index.find(highlight.path);
  if (!entry || highlight.lanes == 0 || entry->width % highlight.lanes != 0) {
    view.missing(highlight.path);  // seen in the view, and no reason to lose the waveform of a run
    return;
  }
  const std::string alias = highlight.alias.empty() ? rest(highlight.path) : highlight.alias;
  if (highlight.lanes == 1) {
    view.signal(*entry, highlight.style, alias);
    return;
  }
  const unsigned width = entry->width / highlight.lanes;
  for (unsigned lane = 0; lane < highlight.lanes; ++lane)
    view.slice(*entry, lane * width, width, highlight.style,
               alias + "[" + std::to_string(lane) + "]");
}

void add_root(View& view, const std::string& root, const WaveSignals& signals,
              const FstIndex& index) {
  view.begin_group(root, false);
  for (const auto& highlight : signals.highlights)
    if (first_part(highlight.path) == root) add_highlight(view, highlight, index);

  const auto add = [&](const WaveSignals::Signal& signal, const std::string& alias) {
    const FstIndex::Entry* entry = index.find(signal.scope + "." + signal.name);
    if (!entry) return view.missing(signal.scope + "." + signal.name);
    view.signal(*entry, signal.style, alias);
  };
  const auto active = [&](const WaveSignals::Signal& signal) {
    const FstIndex::Entry* entry = index.find(signal.scope + "." + signal.name);
    return entry && (entry->changes || (entry->active && signal.style == WaveStyle::kBit));
  };
  std::vector<std::string> groups;  // "input_2"
  for (const auto& signal : signals.signals) {
    if (first_part(signal.scope) != root) continue;
    const std::string group = first_part(rest(signal.scope));
    if (group.empty()) {
      add(signal, signal.name);
    } else if (std::find(groups.begin(), groups.end(), group) == groups.end()) {
      groups.push_back(group);
    }
  }
  const bool closed = groups.size() > kOpenGroups;
  for (const std::string& group : groups) {
    if (!closed) break;
    for (const auto& signal : signals.signals)
      if (signal.scope == root + "." + group && active(signal))
        add(signal, group + "." + signal.name);
  }
  for (const std::string& group : groups) {
    view.begin_group(root + "." + group, closed);
    for (const auto& signal : signals.signals) {
      if (first_part(signal.scope) != root || first_part(rest(signal.scope)) != group) continue;
      const std::string below = rest(rest(signal.scope));
      add(signal, below.empty() ? signal.name : below + "." + signal.name);
    }
    view.end_group(root + "." + group, closed);
  }
  view.end_group(root, false);
}

}  // namespace

std::string gtkw_text(const WaveSignals& signals, const FstIndex& index,
                      const std::string& fst_path, const std::string& gtkw_path) {
  std::ostringstream out;
  char zoom[32];
  std::snprintf(zoom, sizeof zoom, "%.6f", zoom_for(index.end() - index.start()));
  out << "[*] One second on the time axis is one network cycle.\n"
      << "[dumpfile] \"" << absolute(fst_path) << "\"\n"
      << "[savefile] \"" << absolute(gtkw_path) << "\"\n"
      << "[timestart] " << index.start() << "\n"
      << "[size] " << kWindowWidth << ' ' << kWindowHeight << "\n"
      << "[pos] -1 -1\n"
      << '*' << zoom << ' ' << index.start();  // the marker: values of its cycle stand by the names
  for (char marker = 'a'; marker <= 'z'; ++marker) out << " -1";
  out << "\n[sst_width] " << kTreeWidth << "\n[signals_width] " << kNameWidth
      << "\n[sst_expanded] 1\n[sst_vpaned_height] 400\n";

  std::vector<std::string> roots;
  const auto note_root = [&](const std::string& path) {
    const std::string root = first_part(path);
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
  };
  for (const auto& signal : signals.signals) note_root(signal.scope);
  for (const auto& highlight : signals.highlights) note_root(highlight.path);
  View view(out);
  for (const std::string& root : roots) {
    add_root(view, root, signals, index);
    view.blank();
  }
  out << "[pattern_trace] 1\n[pattern_trace] 0\n";
  return out.str();
}

}  // namespace chokepoint
