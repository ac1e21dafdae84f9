#pragma once
// Four floats side by side, by the vector extensions of GCC and Clang: the same operations in the same order on every
// processor, so the same bits. Only what the mesh traversal needs. Where the compiler does not find the one instruction
// for an operation it is named.

#include <array>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace holdfast::detail {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = int __attribute__((vector_size(16)));

inline Float4 load(const float* a) {
  Float4 r;
  std::memcpy(&r, a, sizeof r);
  return r;
}
inline void store(const Float4& v, float* a) { std::memcpy(a, &v, sizeof v); }
inline Float4 splat(float x) { return Float4{x, x, x, x}; }

#if defined(__SSE2__)

// A NaN in either operand gives the second.
inline Float4 max(const Float4& a, const Float4& b) { return _mm_max_ps(a, b); }
inline Float4 min(const Float4& a, const Float4& b) { return _mm_min_ps(a, b); }
/// One bit a lane, lane 0 lowest.
inline unsigned lanes_below(const Float4& a, const Float4& b) { return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(a, b))); }

#else

inline Float4 max(const Float4& a, const Float4& b) { return a > b ? a : b; }
inline Float4 min(const Float4& a, const Float4& b) { return a < b ? a : b; }
inline unsigned lanes_below(const Float4& a, const Float4& b) {
  const Int4 m = a <= b;
  return (m[0] != 0 ? 1u : 0u) | (m[1] != 0 ? 2u : 0u) | (m[2] != 0 ? 4u : 0u) | (m[3] != 0 ? 8u : 0u);
}

#endif

/// One bit a lane, lane 0 lowest, of a comparison's result.
inline unsigned lanes(const Int4& mask) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<const __m128&>(mask)));
#else
  return (mask[0] != 0 ? 1u : 0u) | (mask[1] != 0 ? 2u : 0u) | (mask[2] != 0 ? 4u : 0u) | (mask[3] != 0 ? 8u : 0u);
#endif
}

inline Float4 abs(const Float4& a) { return max(a, -a); }

}  // namespace holdfast::detail
