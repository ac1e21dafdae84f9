#include "io/gltf_data.h"

#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>

#include "io/mesh_reading.h"

namespace holdfast::detail {
namespace {

using nlohmann::json;

constexpr std::size_t kHeaderBytes = 12, kChunkHeaderBytes = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
/// Lists within objects within lists: beyond extensions of any real file. It bounds the recursion where JSON is copied or written.
constexpr int kMaxJsonDepth = 256;
constexpr std::size_t kMostShown = 60;  ///< characters of a value in a message
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

template <class T>
T little_endian(std::string_view bytes, std::size_t at) {
  std::array<char, sizeof(T)> raw{};
  for (std::size_t i = 0; i < sizeof(T); ++i) raw[std::endian::native == std::endian::little ? i : sizeof(T) - 1 - i] = bytes[at + i];
  return std::bit_cast<T>(raw);
}

struct Component {
  std::size_t code, bytes;
  double largest;  ///< what a normalised integer is divided by
};
constexpr std::array<Component, 6> kComponents{
    {{5120, 1, 127}, {5121, 1, 255}, {5122, 2, 32767}, {5123, 2, 65535}, {5125, 4, 4294967295}, {5126, 4, 1}}};

double component(std::string_view bytes, std::size_t at, std::size_t code) {
  switch (code) {
    case 5120: return little_endian<std::int8_t>(bytes, at);
    case 5121: return little_endian<std::uint8_t>(bytes, at);
    case 5122: return little_endian<std::int16_t>(bytes, at);
    case 5123: return little_endian<std::uint16_t>(bytes, at);
    case 5125: return little_endian<std::uint32_t>(bytes, at);
    default: return static_cast<double>(little_endian<float>(bytes, at));
  }
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// "%20" and its like as the bytes they stand for.
std::string percent_decoded(const std::string& uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_digit(uri[i + 1]) : -1, low = high >= 0 ? hex_digit(uri[i + 2]) : -1;
    if (low < 0) {
      out += uri[i];
    } else {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

std::string text_of(const json& value) {
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > kMostShown ? text.substr(0, kMostShown) + "..." : text;
}

}  // namespace

GltfData::GltfData(const std::filesystem::path& path) : path_(path) {
  const std::string bytes = read_bytes(path);
  if (bytes.starts_with("glTF")) {
    read_binary(bytes);
  } else {
    parse(bytes);
  }
  const json version = tree_.value(json::json_pointer("/asset/version"), json());
  if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("2."))
    fail("asset.version is " + text_of(version) + "; allowed: \"2.0\" and later of 2");
  load_buffers();
  std::size_t size = bytes.size();
  for (const auto& [name, data] : loaded_) size += data.size();
  allowance_ = Allowance(size);
}

void GltfData::spend(const std::string& name, std::size_t count) {
  if (!allowance_.spend(count)) fail(name + " " + Allowance::kSpent);
}

void GltfData::fail(const std::string& what) const { refuse(path_, what); }

void GltfData::parse(std::string_view text) {
  tree_ = json::parse(text, [this](int depth, json::parse_event_t, const json&) {
    if (depth > kMaxJsonDepth) fail("has lists or objects within each other more than " + std::to_string(kMaxJsonDepth) + " deep");
    return true;
  });
  if (!tree_.is_object()) fail("cannot be read as glTF: its JSON is no object");
}

void GltfData::read_binary(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes + kChunkHeaderBytes) fail("ends within its header");
  if (const auto version = little_endian<std::uint32_t>(bytes, 4); version != 2)
    fail("version is " + std::to_string(version) + "; allowed: 2");
  std::size_t at = kHeaderBytes;
  for (int chunk = 0; bytes.size() - at >= kChunkHeaderBytes; ++chunk) {
    const std::size_t length = little_endian<std::uint32_t>(bytes, at), left = bytes.size() - at - kChunkHeaderBytes;
    const auto kind = little_endian<std::uint32_t>(bytes, at + 4);
    if (length > left)
      fail("length of chunk " + std::to_string(chunk) + " is " + std::to_string(length) + "; the file has " + std::to_string(left) +
           " bytes left");
    const std::string_view content = bytes.substr(at + kChunkHeaderBytes, length);
    if (chunk == 0 && kind != kJsonChunk) fail("chunk 0 is not JSON");
    if (chunk == 0) parse(content);
    if (chunk == 1 && kind == kBinaryChunk) binary_chunk_ = content;
    at += kChunkHeaderBytes + length;
  }
}

std::size_t GltfData::count(const char* list) const {
  const auto found = tree_.find(list);
  if (found == tree_.end()) return 0;
  if (!found->is_array()) fail(std::string(list) + " is not a list");
  return found->size();
}

GltfItem GltfData::item(const char* list, std::size_t index) const {
  GltfItem item{tree_.at(list).at(index), std::string(list) + "[" + std::to_string(index) + "]"};
  if (!item.value.is_object()) fail(item.name + " is not an object");
  return item;
}

std::size_t GltfData::whole(const GltfItem& item, const char* key, std::size_t absent, std::size_t most) const {
  return item.value.contains(key) ? whole(item, key, most) : absent;
}

std::size_t GltfData::whole(const GltfItem& item, const char* key, std::size_t most) const {
  const auto found = item.value.find(key);
  if (found == item.value.end()) fail(item.name + " has no " + key);
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most)
    fail(item.name + "." + key + " is " + text_of(*found) + "; it must be a whole number" +
         (most == kAny ? "" : " of at most " + std::to_string(most)));
  return found->get<std::size_t>();
}

std::size_t GltfData::index(const json& value, const std::string& name, const char* list) const {
  const std::size_t length = count(list);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= length)
    fail(name + " is " + text_of(value) + "; it must be an index into the " + std::to_string(length) + " " + list);
  return value.get<std::size_t>();
}

