// `holdfast schema`: the JSON Schema of scene files, from the reader's own tables.

#include <holdfast/io/scene.h>

#include "cli/commands.h"
#include "cli/output.h"

namespace holdfast::cli {

int print_schema() {
  const std::string schema = scene_json_schema();
  print(schema);
  if (!schema.ends_with('\n')) print("\n");
  return kExitDone;
}

}  // namespace holdfast::cli
