# SPDX-License-Identifier: Apache-2.0
# Each (module, parameters) of rtl/<mechanism>/variants.json becomes a shared library, Verilated by a
# custom command when its sources change and compiled as one unity file. `all` builds none of them: the
# program builds a library when it first needs it (sim/engine/variant_library.h), and the target
# `variants` builds every one.

# Verilator's run-time sources, once for all variants.
function(add_verilated_runtime)
  set(include ${VERILATOR_ROOT}/include)
  set(sources verilated.cpp verilated_fst_c.cpp verilated_threads.cpp)
  if(CHOKEPOINT_COVERAGE)
    list(APPEND sources verilated_cov.cpp)
  endif()
  list(TRANSFORM sources PREPEND ${include}/)
  add_library(verilated_runtime STATIC ${sources})
  # vl_stop is ours (sim/engine/verilated_hooks.cpp): a failing assertion becomes an exception.
  target_compile_definitions(verilated_runtime PRIVATE VL_USER_STOP)
  target_compile_definitions(verilated_runtime PUBLIC VL_TIME_CONTEXT VM_TRACE=1 VM_TRACE_FST=1
                                                      VM_SC=0)
  if(CHOKEPOINT_COVERAGE)
    target_compile_definitions(verilated_runtime PUBLIC VM_COVERAGE=1)
  else()
    target_compile_definitions(verilated_runtime PUBLIC VM_COVERAGE=0)
  endif()
  target_include_directories(verilated_runtime SYSTEM PUBLIC ${include} ${include}/vltstd)
  target_compile_options(verilated_runtime PRIVATE -w)
  target_link_libraries(verilated_runtime PUBLIC Threads::Threads ZLIB::ZLIB)
endfunction()

function(verilated_model_options target)
  target_compile_options(${target} PRIVATE -w)
  if(CHOKEPOINT_COVERAGE)
    target_compile_options(${target} PRIVATE -O1)  # counters leave little to optimise
  endif()
  target_include_directories(${target} SYSTEM PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${target} PUBLIC verilated_runtime)
endfunction()

# The tree that has a mechanism's rtl and sim: the project's, but for an example's.
function(tree_of mechanism out)
  get_property(tree GLOBAL PROPERTY CHOKEPOINT_TREE_${mechanism})
  if(NOT tree)
    set(tree ${CMAKE_SOURCE_DIR})
  endif()
  set(${out} ${tree} PARENT_SCOPE)
endfunction()

