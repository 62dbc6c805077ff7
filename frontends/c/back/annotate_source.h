// SPDX-License-Identifier: Apache-2.0
//
// Puts annotations above the loops of a C text. Not a byte of the text changes but for what is put
// in, and for earlier loop annotations that are replaced.
#pragma once

#include <string>
#include <vector>

#include "support/source.h"

namespace pawl::frontend::c {

/// ACSL has loop annotations before the keywords of loops only.
enum class NoteForm {
  Loop,        // one annotation: "loop invariant inferred_1: 0 <= i;", ...
  Assertions,  // one for each clause: "assert inferred_1: 0 <= i;"
};

/// What is to stand directly before the loop that begins at `loop`.
struct LoopNote {
  SourcePosition loop;               // of the keyword, or of the statement behind the label
  std::vector<std::string> clauses;  // none: nothing to say
  NoteForm form = NoteForm::Loop;
};

enum class OldAnnotations {
  Keep,     // a loop that has invariants, assigns or a variant is left as it is
  Replace,  // they make room for the new ones
};

/// `kept`: the loops that were left as they are because they have an annotation.
std::string annotate(const SourceFile& file, const std::vector<LoopNote>& notes,
                     OldAnnotations old_annotations, std::vector<SourcePosition>& kept);

}  // namespace pawl::frontend::c
