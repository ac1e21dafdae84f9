// COLLADA files: each way to tell of faces and places is read, and what cannot be is refused with its line.

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include "io/mesh_text.h"

using namespace holdfast;
using namespace holdfast::tests;

namespace {

std::string tetrahedron() { return collada("", "1", "Y_UP"); }

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

std::string with_faces(const std::string& faces) {
  const std::string text = tetrahedron();
  const std::size_t start = text.find("<triangles"), end = text.find("</mesh>");
  return text.substr(0, start) + faces + text.substr(end);
}

constexpr const char* kInput = R"(<input semantic="VERTEX" source="#v" offset="0"/>)";

void refused(const std::string& text, const char* why) {
  const Scratch scratch;
  CHECK_THROWS_WITH_AS(read_mesh_file(scratch.write("t.dae", text)), doctest::Contains(why), FileError);
}

MeshFileFacts facts_of(const std::string& text) {
  const Scratch scratch;
  return mesh_file_facts(scratch.write("t.dae", text));
}

}  // namespace

// The library that read COLLADA before stood still at the letter and took memory without end.
TEST_CASE("a letter among the indices of a COLLADA file is refused with its line") {
  refused(replaced(tetrahedron(), "0 3 2 1", "r 3 2 1"), "t.dae:1: <p> has 'r', which is not a whole number");
  refused(replaced(tetrahedron(), "0 3 2 1", "-1 3 2 1"), "<p> has '-1'");
  refused(replaced(tetrahedron(), "0 3 2 1", "4 3 2 1"), "<p> names vertex 4, counted from 0; there are 4");
}

