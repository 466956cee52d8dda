// SPDX-License-Identifier: MIT
// From the wire format to model.h. A message is read by one function, whose cases are the numbers
// of onnx.proto; fields that say nothing to us are passed over.
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/checked.h"
#include "base/error.h"
#include "onnx/file.h"
#include "onnx/link.h"
#include "onnx/model.h"
#include "onnx/read_tensor.h"

namespace weft::onnx {
namespace {

using Kind = Field::Kind;

// Of graphs inside of attributes of nodes of graphs …
constexpr int kMostDepth = 32;

class Reader {
 public:
  Reader(TensorReader tensors) : tensors_(std::move(tensors)) {}

  Result<Model> ReadModelProto(Bytes bytes) {
    Model model;
    bool has_graph = false;
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) break;
      switch (field.number) {
        case 1: model.ir_version = int64_t(field.value); break;
        case 2: model.producer_name = field.text(); break;
        case 3: model.producer_version = field.text(); break;
        case 4: model.domain = field.text(); break;
        case 5: model.model_version = int64_t(field.value); break;
        case 6: model.description = field.text(); break;
        case 7: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "ModelProto.graph"));
          has_graph = true;
          WEFT_RETURN_IF_ERROR(ReadGraph(field.bytes, model.graph, 0));
          break;
        }
        case 8: WEFT_RETURN_IF_ERROR(ReadOpset(fields, field, model.opsets)); break;
        case 14: {
          std::pair<std::string_view, std::string_view> entry;
          WEFT_RETURN_IF_ERROR(ReadEntry(field.bytes, entry));
          model.metadata.push_back(entry);
          break;
        }
        case 25: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "ModelProto.functions"));
          WEFT_RETURN_IF_ERROR(ReadFunction(field.bytes, model.functions.emplace_back()));
          break;
        }
        default: break;
      }
    }
    if (!has_graph) return Invalid("model: it has no graph: this is no ONNX file");
    return model;
  }

 private:
  // Both string_views of a StringStringEntryProto.
  Status ReadEntry(Bytes bytes, std::pair<std::string_view, std::string_view>& entry) {
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) return Ok();
      if (field.number == 1) entry.first = field.text();
      if (field.number == 2) entry.second = field.text();
    }
  }

  Status ReadOpset(const Fields& outer, const Field& from, Opsets& opsets) {
    WEFT_RETURN_IF_ERROR(outer.Expect(from, Kind::Bytes, "ModelProto.opset_import"));
    std::string_view domain;
    int64_t version = 0;
    Fields fields(from.bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) break;
      if (field.number == 1) domain = field.text();
      if (field.number == 2) version = int64_t(field.value);
    }
    opsets[std::string(UsualDomain(domain))] = version;
    return Ok();
  }

  Status ReadGraph(Bytes bytes, Graph& graph, int depth) {
    if (depth > kMostDepth)
      return NotSupported("model: graphs lie more than {} deep in each other", kMostDepth);
    std::vector<ValueInfo> inputs;
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) break;
      switch (field.number) {
        case 1: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "GraphProto.node"));
          Node& node = graph.nodes.emplace_back();
          node.index = int64_t(graph.nodes.size()) - 1;
          WEFT_RETURN_IF_ERROR(ReadNode(field.bytes, node, depth));
          break;
        }
        case 2: graph.name = field.text(); break;
        case 10: graph.description = field.text(); break;
        case 5: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "GraphProto.initializer"));
          WEFT_ASSIGN(Tensor tensor, tensors_.Read(field.bytes));
          graph.weights.push_back(std::move(tensor));
          break;
        }
        case 11: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "GraphProto.input"));
          WEFT_RETURN_IF_ERROR(ReadValueInfo(field.bytes, inputs.emplace_back()));
          break;
        }
        case 12: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "GraphProto.output"));
          WEFT_RETURN_IF_ERROR(ReadValueInfo(field.bytes, graph.outputs.emplace_back()));
          break;
        }
        case 15: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "GraphProto.sparse_initializer"));
          WEFT_ASSIGN(Tensor tensor, tensors_.ReadSparse(field.bytes));
          graph.weights.push_back(std::move(tensor));
          break;
        }
        default: break;
      }
    }
    return Link(graph, std::move(inputs));
  }

  Status ReadNode(Bytes bytes, Node& node, int depth) {
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) return Ok();
      switch (field.number) {
        case 1: node.inputs.push_back(field.text()); break;
        case 2: node.outputs.push_back(field.text()); break;
        case 3: node.name = field.text(); break;
        case 4: node.op_type = field.text(); break;
        case 5: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "NodeProto.attribute"));
          WEFT_RETURN_IF_ERROR(ReadAttribute(field.bytes, node.attributes.emplace_back(), depth));
          break;
        }
        case 7: node.domain = UsualDomain(field.text()); break;
        case 8: node.overload = field.text(); break;
        default: break;
      }
    }
  }

  Status ReadAttribute(Bytes bytes, Attribute& attribute, int depth) {
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) break;
      switch (field.number) {
        case 1: attribute.name = field.text(); break;
        case 2: attribute.number = field.AsFloat(); break;
        case 3: attribute.integer = int64_t(field.value); break;
        case 4: attribute.text = field.text(); break;
        case 5:
        case 22: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "AttributeProto.t"));
          WEFT_ASSIGN(Tensor tensor, field.number == 5 ? tensors_.Read(field.bytes)
                                                       : tensors_.ReadSparse(field.bytes));
          attribute.tensor = std::make_shared<const Tensor>(std::move(tensor));
          break;
        }
        case 6: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "AttributeProto.g"));
          auto graph = std::make_shared<Graph>();
          WEFT_RETURN_IF_ERROR(ReadGraph(field.bytes, *graph, depth + 1));
          attribute.graph = std::move(graph);
          break;
        }
        case 7:
          WEFT_RETURN_IF_ERROR(
              ForEachFixed<float>(field, fields, "AttributeProto.floats",
                                  [&](float x) { attribute.floats.push_back(x); }));
          break;
        case 8:
          WEFT_RETURN_IF_ERROR(ForEachVarint(field, fields, "AttributeProto.ints", [&](uint64_t x) {
            attribute.ints.push_back(int64_t(x));
          }));
          break;
        case 9: attribute.strings.push_back(field.text()); break;
        case 14: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "AttributeProto.tp"));
          auto type = std::make_shared<ValueType>();
          WEFT_RETURN_IF_ERROR(ReadType(field.bytes, *type, 0));
          attribute.type = std::move(type);
          break;
        }
        case 20: attribute.kind = Attribute::Kind(int32_t(field.value)); break;
        case 21: attribute.reference = field.text(); break;
        default: break;
      }
    }
    if (attribute.kind == Attribute::Kind::Undefined) attribute.kind = GuessedKind(attribute);
    return Ok();
  }

  // The first versions of the format had no kind.
  static Attribute::Kind GuessedKind(const Attribute& attribute) {
    if (attribute.tensor) return Attribute::Kind::Tensor;
    if (attribute.graph) return Attribute::Kind::Graph;
    if (!attribute.floats.empty()) return Attribute::Kind::Floats;
    if (!attribute.ints.empty()) return Attribute::Kind::Ints;
    if (!attribute.strings.empty()) return Attribute::Kind::Strings;
    if (!attribute.text.empty()) return Attribute::Kind::String;
    return attribute.number != 0 ? Attribute::Kind::Float : Attribute::Kind::Int;
  }

  Status ReadValueInfo(Bytes bytes, ValueInfo& info) {
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) return Ok();
      if (field.number == 1) info.name = field.text();
      if (field.number == 2) WEFT_RETURN_IF_ERROR(ReadType(field.bytes, info.type, 0));
    }
  }

  Status ReadType(Bytes bytes, ValueType& type, int depth) {
    if (depth > kMostDepth)
      return NotSupported("model: types lie more than {} deep in each other", kMostDepth);
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) return Ok();
      using Which = ValueType::Kind;
      switch (field.number) {
        case 1:
        case 8:
          type.kind = field.number == 1 ? Which::Tensor : Which::Sparse;
          WEFT_RETURN_IF_ERROR(ReadTensorType(field.bytes, type));
          break;
        case 4:
        case 9: {
          type.kind = field.number == 4 ? Which::Sequence : Which::Optional;
          auto inner = std::make_shared<ValueType>();
          Fields parts(field.bytes, tensors_.file());
          for (Field part;;) {
            WEFT_ASSIGN(const bool another, parts.Next(part));
            if (!another) break;
            if (part.number == 1) WEFT_RETURN_IF_ERROR(ReadType(part.bytes, *inner, depth + 1));
          }
          type.element = inner->element;
          type.inner = std::move(inner);
          break;
        }
        case 5: type.kind = Which::Map; break;
        default: break;
      }
    }
  }

  Status ReadTensorType(Bytes bytes, ValueType& type) {
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) return Ok();
      if (field.number == 1) type.element = ElementType(int32_t(field.value));
      if (field.number != 2) continue;
      type.shape.emplace();
      Fields dims(field.bytes, tensors_.file());
      for (Field dim;;) {
        WEFT_ASSIGN(const bool another, dims.Next(dim));
        if (!another) break;
        if (dim.number != 1) continue;
        WEFT_RETURN_IF_ERROR(ReadDimension(dim.bytes, type.shape->emplace_back()));
      }
    }
  }

  Status ReadDimension(Bytes bytes, Dimension& dimension) {
    Fields fields(bytes, tensors_.file());
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) return Ok();
      if (field.number == 1) dimension.size = int64_t(field.value);
      if (field.number == 2) dimension.symbol = field.text();
    }
  }

  Status ReadFunction(Bytes bytes, Function& function) {
    Fields fields(bytes, tensors_.file());
    Graph body;  // its order is found like a graph's
    for (Field field;;) {
      WEFT_ASSIGN(const bool more, fields.Next(field));
      if (!more) break;
      switch (field.number) {
        case 1: function.name = field.text(); break;
        case 4: function.inputs.push_back(field.text()); break;
        case 5: function.outputs.push_back(field.text()); break;
        case 6: function.attributes.push_back(field.text()); break;
        case 7: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "FunctionProto.node"));
          Node& node = body.nodes.emplace_back();
          node.index = int64_t(body.nodes.size()) - 1;
          WEFT_RETURN_IF_ERROR(ReadNode(field.bytes, node, 1));
          break;
        }
        case 9: WEFT_RETURN_IF_ERROR(ReadOpset(fields, field, function.opsets)); break;
        case 10: function.domain = UsualDomain(field.text()); break;
        case 11: {
          WEFT_RETURN_IF_ERROR(fields.Expect(field, Kind::Bytes, "FunctionProto.attribute_proto"));
          WEFT_RETURN_IF_ERROR(ReadAttribute(field.bytes, function.defaults.emplace_back(), 1));
          break;
        }
        case 13: function.overload = field.text(); break;
        default: break;
      }
    }
    body.name = function.name;
    std::vector<ValueInfo> inputs;
    for (const std::string_view name : function.inputs) inputs.push_back({name});
    WEFT_RETURN_IF_ERROR(Link(body, std::move(inputs)));
    function.nodes = std::move(body.nodes);
    return Ok();
  }

  TensorReader tensors_;
};

}  // namespace

std::string_view UsualDomain(std::string_view domain) {
  return domain == "ai.onnx" ? std::string_view() : domain;
}

Result<std::shared_ptr<const Model>> ReadModel(Bytes bytes, std::shared_ptr<const void> owner,
                                               const std::string& folder) {
  Reader reader(TensorReader(bytes, folder));
  WEFT_ASSIGN(Model model, reader.ReadModelProto(bytes));
  model.file = std::move(owner);
  model.file_bytes = bytes.size();
  return std::make_shared<const Model>(std::move(model));
}

Result<std::shared_ptr<const Model>> ReadModel(const std::string& path) {
  WEFT_ASSIGN(MappedFile file, MapFile(path));
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return ReadModel(file.bytes, std::move(file.owner), folder.empty() ? "." : folder);
}

Result<Tensor> ReadTensor(Bytes bytes, std::shared_ptr<const void> owner) {
  WEFT_ASSIGN(Tensor tensor, TensorReader(bytes, {}).Read(bytes));
  if (!tensor.owner) tensor.owner = std::move(owner);
  return tensor;
}

}  // namespace weft::onnx
