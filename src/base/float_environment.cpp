#include <holdfast/base/float_environment.h>

#include <cfenv>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace holdfast {

#if defined(__SSE2__)
// MXCSR: bits 13-14 rounding, bit 15 flush to zero, bit 6 denormals are zero, bits 7-12 exception masks.
FloatEnvironment::FloatEnvironment() noexcept : saved_(_mm_getcsr()) {
  constexpr unsigned kRoundingFlushAndMasks = 0x6000u | 0x8000u | 0x0040u | 0x1f80u;
  _mm_setcsr((static_cast<unsigned>(saved_) & ~kRoundingFlushAndMasks) | 0x1f80u);
}
FloatEnvironment::~FloatEnvironment() { _mm_setcsr(static_cast<unsigned>(saved_)); }
#elif defined(__aarch64__)
// FPCR: bits 22-23 rounding, bit 24 flush to zero.
FloatEnvironment::FloatEnvironment() noexcept {
  __asm__ volatile("mrs %0, fpcr" : "=r"(saved_));
  const unsigned long long plain = saved_ & ~0x01c00000ull;
  __asm__ volatile("msr fpcr, %0" : : "r"(plain));
}
FloatEnvironment::~FloatEnvironment() { __asm__ volatile("msr fpcr, %0" : : "r"(saved_)); }
#else
FloatEnvironment::FloatEnvironment() noexcept : saved_(static_cast<unsigned long long>(std::fegetround())) {
  std::fesetround(FE_TONEAREST);
}
FloatEnvironment::~FloatEnvironment() { std::fesetround(static_cast<int>(saved_)); }
#endif

}  // namespace holdfast
