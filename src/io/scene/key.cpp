#include "io/scene/key.h"

#include <algorithm>
#include <cmath>

#include "io/number_text.h"

namespace holdfast::detail {

namespace {

std::string range_text(const Range& range) {
  const bool low = range.low > -FLT_MAX, high = range.high < FLT_MAX;
  if (low && high) return " in " + to_text(range.low) + " .. " + to_text(range.high);
  if (low) return (range.low_open ? " > " : " >= ") + to_text(range.low);
  if (high) return " <= " + to_text(range.high);
  return "";
}

std::string type_text(const Key& key) {
  const std::string range = range_text(key.range);
  switch (key.type) {
    case KeyType::boolean: return "true or false";
    case KeyType::integer: return "an integer" + range;
    case KeyType::number: return "a finite number" + range;
    case KeyType::text: return "a text";
    case KeyType::word: return joined(key.words);
    case KeyType::vector3: return "three finite numbers" + range;
    case KeyType::quaternion: return "four finite numbers x, y, z, w of unit length (squared length within 1e-5 of 1)";
    case KeyType::unit: return "three finite numbers of unit length (squared length within 1e-5 of 1)";
    case KeyType::matrix3: return "three rows of three finite numbers";
    case KeyType::bits: return "an integer of 64 bits, or a list of bit numbers 0 .. 63";
    case KeyType::count: return "an integer >= 0, or {min, max}";
    case KeyType::hash: return "64 bits as 0x and up to 16 hexadecimal digits";
    case KeyType::scale: return "a number > 0, or three of them";
    case KeyType::points: return "a list of [x, y, z] with finite numbers";
    case KeyType::triangles: return "a list of [a, b, c] with indices of vertices";
    case KeyType::counts3: return "three integers" + range;
    case KeyType::object: return "a mapping";
    case KeyType::list: return "a list of mappings";
    case KeyType::named: return "a mapping from names to mappings";
    case KeyType::material: return "the name of a material, or a mapping with friction, restitution";
  }
  return "";
}

}  // namespace

std::string allowed_text(const Key& key) {
  std::string out = type_text(key);
  if (!key.unit.empty()) out += " [" + std::string(key.unit) + "]";
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Damerau-Levenshtein with adjacent swaps, on three rows.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> names) {
  constexpr std::size_t kLongestName = 64;  // longer words are no slips of the pen
  std::string_view best;
  if (name.size() > kLongestName) return best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : names) {
    if (candidate.size() > kLongestName) continue;
    const std::size_t d = edit_distance(name, candidate);
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> names) {
  const std::string_view best = nearest(name, names);
  return best.empty() ? "" : "; did you mean '" + std::string(best) + "'?";
}

std::string joined(std::span<const std::string_view> names) {
  std::string out;
  for (const std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

}  // namespace holdfast::detail
