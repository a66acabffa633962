// SPDX-License-Identifier: Apache-2.0
// Reader of FST files on the reader that comes with Verilator's trace library.
#include "sim/wave/fst_index.h"

#include <cstring>
#include <memory>
#include <stdexcept>

#include "gtkwave/fstapi.h"

namespace chokepoint {
namespace {

struct Closer {
  void operator()(void* reader) const { fstReaderClose(reader); }
};
using Reader = std::unique_ptr<void, Closer>;

Reader open_reader(const std::string& path) {
  Reader reader(fstReaderOpen(path.c_str()));
  if (!reader) throw std::runtime_error("'" + path + "' is not a complete FST file");
  return reader;
}

}  // namespace

FstIndex::FstIndex(const std::string& path) : path_(path) {
  const Reader reader = open_reader(path);
  start_ = fstReaderGetStartTime(reader.get());
  end_ = fstReaderGetEndTime(reader.get());
  timescale_ = fstReaderGetTimescale(reader.get());
  bool has_enum = false;  // an enum reference stands directly before its variable
  while (const fstHier* hier = fstReaderIterateHier(reader.get())) {
    switch (hier->htyp) {
      case FST_HT_SCOPE: fstReaderPushScope(reader.get(), hier->u.scope.name, nullptr); break;
      case FST_HT_UPSCOPE: fstReaderPopScope(reader.get()); break;
      case FST_HT_ATTRBEGIN:
        // A reference has an empty name; a table (with a name) may stand anywhere.
        if (hier->u.attr.typ == FST_AT_MISC && hier->u.attr.subtype == FST_MT_ENUMTABLE &&
            hier->u.attr.name_length == 0)
          has_enum = true;
        break;
      case FST_HT_VAR: {
        const std::string name = hier->u.var.name;  // "tokens_o [7:0]"
        const size_t space = name.find(' ');
        const char* scope = fstReaderGetCurrentFlatScope(reader.get());
        const std::string prefix = scope && *scope ? std::string(scope) + "." : std::string();
        Entry entry;
        entry.shown = prefix + name.substr(0, space);
        if (space != std::string::npos) entry.shown += name.substr(space + 1);
        entry.width = hier->u.var.length;
        entry.handle = hier->u.var.handle;
        entry.has_enum = has_enum;
        has_enum = false;
        entries_.emplace(prefix + name.substr(0, space), std::move(entry));
        break;
      }
      default: break;
    }
  }
  std::vector<std::pair<unsigned, bool>> seen(fstReaderGetMaxHandle(reader.get()) + 1);
  fstReaderSetFacProcessMaskAll(reader.get());
  fstReaderIterBlocks(
      reader.get(),
      [](void* out, uint64_t, fstHandle handle, const unsigned char* value) {
        auto& [count, active] = (*static_cast<decltype(seen)*>(out))[handle];
        ++count;
        active |= std::strchr(reinterpret_cast<const char*>(value), '1') != nullptr;
      },
      &seen, nullptr);
  for (auto& named : entries_) {
    named.second.active = seen[named.second.handle].second;
    named.second.changes = seen[named.second.handle].first > 1;
  }
}

const FstIndex::Entry* FstIndex::find(const std::string& dotted) const {
  const auto it = entries_.find(dotted);
  return it == entries_.end() ? nullptr : &it->second;
}

FstIndex::Changes FstIndex::changes(const std::string& dotted) const {
  const Entry* entry = find(dotted);
  if (!entry) throw std::runtime_error("'" + path_ + "' has no signal " + dotted);
  const Reader reader = open_reader(path_);
  fstReaderClrFacProcessMaskAll(reader.get());
  fstReaderSetFacProcessMask(reader.get(), entry->handle);
  Changes changes;
  fstReaderIterBlocks(
      reader.get(),
      [](void* out, uint64_t time, fstHandle, const unsigned char* value) {
        static_cast<Changes*>(out)->emplace_back(time, reinterpret_cast<const char*>(value));
      },
      &changes, nullptr);
  return changes;
}

}  // namespace chokepoint
