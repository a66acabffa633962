# SPDX-License-Identifier: Apache-2.0
# Verilates one variant (run with cmake -P): generated C++ in DIR, one unity file, one dependency file.
# Variables: VERILATOR, NAME (the class prefix), MODULE, SEARCH and FILES (comma separated), OPTIONS
# (comma separated), DIR, COVERAGE.

string(REPLACE "," ";" files "${FILES}")
string(REPLACE "," ";" search "${SEARCH}")
string(REPLACE "," ";" options "${OPTIONS}")
list(TRANSFORM search PREPEND "-y;" REGEX ".")
set(y_options "")
string(REPLACE "," ";" folders "${SEARCH}")
foreach(folder IN LISTS folders)
  list(APPEND y_options -y ${folder})
endforeach()

set(trace --trace-fst --trace-structs)
if(COVERAGE)
  set(trace "")  # halves what is compiled
endif()

file(REMOVE_RECURSE ${DIR})
file(MAKE_DIRECTORY ${DIR})
execute_process(
  COMMAND ${VERILATOR} --cc -Wall ${trace} -O3 ${options}
          --prefix ${NAME} --top-module ${MODULE} --Mdir ${DIR} ${y_options} ${files}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  file(REMOVE_RECURSE ${DIR})
  message(FATAL_ERROR "${NAME} does not Verilate\n${output}")
endif()

file(GLOB generated LIST_DIRECTORIES FALSE ${DIR}/*.cpp)
list(SORT generated)
if(COVERAGE)
  # Counters outlive their instance; they need not be atomic.
  set(counter "\\(vlSymsp->__Vcoverage\\[[0-9]*\\]\\)\\.fetch_add(1, std::memory_order_relaxed)")
  execute_process(COMMAND sed -i -e "s/delete vlSymsp;//"
                          -e "s/${counter}/++reinterpret_cast<uint32_t\\&>(\\1)/"
                          ${generated} COMMAND_ERROR_IS_FATAL ANY)
endif()

# What runs at most once (Verilator calls it slow: construction, settling, a wave's declarations) is nearly half of the text and
# gains nothing from being optimised, what writes a wave's changes little.
set(slow ${generated})
list(FILTER slow INCLUDE REGEX "__Slow\\.cpp$")
set(traced ${generated})
list(FILTER traced INCLUDE REGEX "__Trace__[0-9]*\\.cpp$")
list(REMOVE_ITEM generated ${slow} ${traced})
function(includes out)
  set(text "")
  foreach(file IN LISTS ARGN)
    get_filename_component(file ${file} NAME)  # no folder in it: a compiler cache serves all build folders
    string(APPEND text "#include \"${file}\"\n")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()
includes(generated ${generated})
includes(traced ${traced})
includes(slow ${slow})
file(WRITE ${DIR}/unity.cpp "#include \"sim/engine/verilated_popcount.h\"\n${generated}"
  "#pragma GCC push_options\n#pragma GCC optimize (\"O1\")\n${traced}"
  "#pragma GCC optimize (\"O0\")\n${slow}#pragma GCC pop_options\n")

# Verilator's own list of everything it read, with the unity file as the target.
file(READ ${DIR}/${NAME}__ver.d dependencies)
string(REGEX REPLACE "^[^:]*:" "" dependencies "${dependencies}")
file(WRITE ${DIR}/unity.d "${DIR}/unity.cpp:${dependencies}")