std::vector<double> GltfData::numbers(const GltfItem& item, const char* key, std::size_t length) const {
  std::vector<double> out;
  const auto found = item.value.find(key);
  if (found == item.value.end()) return out;
  if (!found->is_array() || found->size() != length)
    fail(item.name + "." + key + " is not a list of " + std::to_string(length) + " numbers");
  for (const json& number : *found) {
    if (!number.is_number()) fail(item.name + "." + key + " has " + text_of(number) + ", which is not a number");
    out.push_back(number.get<double>());
  }
  return out;
}

void GltfData::load_buffers() {
  for (std::size_t i = 0; i < count("buffers"); ++i) {
    const GltfItem buffer = item("buffers", i);
    const std::size_t bytes = whole(buffer, "byteLength", kAny);
    if (buffer.value.contains("uri")) {
      if (!buffer.value.at("uri").is_string()) fail(buffer.name + ".uri is not a text");
      buffers_.emplace_back(load_uri(buffer.value.at("uri").get<std::string>(), buffer.name, bytes));
    } else {
      buffers_.push_back(i == 0 ? std::string_view(binary_chunk_) : std::string_view());
    }
    if (buffers_[i].size() < bytes)
      fail(buffer.name + ".byteLength is " + std::to_string(bytes) + "; its data has " + std::to_string(buffers_[i].size()) + " bytes");
    buffers_[i] = buffers_[i].substr(0, bytes);
  }
}

const std::string& GltfData::load_uri(const std::string& uri, const std::string& name, std::size_t bytes) {
  if (uri.starts_with("data:")) return loaded_[name] = load_data_uri(uri, name);
  const std::filesystem::path file = path_.parent_path() / percent_decoded(uri);
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) fail(name + ".uri is " + quote(uri) + ": no such file");
  if (const auto size = std::filesystem::file_size(file, error); error || size < bytes)
    fail(name + ".byteLength is " + std::to_string(bytes) + "; " + quote(uri) + " has fewer bytes");
  const auto [found, is_new] = loaded_.try_emplace(std::filesystem::canonical(file).string());
  if (is_new) found->second = read_bytes(file);
  return found->second;
}

std::string GltfData::load_data_uri(const std::string& uri, const std::string& name) const {
  const std::size_t comma = uri.find(',');
  if (comma == std::string::npos || !std::string_view(uri).substr(0, comma).ends_with(";base64"))
    fail(name + ".uri is a data URI that is not base64");
  std::string out;
  std::uint32_t bits = 0, held = 0;
  for (std::size_t i = comma + 1; i < uri.size() && uri[i] != '='; ++i) {
    const int digit = base64_digit(uri[i]);
    if (digit < 0) fail(name + ".uri has " + quote(uri.substr(i, 1)) + ", which is not base64");
    bits = (bits << 6u | static_cast<std::uint32_t>(digit)) & 0xffffu;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xffu);
  }
  return out;
}

std::string_view GltfData::view_bytes(std::size_t view) const {
  const GltfItem found = item("bufferViews", view);
  const std::string_view buffer = buffers_[index(found.value.value("buffer", json()), found.name + ".buffer", "buffers")];
  const std::size_t offset = whole(found, "byteOffset", 0, buffer.size());
  return buffer.substr(offset, whole(found, "byteLength", buffer.size() - offset));
}

std::vector<double> GltfData::accessor(std::size_t index_of, const char* type) {
  const GltfItem found = item("accessors", index_of);
  const json given = found.value.value("type", json());
  if (given != type) fail(found.name + ".type is " + text_of(given) + "; allowed here: \"" + type + "\"");
  if (found.value.contains("sparse")) fail(found.name + " is sparse; such data is not read");
  if (!found.value.contains("bufferView")) fail(found.name + " has no bufferView; data that an extension compresses is not read");
  const std::size_t view = index(found.value.at("bufferView"), found.name + ".bufferView", "bufferViews");
  const std::string_view bytes = view_bytes(view);

  const std::size_t code = whole(found, "componentType", kAny);
  std::size_t k = 0;
  while (k < kComponents.size() && kComponents[k].code != code) ++k;
  if (k == kComponents.size())
    fail(found.name + ".componentType is " + std::to_string(code) + "; allowed: 5120, 5121, 5122, 5123, 5125, 5126");
  const std::size_t width = std::string_view(type) == "SCALAR" ? 1 : 3, size = width * kComponents[k].bytes;
  const std::size_t stride = std::max(size, whole(item("bufferViews", view), "byteStride", size, 252));
  const std::size_t offset = whole(found, "byteOffset", 0, bytes.size()), left = bytes.size() - offset;
  const std::size_t count_of = whole(found, "count", left < size ? 0 : (left - size) / stride + 1);

  spend(found.name, count_of * width);

  const auto normalized = found.value.find("normalized");
  const double divisor = normalized != found.value.end() && *normalized == true ? kComponents[k].largest : 1;
  std::vector<double> out;
  out.reserve(count_of * width);
  for (std::size_t i = 0; i < count_of; ++i)
    for (std::size_t c = 0; c < width; ++c)
      out.push_back(
          std::max(component(bytes, offset + i * stride + c * kComponents[k].bytes, code) / divisor, divisor > 1 ? -1.0 : -HUGE_VAL));
  return out;
}

}  // namespace holdfast::detail
