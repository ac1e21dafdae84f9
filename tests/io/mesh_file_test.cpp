#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/base/random.h>
#include <holdfast/io/mesh_file.h>
#include <holdfast/shape/mass_properties.h>

#include <cmath>
#include <cstdlib>

#include "io/mesh_text.h"

using namespace holdfast;
using namespace holdfast::tests;

namespace {

double volume_of(const std::filesystem::path& path, const MeshPlacement& placement = {}) {
  return volume(Shape::mesh(load_mesh(path, placement)));
}

void refused(const std::filesystem::path& path, const char* why) {
  CHECK_THROWS_WITH_AS(read_mesh_file(path), doctest::Contains(path.filename().c_str()), FileError);
  CHECK_THROWS_WITH_AS(load_mesh(path), doctest::Contains(why), FileError);
  CHECK_THROWS_WITH_AS(load_hull(path), doctest::Contains(why), FileError);
}

}  // namespace

TEST_CASE("a tetrahedron is the same solid in every format") {
  const Scratch scratch;
  for (const auto& [name, text] : all_formats()) {
    CAPTURE(name);
    const auto path = scratch.write(name, text);
    const MeshFileFacts facts = mesh_file_facts(path);
    CHECK(facts.triangles == 4);
    CHECK(facts.vertices == 4);
    CHECK(facts.components == 1);
    CHECK(facts.watertight);
    CHECK(facts.volume == doctest::Approx(1.0 / 6.0));
    CHECK(facts.bounds.high == Vector3d{1, 1, 1});
    CHECK(volume_of(path) == doctest::Approx(1.0 / 6.0));
    CHECK(load_hull(path)->faces().size() == 4);
  }
}

TEST_CASE("the transforms of nodes, the unit of a COLLADA file and what it says of up") {
  const Scratch scratch;
  const MeshFileFacts dae = mesh_file_facts(scratch.write("moved.dae", collada("<translate>0 0 300</translate>", "0.01", "Z_UP")));
  CHECK(dae.up_axis == "z");
  CHECK(dae.meters_per_unit == 0.01);
  CHECK(dae.bounds.low.z == doctest::Approx(3).epsilon(1e-6));
  CHECK(dae.bounds.high.z == doctest::Approx(3.01).epsilon(1e-6));
  const MeshFileFacts gltf = mesh_file_facts(scratch.write("moved.gltf", gltf_text(R"("translation":[10,20,30],"scale":[2,2,2])")));
  CHECK(gltf.up_axis == "y");
  CHECK(gltf.bounds.low == Vector3d{10, 20, 30});
  CHECK(gltf.bounds.high == Vector3d{12, 22, 32});
}

TEST_CASE("a mirror keeps the front in front, by a node and by a scale") {
  const Scratch scratch;
  const auto mirrored = scratch.write("mirror.gltf", gltf_text(R"("scale":[-1,1,1])"));
  CHECK(mesh_file_facts(mirrored).volume == doctest::Approx(1.0 / 6.0));
  const auto path = scratch.write("plain.obj", kTetrahedronObj);
  CHECK(volume_of(path, {{-1, 1, 1}, {}}) == doctest::Approx(1.0 / 6.0));
  CHECK(volume_of(path, {{-1, -2, 3}, {}}) == doctest::Approx(1));
  CHECK(volume_of(path, {{-1, -1, -1}, {}}) == doctest::Approx(1.0 / 6.0));
}

TEST_CASE("geometry is scaled first, then turned, then moved") {
  const Scratch scratch;
  const auto path = scratch.write("plain.obj", kTetrahedronObj);
  // A quarter turn about z takes x to y: (2, 0, 0) goes to (0, 2, 0).
  const double h = std::sqrt(0.5);
  const MeshPlacement placement{{2, 3, 4}, Posed({10, 20, 30}, {0, 0, h, h})};
  const auto mesh = load_mesh(path, placement);
  CHECK(length(mesh->bounds().low - Vector3d{7, 20, 30}) < 1e-5);
  CHECK(length(mesh->bounds().high - Vector3d{10, 22, 34}) < 1e-5);
  const auto hull = load_hull(path, placement);
  CHECK(length(hull->bounds().low - Vector3d{7, 20, 30}) < 1e-14);
  CHECK(length(hull->bounds().high - Vector3d{10, 22, 34}) < 1e-14);
}

