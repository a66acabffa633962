# SPDX-License-Identifier: Apache-2.0
# Finds the Debian packages the project builds with; a missing one names its package.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)

# chokepoint_pkg(<pkg-config name> <Debian package>): target PkgConfig::<name>.
function(chokepoint_pkg name package)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${name})
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} is missing: apt-get install ${package}")
  endif()
endfunction()

chokepoint_pkg(systemc libsystemc-dev)
chokepoint_pkg(fmt libfmt-dev)
chokepoint_pkg(CLI11 libcli11-dev)
chokepoint_pkg(tomlplusplus libtomlplusplus-dev)
chokepoint_pkg(nlohmann_json nlohmann-json3-dev)

find_path(RANDOM123_INCLUDE Random123/philox.h)
if(NOT RANDOM123_INCLUDE)
  message(FATAL_ERROR "Random123 is missing: apt-get install librandom123-dev")
endif()

find_program(VERILATOR verilator)
if(NOT VERILATOR)
  message(FATAL_ERROR "verilator is missing: apt-get install verilator")
endif()
execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT
                OUTPUT_VARIABLE VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${VERILATOR} --version
                OUTPUT_VARIABLE VERILATOR_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS ${VERILATOR_ROOT}/include/verilated.h)
  message(FATAL_ERROR "no ${VERILATOR_ROOT}/include/verilated.h: apt-get install verilator")
endif()

if(CHOKEPOINT_TESTS)
  find_package(GTest REQUIRED)
endif()
