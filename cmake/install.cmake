# What `cmake --install` puts where, and the Debian package made of it: the library, the public
# headers, the files for find_package(weft) and pkg-config, the tool, and the Python package, which
# python/CMakeLists.txt adds. Everything is found relative to itself, so any prefix works and the
# tree can be moved afterwards.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(weft_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
set(weft_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS weft EXPORT weft)
if(WEFT_DIRECTML)
  install(TARGETS directml EXPORT weft)
  install(FILES $<TARGET_FILE_DIR:directml>/libd3d12.so $<TARGET_FILE_DIR:directml>/libdxcore.so
          DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(EXPORT weft NAMESPACE weft:: FILE weftTargets.cmake DESTINATION ${weft_cmake_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/weftConfig.cmake.in
  ${PROJECT_BINARY_DIR}/weftConfig.cmake INSTALL_DESTINATION ${weft_cmake_dir})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weftConfig.cmake ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
        DESTINATION ${weft_cmake_dir})

file(RELATIVE_PATH weft_prefix_from_pc /${weft_pkgconfig_dir} /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/weft.pc.in ${PROJECT_BINARY_DIR}/weft.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/weft.pc DESTINATION ${weft_pkgconfig_dir})

if(WEFT_CLI)
  install(TARGETS weft_cli)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/weft
        RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME weft)
set(CPACK_PACKAGE_CONTACT "the Weft authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libexpected-dev)  # the public headers include it
# DirectML.h includes d3d12.h, and the Python package imports NumPy.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "directx-headers-dev, python3-numpy")
include(CPack)
