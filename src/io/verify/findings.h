#pragma once
// Findings: compares numbers within a tolerance and keeps what differed.

#include <holdfast/io/verify.h>

namespace holdfast::detail {

/// Whether `got` is near enough; NaN never is.
bool is_within(double expected, double got, const Tolerance& tolerance);

class Findings {
 public:
  explicit Findings(std::vector<VerifyFailure>& out) : out_(&out) {}

  /// Whose differences the next calls report: a place, and words such as "body 'ball', step 3".
  void subject(const SourcePosition& at, std::string what) {
    at_ = at;
    subject_ = std::move(what);
  }
  void fail(const std::string& what) { report({}, what, {}, {}, {}); }
  void fail(const std::string& name, const std::string& expected, const std::string& got) { report(name, {}, expected, got, {}); }

  void number(const std::string& name, double expected, double got, const Tolerance& tolerance);
  void vector(const std::string& name, const Vector3d& expected, const Vector3d& got, const Tolerance& tolerance);
  /// Float32 state: the expected numbers rounded to Float32 are right too, so that a tolerance of 0 can be met.
  void state_number(const std::string& name, double expected, double got, const Tolerance& tolerance);
  void state_vector(const std::string& name, const Vector3d& expected, const Vector3f& got, const Tolerance& tolerance);
  void rotation(const std::string& name, const Quaterniond& expected, const Quaternionf& got, const Tolerance& tolerance);
  void matrix(const std::string& name, const Matrix3d& expected, const Matrix3d& got, const Tolerance& tolerance);
  /// `got` lies in low .. high, widened by the absolute tolerance.
  void bound(const std::string& name, double low, double high, double got, const Tolerance& tolerance);
  void count(const std::string& name, const CountRange& expected, std::int64_t got);
  /// How much was reported so far.
  [[nodiscard]] std::size_t size() const { return out_->size(); }

 private:
  void report(const std::string& name, const std::string& sentence, const std::string& expected, const std::string& got,
              const std::string& difference, const std::string& tolerance = {});

  std::vector<VerifyFailure>* out_;
  SourcePosition at_;
  std::string subject_;
};

}  // namespace holdfast::detail
