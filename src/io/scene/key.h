#pragma once
// The description of the keys of scene files: one table a mapping. The tables drive the reading, the text of what is
// allowed in an error, and the JSON Schema, so that the three cannot differ.

#include <cfloat>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene/yaml_tree.h"

namespace holdfast::detail {

class Reader;

enum class KeyType : std::uint8_t {
  boolean,
  integer,
  number,
  text,
  word,        ///< one of `words`
  vector3,     ///< [x, y, z]; `range` holds for each component
  quaternion,  ///< [x, y, z, w] of unit length
  unit,        ///< [x, y, z] of unit length
  matrix3,     ///< three rows
  bits,        ///< a bit mask, or a list of bit numbers
  count,       ///< how many, or {min, max}
  hash,        ///< 64 bits, 0x...
  scale,       ///< a number, or one for each axis; > 0
  points,      ///< a list of [x, y, z]
  triangles,   ///< a list of [a, b, c], indices
  counts3,     ///< three integers
  object,      ///< a mapping: `table`
  list,        ///< a list of mappings: `table`
  named,       ///< a mapping from names to mappings: `table`
  material,    ///< the name of a material, or a mapping: `table`
};

struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;  ///< `low` itself is not allowed
};

inline constexpr Range kAny{};
inline constexpr Range kFloat{-FLT_MAX, FLT_MAX, false};  ///< what a Float32 holds
inline constexpr Range kPositive{0, DBL_MAX, true};
inline constexpr Range kNotNegative{0, DBL_MAX, false};
inline constexpr Range kNotNegativeFloat{0, FLT_MAX, false};

/// Whether this version does what the key asks for.
enum class Support : std::uint8_t {
  full,
  default_only,  ///< a value that restates the default is accepted, any other is refused by name
  none,          ///< refused by name
};

using Words = std::span<const std::string_view>;

struct Key {
  std::string_view name = {};
  KeyType type = KeyType::number;
  std::string_view doc = {};
  std::string_view unit = {};
  std::string_view fallback = {};  ///< the default as it would stand in a file; empty: none
  Range range = kAny;
  Words words = {};
  Words later_words = {};  ///< words of modules that have not landed
  std::string_view table = {};
  bool required = false;
  Support support = Support::full;
};

/// A table without what it fills: what the schema and messages need.
struct KeyList {
  std::string_view name;
  std::string_view doc;
  std::vector<Key> keys;
  Words one_of;  ///< exactly one of these keys must be given; empty: no such rule
};

template <class Target>
struct BoundKey {
  Key key;
  void (*read)(Reader&, const Node&, const Key&, Target&) = nullptr;  ///< null where the key is refused or ignored
};

template <class Target>
class Table {
 public:
  using ReadKey = void (*)(Reader&, const Node&, const Key&, Target&);

  Table(std::string_view name, std::string_view doc, const std::vector<BoundKey<Target>>& keys, Words one_of = {})
      : list_{name, doc, {}, one_of} {
    for (const auto& k : keys) {
      list_.keys.push_back(k.key);
      readers_.push_back(k.read);
    }
  }
  [[nodiscard]] const KeyList& list() const { return list_; }
  [[nodiscard]] const std::vector<ReadKey>& readers() const { return readers_; }

 private:
  KeyList list_;
  std::vector<ReadKey> readers_;
};

/// "a number > 0 [m]"
std::string allowed_text(const Key& key);
/// The number of single-letter changes from one word to the other, a swap of neighbours counting as one.
std::size_t edit_distance(std::string_view a, std::string_view b);
/// The nearest of `names`, or empty when none is near enough to be meant. The first wins ties.
std::string_view nearest(std::string_view name, std::span<const std::string_view> names);
/// "; did you mean 'x'?" or empty.
std::string suggestion(std::string_view name, std::span<const std::string_view> names);
/// "a, b, c"
std::string joined(std::span<const std::string_view> names);

}  // namespace holdfast::detail
