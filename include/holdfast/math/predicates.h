#pragma once
// Exact signs of small determinants: what decides topology and convexity, with no tolerance.
//
// A floating-point filter answers the clear cases; the others are summed as integers of as many bits as they need. The
// answers are exact for every finite double, subnormal and huge ones too: nothing overflows, underflows or is scaled,
// and no fused multiply-add can change them. Arguments must be finite, and the processor rounds to nearest (FloatEnvironment).
// Source: the filter is that of Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
// Predicates" (1997), with a term for underflow; the exact stage is a fixed-point accumulator after Kulisch (1971).

#include <holdfast/math/matrix3.h>

namespace holdfast {

/// +1 where `d` lies in front of the triangle a, b, c (the side to which (b - a) x (c - a) points), -1 behind it, and
/// 0 exactly in its plane: the sign of dot((b - a) x (c - a), d - a) of the stored numbers.
int orientation(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d);

/// The sign of the determinant of the stored numbers.
int determinant_sign(const Matrix3d& m);

/// The sign of the leading 2x2 minor m00 m11 - m01 m10 of the stored numbers.
int leading_minor_sign(const Matrix3d& m);

/// The sign of the area of a triangle seen along +axis (0, 1, 2) from its tip: +1 where a, b, c turn counter-clockwise
/// about that axis, 0 where the projected points lie on one line.
int area_sign(const Vector3d& a, const Vector3d& b, const Vector3d& c, int axis);

/// The unit vector along (b - a) x (c - a), right to a few units in the last place however thin, tiny or huge the
/// triangle is; zero for exactly collinear points.
Vector3d triangle_normal(const Vector3d& a, const Vector3d& b, const Vector3d& c);

/// True when the three points lie on one line; equal points do.
bool collinear(const Vector3d& a, const Vector3d& b, const Vector3d& c);

/// True for a symmetric matrix whose leading minors are all above zero, with no tolerance. Asymmetric: false.
bool is_symmetric_positive_definite(const Matrix3d& m);

}  // namespace holdfast
