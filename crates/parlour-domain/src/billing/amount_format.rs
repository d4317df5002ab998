//! Formats amounts for documents: in figures with Indian digit groups.

/// `1,23,456.78`: the last three digits, then two by two.
pub fn format_amount(paise: i64) -> String {
    let digits = (paise.unsigned_abs() / 100).to_string();
    let (front, last_three) = digits.split_at(digits.len().saturating_sub(3));
    let mut grouped = String::new();
    for (place, digit) in front.chars().enumerate() {
        grouped.push(digit);
        if (front.len() - place) % 2 == 1 {
            grouped.push(',');
        }
    }
    let sign = if paise < 0 { "−" } else { "" };
    format!("{sign}{grouped}{last_three}.{:02}", paise.unsigned_abs() % 100)
}

/// `₹1,23,456.78`.
pub fn format_rupees(paise: i64) -> String {
    let figures = format_amount(paise);
    match figures.strip_prefix('−') {
        Some(figures) => format!("−₹{figures}"),
        None => format!("₹{figures}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::billing::money::{MAX_PAISE, parse_rupees};

    #[test]
    fn amounts_use_indian_digit_groups() {
        for (paise, written) in [
            (0, "₹0.00"),
            (5, "₹0.05"),
            (99_900, "₹999.00"),
            (149_900, "₹1,499.00"),
            (1_234_567, "₹12,345.67"),
            (12_345_678, "₹1,23,456.78"),
            (123_456_789, "₹12,34,567.89"),
            (MAX_PAISE, "₹10,00,00,000.00"),
            (-149_950, "−₹1,499.50"),
            (i64::MIN, "−₹92,23,37,20,36,85,47,758.08"),
        ] {
            assert_eq!(format_rupees(paise), written);
        }
    }

    proptest! {
        #[test]
        fn formatted_amounts_parse_back(paise in 0..=MAX_PAISE) {
            prop_assert_eq!(parse_rupees(&format_rupees(paise)), Some(paise));
        }
    }
}
