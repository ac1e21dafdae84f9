#include "io/scene/reader.h"

#include <holdfast/math/trigonometry.h>

#include <charconv>
#include <cmath>
#include <numbers>

#include "io/number_text.h"

namespace holdfast::detail {

namespace {

/// [1] how far the squared length of a quaternion or unit vector may be from 1: rotations written with six decimals pass;
/// a larger value would accept a forgotten component.
constexpr double kUnitTolerance = 1e-5;

std::string shortened(const std::string& text) {
  constexpr std::size_t kShown = 60;
  std::string out = text.substr(0, kShown);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text.size() > kShown ? out + "..." : out;
}

bool within(double value, const Range& range) { return (range.low_open ? value > range.low : value >= range.low) && value <= range.high; }

bool is_true(const std::string& t) { return t == "true" || t == "True" || t == "TRUE"; }
bool is_false(const std::string& t) { return t == "false" || t == "False" || t == "FALSE"; }

std::optional<std::int64_t> plain_integer(const Node& node) {
  if (!node.is_scalar() || node.quoted || node.text.empty()) return std::nullopt;
  const char* begin = node.text.data() + (node.text[0] == '+' ? 1 : 0);
  const char* end = node.text.data() + node.text.size();
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// An unsigned number of 64 bits, decimal or 0x...
std::optional<std::uint64_t> plain_unsigned(const Node& node) {
  if (!node.is_scalar() || node.quoted) return std::nullopt;
  const bool hex = node.text.starts_with("0x") || node.text.starts_with("0X");
  const char* begin = node.text.data() + (hex ? 2 : 0);
  const char* end = node.text.data() + node.text.size();
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value, hex ? 16 : 10);
  if (error != std::errc{} || stop != end || begin == end) return std::nullopt;
  return value;
}

/// sin and cos of half an angle in degrees, exact for half turns.
void half_angle(double degrees, double& sine, double& cosine) {
  const double half = std::remainder(degrees, 720.0) * 0.5;
  if (half == 0) {
    sine = 0;
    cosine = 1;
  } else if (std::abs(half) == 90) {
    sine = half > 0 ? 1 : -1;
    cosine = 0;
  } else if (std::abs(half) == 180) {
    sine = 0;
    cosine = -1;
  } else {
    const SinCos turn = sin_cos(half * (std::numbers::pi / 180));
    sine = turn.sine;
    cosine = turn.cosine;
  }
}

}  // namespace

std::optional<double> plain_number(const Node& node) {
  if (!node.is_scalar() || node.quoted || node.text.empty()) return std::nullopt;
  const char* begin = node.text.data() + (node.text[0] == '+' ? 1 : 0);
  const char* end = node.text.data() + node.text.size();
  if (begin == end || (begin != node.text.data() && *begin == '-')) return std::nullopt;
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string found_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null: return "nothing";
    case Node::Kind::list: return "a list of " + std::to_string(node.items.size());
    case Node::Kind::map: return "a mapping";
    case Node::Kind::scalar: break;
  }
  return node.quoted ? "the text \"" + shortened(node.text) + "\"" : shortened(node.text);
}

// Faults -------------------------------------------------------------------------------------------------------------

void Reader::fail(const Node& at, const std::string& message) const {
  std::string labels;
  for (const std::string& label : labels_) labels += (labels.empty() ? "" : ", ") + label;
  throw FileError(place(file_, at.at) + ": " + (labels.empty() ? "" : labels + ": ") + message);
}

void Reader::fail_value(const Node& at, std::string_view key, const std::string& allowed) const {
  fail(at, "key '" + std::string(key) + "': got " + found_text(at) + ", allowed: " + allowed);
}

void Reader::fail_unsupported(const Node& at, std::string_view key, std::string_view value) const {
  fail(at, "key '" + std::string(key) + "'" + (value.empty() ? "" : ": " + std::string(value)) + " is not supported in this version");
}

void Reader::warn(const Node& at, const std::string& message) {
  std::string labels;
  for (const std::string& label : labels_) labels += (labels.empty() ? "" : ", ") + label;
  scene_->warnings.push_back(place(file_, at.at) + ": " + labels + ": " + message);
}

// Mappings -----------------------------------------------------------------------------------------------------------

