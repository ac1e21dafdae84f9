// Ray casts against the terrain of bench_world, beside Embree and Bullet, one thread, one ray at a time.
//
//   bench_rays [--count 1000000] [--repeat 3] [--patterns lidar,random]
//
// lidar   scans of 64 beams from 25° below to 15° above level, 1024 turns each, from places 1.8 m above the ground
// random  origins within 5 m above the ground, directions over the whole sphere
// Rays are 100 m long. Prints million rays a second (the best repeat) and how the hits agree with Embree's: rays that one
// hits and the other misses, and the largest difference of distance among the rest. Embree and Bullet work in single
// precision, ours in double.

#include "arguments.h"
#include "scene.h"

#include <builders/benchmarks.h>
#include <holdfast/query/ray.h>

#include <btBulletDynamicsCommon.h>
#include <embree3/rtcore.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>

namespace {

using namespace holdfast;

constexpr double kLength = 100;  // [m]
constexpr float kMiss = -1;

double ground_height(const Shape& terrain, double x, double y) {
  const std::optional<RayHit> hit = cast_ray({{x, y, 100}, {0, 0, -1}}, terrain, {});
  return hit ? hit->point.z : 0;
}

std::vector<Ray> lidar_rays(const Shape& terrain, std::size_t count) {
  constexpr std::size_t kBeams = 64, kTurns = 1024;
  constexpr double kDegree = 3.14159265358979323846 / 180;
  Random random(3);
  std::vector<Ray> rays;
  Vector3d origin;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % (kBeams * kTurns) == 0) {
      const double x = random.uniform(-20, 20), y = random.uniform(-20, 20);
      origin = {x, y, ground_height(terrain, x, y) + 1.8};
    }
    const double yaw = 360 * kDegree * static_cast<double>(i / kBeams % kTurns) / kTurns;
    const double pitch = (-25 + 40 * static_cast<double>(i % kBeams) / (kBeams - 1)) * kDegree;
    rays.push_back({origin, {std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch)}, kLength});
  }
  return rays;
}

std::vector<Ray> random_rays(const Shape& terrain, std::size_t count) {
  Random random(4);
  std::vector<Ray> rays;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.uniform(-30, 30), y = random.uniform(-30, 30);
    const double z = ground_height(terrain, x, y) + random.uniform(0.01, 5);
    rays.push_back({{x, y, z}, scenes::random_direction(random), kLength});
  }
  return rays;
}

struct EmbreeScene {
  RTCDevice device = rtcNewDevice("threads=1");
  RTCScene scene = rtcNewScene(device);

  explicit EmbreeScene(const Mesh& mesh) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices().size()));
    for (const Vector3f& v : mesh.vertices()) {
      for (int axis = 0; axis < 3; ++axis) *vertices++ = v[axis];
    }
    auto* indices = static_cast<unsigned*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), mesh.triangles().size()));
    for (const Mesh::Triangle& t : mesh.triangles()) {
      for (const std::uint32_t v : t.vertices) *indices++ = v;
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
    rtcCommitScene(scene);
  }
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }

  [[nodiscard]] float cast(const Ray& ray) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit query{};
    query.ray.org_x = static_cast<float>(ray.origin.x);
    query.ray.org_y = static_cast<float>(ray.origin.y);
    query.ray.org_z = static_cast<float>(ray.origin.z);
    query.ray.dir_x = static_cast<float>(ray.direction.x);
    query.ray.dir_y = static_cast<float>(ray.direction.y);
    query.ray.dir_z = static_cast<float>(ray.direction.z);
    query.ray.tfar = static_cast<float>(ray.max_distance);
    query.ray.mask = ~0u;
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context, &query);
    return query.hit.geomID == RTC_INVALID_GEOMETRY_ID ? kMiss : query.ray.tfar;
  }
};

struct BulletScene {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  std::vector<int> indices;
  std::vector<btScalar> vertices;
  std::unique_ptr<btTriangleIndexVertexArray> array;
  std::unique_ptr<btBvhTriangleMeshShape> shape;
  btCollisionObject object;

