#pragma once
// Puts the processor's floating-point mode into the one that results are defined for, and back: round to nearest,
// denormals kept. A host program (audio, games, some numeric libraries) may have changed it.

namespace holdfast {

class FloatEnvironment {
 public:
  FloatEnvironment() noexcept;
  ~FloatEnvironment();
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  unsigned long long saved_;
};

}  // namespace holdfast
