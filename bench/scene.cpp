#include "scene.h"

namespace holdfast::bench {

namespace {

Shape about_center(const Shape& shape, const Vector3d& center) {
  if (shape.type() != ShapeType::hull) return shape;
  std::vector<Vector3d> points(shape.as_hull().vertices().begin(), shape.as_hull().vertices().end());
  for (Vector3d& p : points) p = p - center;
  return Shape::hull(points);
}

}  // namespace

Scene scene_from(std::string name, const World& world) {
  Scene scene;
  scene.name = std::move(name);
  for (const BodyId id : world.bodies()) {
    SceneBody body;
    const Material material = world.material(id);
    body.dynamic = world.kind(id) == BodyKind::dynamic_body;
    body.friction = static_cast<double>(material.friction);
    body.restitution = static_cast<double>(material.restitution);
    body.shape = body.dynamic ? about_center(world.shape(id), Vector3d(world.center_of_mass_local(id))) : world.shape(id);
    body.pose = Posed(Vector3d(body.dynamic ? world.center_of_mass(id) : world.position(id)), Quaterniond(world.rotation(id)));
    body.mass = static_cast<double>(world.mass(id));
    body.inertia = world.inertia_local(id).cast<double>();
    scene.bodies.push_back(body);
  }
  return scene;
}

}  // namespace holdfast::bench
