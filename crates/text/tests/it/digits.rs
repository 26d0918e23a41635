//! Long integers.

use pprepl_text::integer_of;

fn text(digits: &str, radix: u32) -> Option<String> {
    integer_of(digits, radix, &|| false).map(|number| number.to_str_radix(radix))
}

#[test]
fn digits_of_any_length_are_read() {
    for length in [1, 2, 2047, 2048, 2049, 4096, 4097, 8192, 8193, 10_000] {
        for radix in [10, 16, 36] {
            let digits: String = (0..length).map(|at| char::from(b'1' + (at * 7 % 9) as u8)).collect();
            assert_eq!(text(&digits, radix).as_deref(), Some(digits.as_str()), "{length} digits of radix {radix}");
        }
        let bits = "1".repeat(length);
        assert_eq!(text(&bits, 2), Some(bits), "{length} bits");
    }
}

#[test]
fn other_signs_are_refused_and_a_long_number_can_be_stopped() {
    for (digits, radix) in [("", 10), ("12a", 10), ("2", 2), ("g", 16)] {
        assert_eq!(text(digits, radix), None, "{digits:?} {radix}");
        let long = format!("{}{digits}", "1".repeat(5_000));
        let expected = digits.is_empty().then_some(long.clone());
        assert_eq!(text(&long, radix), expected, "5000 digits and {digits:?} of {radix}");
    }
    let long = "1".repeat(5_000);
    assert!(integer_of(&long, 10, &|| true).is_none());
    let (asked, first_only) =
        (std::cell::Cell::new(0), |asked: &std::cell::Cell<i32>| asked.replace(asked.get() + 1) > 0);
    assert!(integer_of(&long, 10, &|| first_only(&asked)).is_none());
}
