// SPDX-License-Identifier: MIT
// What the two files about oneDNN share.
#pragma once

#include <dnnl.hpp>
#include <optional>
#include <unordered_map>

#include "peers/peer.h"

namespace weft::bench {

Job MakeJob(const dnnl::primitive& primitive,
            const std::unordered_map<int, dnnl::memory>& arguments, const char* how);

std::optional<Job> PrepareArithmetic(const Case& description, const Memory& memory,
                                     const dnnl::engine& engine);

}  // namespace weft::bench
