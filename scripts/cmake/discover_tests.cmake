# SPDX-License-Identifier: Apache-2.0
# Writes one add_test per GoogleTest case of BINARY into OUT, named PREFIX/<suite>/<case> with the
# suite in snake case (run with cmake -P after the binary is linked). A case whose name starts with
# Full is labelled full, all others quick.

execute_process(COMMAND ${BINARY} --gtest_list_tests OUTPUT_VARIABLE list RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${BINARY} --gtest_list_tests failed: ${result}")
endif()
string(REPLACE ";" "," list "${list}")
string(REPLACE "\n" ";" list "${list}")
set(script "")
set(suite "")
foreach(line IN LISTS list)
  string(REGEX REPLACE " +#.*$" "" line "${line}")
  if(line MATCHES "^([A-Za-z0-9_/]+)\\.$")
    set(suite ${CMAKE_MATCH_1})
    string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1_\\2" snake ${suite})
    string(TOLOWER ${snake} snake)
  elseif(line MATCHES "^  ([A-Za-z0-9_/]+)$")
    set(case ${CMAKE_MATCH_1})
    set(label quick)
    if(case MATCHES "^Full")
      set(label full)
    endif()
    set(name "${PREFIX}/${snake}/${case}")
    string(APPEND script "add_test([==[${name}]==] [==[${BINARY}]==] --gtest_filter=${suite}.${case})\n"
           "set_tests_properties([==[${name}]==] PROPERTIES LABELS ${label} TIMEOUT ${TIMEOUT} "
           "WORKING_DIRECTORY [==[${DIR}]==])\n")
  endif()
endforeach()
file(WRITE ${OUT} "${script}")
