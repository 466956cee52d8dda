// SPDX-License-Identifier: MIT
// A library to preload, which lets one call of the system fail:
//
//   WEFT_FAIL=write:3:EIO    the third call of write() fails with EIO
//   WEFT_FAIL=read:1:short   the first call of read() reads half of what was asked for
//
// and writes the file WEFT_FAILED when it does. Calls from inside of the C library are not seen.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

struct Wanted {
  std::string call;
  long number = 0;
  int error = 0;  // 0: short
};

const Wanted& TheWanted() {
  static const Wanted* const wanted = [] {
    auto* const of = new Wanted();
    const char* const text = std::getenv("WEFT_FAIL");
    if (text == nullptr) return of;
    const std::string all = text;
    const size_t first = all.find(':'), second = all.find(':', first + 1);
    of->call = all.substr(0, first);
    of->number = std::atol(all.c_str() + first + 1);
    const std::string kind = all.substr(second + 1);
    of->error = kind == "EIO"      ? EIO
                : kind == "ENOSPC" ? ENOSPC
                : kind == "EINTR"  ? EINTR
                : kind == "EMFILE" ? EMFILE
                                   : 0;
    return of;
  }();
  return *wanted;
}

std::atomic<long> calls = 0;

// Whether this call of a function is the one.
bool IsIt(const char* call) {
  const Wanted& wanted = TheWanted();
  if (wanted.call != call || ++calls != wanted.number) return false;
  if (const char* const path = std::getenv("WEFT_FAILED"))
    syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY, 0600));
  return true;
}

bool Fails(const char* call) {
  if (TheWanted().error == 0 || !IsIt(call)) return false;
  errno = TheWanted().error;
  return true;
}

size_t Shortened(const char* call, size_t size) {
  return TheWanted().error == 0 && size > 1 && IsIt(call) ? size / 2 : size;
}

template <class Function>
Function* Next(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define NEXT(name) Next(&name, #name)

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return Fails("open") ? -1 : int(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int mkostemp(char* path, int flags) { return Fails("mkostemp") ? -1 : NEXT(mkostemp)(path, flags); }
ssize_t read(int file, void* to, size_t size) {
  return Fails("read") ? -1 : NEXT(read)(file, to, Shortened("read", size));
}
ssize_t pread(int file, void* to, size_t size, off_t offset) {
  return Fails("pread") ? -1 : NEXT(pread)(file, to, Shortened("pread", size), offset);
}
ssize_t write(int file, const void* from, size_t size) {
  return Fails("write") ? -1 : NEXT(write)(file, from, Shortened("write", size));
}
int fstat(int file, struct stat* status) noexcept {
  return Fails("fstat") ? -1 : NEXT(fstat)(file, status);
}
int flock(int file, int operation) noexcept {
  return Fails("flock") ? -1 : int(syscall(SYS_flock, file, operation));
}
int fchmod(int file, mode_t mode) noexcept {
  return Fails("fchmod") ? -1 : NEXT(fchmod)(file, mode);
}
int fsync(int file) { return Fails("fsync") ? -1 : NEXT(fsync)(file); }
int rename(const char* from, const char* to) noexcept {
  return Fails("rename") ? -1 : NEXT(rename)(from, to);
}
int unlink(const char* path) noexcept { return Fails("unlink") ? -1 : NEXT(unlink)(path); }
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) noexcept {
  // Memory is another matter.
  if (file >= 0 && Fails("mmap")) return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, size, protection, flags, file, offset));
}
int close(int file) {
  const int result = int(syscall(SYS_close, file));
  return Fails("close") ? -1 : result;
}

}  // extern "C"
#pragma GCC visibility pop
