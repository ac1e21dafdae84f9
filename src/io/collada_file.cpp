#include "io/collada_file.h"

#include <holdfast/math/quaternion.h>
#include <holdfast/math/trigonometry.h>

#include <cmath>
#include <map>
#include <numbers>

#include "io/collada_mesh.h"

namespace holdfast::detail {
namespace {

/// Nodes that <instance_node> repeats within each other multiply. A file may make one visit a byte, and these.
constexpr std::size_t kFreeVisits = 65536;

class ColladaReader {
 public:
  explicit ColladaReader(const std::filesystem::path& path) : tree_(path), root_(tree_.root()), visits_left_(kFreeVisits + tree_.bytes()) {}

  MeshFile read() {
    read_asset();
    const pugi::xml_node instance = root_.child("scene").child("instance_visual_scene");
    if (!instance) tree_.fail(root_, "has no <scene> with an <instance_visual_scene>");
    Affine unit;
    unit.linear = Matrix3d::diagonal({file_.meters_per_unit, file_.meters_per_unit, file_.meters_per_unit});
    for (const pugi::xml_node node : tree_.target(instance, "url", "visual_scene").children("node")) visit(node, unit, 0);
    return std::move(file_);
  }

 private:
  void read_asset() {
    file_.up_axis.assign(1, 'y');  // Y_UP is the format's default
    const pugi::xml_node asset = root_.child("asset");
    if (const pugi::xml_node up = asset.child("up_axis")) file_.up_axis.assign(1, up_axis(up));
    const pugi::xml_node unit = asset.child("unit");
    const pugi::xml_attribute meter = unit.attribute("meter");
    if (!meter) return;
    std::string_view left = meter.value();
    double& meters = file_.meters_per_unit;
    if (!to_number(take_word(left), meters) || !std::isfinite(meters) || !(meters > 0))
      tree_.fail(unit, "meter of <unit> is " + quote(meter.value()) + "; it must be a finite number above 0");
  }
  [[nodiscard]] char up_axis(pugi::xml_node up) const {
    const std::string text = ColladaTree::text(up);
    std::string_view left = text;
    const std::string_view word = take_word(left);
    if (word != "X_UP" && word != "Y_UP" && word != "Z_UP") tree_.fail(up, "<up_axis> is " + quote(word) + "; allowed: X_UP, Y_UP, Z_UP");
    return word == "X_UP" ? 'x' : word == "Y_UP" ? 'y' : 'z';
  }

  void visit(pugi::xml_node node, const Affine& parent, int depth) {
    if (depth > ColladaTree::kMaxDepth)
      tree_.fail(node, "nodes stand within each other more than " + std::to_string(ColladaTree::kMaxDepth) + " deep");
    if (visits_left_ == 0) tree_.fail(node, "<instance_node> repeats nodes too often");
    --visits_left_;
    Affine motion = parent;
    for (const pugi::xml_node e : node.children()) motion = motion * transform_of(e);
    for (const pugi::xml_node e : node.children()) {
      const std::string_view name = e.name();
      if (name == "node") visit(e, motion, depth + 1);
      if (name == "instance_node") visit(tree_.target(e, "url", "node"), motion, depth + 1);
      if (name == "instance_geometry") place_geometry(tree_.target(e, "url", "geometry"), motion);
      if (name == "instance_controller") place_geometry(controlled(tree_.target(e, "url", "controller")), motion);
    }
  }

  /// What a skin or a morph changes; a skin may be that of another controller.
  pugi::xml_node controlled(pugi::xml_node controller) {
    pugi::xml_node at = controller;
    for (int i = 0; i < ColladaTree::kMaxDepth; ++i) {
      const pugi::xml_node deformer = at.child("skin") ? at.child("skin") : at.child("morph");
      if (!deformer) tree_.fail(at, "<controller> has neither <skin> nor <morph>");
      if (const pugi::xml_node geometry = tree_.find_target(deformer, "source", "geometry")) return geometry;
      at = tree_.target(deformer, "source", "controller");
    }
    tree_.fail(controller, "<controller> leads to itself");
  }

  void place_geometry(pugi::xml_node geometry, const Affine& motion) {
    const auto [found, is_new] = parts_.try_emplace(geometry);
    if (is_new) found->second = read_collada_geometry(tree_, geometry);
    place(tree_.path(), found->second, motion, file_);
  }

  [[nodiscard]] Affine transform_of(pugi::xml_node e) const {
    Affine x;
    const std::string_view name = e.name();
    if (name == "skew") tree_.fail(e, "<skew> is not read");
    if (name == "matrix") {
      const auto m = tree_.numbers(e, 16);
      x.linear = Matrix3d::from_columns({m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]});
      x.shift = {m[3], m[7], m[11]};
    } else if (name == "translate") {
      x.shift = vector(tree_.numbers(e, 3), 0);
    } else if (name == "scale") {
      x.linear = Matrix3d::diagonal(vector(tree_.numbers(e, 3), 0));
    } else if (name == "rotate") {
      x.linear = rotation(tree_.numbers(e, 4));
    } else if (name == "lookat") {
      x = look_at(tree_.numbers(e, 9));
    }
    return x;
  }
  static Vector3d vector(const std::vector<double>& v, std::size_t at) { return {v[at], v[at + 1], v[at + 2]}; }

  /// An axis and degrees.
  static Matrix3d rotation(const std::vector<double>& v) {
    const SinCos half = sin_cos(v[3] * std::numbers::pi / 360);
    const Vector3d axis = normalized(vector(v, 0), Vector3d{}) * half.sine;
    return to_matrix(Quaterniond{axis.x, axis.y, axis.z, half.cosine});
  }
  /// The eye, what it looks at, and what is up for it: it looks along -z.
  static Affine look_at(const std::vector<double>& v) {
    Affine x;
    x.shift = vector(v, 0);
    const Vector3d back = normalized(x.shift - vector(v, 3), Vector3d{0, 0, 1});
    const Vector3d right = normalized(cross(vector(v, 6), back), any_perpendicular(back));
    x.linear = Matrix3d::from_columns(right, cross(back, right), back);
    return x;
  }

  ColladaTree tree_;
  pugi::xml_node root_;
  std::size_t visits_left_;
  std::map<pugi::xml_node, MeshFile> parts_;
  MeshFile file_;
};

}  // namespace

MeshFile read_collada_file(const std::filesystem::path& path) { return ColladaReader(path).read(); }

}  // namespace holdfast::detail
