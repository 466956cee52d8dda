// SPDX-License-Identifier: MIT
// DirectML.h is all a program needs to include.
#include <DirectML.h>

int main() {
  const UINT sizes[] = {2, 3};
  DML_BUFFER_TENSOR_DESC buffer = {};
  buffer.DataType = DML_TENSOR_DATA_TYPE_FLOAT32;
  buffer.Flags = DML_TENSOR_FLAG_NONE | DML_TENSOR_FLAG_OWNED_BY_DML;
  buffer.DimensionCount = 2;
  buffer.Sizes = sizes;
  const DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
  const DML_CAST_OPERATOR_DESC cast = {&tensor, &tensor};
  const DML_OPERATOR_DESC desc = {DML_OPERATOR_CAST, &cast};

  IDMLDevice* device = nullptr;
  IDMLOperator* op = nullptr;
  if (FAILED(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device))))
    return 1;
  return FAILED(device->CreateOperator(&desc, IID_PPV_ARGS(&op)));
}
