//! Amounts in words, as they stand on cheques and invoices.

use crate::customer::Language;

const ENGLISH_ONES: [&str; 20] = [
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
const ENGLISH_TENS: [&str; 10] = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];

/// From 0 to 99, ten in a row: no rule makes them of tens and ones.
const HINDI_BELOW_HUNDRED: [&str; 10] = [
    "शून्य एक दो तीन चार पाँच छह सात आठ नौ",
    "दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस",
    "बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस",
    "तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस",
    "चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास",
    "पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ",
    "साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर",
    "सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी",
    "अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी",
    "नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे",
];

/// `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only`.
pub fn format_in_words(paise: i64, language: Language) -> String {
    let (rupees, rest) = (paise.unsigned_abs() / 100, paise.unsigned_abs() % 100);
    match language {
        Language::English => english(rupees, rest, paise < 0),
        Language::Hindi => hindi(rupees, rest, paise < 0),
    }
}

fn english(rupees: u64, paise: u64, is_negative: bool) -> String {
    let paise_in_words = || format!("{} {}", english_number(paise), if paise == 1 { "Paisa" } else { "Paise" });
    let amount = match (rupees, paise) {
        (_, 0) => format!("Rupees {}", english_number(rupees)),
        (0, _) => paise_in_words(),
        _ => format!("Rupees {} and {}", english_number(rupees), paise_in_words()),
    };
    format!("{}{amount} Only", if is_negative { "Minus " } else { "" })
}

/// `एक लाख तेईस हज़ार चार सौ छप्पन रुपए और अठहत्तर पैसे मात्र`.
fn hindi(rupees: u64, paise: u64, is_negative: bool) -> String {
    let rupees_in_words = || format!("{} {}", hindi_number(rupees), if rupees == 1 { "रुपया" } else { "रुपए" });
    let paise_in_words = || format!("{} {}", hindi_number(paise), if paise == 1 { "पैसा" } else { "पैसे" });
    let amount = match (rupees, paise) {
        (_, 0) => rupees_in_words(),
        (0, _) => paise_in_words(),
        _ => format!("{} और {}", rupees_in_words(), paise_in_words()),
    };
    format!("{}{amount} मात्र", if is_negative { "माइनस " } else { "" })
}

fn english_number(number: u64) -> String {
    number_in_words(number, [" Crore", " Lakh", " Thousand", " Hundred"], |number| {
        match (ENGLISH_TENS[number / 10], number % 10) {
            ("", _) => ENGLISH_ONES[number].to_owned(),
            (tens, 0) => tens.to_owned(),
            (tens, ones) => format!("{tens}-{}", ENGLISH_ONES[ones]),
        }
    })
}

fn hindi_number(number: u64) -> String {
    let below_hundred =
        |number: usize| HINDI_BELOW_HUNDRED[number / 10].split(' ').nth(number % 10).unwrap_or_default().to_owned();
    number_in_words(number, [" करोड़", " लाख", " हज़ार", " सौ"], below_hundred)
}

/// Crores are counted like anything else, so that no amount is too large.
fn number_in_words(number: u64, units: [&str; 4], below_hundred: fn(usize) -> String) -> String {
    let counts = [number / 10_000_000, number / 100_000 % 100, number / 1_000 % 100, number / 100 % 10];
    let mut words: Vec<String> = counts
        .into_iter()
        .zip(units)
        .filter(|(count, _)| *count > 0)
        .map(|(count, unit)| format!("{}{unit}", number_in_words(count, units, below_hundred)))
        .collect();
    let rest = usize::try_from(number % 100).unwrap_or_default();
    if rest > 0 || words.is_empty() {
        words.push(below_hundred(rest));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::billing::money::MAX_PAISE;

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
            assert_eq!(format_in_words(paise, Language::English), written);
        }
        assert!(
            format_in_words(i64::MAX, Language::English)
                .starts_with("Rupees Nine Hundred Twenty-Two Crore Thirty-Three Lakh")
        );
    }

    #[test]
    fn amounts_are_spelled_in_hindi() {
        for (paise, written) in [
            (0, "शून्य रुपए मात्र"),
            (1, "एक पैसा मात्र"),
            (50, "पचास पैसे मात्र"),
            (100, "एक रुपया मात्र"),
            (101, "एक रुपया और एक पैसा मात्र"),
            (1_000, "दस रुपए मात्र"),
            (2_100, "इक्कीस रुपए मात्र"),
            (9_900, "निन्यानवे रुपए मात्र"),
            (10_000, "एक सौ रुपए मात्र"),
            (10_100, "एक सौ एक रुपए मात्र"),
            (149_950, "एक हज़ार चार सौ निन्यानवे रुपए और पचास पैसे मात्र"),
            (12_500_000, "एक लाख पच्चीस हज़ार रुपए मात्र"),
            (1_234_567_800, "एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर रुपए मात्र"),
            (MAX_PAISE, "दस करोड़ रुपए मात्र"),
            (-120_000, "माइनस एक हज़ार दो सौ रुपए मात्र"),
        ] {
            assert_eq!(format_in_words(paise, Language::Hindi), written);
        }
        assert!(format_in_words(i64::MAX, Language::Hindi).starts_with("नौ सौ बाईस करोड़ तैंतीस लाख"));
    }

    #[test]
    fn every_hindi_number_below_hundred_has_its_own_word() {
        let words: HashSet<String> = (0..100).map(hindi_number).collect();
        assert_eq!(words.len(), 100);
    }

    proptest! {
        /// The words, counted together again.
        #[test]
        fn spelled_amount_equals_the_number(paise in 0..=MAX_PAISE) {
            let words = format_in_words(paise, Language::English);
            let (mut whole, mut part, mut rupees) = (0_i64, 0_i64, 0_i64);
            for word in words.split([' ', '-']) {
                let ones = ENGLISH_ONES.iter().position(|known| *known == word);
                let tens = ENGLISH_TENS.iter().position(|known| *known == word).map(|tens| tens * 10);
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

        /// The words, counted together again.
        #[test]
        fn an_amount_spelled_in_hindi_equals_the_number(paise in 0..=MAX_PAISE) {
            let words = format_in_words(paise, Language::Hindi);
            let (mut whole, mut part, mut said) = (0_i64, 0_i64, 0_i64);
            for word in words.split(' ') {
                let number = HINDI_BELOW_HUNDRED.iter().flat_map(|ten| ten.split(' ')).position(|known| known == word);
                match (number, word) {
                    (Some(number), _) => part += i64::try_from(number).unwrap(),
                    (None, "सौ") => part *= 100,
                    (None, "हज़ार") => { whole += part * 1_000; part = 0 }
                    (None, "लाख") => { whole += part * 100_000; part = 0 }
                    (None, "करोड़") => { whole = (whole + part) * 10_000_000; part = 0 }
                    (None, "रुपए" | "रुपया") => { said += (whole + part) * 100; whole = 0; part = 0 }
                    (None, "पैसे" | "पैसा") => { said += part; part = 0 }
                    (None, word) => prop_assert!(matches!(word, "और" | "मात्र"), "{}", word),
                }
            }
            prop_assert_eq!(said, paise);
        }
    }
}
