//! Formats amounts for documents: in figures with Indian digit groups, and in words.

const ONES: [&str; 20] = [
    "Zero",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
    "Thirteen",
    "Fourteen",
    "Fifteen",
    "Sixteen",
    "Seventeen",
    "Eighteen",
    "Nineteen",
];
const TENS: [&str; 10] = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];

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

/// `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only`.
pub fn format_in_words(paise: i64) -> String {
    let (rupees, rest) = (paise.unsigned_abs() / 100, paise.unsigned_abs() % 100);
    let paise_in_words = || format!("{} {}", number_in_words(rest), if rest == 1 { "Paisa" } else { "Paise" });
    let amount = match (rupees, rest) {
        (_, 0) => format!("Rupees {}", number_in_words(rupees)),
        (0, _) => paise_in_words(),
        _ => format!("Rupees {} and {}", number_in_words(rupees), paise_in_words()),
    };
    format!("{}{amount} Only", if paise < 0 { "Minus " } else { "" })
}

/// Crores are counted like anything else, so that no amount is too large.
fn number_in_words(number: u64) -> String {
    let parts = [
        (number / 10_000_000, " Crore"),
        (number / 100_000 % 100, " Lakh"),
        (number / 1_000 % 100, " Thousand"),
        (number / 100 % 10, " Hundred"),
    ];
    let mut words: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, unit)| format!("{}{unit}", number_in_words(count)))
        .collect();
    let below_hundred = usize::try_from(number % 100).unwrap_or_default();
    if below_hundred > 0 || words.is_empty() {
        words.push(match (TENS[below_hundred / 10], below_hundred % 10) {
            ("", _) => ONES[below_hundred].to_owned(),
            (tens, 0) => tens.to_owned(),
            (tens, ones) => format!("{tens}-{}", ONES[ones]),
        });
    }
    words.join(" ")
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

    #[test]
    fn amounts_are_spelled_as_on_a_cheque() {
        for (paise, written) in [
            (0, "Rupees Zero Only"),
            (1, "One Paisa Only"),
            (50, "Fifty Paise Only"),
            (100, "Rupees One Only"),
            (1_900, "Rupees Nineteen Only"),
            (2_000, "Rupees Twenty Only"),
            (10_000, "Rupees One Hundred Only"),
            (1_199_200, "Rupees Eleven Thousand Nine Hundred Ninety-Two Only"),
            (100_000_101, "Rupees Ten Lakh One and One Paisa Only"),
            (12_345_678, "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only"),
            (MAX_PAISE, "Rupees Ten Crore Only"),
            (-100, "Minus Rupees One Only"),
        ] {
            assert_eq!(format_in_words(paise), written);
        }
        assert!(format_in_words(i64::MAX).starts_with("Rupees Nine Hundred Twenty-Two Crore Thirty-Three Lakh"));
    }

    proptest! {
        #[test]
        fn formatted_amounts_parse_back(paise in 0..=MAX_PAISE) {
            prop_assert_eq!(parse_rupees(&format_rupees(paise)), Some(paise));
        }

        /// The words, counted together again.
        #[test]
        fn spelled_amount_equals_the_number(paise in 0..=MAX_PAISE) {
            let words = format_in_words(paise);
            let (mut whole, mut part, mut rupees) = (0_i64, 0_i64, 0_i64);
            for word in words.split([' ', '-']) {
                let ones = ONES.iter().position(|known| *known == word);
                let tens = TENS.iter().position(|known| *known == word).map(|tens| tens * 10);
                match (ones.or(tens), word) {
                    (Some(count), _) => part += i64::try_from(count).unwrap(),
                    (None, "Hundred") => part *= 100,
                    (None, "Thousand") => { whole += part * 1_000; part = 0 }
                    (None, "Lakh") => { whole += part * 100_000; part = 0 }
                    (None, "Crore") => { whole = (whole + part) * 10_000_000; part = 0 }
                    (None, "and") => { rupees = whole + part; whole = 0; part = 0 }
                    (None, "Paise" | "Paisa") => { rupees = rupees * 100 + part; part = -1 }
                    (None, word) => prop_assert!(matches!(word, "Rupees" | "Only"), "{}", word),
                }
            }
            let said = if part < 0 { rupees } else { (whole + part) * 100 };
            prop_assert_eq!(said, paise);
        }
    }
}
