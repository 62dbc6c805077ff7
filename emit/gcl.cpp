// SPDX-License-Identifier: Apache-2.0
#include "emit/gcl.h"

#include <algorithm>
#include <ostream>

#include "gcl/printer.h"
#include "result/annotate.h"

namespace pawl::emit {
namespace {

void write_remarks(std::ostream& out, const result::ProcedureResult& procedure) {
  for (const result::LoopResult& loop : procedure.loops) {
    const std::string name =
        "loop " + loop.id + " (line " + std::to_string(loop.place.line) + " of the input)";
    if (loop.status == result::LoopStatus::Unreachable) {
      out << "// " << name << " is never reached: its invariant is false.\n";
    }
    if (!loop.incomplete.empty()) {
      out << "// " << name << ": the invariant may be weaker than possible: " << loop.incomplete
          << ".\n";
    }
    for (const result::ConjunctResult& conjunct : loop.invariant) {
      if (conjunct.certified()) continue;
      out << "// " << name << ": candidate, not certified: " << conjunct.text << "\n";
    }
  }
  if (procedure.failure != result::Reason::None) {
    out << "// procedure " << procedure.name << ": no answer: " << to_string(procedure.failure)
        << "\n";
  }
}

}  // namespace

void write_annotated(std::ostream& out, gcl::Context& context, const gcl::Program& program,
                     const result::Result& result) {
  gcl::Program annotated = program;
  for (const gcl::Procedure& procedure : program.procedures) {
    const auto found =
        std::ranges::find(result.procedures, procedure.name, &result::ProcedureResult::name);
    if (found != result.procedures.end() && procedure.body) write_remarks(out, *found);
  }
  result::annotate(context, result, annotated);
  gcl::print(out, annotated);
}

}  // namespace pawl::emit
