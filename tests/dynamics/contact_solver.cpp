#include <doctest/doctest.h>

#include <holdfast/base/random.h>
#include <holdfast/dynamics/contact_solver.h>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

using namespace holdfast;

namespace {

struct Problem {
  std::vector<SolverBody> bodies;
  std::vector<SolverManifold> manifolds;
  std::vector<SolverPoint> points;
  std::vector<SolverVelocity> velocities, push;
};

Vector3f random_vector(Random& r, double size) {
  return {static_cast<float>(r.uniform(-size, size)), static_cast<float>(r.uniform(-size, size)),
          static_cast<float>(r.uniform(-size, size))};
}

/// Bodies that touch at random; body 0 is static, body 1 kinematic, body 2 touches nearly everything.
Problem random_problem(std::uint64_t seed, std::uint32_t body_count, std::uint32_t pair_count) {
  Random r(seed);
  Problem p;
  for (std::uint32_t i = 0; i < body_count; ++i) {
    SolverBody body;
    SolverVelocity v;
    if (i >= 2) {
      body.moves = 1;
      body.inverse_mass = static_cast<float>(r.uniform(0.1, 2));
      const float k = static_cast<float>(r.uniform(0.5, 5));
      body.inverse_inertia = Matrix3f::diagonal({k, 1.5f * k, 0.75f * k});
      body.inverse_inertia.m[0][1] = body.inverse_inertia.m[1][0] = 0.1f * k;
    }
    if (i != 0) v.linear = random_vector(r, 2), v.angular = random_vector(r, 1);
    p.bodies.push_back(body);
    p.velocities.push_back(v);
  }
  p.velocities.emplace_back();
  p.push.resize(p.velocities.size());
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    SolverManifold m;
    m.a = 2 + r.below(body_count - 2);
    m.b = r.below(4) == 0 ? r.below(2) : r.below(3) == 0 && m.a != 2 ? 2 : r.below(body_count);
    if (m.a == m.b) m.b = 0;
    m.first = static_cast<std::uint32_t>(p.points.size());
    m.count = 1 + r.below(8);
    m.friction = r.below(5) == 0 ? 0.0f : static_cast<float>(r.uniform(0, 1));
    for (std::uint32_t k = 0; k < m.count; ++k) {
      SolverPoint point;
      point.normal = normalized(random_vector(r, 1));
      point.arm_a = random_vector(r, 0.5);
      point.arm_b = random_vector(r, 0.5);
      point.depth = static_cast<float>(r.uniform(-0.02, 0.03));
      if (r.below(2) == 0) point.rebound = static_cast<float>(r.uniform(-1, 2));
      if (r.below(2) == 0) point.late_rebound = static_cast<float>(r.uniform(0, 2));
      point.normal_impulse = static_cast<float>(r.uniform(0, 0.2));
      point.friction_impulse = random_vector(r, 0.1);
      p.points.push_back(point);
    }
    p.manifolds.push_back(m);
  }
  return p;
}

SolverOptions options() {
  SolverOptions o;
  o.time_step = 0.01f;
  return o;
}

void solve(Problem& p, SolverPath path, const SolverOptions& o = options()) {
  ContactSolver solver;
  solver.set_path(path);
  solver.solve(o, p.bodies, p.manifolds, p.points, p.velocities, p.push);
}

std::array<std::uint32_t, 8> bits(const SolverVelocity& v) { return std::bit_cast<std::array<std::uint32_t, 8>>(v); }

bool same_bits(const Problem& x, const Problem& y) {
  // The last row is the solver's own.
  const std::size_t bytes = (x.velocities.size() - 1) * sizeof(SolverVelocity);
  return std::memcmp(x.velocities.data(), y.velocities.data(), bytes) == 0 && std::memcmp(x.push.data(), y.push.data(), bytes) == 0 &&
         std::memcmp(x.points.data(), y.points.data(), x.points.size() * sizeof(SolverPoint)) == 0;
}

/// The problem as the scalar path solves it; the others must agree to the bit.
Problem solved_at_every_width(const Problem& start) {
  Problem scalar = start, wide4 = start, wide8 = start;
  solve(scalar, SolverPath::scalar);
  solve(wide4, SolverPath::wide4);
  solve(wide8, SolverPath::wide8);
  CHECK(same_bits(scalar, wide4));
  CHECK(same_bits(scalar, wide8));
  return scalar;
}

}  // namespace

TEST_CASE("the solver gives the same bits one, four or eight contacts at a time") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    // Few bodies and many pairs: some pairs find no colour left and run one at a time.
    const Problem start = random_problem(seed, seed % 3 == 0 ? 5 : 40, seed % 3 == 0 ? 150 : 120);
    CHECK_FALSE(same_bits(solved_at_every_width(start), start));
  }
}