TEST_CASE("every kind of faces makes the same tetrahedron") {
  const std::string input = kInput;
  for (const std::string& faces :
       {"<polylist>" + input + "<vcount>3 3 3 3</vcount><p>0 2 1 0 1 3 0 3 2 1 2 3</p></polylist>",
        "<polygons>" + input + "<p>0 2 1</p><p>0 1 3</p><p>0 3 2</p><p>1 2 3</p></polygons>",
        "<trifans>" + input + "<p>0 2 1 3 2</p><p>1 2 3</p></trifans>", "<tristrips>" + input + "<p>0 2 1 3 0 2</p></tristrips>",
        "<triangles>" + input +
            R"(<input semantic="NORMAL" source="#none" offset="1"/><p>0 9 2 9 1 9 0 9 1 9 3 9 0 9 3 9 2 9 1 9 2 9 3 9</p></triangles>)"}) {
    CAPTURE(faces);
    const MeshFileFacts facts = facts_of(with_faces(faces));
    CHECK(facts.triangles == 4);
    CHECK(facts.watertight);
    CHECK(facts.volume == doctest::Approx(1.0 / 6.0));
  }
  const Scratch scratch;
  const std::string lines = "<lines>" + input + "<p>0 1 1 2</p></lines><linestrips>" + input + "<p>0 1 2 3</p></linestrips>";
  const std::string triangle = "<triangles>" + input + "<p>0 1 2</p></triangles>";
  CHECK(read_mesh_file(scratch.write("lines.dae", with_faces(lines + triangle))).ignored_faces == 5);
  refused(with_faces("<polylist>" + input + "<vcount>3 4</vcount><p>0 2 1 0 1 3</p></polylist>"), "<p> ends before the last polygon");
  refused(with_faces("<polygons>" + input + "<ph><p>0 2 1</p></ph></polygons>"), "<ph>, a polygon with holes, is not read");
  refused(with_faces("<triangles><p>0 2 1</p></triangles>"), "<triangles> has no input VERTEX");
}

TEST_CASE("a node's transforms apply in their order, and an instance of a node stands in it") {
  CHECK(length(facts_of(collada("<translate>1 0 0</translate><scale>2 2 2</scale>", "1", "Y_UP")).bounds.high - Vector3d{3, 2, 2}) < 1e-6);
  CHECK(length(facts_of(collada("<scale>2 2 2</scale><translate>1 0 0</translate>", "1", "Y_UP")).bounds.high - Vector3d{4, 2, 2}) < 1e-6);
  // A quarter turn about z takes x to y and y to -x.
  CHECK(length(facts_of(collada("<rotate>0 0 2 90</rotate>", "1", "Y_UP")).bounds.low - Vector3d{-1, 0, 0}) < 1e-6);
  CHECK(length(facts_of(collada("<matrix>2 0 0 5 0 2 0 6 0 0 2 7 0 0 0 1</matrix>", "1", "Y_UP")).bounds.low - Vector3d{5, 6, 7}) < 1e-6);
  // From (0, 0, 5) toward the origin with y up: no turn.
  CHECK(length(facts_of(collada("<lookat>0 0 5 0 0 0 0 1 0</lookat>", "1", "Y_UP")).bounds.high - Vector3d{1, 1, 6}) < 1e-6);
  const std::string twice =
      replaced(tetrahedron(), "</node>", R"(</node><node><translate>4 0 0</translate><instance_node url="#n"/></node>)");
  CHECK(facts_of(twice).components == 2);
  CHECK(facts_of(twice).bounds.high.x == doctest::Approx(5));
  refused(collada("<skew>45 0 1 0 1 0 0</skew>", "1", "Y_UP"), "<skew> is not read");
  refused(collada("<translate>1 0</translate>", "1", "Y_UP"), "<translate> has 2 numbers; allowed: 3");
}

TEST_CASE("nodes that lead to themselves, or double without end, are refused") {
  refused(collada(R"(<instance_node url="#n"/>)", "1", "Y_UP"), "nodes stand within each other more than 256 deep");
  std::string library;
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<instance_node url=\"#d" + std::to_string(i + 1) + "\"/>";
    library += "<node id=\"d" + std::to_string(i) + "\">" + next + next + "</node>";
  }
  library += "<node id=\"d40\"/>";
  refused(replaced(collada(R"(<instance_node url="#d0"/>)", "1", "Y_UP"), "<library_visual_scenes>",
                   "<library_nodes>" + library + "</library_nodes><library_visual_scenes>"),
          "asks for more than a file of this size may: its parts are repeated too often");
}

// Each repeats one long thing a million times: a mesh, a number behind spaces, an id, attributes, a list of counts.
TEST_CASE("whatever instances within instances repeat, a small file is refused soon") {
  const auto repeated = [](const std::string& content) {
    std::string nodes;
    for (int i = 0; i < 20; ++i) {
      const std::string next = "<instance_node url=\"#d" + std::to_string(i + 1) + "\"/>";
      nodes += "<node id=\"d" + std::to_string(i) + "\">" + next + next + "</node>";
    }
    nodes += "<node id=\"d20\">" + content + "</node><node id=\"e\"/><node id=\"" + std::string(20000, 'i') + "\"/>";
    return replaced(collada(R"(<instance_node url="#d0"/>)", "1", "Y_UP"), "<library_visual_scenes>",
                    "<library_nodes>" + nodes + "</library_nodes><library_visual_scenes>");
  };
  std::string attributes;
  for (int i = 0; i < 1000; ++i) attributes += "a" + std::to_string(i) + "='' ";
  for (const std::string& content :
       {std::string(R"(<instance_geometry url="#g"/>)"), "<translate>1 0 0" + std::string(20000, ' ') + "</translate>",
        "<instance_node url=\"#" + std::string(20000, 'i') + "\"/>", "<instance_node " + attributes + "url='#e'/>"}) {
    CAPTURE(content.substr(0, 30));
    refused(repeated(content), "asks for more than a file of this size may");
  }
  std::string counts, lists;
  for (int i = 0; i < 20000; ++i) counts += "0 ", lists += "<p/>";
  refused(with_faces("<polylist>" + std::string(kInput) + "<vcount>" + counts + "</vcount>" + lists + "</polylist>"),
          "<p> asks for more than a file of this size may");
}

TEST_CASE("what a controller deforms is read as it stands") {
  const std::string skins = R"(<library_controllers><controller id="c"><skin source="#d"/></controller>)"
                            R"(<controller id="d"><morph source="#g"/></controller></library_controllers><library_visual_scenes>)";
  const std::string text = replaced(tetrahedron(), R"(<instance_geometry url="#g"/>)", R"(<instance_controller url="#c"/>)");
  CHECK(facts_of(replaced(text, "<library_visual_scenes>", skins)).triangles == 4);
  refused(replaced(text, "<library_visual_scenes>", replaced(skins, "#g", "#c")), "<controller> leads to itself");
}

TEST_CASE("positions stand where the accessor says, and not beyond its array") {
  const std::string text = tetrahedron();
  CHECK(facts_of(
            replaced(replaced(text, "0 0 0 1 0 0 0 1 0 0 0 1<", "9 0 0 0 1 0 0 0 1 0 0 0 1<"), "stride=\"3\"", "stride=\"3\" offset=\"1\""))
            .volume == doctest::Approx(1.0 / 6.0));
  // With x and y exchanged by name the solid is inside out.
  CHECK(facts_of(replaced(replaced(replaced(text, "name=\"X\"", "name=\"t\""), "name=\"Y\"", "name=\"X\""), "name=\"t\"", "name=\"Y\""))
            .volume == doctest::Approx(-1.0 / 6.0));
  refused(replaced(text, "count=\"4\" stride", "count=\"5\" stride"), "count of <accessor> is '5'; it must be a whole number of at most 4");
  refused(replaced(text, "stride=\"3\"", "stride=\"2\""), "stride is 2; a position needs at least 3");
  refused(replaced(text, "0 0 0 1 0 0", "0 0 x 1 0 0"), "<float_array> has 'x', which is not a number");
  refused(replaced(text, "0 0 0 1 0 0", "0 0 0 1e39 0 0"), "not finite Float32");
}

TEST_CASE("a reference to nothing, a unit or an axis that is none") {
  refused(replaced(tetrahedron(), "url=\"#g\"", "url=\"#h\""), "url is '#h'; no <geometry> has that id");
  refused(replaced(tetrahedron(), "url=\"#g\"", "url=\"a.dae#g\""), "url is 'a.dae#g'; allowed: '#' and an id of this file");
  refused(replaced(tetrahedron(), "<instance_visual_scene url=\"#s\"/>", ""), "has no <scene> with an <instance_visual_scene>");
  refused(collada("", "0", "Y_UP"), "meter of <unit> is '0'; it must be a finite number above 0");
  refused(collada("", "0,01", "Y_UP"), "meter of <unit> is '0,01'");
  refused(collada("", "1", "UP"), "<up_axis> is 'UP'; allowed: X_UP, Y_UP, Z_UP");
}

TEST_CASE("XML: comments, CDATA, entities and types are read past; what is not XML is refused with its line") {
  std::string text = replaced(tetrahedron(), "<asset>", "<!-- <asset> -->\n<?x y?><asset>");
  text = replaced(text, "0 0 0 1 0 0 0 1 0 0 0 1<", "0 0 0 1 0 0&#10;<![CDATA[0 1 0 0 0 1]]><");
  text = replaced(text, "id=\"g\"", "id='&lt;g'");
  text = replaced(text, "url=\"#g\"", "url=\"#&#60;g\"");
  CHECK(facts_of("\xEF\xBB\xBF" + replaced(text, "?>", "?><!DOCTYPE COLLADA>")).volume == doctest::Approx(1.0 / 6.0));
  refused("<a>\n<b>\n</a>", "t.dae:3: is not XML: ");
  for (const char* broken :
       {"<a>", "text", "<a\n b>", "<a b=c>", "<a b='c>", "<a><!-- ", "<a><![CDATA[", "<", "<a", "<?xml", "<!DOCTYPE"}) {
    CAPTURE(broken);
    refused(broken, "is not XML: ");
  }
  refused("<a/>", "root element is 'a'; allowed: 'COLLADA'");
  refused("<COLLADA>\n\n<a>" + std::string(1, '\0') + "</a></COLLADA>", "t.dae:3: has a byte 0");
}

// A library that walks elements by recursion overflows the stack here; so would we, beyond our limit.
TEST_CASE("elements within elements are refused beyond a depth, with the line, however many there are") {
  std::string deep = "<COLLADA>";
  for (int i = 0; i < 255; ++i) deep += "\n<a>1";
  std::string closed = deep, deeper = deep + "\n<a/>";
  for (std::string* text : {&closed, &deeper}) {
    for (int i = 0; i < 255; ++i) *text += "</a>";
    *text += "</COLLADA>";
  }
  refused(closed, "t.dae:1: has no <scene>");
  refused(deeper, "t.dae:257: has elements within elements 257 deep; allowed: 256");
  constexpr int kMany = 1000000;
  std::string open = "<COLLADA>", close;
  for (int i = 0; i < kMany; ++i) open += "<a>", close += "</a>";
  refused(open + close + "</COLLADA>", "257 deep; allowed: 256");
  refused(open, "is not XML: ");
}
