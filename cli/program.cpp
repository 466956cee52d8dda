// SPDX-License-Identifier: MIT
// See program.h.
#include "cli/program.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <span>

#include "base/checked.h"
#include "base/error.h"
#include "cli/desc_reader.h"
#include "cli/file.h"
#include "schema/tensor_slots.h"

namespace weft::cli {
namespace {

constexpr uint64_t kMostProgramBytes = uint64_t(1) << 30;
// DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT: where a binding may begin.
constexpr uint64_t kBindingAlignment = 16;

class ProgramReader {
 public:
  ProgramReader(std::string path, bool allow_outside)
      : path_(std::move(path)),
        files_{std::filesystem::path(path_).parent_path().string(),
               allow_outside ? Reach() : Reach::Of(path_)} {}

  Result<JsonProgram> Read() {
    WEFT_ASSIGN(std::string text, ReadText(path_, kMostProgramBytes));
    Result<JsonProgram> program = [&]() -> Result<JsonProgram> {
      WEFT_ASSIGN(const Json json, ParseJson(std::move(text)));
      WEFT_RETURN_IF_ERROR(ReadRoot({json, ""}));
      return std::move(program_);
    }();
    if (!program) program.error().message = path_ + ": " + program.error().message;
    return program;
  }

 private:
  Status ReadRoot(const Node& root) {
    if (root.json.is_object() && root.Find("graph")) return ReadGraphRoot(root);
    WEFT_RETURN_IF_ERROR(CheckKeys(root, {"$schema", "resources", "dispatchables", "commands"}));
    WEFT_ASSIGN(const Node resources, root.Require("resources"));
    WEFT_ASSIGN(const Node dispatchables, root.Require("dispatchables"));
    WEFT_ASSIGN(const Node commands, root.Require("commands"));
    WEFT_RETURN_IF_ERROR(CheckObject(resources));
    WEFT_RETURN_IF_ERROR(CheckObject(dispatchables));
    WEFT_RETURN_IF_ERROR(CheckArray(commands));
    for (const auto& [name, value] : resources.json.items()) {
      const Node node{value, Member(resources.path, name)};
      WEFT_ASSIGN(program_.resources[name], ReadResource(node, files_));
    }
    for (const auto& [name, value] : dispatchables.json.items()) {
      const Node node{value, Member(dispatchables.path, name)};
      WEFT_ASSIGN(Dispatchable dispatchable, ReadDispatchable(name, node));
      program_.dispatchables.emplace(name, std::move(dispatchable));
    }
    for (size_t i = 0; i < commands.json.size(); ++i)
      WEFT_RETURN_IF_ERROR(ReadCommand(commands.At(i)));
    return Ok();
  }

  // { graph, commands }: what the graph computes is printed unless commands say otherwise.
  Status ReadGraphRoot(const Node& root) {
    WEFT_RETURN_IF_ERROR(CheckKeys(root, {"$schema", "graph", "commands"}));
    WEFT_ASSIGN(JsonGraph graph, ReadGraph(*root.Find("graph"), files_));
    program_.graph = std::make_unique<JsonGraph>(std::move(graph));
    program_.commands.push_back(GraphCommand{program_.graph.get()});
    for (size_t i = 0; i < program_.graph->outputs.size(); ++i) {
      const TensorDesc& desc = program_.graph->TensorAt(program_.graph->outputs[i]);
      Resource& resource = program_.resources[program_.graph->output_names[i]];
      resource.type = desc.type;
      resource.element_count = uint64_t(desc.layout.RequiredElements());
      if (desc.layout == Layout::Packed(desc.sizes())) resource.sizes = desc.sizes();
    }
    if (const std::optional<Node> commands = root.Find("commands")) {
      WEFT_RETURN_IF_ERROR(CheckArray(*commands));
      for (size_t i = 0; i < commands->json.size(); ++i)
        WEFT_RETURN_IF_ERROR(ReadCommand(commands->At(i)));
      return Ok();
    }
    for (const std::string& name : program_.graph->output_names)
      program_.commands.push_back(PrintCommand{name, &program_.resources.at(name)});
    return Ok();
  }

