#pragma once
// Turns the bytes of a fuzzer into numbers, shapes and poses; when they run out, zeros follow.

#include <holdfast/base/error.h>
#include <holdfast/shape/shape.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace holdfast::fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] bool empty() const { return at_ >= size_; }
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  std::uint8_t below(std::uint8_t count) { return static_cast<std::uint8_t>(byte() % count); }
  bool flag() { return (byte() & 1u) != 0; }
  std::uint16_t word() {
    const std::uint32_t low = byte(), high = byte();
    return static_cast<std::uint16_t>(low | high << 8u);
  }
  /// A lattice of short numbers in [-range, range]: equal and opposite values, zeros and exact touches come often.
  double coarse(double range) { return (static_cast<double>(byte()) - 128.0) / 128.0 * range; }
  double fine(double range) { return (static_cast<double>(word()) - 32768.0) / 32768.0 * range; }
  /// Any bits at all: infinities, NaN and denormals too.
  double raw() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8u | byte();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  /// Mostly coarse, at times fine, seldom raw.
  double number(double range) {
    const std::uint8_t choice = byte();
    if (choice < 160) return coarse(range);
    return choice < 250 ? fine(range) : raw();
  }
  Vector3d vector(double range) {
    const double x = number(range), y = number(range), z = number(range);
    return {x, y, z};
  }
  /// Numbers that are always finite.
  Vector3d tame_vector(double range) {
    const bool is_fine = flag();
    const double x = is_fine ? fine(range) : coarse(range), y = is_fine ? fine(range) : coarse(range),
                 z = is_fine ? fine(range) : coarse(range);
    return {x, y, z};
  }
  Quaterniond rotation() {
    if (flag()) return {};
    const double x = coarse(1), y = coarse(1), z = coarse(1), w = coarse(1);
    return normalized(Quaterniond{x, y, z, w});
  }
  Posed pose(double range) {
    const Vector3d position = tame_vector(range);
    return {position, rotation()};
  }
  std::vector<Vector3d> points(std::size_t most, double range) {
    std::vector<Vector3d> out;
    const std::size_t count = byte() % (most + 1);
    for (std::size_t i = 0; i < count; ++i) out.push_back(tame_vector(range));
    return out;
  }
  double size(double range) { return range * (1 + byte()) / 256.0; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

/// A sphere, box, capsule or hull; a set of points without a volume becomes a sphere.
inline Shape convex_shape(Bytes& bytes, double size) {
  switch (bytes.below(4)) {
    case 0: return Shape::sphere(bytes.size(size));
    case 1: {
      const double x = bytes.size(size), y = bytes.size(size), z = bytes.size(size);
      return Shape::box({x, y, z});
    }
    case 2: {
      const double radius = bytes.size(size), half_height = bytes.size(size);
      return Shape::capsule(radius, half_height);
    }
    default: {
      const std::vector<Vector3d> points = bytes.points(24, size);
      try {
        return Shape::hull(points);
      } catch (const Error&) { return Shape::sphere(size); }
    }
  }
}

inline Shape mesh_shape(Bytes& bytes, double size) {
  std::vector<Vector3f> vertices;
  for (const Vector3d& p : bytes.points(16, size)) vertices.emplace_back(p);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  const int count = bytes.below(24);
  for (int i = 0; i < count && !vertices.empty(); ++i) {
    const auto corner = [&] { return static_cast<std::uint32_t>(bytes.byte() % vertices.size()); };
    const std::uint32_t a = corner(), b = corner(), c = corner();
    triangles.push_back({a, b, c});
  }
  try {
    return Shape::mesh(Mesh::create(vertices, triangles));
  } catch (const Error&) { return Shape::plane(); }
}

/// Any shape.
inline Shape any_shape(Bytes& bytes, double size) {
  switch (bytes.below(6)) {
    case 4: return Shape::plane();
    case 5: return mesh_shape(bytes, size);
    default: return convex_shape(bytes, size);
  }
}

/// Ends the run where a law does not hold.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace holdfast::fuzz