# verilated_model(<target> <name> <mechanism> <module> <options> [rtl directory])
# Object library <target> with the class V<name>; rtl directory default: the mechanism's.
function(verilated_model target name mechanism module options)
  tree_of(${mechanism} tree)
  set(rtl ${tree}/rtl/${mechanism})
  if(ARGC GREATER 5)
    set(rtl ${ARGV5})
  endif()
  set(dir ${CMAKE_BINARY_DIR}/verilated/${name})
  # Waivers first, packages second: their order is part of the tool's contract.
  file(GLOB waivers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl/*.vlt
       ${CMAKE_SOURCE_DIR}/rtl/common/*.vlt ${CMAKE_SOURCE_DIR}/rtl/${mechanism}/*.vlt)
  file(GLOB packages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl/common/*_pkg.sv ${rtl}/*_pkg.sv)
  set(files ${waivers} ${packages} ${rtl}/${module}.sv)
  set(search ${rtl} ${CMAKE_SOURCE_DIR}/rtl/common)
  if(CHOKEPOINT_COVERAGE)
    # A split process counts branches on values from before.
    list(APPEND options --coverage -fno-split -fno-reorder)
    file(GLOB points CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/coverage/${mechanism}/*_cover.sv)
    list(APPEND files ${points})  # cover points, bound to the modules that a variant has
  endif()
  string(REPLACE ";" "," files "${files}")
  string(REPLACE ";" "," search "${search}")
  string(REPLACE ";" "," options "${options}")
  set(script ${CMAKE_SOURCE_DIR}/scripts/cmake/verilate_variant.cmake)
  add_custom_command(
    OUTPUT ${dir}/unity.cpp ${dir}/V${name}.h
    COMMAND ${CMAKE_COMMAND} -DVERILATOR=${VERILATOR} -DNAME=V${name} -DMODULE=${module}
            -DFILES=${files} -DSEARCH=${search} -DOPTIONS=${options} -DDIR=${dir}
            -DCOVERAGE=${CHOKEPOINT_COVERAGE} -P ${script}
    DEPENDS ${script}
    DEPFILE ${dir}/unity.d
    COMMENT "Verilating ${name}"
    VERBATIM)
  add_library(${target} OBJECT ${dir}/unity.cpp)
  set_property(SOURCE ${dir}/unity.cpp APPEND PROPERTY OBJECT_DEPENDS ${dir}/V${name}.h)
  verilated_model_options(${target})
  target_include_directories(${target} SYSTEM PUBLIC ${dir})
endfunction()

# snake_case to UpperCamelCase: the unit's C++ type.
function(camel_case name out)
  set(result "")
  string(REPLACE "_" ";" words ${name})
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND result ${first}${rest})
  endforeach()
  set(${out} ${result} PARENT_SCOPE)
endfunction()

# Target and header of the hash by which a program knows that it and a library fit together.
function(add_variant_interface mechanism)
  if(TARGET variant_interface_${mechanism})
    return()
  endif()
  set(sim ${CMAKE_SOURCE_DIR}/sim)
  tree_of(${mechanism} tree)
  file(GLOB headers CONFIGURE_DEPENDS ${sim}/common/*.h ${sim}/scenario/*.h ${sim}/engine/*.h
       ${sim}/units/*.h ${tree}/sim/units/${mechanism}/*.h)
  string(REPLACE ";" "," files "${headers}")
  set(header ${CMAKE_BINARY_DIR}/verilated/interface_${mechanism}.h)
  set(script ${CMAKE_SOURCE_DIR}/scripts/cmake/interface_hash.cmake)
  set(text "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS}"
           "${CMAKE_BUILD_TYPE} ${CHOKEPOINT_COVERAGE} ${CHOKEPOINT_SANITIZE} ${VERILATOR_VERSION}")
  add_custom_command(OUTPUT ${header}
                     COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" "-DTEXT=${text}" -DOUT=${header}
                             -P ${script}
                     DEPENDS ${headers} ${script} VERBATIM)
  add_custom_target(variant_interface_${mechanism} DEPENDS ${header})
endfunction()

# Options of every variant's two targets, and of the two whose precompiled headers they use: Verilator's, and the engine's.
function(variant_model_options target)
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fvisibility=hidden)  # calls as in a program
endfunction()
function(variant_library_options target)
  # What it calls (the engine, Verilator's run time) is the program's: once in a process.
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON POSITION_INDEPENDENT_CODE ON
                                             DEFINE_SYMBOL "")
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR} ${RANDOM123_INCLUDE})
  target_include_directories(${target} SYSTEM PRIVATE
    $<TARGET_PROPERTY:verilated_runtime,INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>)
  target_compile_definitions(${target} PRIVATE
    $<TARGET_PROPERTY:verilated_runtime,INTERFACE_COMPILE_DEFINITIONS>)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  target_link_libraries(${target} PRIVATE chokepoint_flags)
endfunction()
function(add_variant_headers)
  set(empty ${CMAKE_BINARY_DIR}/verilated/headers.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "// SPDX-License-Identifier: Apache-2.0\n")
  add_library(variant_model_headers OBJECT ${empty})
  verilated_model_options(variant_model_headers)
  variant_model_options(variant_model_headers)
  target_precompile_headers(variant_model_headers PRIVATE
    "${CMAKE_SOURCE_DIR}/sim/engine/verilated_popcount.h" <verilated_fst_c.h>)
  add_library(variant_library_headers OBJECT ${empty})
  variant_library_options(variant_library_headers)
  target_precompile_headers(variant_library_headers PRIVATE
    "${CMAKE_SOURCE_DIR}/sim/engine/rtl_instance.h"
    "${CMAKE_SOURCE_DIR}/sim/engine/variant_library.h")
endfunction()

# add_variant(<mechanism> <name> <module> <Verilator options> <{"K", V}, ...>)
function(add_variant mechanism name module generics initialisers)
  verilated_model(variant_model_${name} ${name} ${mechanism} ${module} "${generics}")
  variant_model_options(variant_model_${name})
  target_precompile_headers(variant_model_${name} REUSE_FROM variant_model_headers)
  tree_of(${mechanism} tree)
  camel_case(${module} type)
  set(MECHANISM ${mechanism})
  set(NAME ${name})
  set(MODULE ${module})
  set(TYPE ${type})
  set(TOP V${name})
  set(TOP_HEADER "")
  if(CHOKEPOINT_COVERAGE)
    set(TOP_HEADER "#include \"tb/coverage/covered_top.h\"\n")
    set(TOP chokepoint::test::CoveredTop<V${name}>)
  endif()
  set(MARK "\"chokepoint variant ${name} ${generics} \" CHOKEPOINT_INTERFACE")
  add_variant_interface(${mechanism})
  set(source ${CMAKE_BINARY_DIR}/verilated/${name}_library.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/scripts/cmake/variant_library.cpp.in ${source} @ONLY)
  set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS
               "${CMAKE_BINARY_DIR}/verilated/${name}/V${name}.h"
               "${CMAKE_BINARY_DIR}/verilated/interface_${mechanism}.h")
  add_library(variant_${name} MODULE ${source} $<TARGET_OBJECTS:variant_model_${name}>)
  variant_library_options(variant_${name})
  target_precompile_headers(variant_${name} REUSE_FROM variant_library_headers)
  set_target_properties(variant_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/variants)
  target_include_directories(variant_${name} PRIVATE ${tree})
  target_include_directories(variant_${name} SYSTEM PRIVATE
                             $<TARGET_PROPERTY:variant_model_${name},INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>)
  add_dependencies(variant_${name} variant_model_${name} variant_interface_${mechanism})
  if(tree STREQUAL CMAKE_SOURCE_DIR)
    add_dependencies(variants variant_${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY CHOKEPOINT_MODULES_${mechanism} ${module})
  set_property(GLOBAL APPEND_STRING PROPERTY CHOKEPOINT_KNOWN_${mechanism}
    "const KnownVariant<chokepoint::${type}> ${name}(\n    {\"${name}\", ${MARK}, ${seconds}}, {${initialisers}});\n")
endfunction()

# add_variants(<target> <tree> <list>...)
# The variants of these lists, of mechanisms whose folders rtl and sim are in <tree>; a program that
# links <target> knows them.
function(add_variants target tree)
  set(mechanisms "")
  foreach(list IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    get_filename_component(mechanism ${list} DIRECTORY)
    get_filename_component(mechanism ${mechanism} NAME)
    file(READ ${list} json)
    string(JSON count LENGTH "${json}" variants)
    if(count EQUAL 0)
      continue()
    endif()
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON name GET "${json}" variants ${i} name)
      if(CHOKEPOINT_ONLY_VARIANTS AND NOT name MATCHES "${CHOKEPOINT_ONLY_VARIANTS}")
        continue()
      endif()
      string(JSON module GET "${json}" variants ${i} module)
      string(JSON named ERROR_VARIABLE absent GET "${json}" variants ${i} mechanism)
      if(NOT absent)  # by scripts/add_variant.py
        set(mechanism ${named})
      endif()
      list(APPEND mechanisms ${mechanism})
      set_property(GLOBAL PROPERTY CHOKEPOINT_TREE_${mechanism} ${tree})
      string(JSON parameters GET "${json}" variants ${i} parameters)
      string(JSON parameter_count LENGTH "${parameters}")
      set(generics "")
      set(initialisers "")
      if(parameter_count GREATER 0)
        math(EXPR last_parameter "${parameter_count} - 1")
        foreach(k RANGE ${last_parameter})
          string(JSON key MEMBER "${parameters}" ${k})
          string(JSON value GET "${parameters}" ${key})
          list(APPEND generics -G${key}=${value})
          string(APPEND initialisers "{\"${key}\", ${value}}, ")
        endforeach()
      endif()
      string(JSON assertions ERROR_VARIABLE absent GET "${json}" variants ${i} assert)
      if(absent OR assertions)
        list(APPEND generics --assert)
      endif()
      string(JSON seconds ERROR_VARIABLE absent GET "${json}" variants ${i} build_seconds)
      if(absent)
        set(seconds 15)
      endif()
      add_variant(${mechanism} ${name} ${module} "${generics}" "${initialisers}")
    endforeach()
  endforeach()
  add_library(${target} INTERFACE)
  list(REMOVE_DUPLICATES mechanisms)
  foreach(MECHANISM IN LISTS mechanisms)
    get_property(VARIANTS GLOBAL PROPERTY CHOKEPOINT_KNOWN_${MECHANISM})
    get_property(modules GLOBAL PROPERTY CHOKEPOINT_MODULES_${MECHANISM})
    list(REMOVE_DUPLICATES modules)
    list(SORT modules)
    set(UNIT_HEADERS "")
    foreach(module IN LISTS modules)
      string(APPEND UNIT_HEADERS "#include \"sim/units/${MECHANISM}/${module}_rtl.h\"\n")
    endforeach()
    set(source ${CMAKE_BINARY_DIR}/verilated/known_${MECHANISM}.cpp)
    configure_file(${CMAKE_SOURCE_DIR}/scripts/cmake/known_variants.cpp.in ${source} @ONLY)
    set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS
                 ${CMAKE_BINARY_DIR}/verilated/interface_${MECHANISM}.h)
    add_library(known_variants_${MECHANISM} OBJECT EXCLUDE_FROM_ALL ${source})
    target_include_directories(known_variants_${MECHANISM} PRIVATE ${CMAKE_BINARY_DIR} ${tree})
    target_link_libraries(known_variants_${MECHANISM} PRIVATE chokepoint_units)
    add_dependencies(known_variants_${MECHANISM} variant_interface_${MECHANISM})
    target_sources(${target} INTERFACE $<TARGET_OBJECTS:known_variants_${MECHANISM}>)
  endforeach()
endfunction()

# Every variant of the project; a program that links chokepoint_variants knows all of them.
function(add_all_variants)
  add_custom_target(variants)
  add_variant_headers()
  file(GLOB lists CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl/*/variants.json)
  set(added ${CMAKE_BINARY_DIR}/variants.json)  # by scripts/add_variant.py
  if(EXISTS ${added})
    list(APPEND lists ${added})
  endif()
  add_variants(chokepoint_variants ${CMAKE_SOURCE_DIR} ${lists})
  # The libraries take from the program all that they call, Verilator's run time whole.
  target_link_options(chokepoint_variants INTERFACE -rdynamic
    -Wl,--whole-archive $<TARGET_FILE:verilated_runtime> -Wl,--no-whole-archive)
  target_link_libraries(chokepoint_variants INTERFACE verilated_runtime)
endfunction()