  Result<Dispatchable> ReadDispatchable(const std::string& name, const Node& node) {
    WEFT_RETURN_IF_ERROR(CheckObject(node));
    const std::optional<Node> type = node.FindEither("type", "Type");
    if (!type) return Invalid("{} is missing", Member(node.path, "type"));
    WEFT_ASSIGN(const std::string type_name, ReadString(*type));
    const OperatorInfo* info = FindOperator(type_name);
    if (!info) {
      for (const std::string_view other : {"hlsl", "onnx", "dmlSerializedGraph"})
        if (type_name == other)
          return NotSupported("{} is \"{}\", but only DirectML operators are supported", type->path,
                              type_name);
      return Invalid("{} is {}, but an operator such as SLICE1 is required", type->path,
                     Shown(type->json));
    }
    WEFT_RETURN_IF_ERROR(CheckKeys(
        node, {"type", "Type", "desc", "Desc", "bindings", "dmlCompileType", "executionFlags"}));
    if (const std::optional<Node> compile = node.Find("dmlCompileType")) {
      // A graph of one operator is that operator.
      WEFT_ASSIGN(const std::string value, ReadString(*compile));
      if (value != "DmlCompileOp" && value != "DmlCompileGraph")
        return Unlike(*compile, "DmlCompileOp or DmlCompileGraph");
    }
    if (const std::optional<Node> flags = node.Find("executionFlags")) {
      // They allow less precision or give GPU hints: nothing a CPU has to do.
      WEFT_RETURN_IF_ERROR(ReadEnum(EnumNamed("DML_EXECUTION_FLAGS"), *flags));
    }
    const std::optional<Node> desc = node.FindEither("desc", "Desc");
    if (!desc) return Invalid("{} is missing", Member(node.path, "desc"));
    WEFT_ASSIGN(Operator op, ReadOperator(*info, *desc));
    Dispatchable dispatchable{name, std::move(op), {}};
    WEFT_RETURN_IF_ERROR(BindOwned(node, dispatchable));
    return dispatchable;
  }

  // The tensors flagged OWNED_BY_DML get their content once, from `bindings` of the dispatchable.
  Status BindOwned(const Node& node, Dispatchable& dispatchable) {
    const std::vector<TensorSlot> slots = InputSlots(dispatchable.op);
    const std::string path = Member(node.path, "bindings");
    const std::optional<Node> node_bindings = node.Find("bindings");
    static const Json none = Json::object();
    const Node bindings = node_bindings ? *node_bindings : Node{none, path};
    WEFT_ASSIGN(const std::vector<Binding> bound,
                BindSlots(dispatchable.op, slots, true, bindings));
    WEFT_RETURN_IF_ERROR(CheckBindPoints(dispatchable.op, bindings));
    for (const Binding& binding : bound) {
      Memory copy;
      if (binding.resource) {
        WEFT_ASSIGN(copy, Memory::Allocate(binding.size_bytes, path));
        std::memcpy(copy.data(), binding.resource->memory.data() + binding.offset_bytes,
                    binding.size_bytes);
      }
      dispatchable.owned.push_back(std::move(copy));
    }
    return Ok();
  }

  Status ReadCommand(const Node& node) {
    WEFT_RETURN_IF_ERROR(CheckObject(node));
    WEFT_ASSIGN(const Node type, node.Require("type"));
    WEFT_ASSIGN(const std::string name, ReadString(type));
    if (name == "dispatch" && !program_.graph) return ReadDispatch(node);
    if (name == "print") return ReadPrint(node);
    if (name == "writeFile") return ReadWriteFile(node);
    return Unlike(type, program_.graph ? "print or writeFile" : "dispatch, print or writeFile");
  }

