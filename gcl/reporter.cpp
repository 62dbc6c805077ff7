// SPDX-License-Identifier: Apache-2.0
#include "gcl/reporter.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pawl::gcl {

SourcePosition PositionFinder::operator()(std::size_t offset) {
  constexpr std::size_t near = 512;
  if (offset >= offset_ && offset - offset_ <= near) {
    const std::string_view text = file_.text();
    for (std::size_t at = offset_; at < std::min(offset, text.size()); ++at) {
      if (text[at] == '\n') {
        ++line_;
        line_begin_ = at + 1;
      }
    }
  } else {
    line_ = file_.line_of(offset);
    line_begin_ = file_.line_begin(line_);
  }
  offset_ = offset;
  return {line_, static_cast<std::uint32_t>(offset - line_begin_ + 1)};
}

SourceRange PositionFinder::operator()(TextRange range) {
  const SourcePosition begin = (*this)(range.begin);
  return {&file_, begin, (*this)(range.end)};
}

void Reporter::error(TextRange range, std::string message, std::string hint) {
  // Two errors at one place have one cause, and the first message is the nearer one.
  const auto same_place = [&](const Entry& e) { return e.range.begin == range.begin; };
  last_dropped_ = quiet_ != 0 || stopped_ || std::ranges::any_of(errors_, same_place);
  if (last_dropped_) return;
  if (errors_.size() == max_errors) {
    stopped_ = last_dropped_ = true;
    return;
  }
  errors_.push_back({range, std::move(message), std::move(hint), {}});
}

void Reporter::note(TextRange range, std::string message) {
  if (!last_dropped_) errors_.back().notes.emplace_back(range, std::move(message));
}

void Reporter::flush(Diagnostics& diagnostics) {
  const auto begins_before = [](const Entry& a, const Entry& b) {
    return a.range.begin < b.range.begin;
  };
  std::ranges::stable_sort(errors_, begins_before);
  PositionFinder position(file_);
  for (Entry& entry : errors_) {
    diagnostics.error(position(entry.range), std::move(entry.message), std::move(entry.hint));
    for (auto& [range, message] : entry.notes) {
      diagnostics.note(position(range), std::move(message));
    }
  }
  if (stopped_) {
    diagnostics.error(SourceRange{&file_, {}, {}},
                      "too many errors; only " + std::to_string(max_errors) + " are shown");
  }
}

}  // namespace pawl::gcl
