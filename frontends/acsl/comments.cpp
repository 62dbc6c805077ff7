// SPDX-License-Identifier: Apache-2.0
//
// Where the annotations of a C text are. One pass over its comments, strings and characters.
#include "frontends/acsl/parser.h"

namespace pawl::frontend::acsl {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<TextRange> scan() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        comment(line_end());
      } else if (rest.starts_with("/*")) {
        const std::size_t close = text_.find("*/", at_ + 2);
        comment(close == std::string_view::npos ? text_.size() : close + 2);
      } else if (rest.front() == '"' || rest.front() == '\'') {
        literal(rest.front());
      } else {
        ++at_;
      }
    }
    return std::move(found_);
  }

 private:
  void comment(std::size_t end) {
    if (is_annotation(text_.substr(at_, end - at_))) found_.push_back({at_, end});
    at_ = end;
  }

  /// Of a `//` comment: a backslash before the line end continues it.
  std::size_t line_end() const {
    for (std::size_t at = at_;; ++at) {
      at = text_.find('\n', at);
      if (at == std::string_view::npos) return text_.size();
      const std::size_t last = text_[at - 1] == '\r' ? at - 2 : at - 1;
      if (text_[last] != '\\') return text_[at - 1] == '\r' ? at - 1 : at;
    }
  }

  /// Up to the closing quote. A quote without one on its line is an apostrophe in a text that is
  /// no C (`#error don't`), and opens nothing.
  void literal(char quote) {
    for (std::size_t at = at_ + 1; at < text_.size() && text_[at] != '\n'; ++at) {
      if (text_[at] == '\\') {
        ++at;
        if (text_.substr(at).starts_with("\r\n")) ++at;
      } else if (text_[at] == quote) {
        at_ = at + 1;
        return;
      }
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<TextRange> found_;
};

}  // namespace

bool is_annotation(std::string_view comment) {
  return comment.starts_with("/*@") || comment.starts_with("//@");
}

std::vector<TextRange> find_annotations(std::string_view text) { return Scanner(text).scan(); }

}  // namespace pawl::frontend::acsl
