// SPDX-License-Identifier: MIT
// oneDNN's functions, looked up when the first convolution asks for them. Weft is not linked with
// it: oneDNN is linked with OpenMP, whose threads a program should not get by loading Weft, and
// where oneDNN is not installed our own kernels do all the work.
#pragma once

#if defined(WEFT_HAS_ONEDNN)

#include <dnnl.h>

#define WEFT_ONEDNN_FUNCTIONS(X)           \
  X(version)                               \
  X(engine_create)                         \
  X(stream_create)                         \
  X(stream_destroy)                        \
  X(memory_desc_init_by_strides)           \
  X(memory_desc_init_by_tag)               \
  X(memory_desc_get_size)                  \
  X(memory_create)                         \
  X(memory_destroy)                        \
  X(memory_set_data_handle_v2)             \
  X(post_ops_create)                       \
  X(post_ops_destroy)                      \
  X(post_ops_append_sum)                   \
  X(post_ops_append_eltwise)               \
  X(primitive_attr_create)                 \
  X(primitive_attr_destroy)                \
  X(primitive_attr_set_post_ops)           \
  X(primitive_attr_set_scratchpad_mode)    \
  X(dilated_convolution_forward_desc_init) \
  X(reorder_primitive_desc_create)         \
  X(primitive_desc_create)                 \
  X(primitive_desc_destroy)                \
  X(primitive_desc_query)                  \
  X(primitive_desc_query_md)               \
  X(primitive_create)                      \
  X(primitive_destroy)                     \
  X(primitive_execute)

namespace weft::ops {

struct OneDnnLibrary {
  // Null where there is none, under a ceiling of instruction sets that it does not know
  // (weft/isa.h), or when the environment has WEFT_ONEDNN=0: to tell its answers from ours.
  static const OneDnnLibrary* Get();

#define WEFT_ONEDNN_POINTER(name) decltype(&dnnl_##name) name = nullptr;
  WEFT_ONEDNN_FUNCTIONS(WEFT_ONEDNN_POINTER)
#undef WEFT_ONEDNN_POINTER

  dnnl_engine_t engine = nullptr;  // the processor
  // Of the OpenMP that oneDNN uses; null where it uses none.
  int (*omp_get_max_threads)() = nullptr;
  void (*omp_set_num_threads)(int) = nullptr;

 private:
  bool Load();
};

// While it lives, oneDNN stays on the calling thread: threads are ours to share out.
class OneThreadOfOneDnn {
 public:
  explicit OneThreadOfOneDnn(const OneDnnLibrary& library);
  ~OneThreadOfOneDnn();
  OneThreadOfOneDnn(const OneThreadOfOneDnn&) = delete;
  OneThreadOfOneDnn& operator=(const OneThreadOfOneDnn&) = delete;

 private:
  const OneDnnLibrary& library_;
  int before_ = 0;
};

}  // namespace weft::ops

#endif
