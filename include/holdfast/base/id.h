#pragma once
// Typed ids with a generation, for one world. An id stays the name of one thing until the world is restored to a time before it: when the
// thing is removed its slot is reused with a higher generation, so an old id is recognised as stale and never names the newcomer.

#include <compare>
#include <cstdint>
#include <functional>

namespace holdfast {

/// `Tag` only keeps ids of different things apart at compile time.
template <class Tag>
struct Id {
  std::uint32_t slot = 0xffffffffu;  ///< index into the slot table of the owner
  std::uint32_t generation = 0;      ///< how often the slot was taken before

  auto operator<=>(const Id&) const = default;
  /// True for an id that was given out; says nothing about whether the thing still exists.
  [[nodiscard]] constexpr bool is_set() const noexcept { return slot != 0xffffffffu; }
};

using BodyId = Id<struct BodyTag>;

}  // namespace holdfast

template <class Tag>
struct std::hash<holdfast::Id<Tag>> {
  std::size_t operator()(const holdfast::Id<Tag>& id) const noexcept {
    return std::hash<std::uint64_t>{}(static_cast<std::uint64_t>(id.generation) << 32u | id.slot);
  }
};
