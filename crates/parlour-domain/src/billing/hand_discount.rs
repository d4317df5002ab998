//! Discounts that the desk gives by hand.

use super::money::{allocate_by_weight, rounded_share};

/// The longest reason of a discount.
pub const MAX_DISCOUNT_REASON_LENGTH: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscountSize {
    /// 1 to 100.
    Percent(i64),
    /// At least 1, and at most the subtotal.
    Paise(i64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandDiscount {
    pub size: DiscountSize,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the discount must be from 1 paisa to the subtotal")]
pub struct DiscountExceedsSubtotal;

impl DiscountSize {
    /// The discount on each line, together exactly the whole discount.
    pub fn by_line(self, prices: &[i64]) -> Result<Vec<i64>, DiscountExceedsSubtotal> {
        let subtotal: i64 = prices.iter().sum();
        let discount = match self {
            Self::Percent(percent) => rounded_share(subtotal, percent, 100),
            Self::Paise(paise) => paise,
        };
        if discount < 0 || discount > subtotal {
            return Err(DiscountExceedsSubtotal);
        }
        Ok(allocate_by_weight(discount, prices))
    }
}

/// The largest discount that a receptionist may give without a manager.
pub fn desk_limit_paise(subtotal_paise: i64, desk_discount_percent: i64) -> i64 {
    rounded_share(subtotal_paise, desk_discount_percent, 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discount_is_spread_over_the_lines() {
        assert_eq!(DiscountSize::Percent(15).by_line(&[333, 0]), Ok(vec![50, 0]));
        assert_eq!(DiscountSize::Paise(300).by_line(&[100, 200]), Ok(vec![100, 200]));
        assert_eq!(DiscountSize::Paise(301).by_line(&[100, 200]), Err(DiscountExceedsSubtotal));
        let parts = DiscountSize::Paise(100).by_line(&[3, 333, 777]).unwrap();
        assert_eq!(parts.iter().sum::<i64>(), 100);
    }

    #[test]
    fn the_limit_of_the_desk_is_rounded_half_up() {
        assert_eq!(desk_limit_paise(333, 15), 50);
        assert_eq!(desk_limit_paise(333, 0), 0);
    }
}
