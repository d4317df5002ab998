//! The number under which a business pays goods and services tax.

/// State code, permanent account number, number of the registration in that state, `Z`, and a check character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gstin(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAGstin {
    #[error("must be a GSTIN: 15 characters such as 29ABCDE1234F1ZW")]
    Form,
    #[error("must begin with the code of a state")]
    State,
    #[error("is mistyped: its last character does not fit the others")]
    Check,
}

impl Gstin {
    /// Small letters are taken for capitals.
    pub fn parse(typed: &str) -> Result<Self, NotAGstin> {
        let text = typed.trim().to_ascii_uppercase();
        let form: &[u8; 15] = text.as_bytes().try_into().map_err(|_| NotAGstin::Form)?;
        let fits = form.iter().enumerate().all(|(place, byte)| match place {
            0 | 1 | 7..=10 => byte.is_ascii_digit(),
            2..=6 | 11 => byte.is_ascii_uppercase(),
            12 => byte.is_ascii_uppercase() || matches!(byte, b'1'..=b'9'),
            13 => *byte == b'Z',
            _ => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        });
        if !fits {
            return Err(NotAGstin::Form);
        }
        // 97 is for territory outside the states, 99 for taxpayers under the central government.
        if !matches!(text[..2].parse(), Ok(1_u8..=38 | 97 | 99)) {
            return Err(NotAGstin::State);
        }
        if check_character(&text[..14]) != text.chars().last() {
            return Err(NotAGstin::Check);
        }
        Ok(Self(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Every second value counts double, and the digits of each product are added in base 36.
fn check_character(first_fourteen: &str) -> Option<char> {
    let mut sum = 0;
    for (character, weight) in first_fourteen.chars().zip([1, 2].into_iter().cycle()) {
        let product = character.to_digit(36)? * weight;
        sum += product / 36 + product % 36;
    }
    char::from_digit((36 - sum % 36) % 36, 36).map(|check| check.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_gstins_are_accepted() {
        for typed in ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "07AAACB2894G1ZP", " 27aapfu0939f1zv "] {
            assert_eq!(Gstin::parse(typed).map(|gstin| gstin.0), Ok(typed.trim().to_uppercase()));
        }
    }

    #[test]
    fn invalid_gstins_are_refused() {
        for typed in [
            "",
            "27AAPFU0939F1Z",
            "27AAPFU0939F1ZVV",
            "27AAPFU0939F0ZV",
            "27AAPFU0939F1YV",
            "AA27PFU0939F1ZV",
            "27AAPFU09३9F1Z",
            "27AAPFU0939F1Z\0",
        ] {
            assert_eq!(Gstin::parse(typed), Err(NotAGstin::Form), "{typed:?}");
        }
        for typed in ["00AAPFU0939F1ZV", "39AAPFU0939F1ZV", "98AAPFU0939F1ZV"] {
            assert_eq!(Gstin::parse(typed), Err(NotAGstin::State), "{typed}");
        }
    }

    #[test]
    fn one_wrong_character_is_detected() {
        let right = "27AAPFU0939F1ZV";
        for place in (0..15).filter(|place| *place != 13) {
            for wrong in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".chars() {
                let mut typed: Vec<char> = right.chars().collect();
                if std::mem::replace(&mut typed[place], wrong) != wrong {
                    let typed: String = typed.into_iter().collect();
                    assert!(Gstin::parse(&typed).is_err(), "{typed}");
                }
            }
        }
    }
}
