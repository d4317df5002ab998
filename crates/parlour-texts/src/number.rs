//! Numbers in texts.

/// A number that a text counts with.
pub trait Number: Copy {
    fn as_number(self) -> i64;
}

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl Number for $kind {
            fn as_number(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }

        /// Templates hand values over by reference.
        impl Number for &$kind {
            fn as_number(self) -> i64 {
                Number::as_number(*self)
            }
        }
    )*};
}

numbers!(i64, i32, i16, u64, u32, u16, u8, usize);

/// Digits in the groups that India writes: `1,25,000`.
pub(crate) fn push_number(out: &mut String, number: i64) {
    if number < 0 {
        out.push('−');
    }
    let digits = number.unsigned_abs().to_string();
    let length = digits.len();
    for (place, digit) in digits.chars().enumerate() {
        let left = length - place;
        if place > 0 && (left == 3 || (left > 3 && left % 2 == 1)) {
            out.push(',');
        }
        out.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn digits_stand_in_indian_groups() {
        let written = |number| {
            let mut out = String::new();
            push_number(&mut out, number);
            out
        };
        assert_eq!(written(0), "0");
        assert_eq!(written(999), "999");
        assert_eq!(written(1_000), "1,000");
        assert_eq!(written(125_000), "1,25,000");
        assert_eq!(written(-1_234_567), "−12,34,567");
    }
}
