#pragma once
// Reader: turns nodes into values, and every fault into a FileError that says where, whose, which key, what was found and
// what is allowed.

#include <holdfast/base/error.h>
#include <holdfast/io/scene.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <set>

#include "io/scene/key.h"

namespace holdfast::detail {

/// The keys that a mapping gave.
struct Given {
  std::vector<std::string_view> keys;
  [[nodiscard]] bool has(std::string_view key) const { return std::find(keys.begin(), keys.end(), key) != keys.end(); }
};

class Reader {
 public:
  Reader(std::string file, std::filesystem::path folder, Scene& scene)
      : file_(std::move(file)), folder_(std::move(folder)), scene_(&scene) {}

  /// While it lives, messages name this thing: "body 'x'".
  class Scope {
   public:
    Scope(Reader& reader, std::string label) : reader_(&reader) { reader_->labels_.push_back(std::move(label)); }
    ~Scope() { reader_->labels_.pop_back(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Reader* reader_;
  };

  [[nodiscard]] Scene& scene() const { return *scene_; }
  [[nodiscard]] std::filesystem::path resolve(const std::string& path) const { return folder_ / path; }

  // Faults -----------------------------------------------------------------------------------------------------------
  [[noreturn]] void fail(const Node& at, const std::string& message) const;
  /// "key 'k': got ..., allowed: ..."
  [[noreturn]] void fail_value(const Node& at, const Key& key) const { fail_value(at, key.name, allowed_text(key)); }
  [[noreturn]] void fail_value(const Node& at, std::string_view key, const std::string& allowed) const;
  [[noreturn]] void fail_unsupported(const Node& at, std::string_view key, std::string_view value = {}) const;
  void warn(const Node& at, const std::string& message);
  /// Runs `make`; an error that it throws is reported at `at`.
  template <class Make>
  auto at(const Node& node, Make&& make) const {
    try {
      return make();
    } catch (const FileError&) { throw; } catch (const Error& e) {
      fail(node, e.what());
    }
  }

  // Values -----------------------------------------------------------------------------------------------------------
  bool boolean(const Node& node, const Key& key) const;
  std::int64_t integer(const Node& node, const Key& key) const;
  double number(const Node& node, const Key& key) const;
  std::string text(const Node& node, const Key& key) const;
  /// The index in `key.words`.
  std::size_t word(const Node& node, const Key& key) const;
  Vector3d vector3(const Node& node, const Key& key) const;
  Quaterniond quaternion(const Node& node, const Key& key) const;
  Vector3d unit(const Node& node, const Key& key) const;
  Matrix3d matrix3(const Node& node, const Key& key) const;
  std::uint64_t bits(const Node& node, const Key& key) const;
  CountRange count(const Node& node, const Key& key) const;
  std::uint64_t hash(const Node& node, const Key& key) const;
  Vector3d scale(const Node& node, const Key& key) const;
  std::vector<Vector3d> points(const Node& node, const Key& key) const;
  std::array<std::int64_t, 3> integers3(const Node& node, const Key& key) const;
  /// Roll about x, then pitch about y, then yaw about z of the fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll).
  Quaterniond euler_degrees(const Node& node, const Key& key) const;
  /// The items of a list.
  std::span<const Node* const> items(const Node& node, const Key& key) const;
  /// Makes a name known to `body_name`; false when it is taken.
  bool declare_body(const std::string& name) { return body_names_.insert(name).second; }
  /// The name of a body of this scene.
  std::string body_name(const Node& node, const Key& key) const;

  /// A mapping whose keys are words, each given once; fails otherwise.
  void check_mapping(const Node& node) const;
  /// Reads a mapping by its table. Every key is known, given once and supported, or this fails.
  template <class Target>
  Given object(const Node& node, const Table<Target>& table, std::type_identity_t<Target>& target) {
    const KeyList& list = table.list();
    check_mapping(node);
    Given given;
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const std::size_t k = find_key(*node.items[i], *node.items[i + 1], list);
      given.keys.push_back(list.keys[k].name);
      if (table.readers()[k] != nullptr) table.readers()[k](*this, *node.items[i + 1], list.keys[k], target);
    }
    check_rules(node, list, given);
    return given;
  }

 private:
  std::size_t find_key(const Node& name, const Node& value, const KeyList& list) const;
  void check_rules(const Node& node, const KeyList& list, const Given& given) const;
  bool restates_default(const Node& value, const Key& key) const;

  std::string file_;
  std::filesystem::path folder_;
  Scene* scene_;
  std::vector<std::string> labels_;
  std::set<std::string, std::less<>> body_names_;
};

/// What a node holds, for messages: "-1", "a text 'abc'", "a list of 3".
std::string found_text(const Node& node);
/// A plain scalar as a number; nothing for a text, an infinity or a number too large or too small for a Float64.
std::optional<double> plain_number(const Node& node);

// Readers for tables: `read<&BodyDescription::mass>` puts a value of the key's type into the member.
template <class>
struct MemberOf;
template <class C, class V>
struct MemberOf<V C::*> {
  using Value = V;
};
template <class T>
struct Unwrapped {
  using Type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
  using Type = T;
};

template <class Value>
Value value_of(Reader& r, const Node& n, const Key& k) {
  if constexpr (std::same_as<Value, bool>) {
    return r.boolean(n, k);
  } else if constexpr (std::same_as<Value, int>) {
    return static_cast<int>(r.integer(n, k));
  } else if constexpr (std::floating_point<Value>) {
    return static_cast<Value>(r.number(n, k));
  } else if constexpr (std::same_as<Value, std::string>) {
    return r.text(n, k);
  } else if constexpr (std::same_as<Value, Vector3f>) {
    return Vector3f(r.vector3(n, k));
  } else if constexpr (std::same_as<Value, Vector3d>) {
    return k.type == KeyType::unit ? r.unit(n, k) : r.vector3(n, k);
  } else if constexpr (std::same_as<Value, Quaterniond>) {
    return r.quaternion(n, k);
  } else if constexpr (std::same_as<Value, Matrix3d>) {
    return r.matrix3(n, k);
  } else if constexpr (std::same_as<Value, std::uint64_t>) {
    return k.type == KeyType::hash ? r.hash(n, k) : r.bits(n, k);
  } else if constexpr (std::same_as<Value, CountRange>) {
    return r.count(n, k);
  } else if constexpr (std::same_as<Value, std::vector<Vector3d>>) {
    return r.points(n, k);
  } else {
    static_assert(std::same_as<Value, const Node*>, "no reader for this type");
    return &n;
  }
}

/// Reads into the member of a struct, reached from the target through `path`: read<&Scene::world, &SceneWorld::settings>.
template <class Target, auto... Path>
void read(Reader& r, const Node& n, const Key& k, Target& target) {
  auto& place = (target.*....*Path);
  using Value = typename Unwrapped<std::remove_cvref_t<decltype(place)>>::Type;
  place = value_of<Value>(r, n, k);
}

}  // namespace holdfast::detail
