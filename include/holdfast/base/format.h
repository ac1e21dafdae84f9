#pragma once
// Numbers as text for messages: the shortest form that reads back as the same value.

#include <string>

namespace holdfast {

std::string to_text(double value);
std::string to_text(float value);
std::string to_text(long long value);

}  // namespace holdfast
