// SPDX-License-Identifier: Apache-2.0
//
// One comment: what kind of annotation it is, and everything in it.
#include "frontends/acsl/parser.h"

#include <utility>

#include "frontends/acsl/clause_parser.h"
#include "frontends/acsl/declaration_parser.h"
#include "frontends/acsl/parser_state.h"
#include "frontends/acsl/term_parser.h"
#include "support/assert.h"

namespace pawl::frontend::acsl {
namespace {

const char* const annotation_hint =
    "annotations begin with requires, ensures, assigns, behavior, loop, assert, check, admit, "
    "predicate, logic, lemma, axiomatic, ...";

class AnnotationParser {
 public:
  AnnotationParser(const SourceFile& file, TextRange body, const ParseOptions& options)
      : file_(file), body_(body), state_(file, body, options) {}

  std::optional<Annotation> parse(Diagnostics& diagnostics) {
    std::optional<Annotation> out = any();
    const bool failed = state_.has_errors();
    state_.flush(diagnostics);
    return failed ? std::nullopt : std::move(out);
  }

 private:
  std::optional<Annotation> any() {
    if (state_.is_word("ghost")) return ghost();
    if (declarations_.at_declaration()) return declarations_.declarations();
    const std::size_t begin = state_.index();
    std::optional<std::vector<Identifier>> behaviors = clauses_.for_behaviors();
    if (!behaviors) return std::nullopt;
    if (clauses_.at_loop()) return from(begin, clauses_.loop(*std::move(behaviors)));
    if (clauses_.at_contract()) return from(begin, clauses_.contract(*std::move(behaviors)));
    if (clauses_.at_assertion()) return from(begin, clauses_.assertions(*std::move(behaviors)));
    unknown();
    return std::nullopt;
  }

  /// The range of the whole, with the `for a:` before it.
  template <class T>
  Annotation from(std::size_t begin, T annotation) {
    annotation.range = state_.range_from(begin);
    return annotation;
  }

  void unknown() {
    if (state_.at_end() && state_.index() == 0) {
      if (!state_.has_errors()) {
        state_.error(state_.range(body_), "an annotation that says nothing",
                     "a comment that is none has no '@' at its begin");
      }
    } else if (state_.at(Tok::Identifier)) {
      state_.error(state_.here(), "the annotation " + state_.found() + " is not supported",
                   annotation_hint);
    } else {
      state_.unexpected("an annotation", annotation_hint);
    }
  }

  /// C, which is not ours to read.
  Annotation ghost() {
    state_.forget_errors();
    Ghost out;
    out.range = state_.range(TextRange{state_.peek().begin, body_.end});
    std::string_view code = file_.text().substr(0, body_.end).substr(state_.peek().end);
    constexpr std::string_view blank = " \t\r\n\v\f@";
    const std::size_t first = code.find_first_not_of(blank);
    if (first != std::string_view::npos) {
      code = code.substr(first, code.find_last_not_of(blank) - first + 1);
      out.code = code;
    }
    if (state_.at_name(1) && state_.tok(2) == Tok::Colon &&
        (state_.tok(3) == Tok::End ||
         (state_.tok(3) == Tok::Semicolon && state_.tok(4) == Tok::End))) {
      state_.advance();
      out.label = Identifier{std::string(state_.peek().text), state_.here()};
    }
    return out;
  }

  const SourceFile& file_;
  TextRange body_;
  ParserState state_;
  TermParser terms_{state_};
  ClauseParser clauses_{state_, terms_};
  DeclarationParser declarations_{state_, terms_, clauses_};
};

SourceRange place(const SourceFile& file, TextRange text) {
  const auto position = [&](std::size_t offset) {
    const std::uint32_t line = file.line_of(offset);
    return SourcePosition{line, static_cast<std::uint32_t>(offset - file.line_begin(line)) + 1};
  };
  return {&file, position(text.begin), position(text.end)};
}

}  // namespace

std::optional<Annotation> parse_annotation(const SourceFile& file, TextRange comment,
                                           const ParseOptions& options, Diagnostics& diagnostics) {
  PAWL_ASSERT(comment.begin <= comment.end && comment.end <= file.text().size(),
              "a comment should be inside of its file");
  const std::string_view text = file.text().substr(comment.begin, comment.end - comment.begin);
  PAWL_ASSERT(is_annotation(text), "the comment should be an annotation");
  TextRange body{comment.begin + 3, comment.end};
  if (text.starts_with("/*")) {
    if (text.size() < 5 || !text.ends_with("*/")) {
      diagnostics.error(place(file, {comment.begin, comment.begin + 3}),
                        "this annotation is never closed", "close it with '*/'");
      return std::nullopt;
    }
    body.end -= 2;
  }
  return AnnotationParser(file, body, options).parse(diagnostics);
}

Term parse_term(const SourceFile& file, TextRange part, const ParseOptions& options,
                Diagnostics& diagnostics) {
  PAWL_ASSERT(part.begin <= part.end && part.end <= file.text().size(),
              "a term should be inside of its file");
  ParserState state(file, part, options);
  Term out = TermParser(state).term();
  if (out && !state.at_end()) state.unexpected("the end of the term");
  const bool failed = state.has_errors();
  state.flush(diagnostics);
  return failed ? nullptr : out;
}

Term parse_term(const SourceFile& file, const ParseOptions& options, Diagnostics& diagnostics) {
  return parse_term(file, {0, file.text().size()}, options, diagnostics);
}

}  // namespace pawl::frontend::acsl
