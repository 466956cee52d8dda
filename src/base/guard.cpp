// SPDX-License-Identifier: MIT
// See guard.h. Texts of up to 15 characters are part of a string, so that they need no memory.
#include "base/guard.h"

#include <exception>
#include <new>
#include <stdexcept>

namespace weft {
namespace {

Error InternalError(const char* what) noexcept try {
  return {ErrorCode::Internal, std::string("internal error: ") + what};
} catch (...) {
  return {ErrorCode::Internal, "internal error"};
}

}  // namespace

Error CaughtError() noexcept try { throw; } catch (const std::bad_alloc&) {
  return {ErrorCode::OutOfMemory, "out of memory"};
} catch (const std::length_error&) {  // more elements than any memory holds
  return {ErrorCode::OutOfMemory, "out of memory"};
} catch (const std::exception& error) {
  return InternalError(error.what());
} catch (...) {
  return InternalError("unknown");
}

}  // namespace weft
