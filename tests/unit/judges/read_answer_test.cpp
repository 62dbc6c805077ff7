// SPDX-License-Identifier: Apache-2.0
#include "judges/read_answer.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace pawl::judges;

TEST_CASE("only a summary without errors verifies", "[judges]") {
  CHECK(read_summary("\nBoogie program verifier finished with 3 verified, 0 errors\n").opinion ==
        Opinion::Verified);
  CHECK(read_summary("Dafny program verifier finished with 6 verified, 0 errors\r\n").opinion ==
        Opinion::Verified);
  CHECK(read_summary("").opinion == Opinion::Undecided);
  CHECK(read_summary("Unhandled exception").opinion == Opinion::Undecided);
}

TEST_CASE("an error is a refusal that says where", "[judges]") {
  const Answer answer = read_summary(
      "Prover error: line 18 column 28: unknown parameter 'model_compress'\n"
      "p.bpl(6,5): Error BP5005: This loop invariant might not be maintained by the loop.\n"
      "Boogie program verifier finished with 0 verified, 1 error\n");
  CHECK(answer.opinion == Opinion::Refused);
  CHECK(answer.detail ==
        "p.bpl(6,5): Error BP5005: This loop invariant might not be maintained by the loop.");
  CHECK(read_summary("p.dfy(1,2): Error: invalid UpdateStmt\n1 parse errors detected in p.dfy\n")
            .opinion == Opinion::Refused);
}

TEST_CASE("no time is no refusal", "[judges]") {
  CHECK(read_summary("Boogie program verifier finished with 1 verified, 0 errors, 1 time out\n")
            .opinion == Opinion::Undecided);
  CHECK(read_summary("Boogie program verifier finished with 1 verified, 1 error, 1 time out\n")
            .opinion == Opinion::Refused);
}

TEST_CASE("Why3 is verified when every goal is valid", "[judges]") {
  const std::string valid =
      "File \"p.mlw\", line 4:\nGoal p'vc.\nProver result is: Valid (0.01s).\n";
  CHECK(read_why3(valid, 0).opinion == Opinion::Verified);
  CHECK(read_why3(valid + "Prover result is: Timeout (5.00s).\n", 2).opinion == Opinion::Undecided);
  CHECK(read_why3(valid + "Prover result is: Invalid (0.10s).\n", 2).opinion == Opinion::Refused);
  CHECK(read_why3("", 0).opinion == Opinion::Verified);  // nothing to prove
  CHECK(read_why3("File \"p.mlw\", line 4, characters 7-10:\nsyntax error\n", 1).opinion ==
        Opinion::Refused);
}

TEST_CASE("an error belongs to the loop whose clause it is about", "[judges]") {
  const std::string program =
      "procedure f() {\n"              // 1
      "  while (i < n)\n"              // 2
      "    invariant 0 <= i;\n"        // 3
      "    invariant i <= n;\n"        // 4
      "  {\n"                          // 5
      "    while (j < n)\n"            // 6
      "      invariant 0 <= j;\n"      // 7
      "    { j := j + 1; }\n"          // 8
      "    invariant_of_nothing();\n"  // 9
      "  }\n"
      "}\n";
  const std::string place = "File \"p.mlw\", line ";
  const std::string head = ", characters 4-5:\nGoal f'vc.\n";
  const Answer timeout = read_why3(place + "3" + head + "Prover result is: Valid (0.01s).\n" +
                                       place + "7" + head + "Prover result is: Timeout (5.00s).\n",
                                   2);
  CHECK(opinions_of_loops(program, timeout) == std::vector{Opinion::Verified, Opinion::Undecided});
  const Answer elsewhere =
      read_why3(place + "9" + head + "Prover result is: Timeout (5.00s).\n", 2);
  CHECK(opinions_of_loops(program, elsewhere) == std::vector{Opinion::Verified, Opinion::Verified});
  // After an error Boogie assumes what failed: nothing is known of the other loop.
  const Answer refused = read_summary(
      "p.bpl(4,5): Error BP5005: This loop invariant might not be maintained by the loop.\n"
      "Boogie program verifier finished with 0 verified, 1 error\n");
  CHECK(opinions_of_loops(program, refused) == std::vector{Opinion::Refused, Opinion::Undecided});
  CHECK(opinions_of_loops(program, read_summary("")) ==
        std::vector{Opinion::Undecided, Opinion::Undecided});
}
