// SPDX-License-Identifier: Apache-2.0
//
// The certificate of a result as a directory: every obligation one SMT-LIB file, and a script that
// has them answered. The questions themselves are check/'s.
#pragma once

#include <string>
#include <vector>

namespace pawl::emit {

/// `array_max.03-consecution.smt2`
std::string query_file_name(const std::string& procedure, std::size_t number,
                            const std::string& kind);

/// `sh check.sh [solver...]`: exit code 0 if z3 and cvc5, or the solvers given, answer `unsat` to
/// every file, 1 if one says otherwise, 20 if one does not know.
std::string check_script(const std::vector<std::string>& files);

}  // namespace pawl::emit
