//! Whole paise, divided without losing one.

/// Ten crore rupees. A larger amount is a typing error.
pub const MAX_PAISE: i64 = 10_000_000_000;

/// `amount × part / whole`, halves rounded up. Nothing here is negative.
pub fn rounded_share(amount: i64, part: i64, whole: i64) -> i64 {
    let (amount, part, whole) = (i128::from(amount), i128::from(part), i128::from(whole.max(1)));
    i64::try_from((2 * amount * part + whole) / (2 * whole)).unwrap_or(i64::MAX)
}

/// An amount spread over weights, each its share to within a paisa, together exactly the amount.
pub fn allocate_by_weight(amount: i64, weights: &[i64]) -> Vec<i64> {
    let whole: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    let (mut weight_so_far, mut allocated) = (0_i128, 0_i64);
    weights
        .iter()
        .map(|weight| {
            weight_so_far += i128::from(*weight);
            let due = if whole == 0 { 0 } else { i128::from(amount) * weight_so_far / whole };
            let due = i64::try_from(due).unwrap_or(i64::MAX);
            let part = due - allocated;
            allocated = due;
            part
        })
        .collect()
}

/// Rupees as people type them, `1499`, `₹1,499.50`, `Rs. 1,00,000/-`, as paise. A decimal comma is refused: `1499,50` must not
/// become a hundred times as much.
pub fn parse_rupees(typed: &str) -> Option<i64> {
    let typed: String = typed.chars().filter(|character| !matches!(character, ' ' | '₹')).collect();
    let amount = typed.strip_suffix("/-").unwrap_or(&typed);
    let amount = match amount.split_at_checked(2) {
        Some((word, rest)) if word.eq_ignore_ascii_case("rs") => rest.strip_prefix('.').unwrap_or(rest),
        _ => amount,
    };
    let (grouped, paise) = amount.split_once('.').unwrap_or((amount, ""));
    let is_amount = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let (earlier_groups, last_group) =
        grouped.rsplit_once(',').map_or((None, grouped), |(rest, last)| (Some(rest), last));
    if let Some(earlier_groups) = earlier_groups {
        let lengths: Vec<usize> = earlier_groups.split(',').map(str::len).collect();
        let [first, others @ ..] = &lengths[..] else { return None };
        let are_groups = (1..=3).contains(first) && others.iter().all(|length| matches!(length, 2 | 3));
        if !are_groups || last_group.len() != 3 {
            return None;
        }
    }
    let rupees = grouped.replace(',', "");
    if rupees.is_empty() || !is_amount(&rupees) || !is_amount(paise) || paise.len() > 2 {
        return None;
    }
    let paise: i64 = format!("{paise:0<2}").parse().ok()?;
    let rupees: i64 = rupees.parse().ok()?;
    rupees.checked_mul(100)?.checked_add(paise).filter(|amount| *amount <= MAX_PAISE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!(rounded_share(5, 1, 2), 3);
        assert_eq!(rounded_share(333, 15, 100), 50);
        assert_eq!(rounded_share(10_000_000_000, 100, 100), 10_000_000_000);
    }

    #[test]
    fn rupees_are_read_to_the_paisa() {
        for (typed, paise) in [
            ("1499", 149_900),
            ("₹ 1,499.50", 149_950),
            ("0.5", 50),
            ("1,00,000.07", 10_000_007),
            ("0", 0),
            ("12,34,567", 123_456_700),
            ("1,234,567", 123_456_700),
            ("1250/-", 125_000),
            ("₹ 1,250/-", 125_000),
            ("Rs. 1,250.50 /-", 125_050),
            ("rs 300", 30_000),
        ] {
            assert_eq!(parse_rupees(typed), Some(paise), "{typed}");
        }
        for typed in [
            "",
            ".5",
            "1.234",
            "-5",
            "1e3",
            "12a",
            "१२",
            "1499,50",
            "Rs.",
            "/-",
            "1250/",
            "1250-",
            "-/1250",
            "Rs. 1499,50/-",
            "14,99",
            "1,2345",
            ",500",
            "1,,000",
            "1,0.50",
            "100000001",
            "99999999999999999999",
        ] {
            assert_eq!(parse_rupees(typed), None, "{typed}");
        }
    }

    proptest! {
        #[test]
        fn what_is_spread_adds_up(amount in 0_i64..=10_000_000_000, weights in prop::collection::vec(0_i64..=10_000_000_000, 1..21)) {
            let parts = allocate_by_weight(amount, &weights);
            let whole: i64 = weights.iter().sum();
            prop_assert_eq!(parts.iter().sum::<i64>(), if whole == 0 { 0 } else { amount });
            for (part, weight) in parts.iter().zip(&weights) {
                prop_assert!(*part >= 0 && (amount > whole || part <= weight || *part - weight <= 1));
            }
        }
    }
}
