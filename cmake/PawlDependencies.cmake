# SPDX-License-Identifier: Apache-2.0
# Every external package, in one place. Nothing is downloaded. Link these targets with
# PRIVATE_DEPENDS only, each from the one folder that hides it:
#   prover/       Z3::Z3  cvc5::cvc5
#   abstraction/  PAWL_BDD_TARGET (BuDDy::BuDDy or CUDD::CUDD)
#   gcl/ slam/ frontends/{acsl,slic}/  Boost::headers
#   dataflow/     PPL::PPL, if it is there
#   hints/        yaml-cpp
#   cli/ emit/    nlohmann_json::nlohmann_json  CLI11::CLI11
find_package(Z3 4.8.12 REQUIRED)
find_package(cvc5 REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(yaml-cpp 0.7 REQUIRED)

# CUDD is preferred; BuDDy is what Debian packages.
find_package(CUDD QUIET)
find_package(BuDDy QUIET)
if(CUDD_FOUND)
  set(pawl_bdd_default CUDD)
else()
  set(pawl_bdd_default BuDDy)
endif()
set(PAWL_BDD ${pawl_bdd_default} CACHE STRING "The BDD package: CUDD or BuDDy")
set_property(CACHE PAWL_BDD PROPERTY STRINGS CUDD BuDDy)
if(NOT PAWL_BDD MATCHES "^(CUDD|BuDDy)$")
  message(FATAL_ERROR "PAWL_BDD is '${PAWL_BDD}'; it should be CUDD or BuDDy")
endif()
find_package(${PAWL_BDD} REQUIRED)
set(PAWL_BDD_TARGET ${PAWL_BDD}::${PAWL_BDD})
message(STATUS "BDD package: ${PAWL_BDD}")

# Octagons and polyhedra: without it those two lattices are missing, and pawl says so.
find_package(PPL QUIET)
if(PPL_FOUND)
  message(STATUS "octagons and polyhedra: PPL")
else()
  message(STATUS "octagons and polyhedra: none (PPL was not found, or this compiler cannot read it; Debian: libppl-dev)")
endif()

# Clang's C++ AST, through the shared libraries. Newer versions than Debian's default need few
# changes; say -DClang_DIR=... to take one.
find_package(Clang REQUIRED CONFIG HINTS /usr/lib/llvm-14/lib/cmake/clang)
string(REGEX MATCH "^[0-9]+\\.[0-9]+\\.[0-9]+" pawl_llvm_version "${LLVM_PACKAGE_VERSION}")
set(PAWL_CLANG_RESOURCE_DIR "${LLVM_LIBRARY_DIR}/clang/${pawl_llvm_version}"
    CACHE PATH "Clang's own headers (stddef.h, ...)")
message(STATUS "Clang ${LLVM_PACKAGE_VERSION}, headers in ${PAWL_CLANG_RESOURCE_DIR}")

if(PAWL_TESTS)
  find_package(Catch2 2.13 REQUIRED)
  if(NOT Catch2_VERSION VERSION_LESS 3)
    message(FATAL_ERROR "the tests need Catch2 version 2, found ${Catch2_VERSION}")
  endif()
  find_package(rapidcheck REQUIRED)
  set(pawl_python_required REQUIRED)
endif()

# Debian's Python first: its modules (jsonschema) are the ones scripts/bootstrap installs, and
# another python3 earlier on PATH does not see them.
if(NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python that runs our scripts")
endif()
find_package(Python3 3.9 ${pawl_python_required} COMPONENTS Interpreter)