TEST_CASE("polygons are cut into triangles that cover them, concave ones too") {
  const Scratch scratch;
  // An arrow head: the corner (1, 1) points inward. Its area is 3, wherever it is cut.
  const std::string arrow = "0 0 0\n4 1 0\n0 2 0\n1 1 0\n";
  const auto area = [](const std::filesystem::path& path) {
    const auto mesh = load_mesh(path);
    double sum = 0;
    for (std::uint32_t t = 0; t < mesh->triangles().size(); ++t) {
      CHECK(mesh->normal(t).z == 1);
      sum += 0.5 * length(cross(mesh->corner(t, 1) - mesh->corner(t, 0), mesh->corner(t, 2) - mesh->corner(t, 0)));
    }
    return sum;
  };
  for (const char* order : {"0 1 2 3", "1 2 3 0", "2 3 0 1", "3 0 1 2"})
    CHECK(area(scratch.write("arrow.ply", ply_header(4, 1) + arrow + "4 " + order + "\n")) == doctest::Approx(3));
  CHECK(area(scratch.write("arrow.obj", "v 0 0 0\nv 4 1 0\nv 0 2 0\nv 1 1 0\nf 1 2 3 4\n")) == doctest::Approx(3));
  CHECK(mesh_file_facts(scratch.write("quad.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")).polygons == 1);
}

TEST_CASE("a file that is no mesh is refused with its path and what is wrong") {
  const Scratch scratch;
  refused(scratch.path() / "missing.obj", "no such file");
  std::filesystem::create_directory(scratch.path() / "folder.obj");
  refused(scratch.path() / "folder.obj", "is a folder");
  refused(scratch.write("empty.stl", ""), "is empty");
  refused(scratch.write("scene.txt", "1"), "extension");
  refused(scratch.write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"), "no triangles");
  refused(scratch.write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"), "index.obj:4: face names vertex 9");
  refused(scratch.write("nan.obj", "v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n"), "not finite");
  refused(scratch.write("huge.ply", ply_header(3, 1) + "0 0 0\n1e39 0 0\n0 1 0\n3 0 1 2\n"), "not finite");
  const auto thin = scratch.write("thin.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  CHECK_THROWS_WITH_AS(load_mesh(thin), doctest::Contains("thin.obj: mesh has no triangle with an area"), FileError);
  CHECK_THROWS_WITH_AS(load_hull(thin), doctest::Contains("thin.obj: hull"), FileError);
  const auto flat = scratch.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n");
  CHECK(load_mesh(flat)->triangles().size() == 2);
  CHECK_THROWS_WITH_AS(load_hull(flat), doctest::Contains("in one plane"), FileError);
}

TEST_CASE("a placement that is none is refused, whatever the file") {
  const double nan = std::nan(""), inf = HUGE_VAL;
  for (const Vector3d& scale : {Vector3d{0, 1, 1}, Vector3d{1, nan, 1}, Vector3d{1, 1, inf}})
    CHECK_THROWS_AS(load_mesh("missing.obj", {scale, {}}), InvalidArgument);
  CHECK_THROWS_AS(load_hull("missing.obj", {{1, 1, 1}, Posed({nan, 0, 0})}), InvalidArgument);
  CHECK_THROWS_AS(load_hull("missing.obj", {{1, 1, 1}, Posed({0, 0, 0}, {0, 0, 0, 0})}), InvalidArgument);
  const Scratch scratch;
  CHECK_THROWS_WITH_AS(load_mesh(scratch.write("a.obj", kTetrahedronObj), {{1e39, 1, 1}, {}}), doctest::Contains("beyond Float32"),
                       FileError);
}

TEST_CASE("a file that is cut off anywhere, or with wrong bytes, is read or refused: it never ends the program") {
  const Scratch scratch;
  Random random(40);
  for (const auto& [name, text] : all_formats()) {
    for (int k = 0; k < 25; ++k) {
      std::string bad = text.substr(0, random.below(static_cast<std::uint32_t>(text.size())));
      if (k % 2 == 0) {
        bad = text;
        for (int i = 0; i < 4; ++i) bad[random.below(static_cast<std::uint32_t>(bad.size()))] = static_cast<char>(random.below(256));
      }
      const auto path = scratch.write(name, bad);
      try {
        const auto mesh = load_mesh(path);
        CHECK(mesh->triangles().size() > 0);
      } catch (const FileError& error) { CHECK(std::string(error.what()).starts_with(path.string())); }
    }
  }
}

TEST_CASE("meshes of public projects load, as meshes and as hulls") {
  const char* folder = std::getenv("HOLDFAST_SHARED_DATA");
  const std::filesystem::path meshes = std::filesystem::path(folder ? folder : HOLDFAST_SOURCE_DIR "/../shared/data") / "meshes";
  if (!std::filesystem::is_directory(meshes)) {
    MESSAGE("skipped: no folder " << meshes);
    return;
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(meshes)) {
    if (entry.path().extension() != ".obj") continue;
    const auto mesh = load_mesh(entry.path(), {{1e-3, 1e-3, 1e-3}, {}});
    const auto hull = load_hull(entry.path(), {{1e-3, 1e-3, 1e-3}, {}});
    double outside = 0;
    for (const Hull::Face& f : hull->faces())
      for (const Vector3f& v : mesh->vertices()) outside = std::max(outside, dot(f.normal, Vector3d(v)) - f.offset);
    CHECK(outside <= 1e-6 * hull->radius());  // the mesh is rounded to Float32, the hull is not
  }
}
