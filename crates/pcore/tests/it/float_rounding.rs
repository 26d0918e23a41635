//! Rounding floats to digits as Ruby does: halves that floating point cannot tell go to the even digit.

use puppet_pcore::Value;
use puppet_pcore::sprintf::sprintf;

#[track_caller]
fn check(format: &str, float: f64, expected: &str) {
    assert_eq!(sprintf(format, &[Value::from(float)]).unwrap(), expected);
}

#[test]
fn what_looks_like_a_half_goes_to_the_even_digit() {
    check("%.2f", 2.675, "2.68");
    check("%.1f", 0.35, "0.4");
    check("%.2f", 8.345, "8.34");
    check("%.2f", 1.005, "1.00");
    check("%.3f", 19.55850000000001, "19.558");
    check("%.1f", 9.95, "10.0");
    check("%.1e", 9.95, "1.0e+01");
}

#[test]
fn anything_else_is_exact() {
    check("%.1f", 0.05, "0.1");
    check("%.0f", 0.5, "0");
    check("%.0f", 1.5, "2");
    check("%.2f", 2.676, "2.68");
    check("%.20f", 0.1, "0.10000000000000000555");
    check("%.1f", 8500761616508.053, "8500761616508.0");
    check("%.3f", 0.0, "0.000");
    check("%.2f", 1e300, &format!("{:.2}", 1e300));
}
