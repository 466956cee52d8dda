# SPDX-License-Identifier: MIT
"""Builds the wheel of `pip install .` (PEP 517): CMake makes the native module, the rest is copied.

Only the standard library is used, because a build without a network has nothing else. CMAKE_ARGS in
the environment adds options for CMake.
"""

import base64
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ("weft", "pydirectml")
OFF = ("CLI", "DIRECTML", "TESTS", "BENCH", "INSTALL")


def _version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(weft VERSION ([\d.]+)", text).group(1)


def _metadata():
    return (f"Metadata-Version: 2.1\nName: weft\nVersion: {_version()}\n"
            "Summary: DirectML's tensor operators on any CPU, on NumPy arrays\n"
            "License: MIT\nRequires-Python: >=3.9\nRequires-Dist: numpy (>=1.21)\n"
            "Description-Content-Type: text/markdown\n\n"
            + (ROOT / "README.md").read_text(encoding="utf-8"))


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"\W", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def _build():
    """The folder with the built package."""
    folder = ROOT / "build" / "pip"
    generator = ["-G", "Ninja"] if _has("ninja") else []
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *generator, "-DCMAKE_BUILD_TYPE=Release",
                    f"-DPython3_EXECUTABLE={sys.executable}", "-DWEFT_PYTHON=ON",
                    *[f"-DWEFT_{part}=OFF" for part in OFF],
                    *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
    subprocess.run(["cmake", "--build", folder, "--target", "weft_python", "-j", jobs], check=True)
    return folder / "python" / "weft"


def _has(program):
    return any(os.access(os.path.join(folder, program), os.X_OK)
               for folder in os.environ.get("PATH", os.defpath).split(os.pathsep))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _build()
    module = package / f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"
    source = ROOT / "python"
    files = {path.relative_to(source).as_posix(): path.read_bytes() for name in PACKAGES
             for path in sorted((source / name).rglob("*"))
             if path.suffix in (".py", ".pyi", ".typed")}
    files[f"weft/{module.name}"] = module.read_bytes()
    info = f"weft-{_version()}.dist-info"
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: weft\nRoot-Is-Purelib: false\n"
                              f"Tag: {_tag()}\n").encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"weft-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)  # a fixed date: the same tree makes the same wheel
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_sdist(sdist_directory, config_settings=None):
    """What git tracks, and PKG-INFO."""
    base = f"weft-{_version()}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    info = ROOT / "build" / "PKG-INFO"
    info.parent.mkdir(exist_ok=True)
    info.write_text(_metadata(), encoding="utf-8")
    with tarfile.open(os.path.join(sdist_directory, f"{base}.tar.gz"), "w:gz") as archive:
        for name in sorted(filter(None, listed.stdout.decode().split("\0"))):
            archive.add(ROOT / name, f"{base}/{name}", recursive=False)
        archive.add(info, f"{base}/PKG-INFO")
    return f"{base}.tar.gz"