  explicit BulletScene(const Mesh& mesh) {
    for (const Vector3f& v : mesh.vertices()) vertices.insert(vertices.end(), {v.x, v.y, v.z});
    for (const Mesh::Triangle& t : mesh.triangles()) {
      for (const std::uint32_t v : t.vertices) indices.push_back(static_cast<int>(v));
    }
    array = std::make_unique<btTriangleIndexVertexArray>(static_cast<int>(mesh.triangles().size()), indices.data(),
                                                         static_cast<int>(3 * sizeof(int)), static_cast<int>(mesh.vertices().size()),
                                                         vertices.data(), static_cast<int>(3 * sizeof(btScalar)));
    shape = std::make_unique<btBvhTriangleMeshShape>(array.get(), true);
    object.setCollisionShape(shape.get());
    world.addCollisionObject(&object);
  }
  BulletScene(const BulletScene&) = delete;
  BulletScene& operator=(const BulletScene&) = delete;
  ~BulletScene() { world.removeCollisionObject(&object); }

  [[nodiscard]] float cast(const Ray& ray) const {
    const Vector3d end = ray.origin + ray.direction * ray.max_distance;
    const btVector3 from(static_cast<btScalar>(ray.origin.x), static_cast<btScalar>(ray.origin.y), static_cast<btScalar>(ray.origin.z));
    const btVector3 to(static_cast<btScalar>(end.x), static_cast<btScalar>(end.y), static_cast<btScalar>(end.z));
    btCollisionWorld::ClosestRayResultCallback result(from, to);
    world.rayTest(from, to, result);
    return result.hasHit() ? result.m_closestHitFraction * static_cast<float>(ray.max_distance) : kMiss;
  }
};

using Cast = std::function<void(const std::vector<Ray>&, std::vector<float>&)>;

template <class F>
Cast for_all(F cast) {
  return [cast](const std::vector<Ray>& rays, std::vector<float>& distances) {
    for (std::size_t i = 0; i < rays.size(); ++i) distances[i] = cast(rays[i]);
  };
}

struct Agreement {
  std::size_t different = 0;
  double largest = 0;  // [m]
};

Agreement compare(const std::vector<float>& a, const std::vector<float>& b) {
  Agreement result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] < 0) != (b[i] < 0)) {
      ++result.different;
    } else {
      result.largest = std::max(result.largest, static_cast<double>(std::abs(a[i] - b[i])));
    }
  }
  return result;
}

void measure(const std::string& pattern, const std::vector<Ray>& rays, const std::vector<std::pair<std::string, Cast>>& engines,
             int repeat) {
  std::vector<float> reference(rays.size()), distances(rays.size());
  for (const auto& [name, cast] : engines) {
    double best = 0;
    for (int i = 0; i < repeat; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      cast(rays, distances);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      best = std::max(best, static_cast<double>(rays.size()) / spent.count() * 1e-6);
    }
    if (name == engines.front().first) reference = distances;
    std::size_t hits = 0;
    for (const float d : distances) hits += d >= 0 ? 1 : 0;
    const Agreement agreement = compare(distances, reference);
    std::printf("%-8s %-20s %10.3f %10zu %10zu %14.3g\n", pattern.c_str(), name.c_str(), best, hits, agreement.different,
                agreement.largest);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** values) {
  const bench::Arguments arguments(count, values, {{"count", "1000000"}, {"repeat", "3"}, {"patterns", "lidar,random"}});
  World world;
  const BodyId terrain_id = scenes::add_benchmark_terrain(world);
  const Shape terrain = world.shape(terrain_id);
  const EmbreeScene embree(terrain.as_mesh());
  const BulletScene bullet(terrain.as_mesh());
  const auto distance_of = [](const auto& hit) { return hit ? static_cast<float>(hit->distance) : kMiss; };
  const std::vector<std::pair<std::string, Cast>> engines{
      {"Embree", for_all([&](const Ray& ray) { return embree.cast(ray); })},
      {"Bullet", for_all([&](const Ray& ray) { return bullet.cast(ray); })},
      {"World::cast_ray", for_all([&](const Ray& ray) { return distance_of(world.cast_ray(ray)); })},
      {"cast_ray", for_all([&](const Ray& ray) { return distance_of(cast_ray(ray, terrain, {})); })},
  };
  std::printf("%s\n%zu triangles\n%-8s %-20s %10s %10s %10s %14s\n", bench::machine_line().c_str(), terrain.as_mesh().triangles().size(),
              "pattern", "by", "Mrays/s", "hits", "differ", "largest gap m");
  const auto rays = static_cast<std::size_t>(arguments.number("count"));
  for (const std::string& pattern : arguments.list("patterns")) {
    measure(pattern, pattern == "lidar" ? lidar_rays(terrain, rays) : random_rays(terrain, rays), engines, arguments.integer("repeat"));
  }
  return 0;
}
