# SPDX-License-Identifier: MIT
# Sourced by ./weft, ./test and ./bench/run: packages, configuring and building. The caller sets
# `root` to the top folder. Everything here speaks on stderr, so stdout belongs to the caller.

say() { printf 'weft: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# with_lock COMMAND...: one builder at a time in this tree; others wait for it.
with_lock() {
  mkdir -p "$root/build"
  local lock status=0
  exec {lock}>"$root/build/.lock"
  flock -n "$lock" || { say "waiting for another build in this folder"; flock "$lock"; }
  # Descriptor closed in the command: a child that lives on must not keep the lock.
  "$@" {lock}>&- || status=$?
  exec {lock}>&-
  return $status
}

# The stamp is a copy of the list with the machine's name: the same list on the same machine needs
# no look at the package database.
packages_stamp() { printf '%s\n%s' "$HOSTNAME" "$(<"$1")"; }
has_packages() {
  local stamp="$root/build/.packages/${1##*/}"
  [[ -r $stamp && $(<"$stamp") == "$(packages_stamp "$1")" ]]
}

# install_packages LIST: every package named in the file LIST is there afterwards.
install_packages() {
  local list=$1 name missing=()
  has_packages "$list" && return
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    while read -r name _ || [[ -n $name ]]; do
      [[ -z $name || $name == \#* ]] && continue
      # Spaces around: a removed package is "not-installed", one for two architectures says it twice.
      [[ $(dpkg-query -W -f ' ${db:Status-Status} ' "$name" 2>/dev/null) == *' installed '* ]] ||
        missing+=("$name")
    done <"$list"
    ((${#missing[@]} == 0)) || apt_install "${missing[@]}"
  else
    say "no apt-get here: taking the packages of ${list##*/} for installed"
  fi
  mkdir -p "$root/build/.packages"
  packages_stamp "$list" >"$root/build/.packages/${list##*/}"
}

# apt_install NAME...: a name may end in an architecture, libfmt-dev:arm64.
apt_install() {
  local as_root=() install=(apt-get install -y --no-install-recommends "$@") name new=()
  for name in "$@"; do
    [[ $name == *:* ]] || continue
    printf '%s\n' "$(dpkg --print-foreign-architectures)" "${new[@]}" | grep -qx "${name#*:}" ||
      new+=("${name#*:}")
  done
  if ((EUID != 0)); then
    # Without a terminal sudo cannot ask for a password: it must not need one.
    if command -v sudo >/dev/null && { [[ -t 0 && -t 2 ]] || sudo -n true 2>/dev/null; }; then
      as_root=(sudo)
    else
      say "packages are missing, and installing them needs root. Run as root, then try again:"
      printf '%s\n' "${new[*]/#/dpkg --add-architecture }${new[*]:+ && }apt-get update && ${install[*]}" >&2
      exit 1
    fi
  fi
  say "installing $*"
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  local apt_options=(-o DPkg::Lock::Timeout=600 -q)
  apt_update() { "${as_root[@]}" apt-get "${apt_options[@]}" update >&2 || say "apt-get update failed"; }
  apt_get() { "${as_root[@]}" apt-get "${apt_options[@]}" "${install[@]:1}" >&2 </dev/null; }
  for name in "${new[@]}"; do "${as_root[@]}" dpkg --add-architecture "$name"; done
  { ((${#new[@]} == 0)) && apt_lists_are_fresh; } || apt_update
  # A mirror may have moved on since: ask once more with new lists.
  apt_get || { apt_update; apt_get; } || die "could not run: ${install[*]}"
}

# Package files keep the server's date, so the folder apt downloads through tells the age.
apt_lists_are_fresh() {
  compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null &&
    [[ -n $(find /var/lib/apt/lists -maxdepth 1 -type d -mtime -1 -print -quit 2>/dev/null) ]]
}

# unpack_package NAME FOLDER: the files of a Debian package below FOLDER, without installing it.
unpack_package() {
  local name=$1 folder=$2 download
  say "unpacking $name"
  download=$(mktemp -d)
  # apt downloads as a user of its own.
  chmod 777 "$download"
  (cd "$download" && apt-get download -q "$name" >&2 && mkdir -p "$folder" &&
    dpkg -x ./*.deb "$folder") || { rm -rf "$download"; die "could not unpack $name"; }
  rm -rf "$download"
}

# The stamp tells which tree the preset was last built from; its time is the beginning of that build.
build_stamp() { printf '%s' "$root/build/$1/.built"; }
was_built() {
  local stamp="$root/build/$1/.built"
  [[ -r $stamp && $(<"$stamp") == "$root" ]]
}

# build PRESET [TARGET]: configures when needed, then builds.
build() {
  local preset=$1 target=${2:-all} folder="$root/build/$1" stamp="$root/build/$1/.built"
  : "${CMAKE_BUILD_PARALLEL_LEVEL:=$(nproc)}"
  export CMAKE_BUILD_PARALLEL_LEVEL
  mkdir -p "$folder"
  configure "$preset" || return
  rm -f "$stamp"
  printf '%s' "$root" >"$stamp.new"
  say "building $target ($preset)"
  cmake --build "$folder" --target "$target" >&2 || return
  mv "$stamp.new" "$stamp"
}

configure() {
  local preset=$1 folder="$root/build/$1" fresh=()
  [[ -e $folder/build.ninja && $root/CMakePresets.json -ot $folder/build.ninja &&
    -r $folder/.source && $(<"$folder/.source") == "$root" ]] && return
  # A moved tree, or another machine's: what the old configuration found may be gone.
  [[ -e $folder/CMakeCache.txt ]] && fresh=(--fresh)
  say "configuring $preset"
  if ! (cd "$root" && cmake --preset "$preset" "${fresh[@]}") >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    return 1
  fi
  printf '%s' "$root" >"$folder/.source"
}
