#pragma once
// Sine and cosine that are the same bits on every machine. The standard library's differ between systems, so nothing
// that a step can reach calls them.
//
// Accuracy: within 2 ulp for |angle| <= 1e5 rad, where the reduction by pi/2 in three parts is exact enough; absolute
// error grows in proportion beyond, and past 1e9 rad the angle is taken modulo the Float64 nearest to a turn: still a point
// of the unit circle, of no meaning. Not finite in gives NaN out.
// Source: Taylor-minimax kernels of Cody & Waite (1980) on [-pi/4, pi/4].

namespace holdfast {

struct SinCos {
  double sine = 0;
  double cosine = 1;
};

/// Of an angle in radians.
SinCos sin_cos(double angle);

}  // namespace holdfast