  Status ReadDispatch(const Node& node) {
    WEFT_RETURN_IF_ERROR(CheckKeys(node, {"type", "dispatchable", "bindings", "threadGroupCount"}));
    WEFT_ASSIGN(const Node name_node, node.Require("dispatchable"));
    WEFT_ASSIGN(const std::string name, ReadString(name_node));
    const auto found = program_.dispatchables.find(name);
    if (found == program_.dispatchables.end())
      return Unlike(name_node, "the name of a dispatchable");
    const Operator& op = found->second.op;
    WEFT_ASSIGN(const Node bindings, node.Require("bindings"));
    WEFT_RETURN_IF_ERROR(CheckBindPoints(op, bindings));
    DispatchCommand command{&found->second, {}, {}};
    WEFT_ASSIGN(command.inputs, BindSlots(op, InputSlots(op), false, bindings));
    WEFT_ASSIGN(command.outputs, BindSlots(op, OutputSlots(op), false, bindings));
    program_.commands.push_back(std::move(command));
    return Ok();
  }

  Status ReadPrint(const Node& node) {
    WEFT_RETURN_IF_ERROR(CheckKeys(node, {"type", "resource"}));
    WEFT_ASSIGN(const Node name, node.Require("resource"));
    WEFT_ASSIGN(const Resource* resource, FindResource(name));
    program_.commands.push_back(PrintCommand{name.json.get<std::string>(), resource});
    return Ok();
  }

  Status ReadWriteFile(const Node& node) {
    WEFT_RETURN_IF_ERROR(CheckKeys(node, {"type", "resource", "targetPath", "dimensions"}));
    WEFT_ASSIGN(const Node name, node.Require("resource"));
    WEFT_ASSIGN(const Resource* resource, FindResource(name));
    WEFT_ASSIGN(const Node target, node.Require("targetPath"));
    WEFT_ASSIGN(const std::string path, ReadString(target));
    if (path.empty() || path.find('\0') != std::string::npos) return Unlike(target, "a file name");
    WEFT_RETURN_IF_ERROR(files_.Check(target, path));
    for (const std::string& input : files_.read)
      if (!CheckDistinct(input, path)) return Unlike(target, "a file the program does not read");
    if (!CheckDistinct(path_, path)) return Unlike(target, "a file the program does not read");
    WriteFileCommand command{name.json.get<std::string>(), resource, path, {}};
    if (const std::optional<Node> dimensions = node.Find("dimensions")) {
      WEFT_RETURN_IF_ERROR(CheckArray(*dimensions));
      for (size_t i = 0; i < dimensions->json.size(); ++i) {
        WEFT_ASSIGN(const uint32_t size, ReadUInt(dimensions->At(i)));
        command.dimensions.push_back(size);
      }
      if (command.dimensions.empty()) return Invalid("{} is empty", dimensions->path);
    } else if (program_.graph) {
      command.dimensions.assign(resource->sizes.begin(), resource->sizes.end());
    }
    program_.commands.push_back(std::move(command));
    return Ok();
  }

  Result<Resource*> FindResource(const Node& name_node) {
    WEFT_ASSIGN(const std::string name, ReadString(name_node));
    const auto found = program_.resources.find(name);
    if (found == program_.resources.end())
      return Unlike(name_node,
                    program_.graph ? "an entry of graph.outputs" : "the name of a resource");
    return &found->second;
  }

  // Every key is the name of a tensor field.
  static Status CheckBindPoints(const Operator& op, const Node& bindings) {
    WEFT_RETURN_IF_ERROR(CheckObject(bindings));
    const OperatorInfo& info = Info(op.type());
    for (const auto& [key, value] : bindings.json.items())
      if (std::ranges::none_of(info.fields, [&, &name = key](const Field& field) {
            return field.name == name && field.role != FieldRole::Attribute;
          }))
        return Invalid("{} is no tensor of {}", Member(bindings.path, key), info.name);
    return Ok();
  }

