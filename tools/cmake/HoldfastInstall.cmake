# `cmake --install`: headers, libraries and a package, so that another project writes
#   find_package(holdfast)                  -> holdfast::holdfast, the engine up to `world`; needs no other library
#   find_package(holdfast COMPONENTS io)    -> holdfast::io too: scene files, meshes, recordings; needs what `io` links

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY HOLDFAST_MODULES)
set(core_modules ${modules})
list(REMOVE_ITEM core_modules io)

add_library(holdfast_all INTERFACE)
add_library(holdfast::holdfast ALIAS holdfast_all)
target_link_libraries(holdfast_all INTERFACE holdfast_world)
set_target_properties(holdfast_all PROPERTIES EXPORT_NAME holdfast)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/holdfast")
list(TRANSFORM core_modules PREPEND holdfast_ OUTPUT_VARIABLE core_targets)
install(TARGETS holdfast_all ${core_targets} EXPORT holdfast-targets)
install(EXPORT holdfast-targets NAMESPACE holdfast:: DESTINATION ${package_dir})
if(TARGET holdfast_io)
  install(TARGETS holdfast_io EXPORT holdfast-io-targets)
  install(EXPORT holdfast-io-targets NAMESPACE holdfast:: DESTINATION ${package_dir})
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/holdfast" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

configure_package_config_file("${PROJECT_SOURCE_DIR}/tools/cmake/holdfast-config.cmake.in" "${PROJECT_BINARY_DIR}/holdfast-config.cmake"
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/holdfast-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/holdfast-config.cmake" "${PROJECT_BINARY_DIR}/holdfast-config-version.cmake" DESTINATION ${package_dir})
