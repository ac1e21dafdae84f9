# holdfast_module(NAME DEPENDS ... PRIVATE ...): one library a module, from src/NAME/**.cpp, with its public headers in
# include/holdfast/NAME. DEPENDS names lower modules, PRIVATE other libraries. The linker and tools/check_layers keep the
# rule of docs/architecture.md: a module sees only what it names here.

include(HoldfastOptions)

function(holdfast_module name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp")
  if(sources)
    add_library(holdfast_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_include_directories(holdfast_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(holdfast_${name} PRIVATE $<BUILD_INTERFACE:holdfast_options> ${ARG_PRIVATE})
  else()
    add_library(holdfast_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(holdfast::${name} ALIAS holdfast_${name})
  target_compile_features(holdfast_${name} ${scope} cxx_std_20)
  target_include_directories(holdfast_${name} ${scope} "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>")
  foreach(d ${ARG_DEPENDS})
    target_link_libraries(holdfast_${name} ${scope} holdfast_${d})
  endforeach()
  set_target_properties(holdfast_${name} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY HOLDFAST_MODULES ${name})
endfunction()
