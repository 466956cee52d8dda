// SPDX-License-Identifier: MIT
// The float32 arrays of this folder: a .npy file is a short header, whose length it tells, and the
// numbers in row-major order. A program that finds no such file says so and ends.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

inline std::vector<float> ReadNpy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const size_t header =
      bytes.size() < 10 ? 0 : 10 + uint8_t(bytes[8]) + 256 * size_t(uint8_t(bytes[9]));
  if (bytes.compare(0, 7, "\x93NUMPY\x01") != 0 || header > bytes.size() ||
      bytes.substr(0, header).find("'<f4', 'fortran_order': False") == std::string::npos) {
    std::fprintf(stderr, "%s is no float32 array of NumPy in row-major order\n", path.c_str());
    std::exit(1);
  }
  std::vector<float> numbers((bytes.size() - header) / sizeof(float));
  std::memcpy(numbers.data(), bytes.data() + header, numbers.size() * sizeof(float));
  return numbers;
}
