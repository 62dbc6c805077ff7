// SPDX-License-Identifier: Apache-2.0
//
// Lines with an indentation, for the writers of programs.
#pragma once

#include <string>
#include <string_view>

namespace pawl::emit {

class TextBlock {
 public:
  void line(std::string_view text) {
    text_.append(indent_, ' ');
    text_ += text;
    text_ += '\n';
  }
  void blank() { text_ += '\n'; }
  void indent() { indent_ += 2; }
  void outdent() { indent_ -= 2; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t indent_ = 0;
};

/// Items joined: "a, b".
template <class Items, class Text>
std::string joined(const Items& items, std::string_view separator, const Text& text_of) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    text += text_of(item);
  }
  return text;
}

}  // namespace pawl::emit
