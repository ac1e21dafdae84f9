#include <doctest/doctest.h>

#include <holdfast/base/random.h>
#include <holdfast/broadphase/sweep_and_prune.h>

using namespace holdfast;

namespace {

std::vector<Proxy> random_proxies(Random& r, std::size_t count, float spread) {
  std::vector<Proxy> all;
  for (std::size_t i = 0; i < count; ++i) {
    Proxy p;
    const Vector3f c{static_cast<float>(r.uniform(-spread, spread)), static_cast<float>(r.uniform(-spread, spread)),
                     static_cast<float>(r.uniform(-spread, spread))};
    const Vector3f h{static_cast<float>(r.uniform(0, 1)), static_cast<float>(r.uniform(0, 1)), static_cast<float>(r.uniform(0, 1))};
    p.box.low = c - h;
    p.box.high = c + h;
    p.active = r.below(10) != 0;
    p.moves = r.below(3) != 0;
    p.group = std::uint64_t{1} << r.below(3);
    p.mask = r.below(4) == 0 ? 1 : ~std::uint64_t{0};
    all.push_back(p);
  }
  return all;
}

std::vector<IndexPair> every_pair(std::span<const Proxy> all) {
  std::vector<IndexPair> pairs;
  for (std::uint32_t i = 0; i < all.size(); ++i)
    for (std::uint32_t j = i + 1; j < all.size(); ++j) {
      const Proxy &a = all[i], &b = all[j];
      const bool groups = (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
      if (a.active && b.active && (a.moves || b.moves) && groups && overlaps(a.box, b.box)) pairs.push_back({i, j});
    }
  return pairs;
}

}  // namespace

TEST_CASE("sweep and prune finds the pairs of the all-pairs test, in the same order, while bodies move, come and go") {
  Random random(11);
  for (const std::size_t count : {0u, 1u, 2u, 34u, 35u, 36u, 300u}) {
    SweepAndPrune broadphase;
    std::vector<IndexPair> pairs;
    std::vector<Proxy> all = random_proxies(random, count, 6);
    for (int round = 0; round < 12; ++round) {
      broadphase.find_pairs(all, pairs);
      CHECK(pairs == every_pair(all));
      if (round == 4) all = random_proxies(random, count, 6);  // everything teleports
      if (round == 6 && count > 3) all.erase(all.begin() + 2);
      if (round == 8) all.push_back(random_proxies(random, 1, 6).front());
      for (Proxy& p : all) {
        const Vector3f d{static_cast<float>(random.uniform(-0.1, 0.1)), static_cast<float>(random.uniform(-0.1, 0.1)), 0};
        p.box.low += d;
        p.box.high += d;
      }
    }
  }
}

TEST_CASE("boxes that only touch make a pair, and infinite boxes meet all others") {
  std::vector<Proxy> all(3);
  for (Proxy& p : all) p.active = p.moves = true, p.group = 1, p.mask = 1;
  all[0].box.low = {0, 0, 0}, all[0].box.high = {1, 1, 1};
  all[1].box.low = {1, 1, 1}, all[1].box.high = {2, 2, 2};
  const float infinity = std::numeric_limits<float>::infinity();
  all[2].box.low = {-infinity, -infinity, -infinity}, all[2].box.high = {infinity, infinity, 5};
  SweepAndPrune broadphase;
  std::vector<IndexPair> pairs;
  broadphase.find_pairs(all, pairs);
  CHECK(pairs == std::vector<IndexPair>{{0, 1}, {0, 2}, {1, 2}});
}

TEST_CASE("a Float64 box rounds outward to Float32") {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    Aabbd box;
    box.add({random.uniform(-1e6, 1e6), random.uniform(-1, 1), random.uniform(-1e-30, 1e-30)});
    box.add(Vector3d{random.uniform(-1e6, 1e6), random.uniform(-1, 1), random.uniform(-1e-30, 1e-30)});
    const Aabbf out = round_outward(box);
    for (int axis = 0; axis < 3; ++axis) {
      CHECK(static_cast<double>(out.low[axis]) <= box.low[axis]);
      CHECK(static_cast<double>(out.high[axis]) >= box.high[axis]);
    }
  }
}
