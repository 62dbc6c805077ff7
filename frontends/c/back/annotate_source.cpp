// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/back/annotate_source.h"

#include <algorithm>
#include <optional>

#include "frontends/acsl/parser.h"

namespace pawl::frontend::c {
namespace {

using acsl::TextRange;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r'; }

/// Named as we name them.
bool is_ours(const acsl::Assertions& assertions) {
  return std::ranges::all_of(assertions.assertions, [](const acsl::Assertion& one) {
    return one.predicate->kind == acsl::TermKind::Named &&
           one.predicate->text.starts_with("inferred_");
  });
}

/// Claims something: not just hints.
bool has_clauses(const acsl::LoopAnnotation& loop) {
  return !loop.invariants.empty() || !loop.assigns.empty() || loop.variant.has_value() ||
         !loop.allocations.empty();
}

class Annotator {
 public:
  Annotator(const SourceFile& file, OldAnnotations old_annotations)
      : file_(file),
        text_(file.text()),
        old_annotations_(old_annotations),
        comments_(acsl::find_annotations(text_)) {}

  void add(const LoopNote& note, std::vector<SourcePosition>& kept) {
    const std::size_t loop = file_.line_begin(note.loop.line) + note.loop.column - 1;
    const std::vector<TextRange> earlier = annotations_before(loop, note.form);
    if (!earlier.empty() && old_annotations_ == OldAnnotations::Keep) {
      kept.push_back(note.loop);
      return;
    }
    if (note.clauses.empty()) return;
    // The first one makes room for the new one, in its place; others are taken out with their line.
    for (std::size_t i = 1; i < earlier.size(); ++i)
      edits_.push_back({whole_lines(earlier[i]), ""});
    const TextRange at = earlier.empty() ? TextRange{loop, loop} : earlier.front();
    const bool alone = is_blank_before(at.begin);
    const std::string next = alone ? line_end(at.begin) + indentation(at.begin) : " ";
    std::string comment = note.form == NoteForm::Loop
                              ? one_comment(note.clauses, alone ? next + "    " : next)
                              : comments(note.clauses, next);
    if (earlier.empty()) comment += next;
    edits_.push_back({at, std::move(comment)});
  }

  std::string result() {
    std::ranges::sort(edits_, {}, [](const Edit& e) { return e.range.begin; });
    std::string result;
    std::size_t next = 0;
    for (const Edit& edit : edits_) {
      result += text_.substr(next, edit.range.begin - next);
      result += edit.text;
      next = edit.range.end;
    }
    return result + std::string(text_.substr(next));
  }

 private:
  struct Edit {
    TextRange range;
    std::string text;
  };

  /// The annotations with claims that stand directly before it, in text order.
  std::vector<TextRange> annotations_before(std::size_t loop, NoteForm form) const {
    std::vector<TextRange> found;
    std::size_t end = loop;
    while (true) {
      while (end > 0 && is_space(text_[end - 1])) --end;
      const auto comment = std::ranges::find_if(
          comments_, [&](const TextRange& one) { return trimmed_end(one) == end; });
      if (comment == comments_.end()) break;
      if (claims(*comment, form)) found.insert(found.begin(), *comment);
      end = comment->begin;
    }
    return found;
  }

  /// A `//@` comment may or may not include its line end.
  std::size_t trimmed_end(const TextRange& comment) const {
    std::size_t end = comment.end;
    while (end > comment.begin && is_space(text_[end - 1])) --end;
    return end;
  }

  bool claims(const TextRange& comment, NoteForm form) const {
    Diagnostics ignored;
    const auto annotation = acsl::parse_annotation(file_, comment, {}, ignored);
    if (form == NoteForm::Assertions) {
      const auto* said = annotation ? std::get_if<acsl::Assertions>(&*annotation) : nullptr;
      return said != nullptr && is_ours(*said);
    }
    const auto* loop = annotation ? std::get_if<acsl::LoopAnnotation>(&*annotation) : nullptr;
    return loop != nullptr && has_clauses(*loop);
  }

  TextRange whole_lines(TextRange range) const {
    const std::size_t begin = line_start(range.begin);
    if (!is_blank_before(range.begin)) return range;
    std::size_t end = trimmed_end(range);
    while (end < text_.size() && text_[end] != '\n') ++end;
    return {begin, std::min(end + 1, text_.size())};
  }

  std::size_t line_start(std::size_t at) const { return file_.line_begin(file_.line_of(at)); }

  bool is_blank_before(std::size_t at) const {
    const std::size_t begin = line_start(at);
    return std::ranges::all_of(text_.substr(begin, at - begin), is_blank);
  }

  std::string indentation(std::size_t at) const {
    const std::size_t begin = line_start(at);
    return std::string(text_.substr(begin, at - begin));
  }

  /// As the line has it; the last line of a file has the one of the line before.
  std::string line_end(std::size_t at) const {
    std::size_t end = text_.find('\n', at);
    if (end == std::string_view::npos) end = text_.rfind('\n', at);
    const bool dos = end != std::string_view::npos && end > 0 && text_[end - 1] == '\r';
    return dos ? "\r\n" : "\n";
  }

  static std::string one_comment(const std::vector<std::string>& clauses, const std::string& next) {
    std::string comment = "/*@ ";
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      if (i > 0) comment += next;
      comment += clauses[i];
    }
    return comment + " */";
  }

  static std::string comments(const std::vector<std::string>& clauses, const std::string& next) {
    std::string all;
    for (const std::string& clause : clauses) {
      all += (all.empty() ? "" : next) + "/*@ " + clause + " */";
    }
    return all;
  }

  const SourceFile& file_;
  std::string_view text_;
  OldAnnotations old_annotations_;
  std::vector<TextRange> comments_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string annotate(const SourceFile& file, const std::vector<LoopNote>& notes,
                     OldAnnotations old_annotations, std::vector<SourcePosition>& kept) {
  Annotator annotator(file, old_annotations);
  for (const LoopNote& note : notes) annotator.add(note, kept);
  return annotator.result();
}

}  // namespace pawl::frontend::c
