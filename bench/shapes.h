// SPDX-License-Identifier: MIT
// The well-known shapes the cases are written for, scaled to a number of elements: large outputs
// get more images, small ones get smaller images.
#pragma once

#include <cmath>
#include <cstdint>

namespace weft::bench {

struct Image {
  int64_t n, c, h, w;
};

// 1080 x 1920 RGB. The small ones keep 16:9, roughly, and rows of whole vectors.
inline Image Picture(int64_t elements) {
  const int64_t images = std::llround(double(elements) / (3 * 1080 * 1920));
  if (images >= 1) return {images, 3, 1080, 1920};
  const int64_t width = int64_t(std::sqrt(double(elements) / 3 * 16 / 9)) / 16 * 16;
  return {1, 3, width * 9 / 16, width};
}

// The activations of a convolution: 64 channels of 112 x 112.
inline Image Features(int64_t elements) {
  const int64_t images = std::llround(double(elements) / (64 * 112 * 112));
  if (images >= 1) return {images, 64, 112, 112};
  const int64_t side = int64_t(std::sqrt(double(elements) / 64));
  return {1, 64, side, side};
}

}  // namespace weft::bench
