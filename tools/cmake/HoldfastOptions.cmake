# Options, warnings, sanitizers, and the tools that make builds faster where they are present (ccache, mold).
# `holdfast_options` is linked privately by everything that is built here; nothing of it reaches those who use the library.

option(HOLDFAST_TESTS "Build the tests" ON)
option(HOLDFAST_EXAMPLES "Build the examples" ON)
option(HOLDFAST_BENCH "Build the benchmarks (needs Bullet, ODE and Embree)" OFF)
option(HOLDFAST_FUZZ "Build the fuzz targets (needs Clang)" OFF)
option(HOLDFAST_WERROR "Warnings are errors" ON)
option(HOLDFAST_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(HOLDFAST_PCH "Precompiled headers where they pay: the tests and the command line" ON)

find_program(HOLDFAST_CCACHE ccache)
if(HOLDFAST_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these, ccache takes no file that uses a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime" "${HOLDFAST_CCACHE}")
endif()

add_library(holdfast_options INTERFACE)
target_compile_features(holdfast_options INTERFACE cxx_std_20)
# Results are the same bits on every processor: no contraction, no reassociation.
target_compile_options(holdfast_options INTERFACE -ffp-contract=off -fno-fast-math -Wall -Wextra -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees impossible overlaps in std::string's operator+ (its bug 105651).
  target_compile_options(holdfast_options INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # The stable algorithms of libstdc++ 12 call a function that it marks deprecated itself.
  target_compile_options(holdfast_options INTERFACE -Wno-deprecated-declarations)
endif()
if(HOLDFAST_WERROR)
  target_compile_options(holdfast_options INTERFACE -Werror)
endif()
if(HOLDFAST_SANITIZE OR HOLDFAST_FUZZ)
  target_compile_options(holdfast_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(holdfast_options INTERFACE -fsanitize=address,undefined)
endif()
if(HOLDFAST_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "HOLDFAST_FUZZ needs Clang's libFuzzer: configure with --preset fuzz")
  endif()
  target_compile_options(holdfast_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_program(HOLDFAST_MOLD mold)
if(HOLDFAST_MOLD)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12.3)
    target_link_options(holdfast_options INTERFACE -fuse-ld=mold)
  elseif(EXISTS /usr/libexec/mold)
    target_link_options(holdfast_options INTERFACE -B/usr/libexec/mold)
  endif()
endif()
