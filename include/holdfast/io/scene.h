#pragma once
// Scene: what a scene file says, read, checked and with defaults filled in. `SceneRun` (scene_run.h) makes a world of it,
// `verify` (verify.h) tests what it expects.
//
// Format: YAML, so JSON too; strict. docs/scene.schema.json is generated from the tables that the reader itself uses.
// Frame: world, right-handed, z up. Units: SI, radians; `euler_degrees` alone is in degrees.
// Paths inside a file are relative to the folder of that file.
// Fails: FileError "file:line:column: scene 'name', body 'x': key 'k': got ..., allowed ...; did you mean 'y'?". Nothing
// is returned then. Every other exception of the YAML library, of hulls and of meshes is mapped to it.
// Limits: kMaxSceneBytes, kMaxSceneDepth and kMaxSceneNodes (aliases count as what they stand for) bound what a hostile
// file can cost.

#include <holdfast/dynamics/body.h>
#include <holdfast/io/scene_checks.h>
#include <holdfast/world/settings.h>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

inline constexpr std::size_t kMaxSceneBytes = std::size_t{64} << 20u;  ///< [B] of one file; larger geometry belongs in mesh files
inline constexpr int kMaxSceneDepth = 64;                              ///< nested lists and mappings; scenes need less than 12
inline constexpr std::size_t kMaxSceneNodes = 8'000'000;               ///< values and keys of one file, aliases expanded
inline constexpr std::size_t kMaxSceneBodies = 1'000'000;              ///< bodies of one scene, grids expanded
inline constexpr int kMaxSceneSteps = 1'000'000'000;

/// The `world` block: settings, and the step that the run takes.
struct SceneWorld {
  WorldSettings settings;
  double time_step = 0.01;  ///< [s] finite, > 0
};

/// Some keys of a `world` block, for `world` and `retry` actions.
struct SceneWorldChange {
  SceneWorld values;
  std::vector<std::string> keys;  ///< those that the file gives; the others keep their present value
};

struct SceneMaterial {
  std::string name;
  Material material;  ///< its id is that of `Scene::material_pairs`
};

struct SceneMaterialPair {
  MaterialId a = 0, b = 0;
  MaterialPair pair;
};

struct SceneBody {
  BodyDescription description;  ///< the name is unique in its scene
  SourcePosition at;
};

/// Some keys of a body, for `set` actions.
struct SceneBodyChange {
  BodyDescription values;
  std::vector<std::string> keys;  ///< those that the file gives
};

enum class SceneActionKind : std::uint8_t { set, world, add_body, remove_body, apply_force, apply_impulse, snapshot, restore, retry };

/// Something done before the step that it names; `retry` repeats that step after a refusal.
struct SceneAction {
  SceneActionKind kind = SceneActionKind::set;
  int at_step = 1;  ///< 1 .. steps
  SourcePosition at;
  std::string body;               ///< set, remove_body, apply_force, apply_impulse
  std::string label;              ///< of a snapshot or restore
  SceneBodyChange change;         ///< set
  SceneWorldChange world;         ///< world, retry
  BodyDescription added;          ///< add_body
  Vector3d amount;                ///< [N] or [N s]
  std::optional<Vector3d> point;  ///< [m] world; default: the body's center of mass
};

struct Scene {
  std::string name;
  std::filesystem::path file;  ///< as it was given; empty for a text
  SourcePosition at;           ///< where the scene starts in it
  SceneWorld world;
  std::vector<SceneMaterial> materials;
  std::vector<SceneMaterialPair> material_pairs;
  std::vector<SceneBody> bodies;
  std::vector<SceneAction> actions;  ///< in the order of the file
  int steps = 0;
  int record_every = 1;  ///< steps between two recorded states
  std::vector<SceneCheck> checks;
  std::vector<SceneQuery> queries;
  std::vector<std::string> warnings;  ///< "file:line:column: ..." of values that were changed to be legal
};

/// A scene of a file, or why it could not be read.
struct SceneOrError {
  Scene scene;        ///< only its name and place are set when `error` is not empty
  std::string error;  ///< "file:line:column: ..."; empty for a good scene
};

/// All scenes of a file: its YAML documents, and the entries of a `cases` list. Throws at the first error.
std::vector<Scene> read_scene_file(const std::filesystem::path& path);
/// The same, but an error in one scene does not hide the others. Throws FileError only when no text can be read.
std::vector<SceneOrError> read_scene_file_leniently(const std::filesystem::path& path);
/// The only scene of a text; `name` stands for the file in messages, paths are relative to `folder`.
Scene read_scene_text(std::string_view text, std::string_view name = "text", const std::filesystem::path& folder = {});

/// The JSON Schema (2020-12) of the format, made from the reader's tables.
std::string scene_json_schema();

}  // namespace holdfast