void Reader::check_mapping(const Node& node) const {
  if (!node.is_map()) fail(node, "a mapping of keys is needed, got " + found_text(node));
  std::vector<const Node*> names;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    const Node& name = *node.items[i];
    if (!name.is_scalar()) fail(name, "a key must be a word, got " + found_text(name));
    names.push_back(&name);
  }
  std::stable_sort(names.begin(), names.end(), [](const Node* a, const Node* b) { return a->text < b->text; });
  for (std::size_t i = 1; i < names.size(); ++i)
    if (names[i - 1]->text == names[i]->text)
      fail(*names[i], "key '" + shortened(names[i]->text) + "' stands twice in one mapping, first in line " +
                          std::to_string(names[i - 1]->at.line) + ", allowed: once");
}

std::size_t Reader::find_key(const Node& name, const Node& value, const KeyList& list) const {
  for (std::size_t i = 0; i < list.keys.size(); ++i) {
    const Key& key = list.keys[i];
    if (key.name != name.text) continue;
    if (key.support == Support::none) fail_unsupported(name, key.name);
    if (key.support == Support::default_only && !restates_default(value, key)) fail_unsupported(value, key.name, found_text(value));
    return i;
  }
  std::vector<std::string_view> known;
  for (const Key& key : list.keys)
    if (key.support != Support::none) known.push_back(key.name);
  fail(name, "key '" + shortened(name.text) + "' is not known, allowed: " + joined(known) + suggestion(name.text, known));
}

void Reader::check_rules(const Node& node, const KeyList& list, const Given& given) const {
  for (const Key& key : list.keys)
    if (key.required && !given.has(key.name)) fail(node, "key '" + std::string(key.name) + "' is missing, allowed: " + allowed_text(key));
  if (list.one_of.empty()) return;
  const auto count = std::count_if(list.one_of.begin(), list.one_of.end(), [&](std::string_view k) { return given.has(k); });
  if (count != 1) fail(node, "exactly one of these keys is needed, got " + std::to_string(count) + ": " + joined(list.one_of));
}

bool Reader::restates_default(const Node& value, const Key& key) const {
  if (!value.is_scalar() || value.quoted) return false;
  Node fallback;
  fallback.kind = Node::Kind::scalar;
  fallback.text = std::string(key.fallback);
  const auto a = plain_number(value), b = plain_number(fallback);
  return a && b ? *a == *b : value.text == fallback.text;
}

// Values -------------------------------------------------------------------------------------------------------------

bool Reader::boolean(const Node& node, const Key& key) const {
  if (!node.is_scalar() || node.quoted || !(is_true(node.text) || is_false(node.text))) fail_value(node, key);
  return is_true(node.text);
}

std::int64_t Reader::integer(const Node& node, const Key& key) const {
  const auto value = plain_integer(node);
  if (!value || !within(static_cast<double>(*value), key.range)) fail_value(node, key);
  return *value;
}

double Reader::number(const Node& node, const Key& key) const {
  const auto value = plain_number(node);
  if (!value || !within(*value, key.range)) fail_value(node, key);
  return *value;
}

std::string Reader::text(const Node& node, const Key& key) const {
  if (!node.is_scalar() || node.text.empty()) fail_value(node, key);
  if (!node.quoted && (plain_number(node) || is_true(node.text) || is_false(node.text)))
    fail_value(node, key.name, "a text; put \"" + shortened(node.text) + "\" in quotes to mean the text");
  return node.text;
}

std::size_t Reader::word(const Node& node, const Key& key) const {
  if (!node.is_scalar()) fail_value(node, key);
  const auto found = std::find(key.words.begin(), key.words.end(), node.text);
  if (found != key.words.end()) return static_cast<std::size_t>(found - key.words.begin());
  if (std::find(key.later_words.begin(), key.later_words.end(), node.text) != key.later_words.end())
    fail_unsupported(node, key.name, node.text);
  fail_value(node, key.name, allowed_text(key) + suggestion(node.text, key.words));
}

std::span<const Node* const> Reader::items(const Node& node, const Key& key) const {
  if (!node.is_list()) fail_value(node, key);
  return node.items;
}

Vector3d Reader::vector3(const Node& node, const Key& key) const {
  if (!node.is_list() || node.items.size() != 3) fail_value(node, key);
  return {number(*node.items[0], key), number(*node.items[1], key), number(*node.items[2], key)};
}

