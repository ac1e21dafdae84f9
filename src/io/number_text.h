#pragma once
// Numbers as text: the shortest that reads back as the same number, independent of the locale.

#include <holdfast/math/quaternion.h>

#include <charconv>
#include <string>

namespace holdfast::detail {

inline std::string number_text(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc{} ? std::string(buffer, end) : std::string("?");
}
inline std::string vector_text(const Vector3d& v) { return "[" + number_text(v.x) + ", " + number_text(v.y) + ", " + number_text(v.z) + "]"; }
inline std::string quaternion_text(const Quaterniond& q) {
  return "[" + number_text(q.x) + ", " + number_text(q.y) + ", " + number_text(q.z) + ", " + number_text(q.w) + "]";
}
inline std::string hash_text(std::uint64_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "0x";
  for (unsigned shift = 64; shift > 0;) out += kDigits[value >> (shift -= 4u) & 15u];
  return out;
}

}  // namespace holdfast::detail
