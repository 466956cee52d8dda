// SPDX-License-Identifier: MIT
// See onednn_library.h.
#include "ops/convolution/onednn_library.h"

#if defined(WEFT_HAS_ONEDNN)

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "simd/isa.h"

#define WEFT_TEXT_OF(x) #x
#define WEFT_TEXT(x) WEFT_TEXT_OF(x)

namespace weft::ops {
namespace {

// oneDNN chooses its instruction sets once, for itself.
bool HasCeilingBelowMachine() {
  const std::string_view ceiling = MaxIsa();
  if (ceiling.empty()) return false;
  const std::vector<std::string_view> machine = MachineIsas();
  return std::ranges::find(machine.begin() + 1, machine.end(), ceiling) != machine.end();
}

}  // namespace

bool OneDnnLibrary::Load() {
  // The name that a program linked with it would ask for; it stays until the program ends.
  void* const handle = dlopen("libdnnl.so." WEFT_TEXT(DNNL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return false;
#define WEFT_ONEDNN_LOOKUP(name)                                                 \
  name = reinterpret_cast<decltype(&dnnl_##name)>(dlsym(handle, "dnnl_" #name)); \
  if (name == nullptr) return false;
  WEFT_ONEDNN_FUNCTIONS(WEFT_ONEDNN_LOOKUP)
#undef WEFT_ONEDNN_LOOKUP
  switch (version()->cpu_runtime) {
    case DNNL_RUNTIME_SEQ: break;
    case DNNL_RUNTIME_OMP:  // dlsym looks into what a library is linked with, too
      omp_get_max_threads = reinterpret_cast<int (*)()>(dlsym(handle, "omp_get_max_threads"));
      omp_set_num_threads = reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_num_threads"));
      if (omp_get_max_threads == nullptr || omp_set_num_threads == nullptr) return false;
      break;
    default: return false;  // threads that we could not keep it from
  }
  const OneThreadOfOneDnn one_thread(*this);
  return engine_create(&engine, dnnl_cpu, 0) == dnnl_success;
}

const OneDnnLibrary* OneDnnLibrary::Get() {
  static const struct Loaded {
    OneDnnLibrary library;
    bool is_there = library.Load();
  } loaded;
  if (!loaded.is_there || HasCeilingBelowMachine()) return nullptr;
  const char* const wanted = std::getenv("WEFT_ONEDNN");
  return wanted == nullptr || std::string_view(wanted) != "0" ? &loaded.library : nullptr;
}

OneThreadOfOneDnn::OneThreadOfOneDnn(const OneDnnLibrary& library) : library_(library) {
  if (library.omp_set_num_threads == nullptr) return;
  before_ = library.omp_get_max_threads();
  library.omp_set_num_threads(1);
}

OneThreadOfOneDnn::~OneThreadOfOneDnn() {
  if (before_ > 1) library_.omp_set_num_threads(before_);
}

}  // namespace weft::ops

#endif
