#include <holdfast/base/format.h>

#include <charconv>

namespace holdfast {
namespace {
template <class T>
std::string shortest(T value) {
  char buffer[64];
  const std::to_chars_result r = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, r.ptr};
}
}  // namespace

std::string to_text(double value) { return shortest(value); }
std::string to_text(float value) { return shortest(value); }
std::string to_text(long long value) { return shortest(value); }

}  // namespace holdfast
