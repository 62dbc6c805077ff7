// SPDX-License-Identifier: Apache-2.0
#include "emit/diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pawl::emit {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t context = 3;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

struct Step {
  enum class Kind { Same, Removed, Added } kind;
  std::size_t before, after;  // lines seen so far on either side
};

/// The shortest edit script, by furthest reaching paths on diagonals.
std::vector<Step> script(const Lines& a, const Lines& b) {
  const auto n = static_cast<std::ptrdiff_t>(a.size()), m = static_cast<std::ptrdiff_t>(b.size());
  const std::ptrdiff_t most = n + m;
  std::vector<std::vector<std::ptrdiff_t>> history;
  std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * most + 3), 0);
  const auto at = [&](std::vector<std::ptrdiff_t>& v, std::ptrdiff_t k) -> std::ptrdiff_t& {
    return v[static_cast<std::size_t>(k + most + 1)];
  };
  const auto equal = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    return a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)];
  };
  for (std::ptrdiff_t d = 0; d <= most; ++d) {
    history.push_back(reach);
    for (std::ptrdiff_t k = -d; k <= d; k += 2) {
      const bool down = k == -d || (k != d && at(reach, k - 1) < at(reach, k + 1));
      std::ptrdiff_t x = down ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < n && x - k < m && equal(x, x - k)) ++x;
      at(reach, k) = x;
      if (x < n || x - k < m) continue;
      std::vector<Step> steps;
      std::ptrdiff_t y = m;
      x = n;
      for (std::ptrdiff_t e = d; e >= 0; --e) {
        std::vector<std::ptrdiff_t>& v = history[static_cast<std::size_t>(e)];
        const std::ptrdiff_t diagonal = x - y;
        const bool from_above =
            diagonal == -e || (diagonal != e && at(v, diagonal - 1) < at(v, diagonal + 1));
        const std::ptrdiff_t before = from_above ? diagonal + 1 : diagonal - 1;
        const std::ptrdiff_t start_x = e == 0 ? 0 : at(v, before);
        const std::ptrdiff_t start_y = e == 0 ? 0 : start_x - before;
        const std::ptrdiff_t same_x = e == 0 ? 0 : (from_above ? start_x : start_x + 1);
        while (x > same_x) {
          --x, --y;
          steps.push_back(
              {Step::Kind::Same, static_cast<std::size_t>(x), static_cast<std::size_t>(y)});
        }
        if (e == 0) break;
        steps.push_back({from_above ? Step::Kind::Added : Step::Kind::Removed,
                         static_cast<std::size_t>(start_x), static_cast<std::size_t>(start_y)});
        x = start_x, y = start_y;
      }
      std::ranges::reverse(steps);
      return steps;
    }
  }
  return {};
}

void write_line(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& name,
                         const std::string& remark) {
  const Lines a = lines_of(before), b = lines_of(after);
  const std::vector<Step> steps = script(a, b);
  std::string hunks;
  for (std::size_t i = 0; i < steps.size();) {
    if (steps[i].kind == Step::Kind::Same) {
      ++i;
      continue;
    }
    const std::size_t first = i - std::min(i, context);
    std::size_t last = i;  // the last change of this hunk
    for (std::size_t j = i; j < steps.size() && j <= last + 2 * context; ++j) {
      if (steps[j].kind != Step::Kind::Same) last = j;
    }
    const std::size_t end = std::min(last + context + 1, steps.size());
    std::string body;
    std::size_t removed = 0, added = 0;
    for (std::size_t j = first; j < end; ++j) {
      const Step& step = steps[j];
      removed += step.kind != Step::Kind::Added;
      added += step.kind != Step::Kind::Removed;
      if (step.kind == Step::Kind::Same) write_line(body, ' ', a[step.before]);
      if (step.kind == Step::Kind::Removed) write_line(body, '-', a[step.before]);
      if (step.kind == Step::Kind::Added) write_line(body, '+', b[step.after]);
    }
    const auto range = [](std::size_t from, std::size_t count) {
      return std::to_string(count == 0 ? from : from + 1) + "," + std::to_string(count);
    };
    hunks += "@@ -" + range(steps[first].before, removed) + " +" +
             range(steps[first].after, added) + " @@\n" + body;
    i = end;
  }
  if (hunks.empty()) return {};
  const std::string path = name.substr(std::min(name.find_first_not_of('/'), name.size()));
  return "--- a/" + path + "\n+++ b/" + path + "\t" + remark + "\n" + hunks;
}

}  // namespace pawl::emit
