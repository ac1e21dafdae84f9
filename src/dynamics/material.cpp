#include <holdfast/dynamics/material.h>

#include <algorithm>
#include <cmath>

namespace holdfast {

Material mix(const Material& a, const Material& b) {
  const double product = static_cast<double>(a.friction) * static_cast<double>(b.friction);
  return {static_cast<float>(std::sqrt(product)), std::max(a.restitution, b.restitution), 0};
}

}  // namespace holdfast