  // One binding per slot: the tensors owned by DirectML when `owned`, else all others; the rest
  // must not be bound, and their bindings stay empty.
  Result<std::vector<Binding>> BindSlots(const Operator& op, std::span<const TensorSlot> slots,
                                         bool owned, const Node& bindings) {
    WEFT_RETURN_IF_ERROR(CheckObject(bindings));
    std::vector<Binding> bound;
    for (size_t i = 0; i < slots.size(); ++i) {
      const TensorSlot& slot = slots[i];
      const std::string path = Member(bindings.path, slot.field);
      const std::optional<Node> value = bindings.Find(slot.field);
      const bool is_owned = slot.desc && slot.desc->flags == TensorFlags::OwnedByDml;
      Binding binding;
      if (!slot.desc) {
        if (value) return Invalid("{} is bound, but the desc has no {}", path, slot.field);
      } else if (is_owned != owned) {
        if (value)
          return Invalid("{} is bound, but its tensor is {}OWNED_BY_DML", path,
                         owned ? "not " : "");
      } else if (!value) {
        return Invalid("{} is missing, but {} needs it", path, Info(op.type()).name);
      } else {
        const size_t in_field = size_t(std::ranges::count(slots, slot.field, &TensorSlot::field));
        WEFT_ASSIGN(const Node item, ItemOf(*value, slot, in_field));
        WEFT_ASSIGN(binding, ReadBinding(item, *slot.desc));
      }
      bound.push_back(binding);
    }
    return bound;
  }

  // The binding of one slot: the value itself, or its place in the array of bindings.
  static Result<Node> ItemOf(const Node& value, const TensorSlot& slot, size_t in_field) {
    const size_t given = value.json.is_array() ? value.json.size() : 1;
    if (given != in_field)
      return Invalid("{} has {} resources, but {} has {} tensors", value.path, given, slot.field,
                     in_field);
    return value.json.is_array() ? value.At(size_t(std::max(slot.index, 0))) : value;
  }

  // A resource's name, or { name, elementOffset, elementCount, elementSizeInBytes }.
  Result<Binding> ReadBinding(const Node& node, const TensorDesc& tensor) {
    if (!node.json.is_object()) {
      WEFT_ASSIGN(Resource * resource, FindResource(node));
      return Binding{resource, 0, resource->memory.size(), tensor.type};
    }
    WEFT_RETURN_IF_ERROR(
        CheckKeys(node, {"name", "elementOffset", "elementCount", "elementSizeInBytes"}));
    WEFT_ASSIGN(const Node name, node.Require("name"));
    WEFT_ASSIGN(Resource * resource, FindResource(name));
    const DataType type = resource->type != DataType::Unknown ? resource->type : tensor.type;
    uint64_t element_bits = uint64_t(SizeBits(type));
    if (const std::optional<Node> size = node.Find("elementSizeInBytes")) {
      WEFT_ASSIGN(const uint32_t bytes, ReadUInt(*size));
      if (bytes == 0) return Unlike(*size, "at least 1");
      element_bits = uint64_t(bytes) * 8;
    }
    // 32-bit counts of up to 2^35 bits each fit in 128 bits without care.
    uint64_t offset = 0;
    const unsigned __int128 size_bits = (unsigned __int128)(resource->memory.size()) * 8;
    if (const std::optional<Node> node_offset = node.Find("elementOffset")) {
      WEFT_ASSIGN(offset, ReadUInt64(*node_offset));
    }
    const unsigned __int128 begin = (unsigned __int128)(offset)*element_bits;
    if (begin >= size_bits)
      return Invalid("{} begins {} elements of {} bits into resource {}, but it has {} bytes",
                     node.path, offset, element_bits, Shown(name.json), resource->memory.size());
    if (begin % (kBindingAlignment * 8) != 0)
      return Invalid("{} begins at byte {}, but a multiple of {} is required", node.path,
                     uint64_t(begin) / 8, kBindingAlignment);
    unsigned __int128 end = size_bits;
    if (const std::optional<Node> count = node.Find("elementCount")) {
      WEFT_ASSIGN(const uint64_t value, ReadUInt64(*count));
      end = begin + (unsigned __int128)(value)*element_bits;
      if (end > size_bits)
        return Invalid("{} is {} elements of {} bits from element {}, but resource {} has {} bytes",
                       count->path, value, element_bits, offset, Shown(name.json),
                       resource->memory.size());
      end = std::min(size_bits, (end + 31) / 32 * 32);  // the resource itself is rounded like this
    }
    return Binding{resource, uint64_t(begin) / 8, uint64_t(end - begin) / 8, tensor.type};
  }

  std::string path_;
  ProgramFiles files_;
  JsonProgram program_;
};

}  // namespace

Result<JsonProgram> ReadProgram(const std::string& path, bool allow_outside) {
  return ProgramReader(path, allow_outside).Read();
}

}  // namespace weft::cli
