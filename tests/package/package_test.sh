#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# package_test.sh install|moved|deb BUILD_FOLDER [CONFIG]: the library as users get it, from
# `cmake --install`, from a prefix moved afterwards, or out of the .deb. Each time a program
# outside the tree is built against it, with CMake and with pkg-config, the tool is run, and Python
# imports the package.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
way=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "package_test: $*" >&2; exit 1; }

expect_file() { [[ -e $1 ]] || fail "$1 is missing from: $(cd "$prefix" && find . -type f | sort)"; }

check_prefix() {
  local library user python="$prefix/lib/python3/dist-packages"
  library=$(dirname "$(find "$prefix" -name libweft.so)")
  [[ $library != . ]] || fail "no libweft.so in $prefix"
  expect_file "$library/pkgconfig/weft.pc"
  expect_file "$library/cmake/weft/weftConfig.cmake"
  expect_file "$library/cmake/weft/weftConfigVersion.cmake"
  expect_file "$prefix/include/weft/device.h"
  expect_file "$prefix/include/weft/operators.h"
  expect_file "$prefix/include/DirectML.h"
  expect_file "$prefix/include/DirectMLHelpers.h"
  expect_file "$prefix/include/WeftError.h"
  expect_file "$library/libdirectml.so"
  expect_file "$library/libd3d12.so"
  expect_file "$library/libdxcore.so"
  expect_file "$prefix/share/doc/weft/copyright"
  expect_file "$python/weft/operators.pyi"
  expect_file "$python/weft/py.typed"
  expect_file "$python/weft/onnx/backend.py"
  expect_file "$python/pydirectml/__init__.py"
  user=$(cd / && PYTHONPATH="$python" /usr/bin/python3 -B "$here/user.py") || fail "Python failed: $user"
  [[ $user == "$python/weft [3, 2, 1]" ]] || fail "Python answered $user"

  cmake -S "$here" -B "$work/user" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" ||
    { cat "$work/log" >&2; fail "find_package(weft) failed"; }
  cmake --build "$work/user" >"$work/log" || { cat "$work/log" >&2; fail "the CMake build failed"; }
  user=$("$work/user/weft_user") || fail "the CMake program answered $user"

  cmake -S "$here/../../examples/hello_directml" -B "$work/hello" -G Ninja \
    -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" || { cat "$work/log" >&2; fail "no weft::directml"; }
  cmake --build "$work/hello" >"$work/log" ||
    { cat "$work/log" >&2; fail "hello_directml does not build"; }
  user=$("$work/hello/hello_directml") || fail "hello_directml failed: $user"
  [[ $user == "7 6 5 4 11 10 9 8" ]] || fail "hello_directml answered $user"

  cmake -S "$here/../../examples/digits" -B "$work/digits" -G Ninja \
    -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" || { cat "$work/log" >&2; fail "digits: no weft"; }
  cmake --build "$work/digits" >"$work/log" || { cat "$work/log" >&2; fail "digits does not build"; }
  for program in digits digits_directml; do
    user=$("$work/digits/$program" "$here/../../examples/digits") || fail "$program failed: $user"
    [[ $(cut -c1 <<<"$user" | tr -d '\n') == 9428370651 ]] || fail "$program answered $user"
  done

  export PKG_CONFIG_PATH="$library/pkgconfig"
  # Unquoted on purpose: flags are words.
  g++ "$here/main.cpp" $(pkg-config --cflags --libs weft) -o "$work/plain"
  user=$(LD_LIBRARY_PATH="$library" "$work/plain") || fail "the pkg-config program answered $user"
  [[ $(pkg-config --modversion weft) == "$("$prefix/bin/weft" --version | grep -o '[0-9.]*[0-9]' | head -1)" ]] ||
    fail "the tool and weft.pc disagree about the version"
}

case $way in
  install)
    prefix="$work/prefix"
    cmake --install "$build" --prefix "$prefix" >/dev/null
    ;;
  moved)
    cmake --install "$build" --prefix "$work/first" >/dev/null
    prefix="$work/second"
    mv "$work/first" "$prefix"
    ;;
  deb)
    (cd "$work" && cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/deb" >"$work/log" 2>&1) ||
      { cat "$work/log" >&2; fail "cpack failed"; }
    package=$(echo "$work"/deb/*.deb)
    depends=$(dpkg-deb -f "$package" Depends)
    for name in libexpected-dev libfmt libhwy libstdc++6 libc6; do
      [[ $depends == *$name* ]] || fail "the package does not depend on $name: $depends"
    done
    recommends=$(dpkg-deb -f "$package" Recommends)
    for name in python3-numpy; do
      [[ $recommends == *$name* ]] || fail "the package does not recommend $name: $recommends"
    done
    dpkg-deb -x "$package" "$work/root"
    prefix="$work/root/usr"
    ;;
  *) fail "unknown way $way" ;;
esac
check_prefix
