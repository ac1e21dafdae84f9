#pragma once
// "Did you mean": the nearest of the permitted words.

#include <span>
#include <string>
#include <string_view>

namespace holdfast::cli {

/// The word of `permitted` with the fewest edits from `word`, or "" when none is near: at most a third of the letters
/// (at least two) may differ. The first of equals wins.
std::string nearest(std::string_view word, std::span<const std::string> permitted);
/// " (did you mean 'run'?)" or "".
std::string suggestion(std::string_view word, std::span<const std::string> permitted);

}  // namespace holdfast::cli
