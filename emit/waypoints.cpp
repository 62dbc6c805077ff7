// SPDX-License-Identifier: Apache-2.0
//
// The steps of a run have the ranges of expressions; waypoints stand at keywords, at the beginning
// of statements and at closing parentheses. These are looked for in the text around the range.
#include "emit/waypoints.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace pawl::emit {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

enum class Truth { No, Yes };

class Waypoints {
 public:
  Waypoints(const result::ObligationResult& failure, const SourceFile& file)
      : failure_(failure), steps_(failure.real_run->steps), text_(file.text()), file_(file) {}

  std::vector<Waypoint> operator()() {
    std::string function;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!known(steps_[i].place)) continue;
      const std::string here = function_at(begin(steps_[i].place));
      if (!function.empty() && here != function) enter(i, here);
      function = here;
      step(steps_[i]);
    }
    target();
    return std::move(found_);
  }

 private:
  bool known(const result::Place& place) const {
    const std::uint32_t lines = file_.line_of(text_.size());
    return place.line != 0 && place.end_line != 0 && place.line <= lines &&
           place.end_line <= lines && end(place) <= text_.size() && begin(place) < end(place);
  }

  std::size_t begin(const result::Place& place) const {
    return file_.line_begin(place.line) + place.column - 1;
  }
  std::size_t end(const result::Place& place) const {
    return file_.line_begin(place.end_line) + place.end_column - 1;
  }

  SourcePosition position(std::size_t offset) const {
    const std::uint32_t line = file_.line_of(offset);
    return {line, static_cast<std::uint32_t>(offset - file_.line_begin(line)) + 1};
  }

  void add(const char* type, std::size_t offset, std::string value = {}, std::string format = {}) {
    found_.push_back({type, position(offset), std::move(value), std::move(format)});
  }

  void step(const result::StepText& step) {
    if (!step.changes.empty()) assumption(step);
    if (step.text == "condition holds") tested(step.place, Truth::Yes);
    if (step.text == "condition does not hold") tested(step.place, Truth::No);
    for (const result::NamedText& change : step.changes) {
      if (change.name.starts_with("input ")) {
        returned(step.place, "== " + change.value);
      } else {
        remember(change);
      }
    }
  }

  void returned(const result::Place& call, const std::string& what) {
    if (!is_call_of(call, "__VERIFIER_nondet_")) return;
    add("function_return", end(call) - 1, "\\result " + what, "acsl_expression");
  }

  /// A call that is a whole test of its own has no input among the steps.
  void tested(const result::Place& condition, Truth truth) {
    returned(condition, truth == Truth::Yes ? "!= 0" : "== 0");
    if (const std::optional<std::size_t> keyword = keyword_of(condition)) {
      add("branching", *keyword, truth == Truth::Yes ? "true" : "false");
    }
  }

  /// Of the statement that the range is the whole controlling expression of.
  std::optional<std::size_t> keyword_of(const result::Place& condition) const {
    const std::size_t after = text_.find_first_not_of(" \t\r\n", end(condition));
    std::size_t before = last_not_space(begin(condition));
    if (after == std::string_view::npos || before == 0) return std::nullopt;
    const bool plain = text_[before - 1] == '(' && text_[after] == ')';
    const bool middle = text_[before - 1] == ';' && text_[after] == ';';
    if (!plain && !middle) return std::nullopt;
    if (middle) {  // for (init; condition; step)
      int depth = 0;
      while (before > 0 && (depth > 0 || text_[before - 1] != '(')) {
        if (text_[before - 1] == ')') ++depth;
        if (text_[before - 1] == '(') --depth;
        --before;
      }
      if (before == 0) return std::nullopt;
    }
    const std::size_t word_end = last_not_space(before - 1);
    std::size_t word = word_end;
    while (word > 0 && is_word(text_[word - 1])) --word;
    const std::string_view name = text_.substr(word, word_end - word);
    const bool fits = middle ? name == "for" : name == "if" || name == "while";
    // The `while` at the end of a `do` is no place for a waypoint.
    if (!fits || (name == "while" && last_not_space(word) > 0 &&
                  text_[last_not_space(word) - 1] == '}' && ends_do(after))) {
      return std::nullopt;
    }
    return word;
  }

  /// Does a semicolon follow the parenthesis?
  bool ends_do(std::size_t parenthesis) const {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", parenthesis + 1);
    return next != std::string_view::npos && text_[next] == ';';
  }

  /// One behind the last character before `offset` that is no white space.
  std::size_t last_not_space(std::size_t offset) const {
    while (offset > 0 && is_space(text_[offset - 1])) --offset;
    return offset;
  }

  /// Before a statement that is an expression of its own: what is known of the variables it names.
  void assumption(const result::StepText& step) {
    const std::size_t at = begin(step.place);
    const std::size_t before = last_not_space(at);
    const std::size_t after = end(step.place);
    const bool statement =
        after < text_.size() && text_[after] == ';' && before > 0 &&
        (text_[before - 1] == ';' || text_[before - 1] == '{' || text_[before - 1] == '}');
    if (!statement) return;
    std::string value;
    for (const result::NamedText& one : values_) {
      if (!names(text_.substr(at, after - at), one.name)) continue;
      value += (value.empty() ? "" : " && ") + one.name + " == " + one.value;
    }
    if (!value.empty()) add("assumption", at, value, "c_expression");
  }

  static bool names(std::string_view text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1)) {
      const bool starts =
          at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != '>');
      const std::size_t behind = at + name.size();
      if (starts && (behind == text.size() || !is_word(text[behind]))) return true;
    }
    return false;
  }

  /// Integers in variables with a plain name, of the function that is running.
  void remember(const result::NamedText& change) {
    const bool plain = std::ranges::all_of(change.name, is_word);
    const bool number = !change.value.empty() && change.value.size() < 10 &&
                        std::ranges::all_of(change.value, [](char c) {
                          return std::isdigit(static_cast<unsigned char>(c)) != 0;
                        });
    std::erase_if(values_, [&](const result::NamedText& one) { return one.name == change.name; });
    if (plain && number) values_.push_back(change);
  }

  /// The call that led there is a step of its own, when it has returned.
  void enter(std::size_t index, const std::string& function) {
    values_.clear();  // names may mean something else now
    const bool was_left = std::ranges::find(left_, index) != left_.end();
    if (was_left) return;
    for (std::size_t i = index + 1; i < steps_.size(); ++i) {
      if (!known(steps_[i].place)) continue;
      if (!is_call_of(steps_[i].place, function + "(")) continue;
      add("function_enter", end(steps_[i].place) - 1);
      left_.push_back(i);
      return;
    }
  }

  bool is_call_of(const result::Place& place, std::string_view beginning) const {
    if (!known(place)) return false;
    const std::string_view text = text_.substr(begin(place), end(place) - begin(place));
    return text.starts_with(beginning) && text.ends_with(")");
  }

  /// By the shape of the text: the last line above that begins with a name and has a parenthesis.
  std::string function_at(std::size_t offset) const {
    for (std::uint32_t line = file_.line_of(offset); line > 0; --line) {
      const std::string_view text = file_.line(line);
      const std::size_t open = text.find('(');
      if (text.empty() || !is_word(text.front()) || open == std::string_view::npos) continue;
      std::size_t word = open;
      while (word > 0 && is_word(text[word - 1])) --word;
      return std::string(text.substr(word, open - word));
    }
    return {};
  }

  /// `if (c) reach_error();`: the call is the violation. Otherwise the statement it happens in.
  void target() {
    result::Place at = failure_.at;
    if (!known(at)) {
      found_.push_back({"target", {std::max(at.line, 1U), std::max(at.column, 1U)}, {}, {}});
      return;
    }
    const std::optional<std::size_t> keyword = keyword_of(at);
    if (!keyword) return add("target", begin(at));
    const std::size_t close = text_.find_first_not_of(" \t\r\n", end(at));
    const std::size_t next = text_.find_first_not_of(" \t\r\n{", close + 1);
    constexpr std::array errors = {"reach_error", "__VERIFIER_error", "__assert_fail"};
    const bool is_error =
        next != std::string_view::npos && std::ranges::any_of(errors, [&](const char* name) {
          return text_.substr(next).starts_with(name);
        });
    if (!is_error) return add("target", *keyword);
    add("branching", *keyword, "true");
    add("target", next);
  }

  const result::ObligationResult& failure_;
  const std::vector<result::StepText>& steps_;
  std::string_view text_;
  const SourceFile& file_;
  std::vector<Waypoint> found_;
  std::vector<result::NamedText> values_;
  std::vector<std::size_t> left_;  // steps at which a call returns that was entered
};

}  // namespace

std::vector<Waypoint> waypoints_of(const result::ObligationResult& failure,
                                   const SourceFile& file) {
  return Waypoints(failure, file)();
}

}  // namespace pawl::emit
