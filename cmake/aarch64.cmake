# Weft for 64-bit ARM, compiled on another Debian machine and run through qemu (preset arm). The
# libraries are Debian's for arm64, beside this machine's own: packages-full.txt.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
# CTest's programs run through this. NEON is what is compiled: scalable vectors are switched off.
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/qemu-aarch64;-cpu;max,sve=off)
# Debian cannot install DirectX's headers for two architectures at once, so scripts/full.d/arm.sh
# unpacks them here.
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_CURRENT_LIST_DIR}/../build/packages/arm64)
set(ENV{PKG_CONFIG_LIBDIR} $ENV{PKG_CONFIG_SYSROOT_DIR}/usr/lib/aarch64-linux-gnu/pkgconfig)
