// SPDX-License-Identifier: Apache-2.0
#include "emit/smtlib.h"

#include <cctype>

namespace pawl::emit {

std::string query_file_name(const std::string& procedure, std::size_t number,
                            const std::string& kind) {
  std::string name;
  for (const char c : procedure) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ? c : '-';
  }
  const std::string digits = std::to_string(number);
  return name + "." + (digits.size() < 2 ? "0" : "") + digits + "-" + kind + ".smt2";
}

std::string check_script(const std::vector<std::string>& files) {
  std::string text =
      "#!/bin/sh\n"
      "# Every file is one obligation; `unsat` means that it holds.\n"
      "# Usage: sh check.sh [SOLVER...]   without one: z3 and cvc5\n"
      "cd \"$(dirname \"$0\")\" || exit 2\n"
      "[ $# -gt 0 ] || set -- z3 cvc5\n"
      "code=0\n"
      "for solver in \"$@\"; do\n"
      "  for file in \\\n";
  for (const std::string& file : files) text += "    " + file + " \\\n";
  text +=
      "  ; do\n"
      "    answer=$(\"$solver\" \"$file\" 2>&1 | head -n 1)\n"
      "    case \"$answer\" in\n"
      "      unsat) ;;\n"
      "      unknown | timeout) [ $code -eq 1 ] || code=20 ;;\n"
      "      *) code=1 ;;\n"
      "    esac\n"
      "    [ \"$answer\" = unsat ] || echo \"$solver: $file: $answer\"\n"
      "  done\n"
      "done\n"
      "[ $code -ne 0 ] || echo \"all obligations hold\"\n"
      "exit $code\n";
  return text;
}

}  // namespace pawl::emit
