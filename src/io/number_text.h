#pragma once
// Vectors, rotations and hashes as text for messages.

#include <holdfast/base/format.h>
#include <holdfast/math/quaternion.h>

#include <cstdint>
#include <string>

namespace holdfast::detail {

inline std::string vector_text(const Vector3d& v) { return "[" + to_text(v.x) + ", " + to_text(v.y) + ", " + to_text(v.z) + "]"; }
inline std::string quaternion_text(const Quaterniond& q) {
  return "[" + to_text(q.x) + ", " + to_text(q.y) + ", " + to_text(q.z) + ", " + to_text(q.w) + "]";
}
inline std::string hash_text(std::uint64_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "0x";
  for (unsigned shift = 64; shift > 0;) out += kDigits[value >> (shift -= 4u) & 15u];
  return out;
}

}  // namespace holdfast::detail
