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
  ColladaReader(const std::filesystem::path& path, const XmlElement& root, std::size_t bytes)
      : root_(root), tree_(path, root), visits_left_(kFreeVisits + bytes) {}

  MeshFile read() {
    read_asset();
    const XmlElement* scene = root_.child("scene");
    const XmlElement* instance = scene ? scene->child("instance_visual_scene") : nullptr;
    if (!instance) tree_.fail(root_, "has no <scene> with an <instance_visual_scene>");
    Affine unit;
    unit.linear = Matrix3d::diagonal({file_.meters_per_unit, file_.meters_per_unit, file_.meters_per_unit});
    for (const XmlElement& node : tree_.target(*instance, "url", "visual_scene").children)
      if (node.name == "node") visit(node, unit, 0);
    return std::move(file_);
  }

 private:
  void read_asset() {
    file_.up_axis.assign(1, 'y');  // Y_UP is the format's default
    const XmlElement* asset = root_.child("asset");
    if (!asset) return;
    if (const XmlElement* up = asset->child("up_axis")) file_.up_axis.assign(1, up_axis(*up));
    const XmlElement* unit = asset->child("unit");
    const std::string* meter = unit ? unit->attribute("meter") : nullptr;
    if (!meter) return;
    std::string_view left = *meter;
    double& meters = file_.meters_per_unit;
    if (!to_number(take_word(left), meters) || !std::isfinite(meters) || !(meters > 0))
      tree_.fail(*unit, "meter of <unit> is " + quote(*meter) + "; it must be a finite number above 0");
  }
  [[nodiscard]] char up_axis(const XmlElement& up) const {
    std::string_view left = up.text;
    const std::string_view word = take_word(left);
    if (word != "X_UP" && word != "Y_UP" && word != "Z_UP") tree_.fail(up, "<up_axis> is " + quote(word) + "; allowed: X_UP, Y_UP, Z_UP");
    return word == "X_UP" ? 'x' : word == "Y_UP" ? 'y' : 'z';
  }

  void visit(const XmlElement& node, const Affine& parent, std::size_t depth) {
    if (depth > kMaxXmlDepth) tree_.fail(node, "nodes stand within each other more than " + std::to_string(kMaxXmlDepth) + " deep");
    if (visits_left_ == 0) tree_.fail(node, "<instance_node> repeats nodes too often");
    --visits_left_;
    Affine motion = parent;
    for (const XmlElement& e : node.children) motion = motion * transform_of(e);
    for (const XmlElement& e : node.children) {
      if (e.name == "node") visit(e, motion, depth + 1);
      if (e.name == "instance_node") visit(tree_.target(e, "url", "node"), motion, depth + 1);
      if (e.name == "instance_geometry") place_geometry(tree_.target(e, "url", "geometry"), motion);
      if (e.name == "instance_controller") place_geometry(controlled(tree_.target(e, "url", "controller")), motion);
    }
  }

  /// What a skin or a morph changes; a skin may be that of another controller.
  const XmlElement& controlled(const XmlElement& controller) {
    const XmlElement* at = &controller;
    for (std::size_t i = 0; i < kMaxXmlDepth; ++i) {
      const XmlElement* deformer = at->child("skin") ? at->child("skin") : at->child("morph");
      if (!deformer) tree_.fail(*at, "<controller> has neither <skin> nor <morph>");
      if (const XmlElement* geometry = tree_.find_target(*deformer, "source", "geometry")) return *geometry;
      at = &tree_.target(*deformer, "source", "controller");
    }
    tree_.fail(controller, "<controller> leads to itself");
  }

  void place_geometry(const XmlElement& geometry, const Affine& motion) {
    const auto [found, is_new] = parts_.try_emplace(&geometry);
    if (is_new) found->second = read_collada_geometry(tree_, geometry);
    place(tree_.path(), found->second, motion, file_);
  }

  [[nodiscard]] Affine transform_of(const XmlElement& e) const {
    Affine x;
    if (e.name == "skew") tree_.fail(e, "<skew> is not read");
    if (e.name == "matrix") {
      const auto m = tree_.numbers(e, 16);
      x.linear = Matrix3d::from_columns({m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]});
      x.shift = {m[3], m[7], m[11]};
    } else if (e.name == "translate") {
      x.shift = vector(tree_.numbers(e, 3), 0);
    } else if (e.name == "scale") {
      x.linear = Matrix3d::diagonal(vector(tree_.numbers(e, 3), 0));
    } else if (e.name == "rotate") {
      x.linear = rotation(tree_.numbers(e, 4));
    } else if (e.name == "lookat") {
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

  const XmlElement& root_;
  ColladaTree tree_;
  std::size_t visits_left_;
  std::map<const XmlElement*, MeshFile> parts_;
  MeshFile file_;
};

}  // namespace

MeshFile read_collada_file(const std::filesystem::path& path) {
  const std::string text = read_bytes(path);
  const XmlElement root = read_xml(path, text);
  if (root.name != "COLLADA") refuse(path, root.line, "root element is " + quote(root.name) + "; allowed: 'COLLADA'");
  return ColladaReader(path, root, text.size()).read();
}

}  // namespace holdfast::detail
