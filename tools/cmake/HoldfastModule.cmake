# holdfast_module(NAME DEPENDS ...): one library a module, from src/NAME/**.cpp, with its public headers in include/holdfast/NAME.
# The linker and tools/check_layers keep the rule of docs/architecture.md: a module sees only what it names here.

option(HOLDFAST_TESTS "Build the tests" ON)
option(HOLDFAST_BENCH "Build the benchmarks (needs Bullet, ODE and Embree)" OFF)
option(HOLDFAST_WERROR "Warnings are errors" ON)
option(HOLDFAST_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

find_program(HOLDFAST_CCACHE ccache)
if(HOLDFAST_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${HOLDFAST_CCACHE}")
endif()

add_library(holdfast_options INTERFACE)
target_compile_features(holdfast_options INTERFACE cxx_std_20)
# Results are the same bits on every processor: no contraction, no reassociation.
target_compile_options(holdfast_options INTERFACE -ffp-contract=off -fno-fast-math -Wall -Wextra -Wconversion -Wshadow)
if(HOLDFAST_WERROR)
  target_compile_options(holdfast_options INTERFACE -Werror)
endif()
if(HOLDFAST_SANITIZE)
  target_compile_options(holdfast_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(holdfast_options INTERFACE -fsanitize=address,undefined)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND EXISTS /usr/libexec/mold)
  target_link_options(holdfast_options INTERFACE -B/usr/libexec/mold)
endif()

function(holdfast_module name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp")
  add_library(holdfast_${name} STATIC ${sources})
  add_library(holdfast::${name} ALIAS holdfast_${name})
  target_include_directories(holdfast_${name} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>"
                             PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(holdfast_${name} PRIVATE $<BUILD_INTERFACE:holdfast_options>)
  foreach(d ${ARG_DEPENDS})
    target_link_libraries(holdfast_${name} PUBLIC holdfast_${d})
  endforeach()
  target_link_libraries(holdfast_${name} PRIVATE ${ARG_PRIVATE})
endfunction()
