# SPDX-License-Identifier: Apache-2.0
# `cmake --install` and the exported package. The executable is installed by cli/.
include(CMakePackageConfigHelpers)

set(pawl_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pawl)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/pawlConfig.cmake.in ${PROJECT_BINARY_DIR}/pawlConfig.cmake
  INSTALL_DESTINATION ${pawl_config_dir})
# No promise between 0.x versions: the minor number counts.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/pawlConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/pawlConfig.cmake
        ${PROJECT_BINARY_DIR}/pawlConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/FindZ3.cmake
        ${PROJECT_SOURCE_DIR}/cmake/Findcvc5.cmake
        ${PROJECT_SOURCE_DIR}/cmake/FindBuDDy.cmake
        ${PROJECT_SOURCE_DIR}/cmake/FindCUDD.cmake
        ${PROJECT_SOURCE_DIR}/cmake/FindPPL.cmake
  DESTINATION ${pawl_config_dir})
install(EXPORT pawlTargets NAMESPACE pawl:: DESTINATION ${pawl_config_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
