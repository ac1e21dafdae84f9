// `materials`, `material_pairs`, and the material of a body.

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

constexpr Range kShare{0, 1, false};

const Table<Material>& material_table() {
  static const Table<Material> kTable{
      "material",
      "A surface.",
      {
          {{.name = "friction", .doc = "Coulomb coefficient.", .fallback = "0.6", .range = kNotNegativeFloat},
           read<Material, &Material::friction>},
          {{.name = "restitution", .doc = "Share of the closing speed that a bounce gives back.", .fallback = "0", .range = kShare},
           read<Material, &Material::restitution>},
      }};
  return kTable;
}

MaterialId named_material(Reader& r, const Node& n, const Key& k) {
  const std::string name = r.text(n, k);
  std::vector<std::string_view> known;
  for (const SceneMaterial& m : r.scene().materials) {
    if (m.name == name) return m.material.id;
    known.push_back(m.name);
  }
  r.fail_value(n, k.name, (known.empty() ? "a name under 'materials', but there is none" : joined(known)) + suggestion(name, known));
}

const Table<SceneMaterialPair>& pair_table() {
  static const Table<SceneMaterialPair> kTable{
      "material_pair",
      "Replaces the mixed values of two named materials; a value that is not given keeps the mixing rule.",
      {
          {{.name = "a", .type = KeyType::text, .doc = "Name of a material.", .required = true},
           [](Reader& r, const Node& n, const Key& k, SceneMaterialPair& p) { p.a = named_material(r, n, k); }},
          {{.name = "b", .type = KeyType::text, .doc = "Name of a material.", .required = true},
           [](Reader& r, const Node& n, const Key& k, SceneMaterialPair& p) { p.b = named_material(r, n, k); }},
          {{.name = "friction", .doc = "Instead of sqrt(f1 f2).", .range = kNotNegativeFloat},
           read<SceneMaterialPair, &SceneMaterialPair::pair, &MaterialPair::friction>},
          {{.name = "restitution", .doc = "Instead of max(e1, e2).", .range = kShare},
           read<SceneMaterialPair, &SceneMaterialPair::pair, &MaterialPair::restitution>},
      }};
  return kTable;
}

}  // namespace

void read_materials(Reader& reader, const Node& node) {
  reader.check_mapping(node);
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    SceneMaterial entry;
    entry.name = reader.text(*node.items[i], Key{.name = "materials", .type = KeyType::text});
    const Reader::Scope scope(reader, "material '" + entry.name + "'");
    reader.object(*node.items[i + 1], material_table(), entry.material);
    entry.material.id = static_cast<MaterialId>(reader.scene().materials.size() + 1);
    reader.scene().materials.push_back(std::move(entry));
  }
}

void read_material_pairs(Reader& reader, const Node& node) {
  for (const Node* item : reader.items(node, Key{.name = "material_pairs", .type = KeyType::list})) {
    const Reader::Scope scope(reader, "material pair " + std::to_string(reader.scene().material_pairs.size() + 1));
    SceneMaterialPair pair;
    const Given given = reader.object(*item, pair_table(), pair);
    if (!given.has("friction") && !given.has("restitution")) reader.fail(*item, "a pair replaces nothing, allowed: friction, restitution");
    reader.scene().material_pairs.push_back(pair);
  }
}

Material read_material(Reader& reader, const Node& node, const Key& key) {
  if (!node.is_map()) return reader.scene().materials[named_material(reader, node, key) - 1].material;
  Material material;
  reader.object(node, material_table(), material);
  return material;
}

std::vector<KeyList> material_tables() { return {material_table().list(), pair_table().list()}; }

}  // namespace holdfast::detail
