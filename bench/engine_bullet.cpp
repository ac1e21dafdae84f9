// Bullet: btDiscreteDynamicsWorld with its defaults (dynamic bounds tree, sequential impulses with SIMD and warm starts,
// split impulse), sleeping off. Friction and restitution mix as ours do, by Bullet's own hooks.

#include "engine.h"

#include <btBulletDynamicsCommon.h>

namespace holdfast::bench {

namespace {

btVector3 to_bt(const Vector3d& v) { return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)}; }
btQuaternion to_bt(const Quaterniond& q) {
  return {static_cast<btScalar>(q.x), static_cast<btScalar>(q.y), static_cast<btScalar>(q.z), static_cast<btScalar>(q.w)};
}
Vector3d from_bt(const btVector3& v) { return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())}; }

btScalar mixed_friction(const btCollisionObject* a, const btCollisionObject* b) { return btSqrt(a->getFriction() * b->getFriction()); }
btScalar largest_restitution(const btCollisionObject* a, const btCollisionObject* b) {
  return btMax(a->getRestitution(), b->getRestitution());
}

class BulletEngine final : public Engine {
 public:
  BulletEngine(const Scene& scene, const EngineSettings& settings)
      : variant_(settings.variant), dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    gCalculateCombinedFrictionCallback = mixed_friction;
    gCalculateCombinedRestitutionCallback = largest_restitution;
    world_.setGravity({0, 0, static_cast<btScalar>(-settings.gravity)});
    btContactSolverInfo& info = world_.getSolverInfo();
    info.m_numIterations = settings.iterations;
    if (!settings.error_reduction) {
      info.m_erp = info.m_erp2 = 0;
      info.m_splitImpulse = 0;
    }
    if (settings.slop) info.m_linearSlop = static_cast<btScalar>(*settings.slop);
    if (settings.bounce_threshold) info.m_restitutionVelocityThreshold = static_cast<btScalar>(*settings.bounce_threshold);
    if (variant_ == "cone") info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    for (const SceneBody& body : scene.bodies) add(body);
  }
  ~BulletEngine() override {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  [[nodiscard]] std::string set_up() const override {
    return std::string("Bullet ") + std::to_string(btGetVersion()) + ", " + (btIsDoublePrecision() ? "double" : "single") +
           " precision, btDiscreteDynamicsWorld, btDbvtBroadphase, btSequentialImpulseConstraintSolver (SIMD, warm starts)" +
           (variant_.empty() ? "" : ", " + variant_);
  }
  // One step of exactly this length: no interpolation, no substeps.
  void step(double time_step) override { world_.stepSimulation(static_cast<btScalar>(time_step), 0); }
  void add_force(std::size_t body, const Vector3d& force) override { bodies_[body]->applyCentralForce(to_bt(force)); }
  [[nodiscard]] Posed pose(std::size_t body) const override {
    const btTransform& x = bodies_[body]->getWorldTransform();
    const btQuaternion q = x.getRotation();
    return {from_bt(x.getOrigin()), normalized(Quaterniond{static_cast<double>(q.x()), static_cast<double>(q.y()),
                                                           static_cast<double>(q.z()), static_cast<double>(q.w())})};
  }
  [[nodiscard]] Vector3d linear_velocity(std::size_t body) const override { return from_bt(bodies_[body]->getLinearVelocity()); }
  [[nodiscard]] Vector3d angular_velocity(std::size_t body) const override { return from_bt(bodies_[body]->getAngularVelocity()); }
  [[nodiscard]] std::size_t contact_count() const override {
    std::size_t count = 0;
    auto& dispatcher = const_cast<btCollisionDispatcher&>(dispatcher_);
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
      count += static_cast<std::size_t>(dispatcher.getManifoldByIndexInternal(i)->getNumContacts());
    }
    return count;
  }

 private:
  void add(const SceneBody& body) {
    btCollisionShape* shape = keep(body.shape);
    btVector3 inertia(0, 0, 0);
    // A hull's inertia is that of its bounds: Bullet takes a diagonal tensor.
    if (body.dynamic) shape->calculateLocalInertia(static_cast<btScalar>(body.mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(body.mass), nullptr, shape, inertia);
    info.m_startWorldTransform = btTransform(to_bt(body.pose.rotation), to_bt(body.pose.position));
    info.m_friction = static_cast<btScalar>(body.friction);
    info.m_restitution = static_cast<btScalar>(body.restitution);
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    if (body.dynamic) bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
  }

  template <class T, class... A>
  T* keep_new(A&&... arguments) {
    auto shape = std::make_unique<T>(std::forward<A>(arguments)...);
    T* raw = shape.get();
    shapes_.push_back(std::move(shape));
    return raw;
  }

  btCollisionShape* keep(const Shape& shape) {
    switch (shape.type()) {
      case ShapeType::sphere: return keep_new<btSphereShape>(static_cast<btScalar>(shape.as_sphere().radius));
      case ShapeType::box: return keep_new<btBoxShape>(to_bt(shape.as_box().half_extents));
      case ShapeType::capsule:
        return keep_new<btCapsuleShapeZ>(static_cast<btScalar>(shape.as_capsule().radius),
                                         static_cast<btScalar>(2 * shape.as_capsule().half_height));
      case ShapeType::hull: return hull(shape.as_hull());
      case ShapeType::plane: return keep_new<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0));
      case ShapeType::mesh: break;
    }
    return mesh(shape.as_mesh());
  }

  btCollisionShape* hull(const Hull& hull) {
    auto* shape = keep_new<btConvexHullShape>();
    for (const Vector3d& p : hull.vertices()) shape->addPoint(to_bt(p), false);
    shape->recalcLocalAabb();
    // Bullet grows a hull by its margin, by default 4 cm; 1 mm is what its own URDF importer takes.
    if (variant_ == "margin1mm") shape->setMargin(btScalar(0.001));
    return shape;
  }

  btCollisionShape* mesh(const Mesh& mesh) {
    auto arrays = std::make_unique<MeshArrays>();
    for (const Vector3f& v : mesh.vertices()) arrays->vertices.insert(arrays->vertices.end(), {v.x, v.y, v.z});
    for (const Mesh::Triangle& t : mesh.triangles()) {
      for (const std::uint32_t v : t.vertices) arrays->indices.push_back(static_cast<int>(v));
    }
    arrays->view = std::make_unique<btTriangleIndexVertexArray>(static_cast<int>(mesh.triangles().size()), arrays->indices.data(),
                                                                static_cast<int>(3 * sizeof(int)), static_cast<int>(mesh.vertices().size()),
                                                                arrays->vertices.data(), static_cast<int>(3 * sizeof(btScalar)));
    arrays_.push_back(std::move(arrays));
    return keep_new<btBvhTriangleMeshShape>(arrays_.back()->view.get(), true);
  }

  // Bullet keeps pointers into these.
  struct MeshArrays {
    std::vector<btScalar> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> view;
  };

  std::string variant_;
  std::vector<std::unique_ptr<MeshArrays>> arrays_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace

std::unique_ptr<Engine> make_bullet(const Scene& scene, const EngineSettings& settings) {
  return std::make_unique<BulletEngine>(scene, settings);
}

}  // namespace holdfast::bench
