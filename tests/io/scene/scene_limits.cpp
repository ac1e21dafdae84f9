// What a hostile or broken file can cost is bounded: it ends in a FileError, never in a crash or a hang.
#include <doctest/doctest.h>
#include <holdfast/base/random.h>

#include <chrono>

#include "io/scene/scene_text.h"

using namespace holdfast;

namespace {

std::string repeated(const std::string& part, std::size_t count) {
  std::string out;
  out.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += part;
  return out;
}

/// Anything but FileError, or a crash, fails the test.
void read_any(const std::string& text) {
  try {
    read_scene_text(text);
  } catch (const FileError& error) { CHECK_FALSE(std::string(error.what()).empty()); }
}

const std::string kGood =
    "holdfast: 1\nname: \"a case\"\nworld: {gravity: [0, 0, -9.8], time_step: 0.01}\nmaterials: {ice: {friction: 0.1}}\nbodies:\n"
    "  - name: floor\n    kind: static\n    shape: &s {box: {half_extents: [1, 1, 1]}}\n    group: [1, 2]\n"
    "  - {name: b, kind: dynamic, shape: *s, mass: 1.5e+0, rotation: [0, 0, 0, 1], material: ice}\n"
    "actions:\n  - {at_step: 1, body: b, apply_impulse: [0, 0, 1], at: [0, 0, 0]}\nrun: {steps: 3}\n"
    "expect:\n  - {body: b, position: [0, 0, 0], tolerance: 0.5} # note\n  - {contact_count: {min: 0}}\n"
    "queries:\n  - ray: {origin: [0, 0, 9], direction: [0, 0, -1]}\n    expect: {body: b, distance: 8, tolerance: 1.0e-6}\n";

}  // namespace

TEST_CASE("nesting beyond the limit is refused, in lists, mappings and by indentation") {
  for (const std::size_t depth : {100u, 10'000u, 1'000'000u}) {
    CHECK_FALSE(refusal_of("holdfast: 1\nbodies: " + repeated("[", depth)).empty());
    CHECK_FALSE(refusal_of("holdfast: 1\nbodies: " + repeated("[", depth) + repeated("]", depth)).empty());
    CHECK_FALSE(refusal_of("holdfast: 1\nbodies: " + repeated("{a: ", depth)).empty());
    CHECK_FALSE(refusal_of("holdfast: 1\nbodies:\n  " + repeated("- ", depth) + "1\n").empty());
    CHECK_FALSE(refusal_of("holdfast: 1\nbodies:\n  " + repeated("? ", depth) + "1\n").empty());
  }
  CHECK(refusal_of("a: " + repeated("[", 70) + repeated("]", 70)).find("nested more than 64 deep") != std::string::npos);
}

TEST_CASE("aliases that stand for more than the limit of values are refused") {
  std::string text = "holdfast: 1\nname: s\na0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeated(last + ", ", 9) + last + "]\n";
  }
  CHECK(refusal_of(text).find("more than 8000000 values (aliases count as what they stand for)") != std::string::npos);
}

TEST_CASE("a chain of aliases cannot hide nesting beyond the limit, nor itself") {
  std::string text = "a0: &a0 [1]\n";
  for (int i = 1; i < 100; ++i) text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  CHECK(refusal_of(text).find("nested more than 64 deep") != std::string::npos);
  CHECK(refusal_of("a: &a [*a]\n").find("an alias that stands inside its own anchor") != std::string::npos);
  CHECK_FALSE(refusal_of("a: *b\n").empty());
}

TEST_CASE("a text beyond the limit of bytes is refused") {
  CHECK(refusal_of("# " + std::string(kMaxSceneBytes, 'x') + "\n").find("allowed: at most 67108864") != std::string::npos);
}

TEST_CASE("a long unknown key or value is cut in the message") {
  CHECK(refusal_of("holdfast: 1\n" + std::string(900, 'k') + ": 1\n").size() < 700);
  CHECK(refusal_of("holdfast: 1\nname: s\nrun: {steps: " + std::string(100'000, '9') + "}\n").size() < 300);
}

TEST_CASE("large files are read in a time that grows with their size") {
  // A mapping with many keys, a long flow list, many documents, a long text and a long comment.
  const auto started = std::chrono::steady_clock::now();
  std::string keys = "holdfast: 1\n";
  for (int i = 0; i < 20'000; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  read_any(keys);
  read_any("a: [" + repeated("1, ", 100'000) + "1]");
  read_any(repeated("---\nholdfast: 1\n", 2'000));
  read_any("a: \"" + std::string(1'000'000, 'x'));
  read_any("a: '" + repeated("x\n", 100'000) + "'");
  read_any(repeated("#\n", 100'000));
  read_any(repeated("\t", 100'000));
  read_any(repeated("&a ", 20'000));
  read_any(repeated("!", 20'000));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  CHECK(seconds < 60);  // about 1 s on an idle machine; quadratic reading would take minutes
}

// yaml-cpp 0.7 never returned from a text that held the byte 0x04, which it takes for the end of the file, nor from one with
// a comma outside of any list, which it took for an endless row of empty documents.
TEST_CASE("a control character, broken UTF-8 and a stray sign are refused at their place") {
  CHECK(refusal_of(std::string("holdfast: 1\nname: a\x04 b\n")) == "text:2:8: not YAML: a control character, byte 4");
  CHECK(refusal_of(std::string("a\0b", 3)) == "text:1:2: not YAML: a control character, byte 0");
  CHECK(refusal_of("holdfast: 1\nname: \xff\n") == "text:2:7: not YAML: the text is not UTF-8");
  CHECK(refusal_of("# \xc0\xaf\n") == "text:1:3: not YAML: the text is not UTF-8");          // longer than needed
  CHECK(refusal_of("# \xed\xa0\x80\n") == "text:1:3: not YAML: the text is not UTF-8");      // half of a surrogate pair
  CHECK(refusal_of("# \xf4\x90\x80\x80\n") == "text:1:3: not YAML: the text is not UTF-8");  // beyond the last character
  CHECK(refusal_of(",") == "text:1:1: not YAML: a sign without its list or mapping");
  CHECK_FALSE(refusal_of("holdfast: 1\nname: a\n---\n]\n").empty());
  CHECK(read_scene_text("\xef\xbb\xbfholdfast: 1\nname: \"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"\n").name ==
        "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST_CASE("random bytes are refused or read, never a crash") {
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string text(random.below(200), '\0');
    for (char& c : text) c = static_cast<char>(random.below(256));
    read_any(text);
  }
  const std::string signs = "{}[]:,-?&*!|>'\"%@` \n\t#a0.~";
  for (int i = 0; i < 10'000; ++i) {
    std::string text(random.below(60), '\0');
    for (char& c : text) c = signs[random.below(static_cast<std::uint32_t>(signs.size()))];
    read_any(text);
  }
}

TEST_CASE("a good scene with bytes changed, lost, doubled or moved is refused or read, never a crash") {
  REQUIRE(refusal_of(kGood).empty());
  Random random(11);
  const auto at = [&](const std::string& s) { return random.below(static_cast<std::uint32_t>(s.size())); };
  for (int i = 0; i < 10'000; ++i) {
    std::string text = kGood;
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
      switch (random.below(4)) {
        case 0: text[at(text)] = static_cast<char>(random.below(256)); break;
        case 1: text.erase(at(text), 1 + random.below(20)); break;
        case 2: text.insert(at(text), text.substr(at(text), random.below(30))); break;
        default: text.resize(1 + at(text)); break;
      }
    }
    read_any(text);
  }
}
