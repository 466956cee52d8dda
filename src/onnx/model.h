// SPDX-License-Identifier: MIT
// An ONNX model as its file describes it: graphs of nodes, weights, functions. Names and the bytes
// of weights lie where the file has them, so whoever holds a part of a model keeps the file, too.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/wire.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::onnx {

// TensorProto.DataType.
enum class ElementType : int32_t {
  Undefined = 0,
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  UInt16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  BFloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
};

std::string_view Name(ElementType type);  // "float", as in "tensor(float)"
// What tensors of Weft hold it as; Unknown for those that there are none for. Bool is UINT8.
DataType DataTypeOf(ElementType type);
ElementType ElementTypeOf(DataType type);
int SizeBits(ElementType type);  // 0 for strings and what is unknown

using Shape = std::vector<int64_t>;  // of any rank
std::string ToString(const Shape& shape);
// The number of elements; an error that begins with `where` if a dimension is negative or there are
// more than kMaxElements.
Result<int64_t> CountOf(const Shape& shape, std::string_view where);

struct Tensor {
  std::string_view name = {};
  ElementType type = ElementType::Undefined;
  Shape shape = {};
  Bytes bytes = {};                             // packed, row-major; but for strings
  std::vector<std::string_view> strings = {};   // of a tensor of strings
  std::shared_ptr<const void> owner = nullptr;  // of bytes that are not in the model's file
};

struct Dimension {
  int64_t size = -1;             // below 0: not fixed
  std::string_view symbol = {};  // the name of a size that is not fixed; may be empty
};

struct ValueType {
  enum class Kind : uint8_t { None, Tensor, Sequence, Optional, Map, Sparse };
  Kind kind = Kind::None;
  ElementType element = ElementType::Undefined;  // of the tensor, or of those in the sequence
  std::optional<std::vector<Dimension>> shape = std::nullopt;
  std::shared_ptr<const ValueType> inner = nullptr;  // of sequences and optional values
};
std::string ToString(const ValueType& type);  // "tensor(float)", "seq(tensor(int64))"

struct ValueInfo {
  std::string_view name = {};
  ValueType type = {};
};

struct Graph;

struct Attribute {
  enum class Kind : int32_t {
    Undefined = 0,
    Float = 1,
    Int = 2,
    String = 3,
    Tensor = 4,
    Graph = 5,
    Floats = 6,
    Ints = 7,
    Strings = 8,
    Tensors = 9,
    Graphs = 10,
    SparseTensor = 11,
    SparseTensors = 12,
    Type = 13,
    Types = 14,
  };
  std::string_view name = {};
  Kind kind = Kind::Undefined;
  std::string_view reference = {};  // in a function: the attribute of the call it stands for
  float number = 0;
  int64_t integer = 0;
  std::string_view text = {};
  std::shared_ptr<const Tensor> tensor = nullptr;  // a sparse one is written out
  std::shared_ptr<const Graph> graph = nullptr;
  std::vector<float> floats = {};
  std::vector<int64_t> ints = {};
  std::vector<std::string_view> strings = {};
  std::shared_ptr<const ValueType> type = nullptr;
};

struct Node {
  std::string_view name = {}, op_type = {}, domain = {}, overload = {};
  std::vector<std::string_view> inputs = {}, outputs = {};  // empty for those left out
  std::vector<Attribute> attributes = {};
  int64_t index = 0;  // in its graph's file order

  const Attribute* Find(std::string_view name) const;
  // "node 17 (Conv) with output 'x'", or with its name if it has one.
  std::string Title() const;
};

// Nodes stand in an order in which they can run, whatever the file's order.
struct Graph {
  std::string_view name = {}, description = {};
  std::vector<Node> nodes = {};
  std::vector<Tensor> weights = {};
  std::vector<ValueInfo> inputs = {};  // without those that are weights, too
  std::vector<ValueInfo> outputs = {};
  std::vector<std::string_view> captured = {};  // names of outer graphs that this one reads
};

using Opsets = std::map<std::string, int64_t, std::less<>>;  // versions by domain; "" is ai.onnx

struct Function {
  std::string_view name = {}, domain = {}, overload = {};
  std::vector<std::string_view> inputs = {}, outputs = {}, attributes = {};
  std::vector<Attribute> defaults = {};
  std::vector<Node> nodes = {};
  Opsets opsets = {};
};

struct Model {
  int64_t ir_version = 0, model_version = 0;
  std::string_view producer_name = {}, producer_version = {}, domain = {}, description = {};
  Opsets opsets = {};
  Graph graph = {};
  std::vector<Function> functions = {};
  std::vector<std::pair<std::string_view, std::string_view>> metadata = {};
  std::shared_ptr<const void> file = nullptr;  // what all of it points into
  uint64_t file_bytes = 0;
};

// The file is mapped; weights in other files are looked for in its folder.
Result<std::shared_ptr<const Model>> ReadModel(const std::string& path);
// Bytes that `owner` keeps. Weights in other files are refused where `folder` is empty.
Result<std::shared_ptr<const Model>> ReadModel(Bytes bytes, std::shared_ptr<const void> owner,
                                               const std::string& folder = {});
// A TensorProto by itself, as ONNX's tests have them; `owner` keeps the bytes.
Result<Tensor> ReadTensor(Bytes bytes, std::shared_ptr<const void> owner);

// Domains that mean the same are written one way: "ai.onnx" is "".
std::string_view UsualDomain(std::string_view domain);

}  // namespace weft::onnx
