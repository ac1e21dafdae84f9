#include "io/verify/findings.h"

#include <cmath>

#include "io/number_text.h"

namespace holdfast::detail {

namespace {

std::string tolerance_text(const Tolerance& t) {
  return t.relative > 0 ? to_text(t.absolute) + " + " + to_text(t.relative) + " relative" : to_text(t.absolute);
}

/// The component that is farthest outside of its tolerance, or -1.
template <std::size_t N>
int worst_component(const double (&expected)[N], const double (&got)[N], const Tolerance& tolerance, bool float_is_right = false) {
  int worst = -1;
  double most = -1;
  for (std::size_t i = 0; i < N; ++i) {
    if (is_within(expected[i], got[i], tolerance)) continue;
    if (float_is_right && static_cast<double>(static_cast<float>(expected[i])) == got[i]) continue;
    const double excess = std::isnan(got[i]) ? INFINITY : std::abs(got[i] - expected[i]);
    if (excess > most) {
      most = excess;
      worst = static_cast<int>(i);
    }
  }
  return worst;
}

std::string range_text(double low, double high) {
  if (std::isinf(high)) return ">= " + to_text(low);
  if (std::isinf(low)) return "<= " + to_text(high);
  return to_text(low) + " .. " + to_text(high);
}

}  // namespace

bool is_within(double expected, double got, const Tolerance& tolerance) {
  return std::abs(got - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

void Findings::report(const std::string& name, const std::string& sentence, const std::string& expected, const std::string& got,
                      const std::string& difference, const std::string& tolerance) {
  std::string what = subject_;
  for (const std::string& part : {name, sentence})
    if (!part.empty()) what += (what.empty() ? "" : ": ") + part;
  out_->push_back({at_, what, expected, got, difference, tolerance});
}

void Findings::number(const std::string& name, double expected, double got, const Tolerance& tolerance) {
  if (!is_within(expected, got, tolerance))
    report(name, {}, to_text(expected), to_text(got), to_text(got - expected), tolerance_text(tolerance));
}

void Findings::state_number(const std::string& name, double expected, double got, const Tolerance& tolerance) {
  if (static_cast<double>(static_cast<float>(expected)) != got) number(name, expected, got, tolerance);
}

void Findings::vector(const std::string& name, const Vector3d& expected, const Vector3d& got, const Tolerance& tolerance) {
  const int i = worst_component({expected.x, expected.y, expected.z}, {got.x, got.y, got.z}, tolerance);
  if (i < 0) return;
  report(name, {}, vector_text(expected), vector_text(got), to_text(got[i] - expected[i]) + " in " + "xyz"[i], tolerance_text(tolerance));
}

void Findings::state_vector(const std::string& name, const Vector3d& expected, const Vector3f& state, const Tolerance& tolerance) {
  const Vector3d got(state);
  const int i = worst_component({expected.x, expected.y, expected.z}, {got.x, got.y, got.z}, tolerance, true);
  if (i < 0) return;
  report(name, {}, vector_text(expected), vector_text(got), to_text(got[i] - expected[i]) + " in " + "xyz"[i], tolerance_text(tolerance));
}

void Findings::rotation(const std::string& name, const Quaterniond& expected, const Quaternionf& state, const Tolerance& tolerance) {
  const double e[4] = {expected.x, expected.y, expected.z, expected.w};
  double best[4] = {};
  int worst = 0;
  double least = INFINITY;
  for (const double sign : {1.0, -1.0}) {
    const double got[4] = {sign * static_cast<double>(state.x), sign * static_cast<double>(state.y), sign * static_cast<double>(state.z),
                           sign * static_cast<double>(state.w)};
    const int i = worst_component(e, got, tolerance, true);
    if (i < 0) return;
    const double difference = std::abs(got[i] - e[i]);
    if (sign > 0 || difference < least) {
      least = difference;
      worst = i;
      std::copy(got, got + 4, best);
    }
  }
  report(name, {}, quaternion_text(expected), quaternion_text({best[0], best[1], best[2], best[3]}),
         to_text(best[worst] - e[worst]) + " in " + "xyzw"[worst], tolerance_text(tolerance));
}

void Findings::matrix(const std::string& name, const Matrix3d& expected, const Matrix3d& got, const Tolerance& tolerance) {
  for (int i = 0; i < 3; ++i) vector(name + ", row " + std::to_string(i + 1), expected.row(i), got.row(i), tolerance);
}

void Findings::bound(const std::string& name, double low, double high, double got, const Tolerance& tolerance) {
  const double a = tolerance.absolute;
  if (got >= low - a && got <= high + a) return;
  const double outside = got < low ? got - low : got - high;
  report(name, {}, range_text(low, high), to_text(got), to_text(outside), tolerance_text(tolerance));
}

void Findings::count(const std::string& name, const CountRange& expected, std::int64_t got) {
  if (got >= expected.low && got <= expected.high) return;
  const bool exact = expected.low == expected.high, open = expected.high == CountRange{}.high;
  const std::string text = exact  ? std::to_string(expected.low)
                           : open ? ">= " + std::to_string(expected.low)
                                  : std::to_string(expected.low) + " .. " + std::to_string(expected.high);
  report(name, {}, text, std::to_string(got), std::to_string(got - (got < expected.low ? expected.low : expected.high)));
}

}  // namespace holdfast::detail