Quaterniond Reader::quaternion(const Node& node, const Key& key) const {
  if (!node.is_list() || node.items.size() != 4) fail_value(node, key);
  const Quaterniond q{number(*node.items[0], key), number(*node.items[1], key), number(*node.items[2], key), number(*node.items[3], key)};
  if (!(std::abs(length_squared(q) - 1) <= kUnitTolerance))
    fail(node, "key '" + std::string(key.name) + "': got " + quaternion_text(q) + " with squared length " + to_text(length_squared(q)) +
                   ", allowed: " + allowed_text(key));
  return q;
}

Vector3d Reader::unit(const Node& node, const Key& key) const {
  const Vector3d v = vector3(node, key);
  if (!(std::abs(length_squared(v) - 1) <= kUnitTolerance))
    fail(node, "key '" + std::string(key.name) + "': got " + vector_text(v) + " with squared length " + to_text(length_squared(v)) +
                   ", allowed: " + allowed_text(key));
  return v;
}

Matrix3d Reader::matrix3(const Node& node, const Key& key) const {
  if (!node.is_list() || node.items.size() != 3) fail_value(node, key);
  Matrix3d m;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3d row = vector3(*node.items[i], key);
    for (int j = 0; j < 3; ++j) m.m[i][j] = row[j];
  }
  return m;
}

std::uint64_t Reader::bits(const Node& node, const Key& key) const {
  if (!node.is_list()) {
    const auto value = plain_unsigned(node);
    if (!value) fail_value(node, key);
    return *value;
  }
  std::uint64_t mask = 0;
  for (const Node* item : node.items) {
    const auto bit = plain_unsigned(*item);
    if (!bit || *bit > 63) fail_value(*item, key);
    mask |= std::uint64_t{1} << *bit;
  }
  return mask;
}

CountRange Reader::count(const Node& node, const Key& key) const {
  static const Key kMin{.name = "min", .type = KeyType::integer, .range = kNotNegative};
  static const Key kMax{.name = "max", .type = KeyType::integer, .range = kNotNegative};
  if (!node.is_map()) {
    const auto value = plain_integer(node);
    if (!value || *value < 0) fail_value(node, key);
    return {*value, *value};
  }
  check_mapping(node);
  static const KeyList kKeys{"count", "", {kMin, kMax}, {}};
  CountRange out;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    const bool low = find_key(*node.items[i], *node.items[i + 1], kKeys) == 0;
    (low ? out.low : out.high) = integer(*node.items[i + 1], low ? kMin : kMax);
  }
  if (node.items.empty() || out.low > out.high) fail_value(node, key.name, "{min, max} with min <= max");
  return out;
}

std::uint64_t Reader::hash(const Node& node, const Key& key) const {
  const auto value = plain_unsigned(node);
  if (!value || !(node.text.starts_with("0x") || node.text.starts_with("0X"))) fail_value(node, key);
  return *value;
}

Vector3d Reader::scale(const Node& node, const Key& key) const {
  if (node.is_list()) return vector3(node, key);
  const double s = number(node, key);
  return {s, s, s};
}

std::vector<Vector3d> Reader::points(const Node& node, const Key& key) const {
  std::vector<Vector3d> out;
  if (!node.is_list()) fail_value(node, key);
  out.reserve(node.items.size());
  for (const Node* item : node.items) out.push_back(vector3(*item, key));
  return out;
}

std::array<std::int64_t, 3> Reader::integers3(const Node& node, const Key& key) const {
  if (!node.is_list() || node.items.size() != 3) fail_value(node, key);
  return {integer(*node.items[0], key), integer(*node.items[1], key), integer(*node.items[2], key)};
}

Quaterniond Reader::euler_degrees(const Node& node, const Key& key) const {
  const Vector3d angles = vector3(node, key);
  Quaterniond turns[3];
  for (int axis = 0; axis < 3; ++axis) {
    Vector3d v;
    half_angle(angles[axis], v[axis], turns[axis].w);
    turns[axis] = {v.x, v.y, v.z, turns[axis].w};
  }
  return normalized(turns[2] * turns[1] * turns[0]);
}

std::string Reader::body_name(const Node& node, const Key& key) const {
  const std::string name = text(node, key);
  if (body_names_.contains(name)) return name;
  const std::vector<std::string_view> known(body_names_.begin(), body_names_.end());
  constexpr std::size_t kListed = 12;
  const std::string all = known.empty()             ? "a body, but this scene has none"
                          : known.size() <= kListed ? joined(known)
                                                    : "the name of one of the " + std::to_string(known.size()) + " bodies";
  fail_value(node, key.name, all + suggestion(name, known));
}

}  // namespace holdfast::detail
