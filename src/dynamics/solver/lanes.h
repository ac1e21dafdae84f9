#pragma once
// Lanes: W floats that are computed side by side, as GCC and Clang vectors (W = 4, 8) or a plain float (W = 1).
// Every operation is one IEEE operation a lane, so that a lane's result does not depend on W.
// Only for the solver's kernels; each kernel file includes this inside a namespace of its own, because it may be
// compiled for a wider instruction set than the rest of the program.

namespace HOLDFAST_KERNEL {

#define HOLDFAST_INLINE inline __attribute__((always_inline))

template <int W>
struct LaneTypes {
  typedef float Real __attribute__((vector_size(4 * W)));
  typedef int Mask __attribute__((vector_size(4 * W)));
};
template <>
struct LaneTypes<1> {
  using Real = float;
  using Mask = bool;
};

template <int W>
using Real = typename LaneTypes<W>::Real;
template <int W>
using Mask = typename LaneTypes<W>::Mask;

template <int W>
HOLDFAST_INLINE Real<W> broadcast(float x) {
  if constexpr (W == 1)
    return x;
  else
    return x - Real<W>{};
}

template <int W>
HOLDFAST_INLINE float lane(const Real<W>& r, int i) {
  if constexpr (W == 1)
    return (static_cast<void>(i), r);
  else
    return r[i];
}

template <int W>
HOLDFAST_INLINE Real<W> select(const Mask<W>& m, const Real<W>& a, const Real<W>& b) {
  return m ? a : b;
}
template <int W>
HOLDFAST_INLINE Real<W> larger(const Real<W>& a, const Real<W>& b) {
  return a > b ? a : b;
}

template <int W>
HOLDFAST_INLINE bool any(const Mask<W>& m) {
  if constexpr (W == 1) return m;
#if defined(__AVX__)
  else if constexpr (W == 8)
    return _mm256_movemask_ps((__m256)m) != 0;
#endif
#if defined(__SSE2__)
  else if constexpr (W == 4)
    return _mm_movemask_ps((__m128)m) != 0;
#endif
  else {
    int r = 0;
    for (int i = 0; i < W; ++i) r |= m[i];
    return r != 0;
  }
}

template <int W>
HOLDFAST_INLINE Real<W> square_root(const Real<W>& a) {
  if constexpr (W == 1) return __builtin_sqrtf(a);
#if defined(__AVX__)
  else if constexpr (W == 8)
    return (Real<W>)_mm256_sqrt_ps((__m256)a);
#endif
#if defined(__SSE2__)
  else if constexpr (W == 4)
    return (Real<W>)_mm_sqrt_ps((__m128)a);
#endif
  else {
    Real<W> r{};
    for (int i = 0; i < W; ++i) r[i] = __builtin_sqrtf(a[i]);
    return r;
  }
}

/// Three lanes of coordinates.
template <int W>
struct Vector {
  Real<W> x, y, z;
};

template <int W>
HOLDFAST_INLINE Vector<W> operator+(const Vector<W>& a, const Vector<W>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <int W>
HOLDFAST_INLINE Vector<W> operator-(const Vector<W>& a, const Vector<W>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <int W>
HOLDFAST_INLINE Vector<W> scale(const Vector<W>& a, const Real<W>& s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <int W>
HOLDFAST_INLINE Real<W> dot(const Vector<W>& a, const Vector<W>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <int W>
HOLDFAST_INLINE Vector<W> cross(const Vector<W>& a, const Vector<W>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <int W>
HOLDFAST_INLINE Vector<W> times(const Real<W> (&m)[9], const Vector<W>& v) {
  return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z, m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

/// Rows of eight floats to eight lanes of W, and back.
template <int W>
HOLDFAST_INLINE void load_rows(const float* const (&rows)[W], Real<W> (&columns)[8]) {
  if constexpr (W == 1) {
    for (int i = 0; i < 8; ++i) columns[i] = rows[0][i];
  } else if constexpr (W == 4) {
    for (int half = 0; half < 2; ++half) {
      const Real<4> r0 = *reinterpret_cast<const Real<4>*>(rows[0] + 4 * half), r1 = *reinterpret_cast<const Real<4>*>(rows[1] + 4 * half);
      const Real<4> r2 = *reinterpret_cast<const Real<4>*>(rows[2] + 4 * half), r3 = *reinterpret_cast<const Real<4>*>(rows[3] + 4 * half);
      const Real<4> a = __builtin_shufflevector(r0, r1, 0, 4, 1, 5), b = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
      const Real<4> c = __builtin_shufflevector(r0, r1, 2, 6, 3, 7), d = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
      columns[4 * half + 0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
      columns[4 * half + 1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
      columns[4 * half + 2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
      columns[4 * half + 3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
    }
  } else {
    Real<8> r[8], t[8], u[8];
    for (int i = 0; i < 8; ++i) r[i] = *reinterpret_cast<const Real<8>*>(rows[i]);
    for (int i = 0; i < 4; ++i) {
      t[2 * i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
      t[2 * i + 1] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < 2; ++i) {
      u[4 * i + 0] = __builtin_shufflevector(t[4 * i], t[4 * i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      u[4 * i + 1] = __builtin_shufflevector(t[4 * i], t[4 * i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
      u[4 * i + 2] = __builtin_shufflevector(t[4 * i + 1], t[4 * i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
      u[4 * i + 3] = __builtin_shufflevector(t[4 * i + 1], t[4 * i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (int i = 0; i < 4; ++i) {
      columns[i] = __builtin_shufflevector(u[i], u[4 + i], 0, 1, 2, 3, 8, 9, 10, 11);
      columns[4 + i] = __builtin_shufflevector(u[i], u[4 + i], 4, 5, 6, 7, 12, 13, 14, 15);
    }
  }
}

template <int W>
HOLDFAST_INLINE void store_rows(float* const (&rows)[W], const Real<W> (&columns)[8]) {
  if constexpr (W == 1) {
    for (int i = 0; i < 8; ++i) rows[0][i] = columns[i];
  } else if constexpr (W == 4) {
    for (int half = 0; half < 2; ++half) {
      const Real<4>* c = columns + 4 * half;
      const Real<4> a = __builtin_shufflevector(c[0], c[1], 0, 4, 1, 5), b = __builtin_shufflevector(c[2], c[3], 0, 4, 1, 5);
      const Real<4> d = __builtin_shufflevector(c[0], c[1], 2, 6, 3, 7), e = __builtin_shufflevector(c[2], c[3], 2, 6, 3, 7);
      *reinterpret_cast<Real<4>*>(rows[0] + 4 * half) = __builtin_shufflevector(a, b, 0, 1, 4, 5);
      *reinterpret_cast<Real<4>*>(rows[1] + 4 * half) = __builtin_shufflevector(a, b, 2, 3, 6, 7);
      *reinterpret_cast<Real<4>*>(rows[2] + 4 * half) = __builtin_shufflevector(d, e, 0, 1, 4, 5);
      *reinterpret_cast<Real<4>*>(rows[3] + 4 * half) = __builtin_shufflevector(d, e, 2, 3, 6, 7);
    }
  } else {
    // A transpose is its own inverse: the columns take the place of the rows.
    const float* sources[8];
    for (int i = 0; i < 8; ++i) sources[i] = reinterpret_cast<const float*>(&columns[i]);
    Real<8> out[8];
    load_rows<8>(sources, out);
    for (int i = 0; i < 8; ++i) *reinterpret_cast<Real<8>*>(rows[i]) = out[i];
  }
}

}  // namespace HOLDFAST_KERNEL