TEST_CASE("a slip whose square is zero leaves the same bits at every width") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Problem start = random_problem(seed, 40, 60);
    for (std::size_t i = 2; i < start.velocities.size(); ++i) {
      if (i % 4 == 0) continue;
      start.velocities[i].linear *= 1e-24f;
      start.velocities[i].angular *= 1e-24f;
    }
    for (SolverPoint& p : start.points) {
      p.depth = -0.02f;
      p.rebound = 0;
      p.normal_impulse = 0;
      p.friction_impulse = {};
    }
    solved_at_every_width(start);
  }
}

TEST_CASE("without iterations no impulse acts, and none is told") {
  Problem p = random_problem(3, 20, 40);
  const Problem start = p;
  SolverOptions o = options();
  o.velocity_iterations = 0;
  solve(p, SolverPath::automatic, o);
  for (const SolverPoint& point : p.points) {
    CHECK(point.normal_impulse == 0.0f);
    CHECK(point.friction_impulse == Vector3f{});
  }
  for (std::size_t i = 0; i < p.bodies.size(); ++i) CHECK(p.velocities[i].linear == start.velocities[i].linear);
}

TEST_CASE("bodies that do not move keep the bits of their velocity, negative zeros too") {
  Problem p = random_problem(7, 20, 60);
  p.velocities[0].linear.x = -0.0f;
  const SolverVelocity fixed = p.velocities[0], kinematic = p.velocities[1];
  solve(p, SolverPath::automatic);
  CHECK(bits(p.velocities[0]) == bits(fixed));
  CHECK(bits(p.velocities[1]) == bits(kinematic));
}

TEST_CASE("normal impulses never pull and friction stays in its cone") {
  for (std::uint64_t seed = 50; seed < 60; ++seed) {
    Problem p = random_problem(seed, 30, 80);
    solve(p, SolverPath::automatic);
    for (const SolverManifold& m : p.manifolds) {
      for (std::uint32_t k = 0; k < m.count; ++k) {
        const SolverPoint& point = p.points[m.first + k];
        CHECK(point.normal_impulse >= 0.0f);
        CHECK(length(point.friction_impulse) <= m.friction * point.normal_impulse * 1.00001f + 1e-7f);
        CHECK(std::abs(dot(point.friction_impulse, point.normal)) <= 1e-5f * (1 + length(point.friction_impulse)));
      }
    }
  }
}

TEST_CASE("impulses between moving bodies keep the linear momentum") {
  Problem p = random_problem(3, 25, 90);
  for (SolverManifold& m : p.manifolds)
    if (m.b < 2) m.b = m.a == 5 ? 6 : 5;
  const auto momentum = [](const Problem& q) {
    Vector3d sum;
    for (std::size_t i = 2; i < q.bodies.size(); ++i)
      sum += Vector3d(q.velocities[i].linear) / static_cast<double>(q.bodies[i].inverse_mass);
    return sum;
  };
  const Vector3d before = momentum(p);
  solve(p, SolverPath::automatic);
  // Each of some 4000 impulses of at most a few N s rounds to 2^-24 relative.
  CHECK(length(momentum(p) - before) < 1e-3);
}

TEST_CASE("a gap lets bodies close it within the step and no more") {
  Problem p;
  p.bodies.resize(2);
  p.bodies[1].inverse_mass = 1;
  p.bodies[1].inverse_inertia = Matrix3f::identity();
  p.bodies[1].moves = 1;
  p.velocities.resize(3);
  p.push.resize(3);
  p.velocities[1].linear = {0, 0, -3};
  p.manifolds.push_back({1, 0, 0, 1, 0});
  SolverPoint point;
  point.normal = {0, 0, 1};
  point.depth = -0.01f;
  p.points.push_back(point);
  Problem bouncing = p;
  solve(p, SolverPath::automatic);
  CHECK(p.velocities[1].linear.z == doctest::Approx(-1.0));  // 0.01 m in 0.01 s
  CHECK(p.points[0].closing_speed == doctest::Approx(3.0));
  bouncing.points[0].rebound = 3;  // over the speed that the gap allows, -1
  solve(bouncing, SolverPath::automatic);
  CHECK(bouncing.velocities[1].linear.z == doctest::Approx(2.0));
  // A rebound below zero lets the bodies overlap by that much.
  bouncing.velocities[1].linear = {0, 0, -3};
  bouncing.points[0].normal_impulse = 0;
  bouncing.points[0].rebound = -0.5f;
  solve(bouncing, SolverPath::automatic);
  CHECK(bouncing.velocities[1].linear.z == doctest::Approx(-1.5));
  // But not where they come in slower than the threshold.
  SolverOptions o = options();
  o.bounce_threshold = 2;
  bouncing.velocities[1].linear = {0, 0, -1.9f};
  bouncing.points[0].normal_impulse = 0;
  solve(bouncing, SolverPath::automatic, o);
  CHECK(bouncing.velocities[1].linear.z == doctest::Approx(-1.0));
  // A body that does not close the gap does not bounce.
  bouncing.points[0].rebound = 3;
  bouncing.velocities[1].linear = {0, 0, -0.5f};
  bouncing.points[0].normal_impulse = 0;
  solve(bouncing, SolverPath::automatic);
  CHECK(bouncing.velocities[1].linear.z == doctest::Approx(-0.5));
}
