#pragma once
// The mappings of scene files, one reader each; their tables are gathered by `all_tables` for the JSON Schema.

#include "io/scene/reader.h"

namespace holdfast::detail {

// World (read_world.cpp)
void read_world(Reader& reader, const Node& node, SceneWorld& world);
SceneWorldChange read_world_change(Reader& reader, const Node& node);
/// Copies the keys that a change gives.
void apply_change(const SceneWorldChange& change, SceneWorld& world);

// Materials (read_material.cpp)
void read_materials(Reader& reader, const Node& node);
void read_material_pairs(Reader& reader, const Node& node);
/// A material's name, or its numbers.
Material read_material(Reader& reader, const Node& node, const Key& key);

// Shapes (read_shape.cpp)
Shape read_shape(Reader& reader, const Node& node);
/// {shape, position, rotation}
PosedShape read_posed_shape(Reader& reader, const Node& node);

// Bodies (read_body.cpp)
void read_bodies(Reader& reader, const Node& node);
/// One body without a grid, for add_body.
BodyDescription read_single_body(Reader& reader, const Node& node);
SceneBodyChange read_body_change(Reader& reader, const Node& node);

// What happens and what is expected
void read_actions(Reader& reader, const Node& node);
/// Makes the names of bodies that actions add known.
void declare_added_bodies(Reader& reader, const Node& node);
void read_checks(Reader& reader, const Node& node);
void read_queries(Reader& reader, const Node& node);

/// Reads one scene; the node is a document or an entry of `cases`.
Scene read_scene(const Node& node, const std::string& file, const std::filesystem::path& folder, bool in_cases);

std::vector<KeyList> world_tables();
std::vector<KeyList> material_tables();
std::vector<KeyList> shape_tables();
std::vector<KeyList> body_tables();
std::vector<KeyList> action_tables();
std::vector<KeyList> check_tables();
std::vector<KeyList> query_tables();
std::vector<KeyList> scene_tables();
/// All of them, the scene first.
std::vector<KeyList> all_tables();

}  // namespace holdfast::detail
