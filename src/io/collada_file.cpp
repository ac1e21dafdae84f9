#include "io/collada_file.h"

#include <holdfast/math/quaternion.h>
#include <holdfast/math/trigonometry.h>

#include <cmath>
#include <map>
#include <numbers>

#include "io/collada_mesh.h"

namespace holdfast::detail {
namespace {

class ColladaReader {
 public:
  explicit ColladaReader(const std::filesystem::path& path) : tree_(path), root_(tree_.root()) {}

  MeshFile read() {
    read_asset();
    const XmlElement instance = tree_.child(tree_.child(root_, "scene"), "instance_visual_scene");
    if (!instance) tree_.fail(root_, "has no <scene> with an <instance_visual_scene>");
    Affine unit;
    unit.linear = Matrix3d::diagonal({file_.meters_per_unit, file_.meters_per_unit, file_.meters_per_unit});
    for (const XmlElement& node : tree_.children(tree_.target(instance, "url", "visual_scene")))
      if (is_named(node, "node")) visit(node, unit, 0);
    return std::move(file_);
  }

 private:
  void read_asset() {
    file_.up_axis.assign(1, 'y');  // Y_UP is the format's default
    const XmlElement asset = tree_.child(root_, "asset"), unit = tree_.child(asset, "unit");
    if (const XmlElement up = tree_.child(asset, "up_axis")) file_.up_axis.assign(1, up_axis(up));
    const char* meter = tree_.attribute(unit, "meter");
    if (!meter) return;
    std::string_view left = meter;
    double& meters = file_.meters_per_unit;
    if (!to_number(take_word(left), meters) || !std::isfinite(meters) || !(meters > 0))
      tree_.fail(unit, "meter of <unit> is " + quote(meter) + "; it must be a finite number above 0");
  }
  [[nodiscard]] char up_axis(const XmlElement& up) {
    const std::string text = tree_.text(up);
    std::string_view left = text;
    const std::string_view word = take_word(left);
    if (word != "X_UP" && word != "Y_UP" && word != "Z_UP") tree_.fail(up, "<up_axis> is " + quote(word) + "; allowed: X_UP, Y_UP, Z_UP");
    return word == "X_UP" ? 'x' : word == "Y_UP" ? 'y' : 'z';
  }

  void visit(const XmlElement& node, const Affine& parent, std::size_t depth) {
    if (depth > kMaxColladaDepth) tree_.fail(node, "nodes stand within each other more than " + std::to_string(kMaxColladaDepth) + " deep");
    const std::vector<XmlElement> children = tree_.children(node);
    Affine motion = parent;
    for (const XmlElement& e : children) motion = motion * transform_of(e);
    for (const XmlElement& e : children) {
      if (is_named(e, "node")) visit(e, motion, depth + 1);
      if (is_named(e, "instance_node")) visit(tree_.target(e, "url", "node"), motion, depth + 1);
      if (is_named(e, "instance_geometry")) place_geometry(e, tree_.target(e, "url", "geometry"), motion);
      if (is_named(e, "instance_controller")) place_geometry(e, controlled(tree_.target(e, "url", "controller")), motion);
    }
  }

  /// What a skin or a morph changes; a skin may be that of another controller.
  XmlElement controlled(const XmlElement& controller) {
    XmlElement at = controller;
    for (std::size_t i = 0; i < kMaxColladaDepth; ++i) {
      const XmlElement skin = tree_.child(at, "skin"), deformer = skin ? skin : tree_.child(at, "morph");
      if (!deformer) tree_.fail(at, "<controller> has neither <skin> nor <morph>");
      if (const XmlElement geometry = tree_.find_target(deformer, "source", "geometry")) return geometry;
      at = tree_.target(deformer, "source", "controller");
    }
    tree_.fail(controller, "<controller> leads to itself");
  }

  void place_geometry(const XmlElement& instance, const XmlElement& geometry, const Affine& motion) {
    const auto [found, is_new] = parts_.try_emplace(geometry);
    if (is_new) found->second = read_collada_geometry(tree_, geometry);
    tree_.spend(instance, found->second.vertices.size() + found->second.triangles.size());
    place(tree_.path(), found->second, motion, file_);
  }

  [[nodiscard]] Affine transform_of(const XmlElement& e) {
    Affine x;
    if (is_named(e, "skew")) tree_.fail(e, "<skew> is not read");
    if (is_named(e, "matrix")) {
      const auto m = tree_.numbers(e, 16);
      x.linear = Matrix3d::from_columns({m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]});
      x.shift = {m[3], m[7], m[11]};
    } else if (is_named(e, "translate")) {
      x.shift = vector(tree_.numbers(e, 3), 0);
    } else if (is_named(e, "scale")) {
      x.linear = Matrix3d::diagonal(vector(tree_.numbers(e, 3), 0));
    } else if (is_named(e, "rotate")) {
      x.linear = rotation(tree_.numbers(e, 4));
    } else if (is_named(e, "lookat")) {
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
  XmlElement root_;
  std::map<XmlElement, MeshFile> parts_;
  MeshFile file_;
};

}  // namespace

MeshFile read_collada_file(const std::filesystem::path& path) { return ColladaReader(path).read(); }

}  // namespace holdfast::detail
