#pragma once
// Asks the questions of a scene and compares the answers.

#include <holdfast/io/scene_run.h>

#include "io/verify/findings.h"

namespace holdfast::detail {

/// `number` counts the queries of a scene from 1.
void verify_query(const SceneQuery& query, std::size_t number, const SceneRun& run, Findings& findings);

}  // namespace holdfast::detail
