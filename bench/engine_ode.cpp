// ODE: dWorldQuickStep, default erp and cfm, friction as a pyramid of the mixed coefficient, sleeping off.

#include "engine.h"

#include <ode/ode.h>

namespace holdfast::bench {

namespace {

// Enough for a face to rest on and for what a body touches of a mesh; more makes ODE slower, not better.
constexpr int kMostContacts = 4;
constexpr int kMostMeshContacts = 8;

struct OdeBody {
  dBodyID body = nullptr;
  dGeomID geom = nullptr;
  double friction = 0;
  double restitution = 0;
};

class OdeEngine final : public Engine {
 public:
  OdeEngine(const Scene& scene, const EngineSettings& settings) : settings_(settings) {
    static const int initialised = dInitODE2(0);
    (void)initialised;
    world_ = dWorldCreate();
    space_ = make_space();
    group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, -settings.gravity);
    dWorldSetQuickStepNumIterations(world_, settings.iterations);
    dWorldSetAutoDisableFlag(world_, 0);
    if (!settings.error_reduction) {
      dWorldSetERP(world_, 0);
      dWorldSetCFM(world_, 0);
    }
    if (settings.slop) dWorldSetContactSurfaceLayer(world_, *settings.slop);
    bodies_.reserve(scene.bodies.size());
    for (const SceneBody& body : scene.bodies) add(body);
  }
  ~OdeEngine() override {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    for (const dTriMeshDataID data : meshes_) dGeomTriMeshDataDestroy(data);
  }
  [[nodiscard]] std::string set_up() const override {
    return std::string("ODE 0.16, ") + (sizeof(dReal) == 8 ? "double" : "single") + " precision, dWorldQuickStep, " +
           (settings_.variant.empty() ? "hash" : settings_.variant) + " space, " + std::to_string(kMostContacts) + " contacts a pair (" +
           std::to_string(kMostMeshContacts) + " against a mesh)";
  }
  void step(double time_step) override {
    dJointGroupEmpty(group_);
    contact_count_ = 0;
    dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) { static_cast<OdeEngine*>(self)->meet(a, b); });
    dWorldQuickStep(world_, time_step);
  }
  void add_force(std::size_t body, const Vector3d& force) override { dBodyAddForce(bodies_[body].body, force.x, force.y, force.z); }
  [[nodiscard]] Posed pose(std::size_t body) const override {
    const OdeBody& b = bodies_[body];
    if (b.body == nullptr) return fixed_[body];
    const dReal* p = dBodyGetPosition(b.body);
    const dReal* q = dBodyGetQuaternion(b.body);
    return {{p[0], p[1], p[2]}, {q[1], q[2], q[3], q[0]}};
  }
  [[nodiscard]] Vector3d linear_velocity(std::size_t body) const override { return read(body, dBodyGetLinearVel); }
  [[nodiscard]] Vector3d angular_velocity(std::size_t body) const override { return read(body, dBodyGetAngularVel); }
  [[nodiscard]] std::size_t contact_count() const override { return contact_count_; }

 private:
  [[nodiscard]] Vector3d read(std::size_t body, const dReal* (*get)(dBodyID)) const {
    if (bodies_[body].body == nullptr) return {};
    const dReal* v = get(bodies_[body].body);
    return {v[0], v[1], v[2]};
  }

  [[nodiscard]] dSpaceID make_space() const {
    if (settings_.variant == "sap") return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    return dHashSpaceCreate(nullptr);
  }

  void add(const SceneBody& body) {
    OdeBody made{nullptr, make_geom(body.shape), body.friction, body.restitution};
    if (body.dynamic) {
      made.body = dBodyCreate(world_);
      dMass mass;
      const Matrix3d& i = body.inertia;
      dMassSetParameters(&mass, body.mass, 0, 0, 0, i.m[0][0], i.m[1][1], i.m[2][2], i.m[0][1], i.m[0][2], i.m[1][2]);
      dBodySetMass(made.body, &mass);
      dGeomSetBody(made.geom, made.body);
      const dQuaternion q{body.pose.rotation.w, body.pose.rotation.x, body.pose.rotation.y, body.pose.rotation.z};
      dBodySetPosition(made.body, body.pose.position.x, body.pose.position.y, body.pose.position.z);
      dBodySetQuaternion(made.body, q);
    } else if (body.shape.type() != ShapeType::plane) {
      dGeomSetPosition(made.geom, body.pose.position.x, body.pose.position.y, body.pose.position.z);
    }
    fixed_.push_back(body.pose);
    bodies_.push_back(made);
    dGeomSetData(made.geom, &bodies_.back());
  }

  dGeomID make_geom(const Shape& shape) {
    switch (shape.type()) {
      case ShapeType::sphere: return dCreateSphere(space_, shape.as_sphere().radius);
      case ShapeType::box: {
        const Vector3d s = shape.as_box().half_extents * 2.0;
        return dCreateBox(space_, s.x, s.y, s.z);
      }
      case ShapeType::capsule: return dCreateCapsule(space_, shape.as_capsule().radius, 2 * shape.as_capsule().half_height);
      case ShapeType::hull: return make_hull(shape.as_hull());
      case ShapeType::plane: return dCreatePlane(space_, 0, 0, 1, 0);
      case ShapeType::mesh: break;
    }
    return make_mesh(shape.as_mesh());
  }

  // ODE keeps the pointers that it is given: the arrays live here.
  struct HullArrays {
    std::vector<dReal> planes, points;
    std::vector<unsigned> polygons;
  };

  dGeomID make_hull(const Hull& hull) {
    auto arrays = std::make_unique<HullArrays>();
    for (const Hull::Face& face : hull.faces()) {
      arrays->planes.insert(arrays->planes.end(), {face.normal.x, face.normal.y, face.normal.z, face.offset});
      arrays->polygons.push_back(face.count);
      for (std::uint32_t k = 0; k < face.count; ++k) arrays->polygons.push_back(hull.face_vertices()[face.first + k]);
    }
    for (const Vector3d& p : hull.vertices()) arrays->points.insert(arrays->points.end(), {p.x, p.y, p.z});
    hulls_.push_back(std::move(arrays));
    const HullArrays& h = *hulls_.back();
    return dCreateConvex(space_, h.planes.data(), static_cast<unsigned>(hull.faces().size()), h.points.data(),
                         static_cast<unsigned>(hull.vertices().size()), h.polygons.data());
  }

  dGeomID make_mesh(const Mesh& mesh) {
    auto arrays = std::make_unique<MeshArrays>();
    for (const Vector3f& v : mesh.vertices()) arrays->vertices.insert(arrays->vertices.end(), {v.x, v.y, v.z});
    for (const Mesh::Triangle& t : mesh.triangles()) arrays->indices.insert(arrays->indices.end(), t.vertices.begin(), t.vertices.end());
    const dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(data, arrays->vertices.data(), 3 * sizeof(float), static_cast<int>(mesh.vertices().size()),
                                arrays->indices.data(), static_cast<int>(arrays->indices.size()), 3 * sizeof(std::uint32_t));
    // Convex solids against a mesh need the angles at its edges.
    dGeomTriMeshDataPreprocess2(data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, nullptr);
    mesh_arrays_.push_back(std::move(arrays));
    meshes_.push_back(data);
    return dCreateTriMesh(space_, data, nullptr, nullptr, nullptr);
  }

  void meet(dGeomID a, dGeomID b) {
    const auto& first = *static_cast<const OdeBody*>(dGeomGetData(a));
    const auto& second = *static_cast<const OdeBody*>(dGeomGetData(b));
    if (first.body == nullptr && second.body == nullptr) return;
    const bool mesh = dGeomGetClass(a) == dTriMeshClass || dGeomGetClass(b) == dTriMeshClass;
    std::array<dContact, kMostMeshContacts> contacts;
    const int count = dCollide(a, b, mesh ? kMostMeshContacts : kMostContacts, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      dContact& contact = contacts[static_cast<std::size_t>(i)];
      contact.surface.mode = dContactApprox1;
      contact.surface.mu = std::sqrt(first.friction * second.friction);
      const double restitution = std::max(first.restitution, second.restitution);
      if (restitution > 0) {
        contact.surface.mode |= dContactBounce;
        contact.surface.bounce = restitution;
        contact.surface.bounce_vel = settings_.bounce_threshold.value_or(0.1);
      }
      dJointAttach(dJointCreateContact(world_, group_, &contact), first.body, second.body);
    }
    contact_count_ += static_cast<std::size_t>(count);
  }

  struct MeshArrays {
    std::vector<float> vertices;
    std::vector<std::uint32_t> indices;
  };

  EngineSettings settings_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID group_ = nullptr;
  std::vector<OdeBody> bodies_;
  std::vector<Posed> fixed_;
  std::vector<std::unique_ptr<HullArrays>> hulls_;
  std::vector<std::unique_ptr<MeshArrays>> mesh_arrays_;
  std::vector<dTriMeshDataID> meshes_;
  std::size_t contact_count_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_ode(const Scene& scene, const EngineSettings& settings) {
  return std::make_unique<OdeEngine>(scene, settings);
}

}  // namespace holdfast::bench
