# SPDX-License-Identifier: Apache-2.0
# install -> configure -> build -> run, stopping at the first failure. Then the version check: a
# newer pawl than the installed one must not be found.
cmake_minimum_required(VERSION 3.25)

function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${what} failed (${code}):\n${text}")
  endif()
  message(STATUS "${what}: ok")
  set(step_output "${text}" PARENT_SCOPE)
endfunction()

set(prefix ${WORK}/prefix)
set(configure
    ${CMAKE_COMMAND} -S ${SOURCE} -G ${GENERATOR} -D CMAKE_BUILD_TYPE=${CONFIG}
    -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_C_COMPILER=${C} -D CMAKE_CXX_FLAGS=${FLAGS}
    -D CMAKE_PREFIX_PATH=${prefix})

file(REMOVE_RECURSE ${WORK})
step(install ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --config ${CONFIG})
step(configure ${configure} -B ${WORK}/build -D PAWL_WANTED=${VERSION})
step(build ${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG})
step(run ${WORK}/build/consumer)
if(NOT step_output MATCHES "consumer: ok")
  message(FATAL_ERROR "the consumer said:\n${step_output}")
endif()
step(example ${WORK}/build/example)
if(NOT step_output MATCHES "count.1: i <= n.*true")
  message(FATAL_ERROR "the example of docs/integrating.md said:\n${step_output}")
endif()

execute_process(COMMAND ${configure} -B ${WORK}/newer -D PAWL_WANTED=99.0 RESULT_VARIABLE code
                OUTPUT_QUIET ERROR_QUIET)
if(code EQUAL 0)
  message(FATAL_ERROR "version 99.0 was found, ${VERSION} is installed")
endif()
message(STATUS "version check: ok")

# Nothing that is installed may point back into the source or build tree.
file(GLOB_RECURSE configs ${prefix}/*.cmake)
foreach(config IN LISTS configs)
  file(READ ${config} text)
  string(FIND "${text}" "${BUILD}" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "${config} mentions the build tree")
  endif()
endforeach()
