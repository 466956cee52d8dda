// SPDX-License-Identifier: MIT
// A few valid instances of every implemented operator, packed, of about 3 * rows * columns elements
// each. The property tests take them through all layouts; an operator without samples fails there.
#pragma once

#include <vector>

#include "weft/operators.h"
#include "weft/schema.h"

namespace weft::test {

inline std::vector<Operator> SamplesOf(OperatorType type, int64_t rows, int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  const std::vector<DataType> all = {DataType::UInt8, DataType::Float16, DataType::Float32,
                                     DataType::Int64};
  std::vector<Operator> samples;
  switch (type) {
    case OperatorType::ElementWiseIdentity:
      for (DataType data : all) {
        samples.push_back(ElementWiseIdentity{.input = {data, image}, .output = {data, image}});
        samples.push_back(ElementWiseIdentity{.input = {data, image},
                                              .output = {data, image},
                                              .scale_bias = ScaleBias{-0.3f, 17.5f}});
      }
      break;
    case OperatorType::Cast:
      for (DataType from : all)
        for (DataType to : {DataType::UInt8, DataType::Float16, DataType::Int32, DataType::Float64})
          samples.push_back(Cast{.input = {from, image}, .output = {to, image}});
      break;
    case OperatorType::Slice:
      for (DataType data : all)
        samples.push_back(Slice{.input = {data, {2, 3, rows + 1, 2 * columns + 3}},
                                .output = {data, image},
                                .offsets = {1, 0, 1, 4},
                                .sizes = {1, 3, uint32_t(rows), uint32_t(columns)},
                                .strides = {1, 1, 1, 2}});
      break;
    case OperatorType::Slice1:
      for (DataType data : all)
        for (int32_t stride : {1, -1, 2, -3})
          samples.push_back(
              Slice1{.input = {data, {1, 3, rows + 2, 3 * columns}},
                     .output = {data, image},
                     .input_window_offsets = {0, 0, 1, 0},
                     .input_window_sizes = {1, 3, uint32_t(rows), uint32_t(3 * columns)},
                     .input_window_strides = {1, -1, 1, stride}});
      break;
    case OperatorType::SliceGrad:
      for (DataType data : all)
        samples.push_back(SliceGrad{.input_gradient = {data, {1, 3, rows, columns / 2}},
                                    .output_gradient = {data, {1, 3, rows + 2, columns}},
                                    .input_window_offsets = {0, 0, 1, 0},
                                    .input_window_sizes = {1, 3, uint32_t(rows), uint32_t(columns)},
                                    .input_window_strides = {1, 1, -1, 2}});
      break;
    case OperatorType::FillValueConstant:
      for (DataType data : all)
        samples.push_back(
            FillValueConstant{.output = {data, image}, .value_data_type = data, .value = 77});
      break;
    case OperatorType::FillValueSequence:
      for (DataType data : all)
        samples.push_back(FillValueSequence{
            .output = {data, image}, .value_data_type = data, .value_start = 5, .value_delta = 3});
      break;
    default: break;
  }
  return samples;
}

}  // namespace weft::test
