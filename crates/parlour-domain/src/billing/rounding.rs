//! Invoices in whole rupees.

use crate::string_enum::string_enum;

string_enum! {
    /// How a branch rounds the totals of service invoices.
    RoundInvoices {
        None = "none",
        Rupee = "rupee",
    }
}

impl RoundInvoices {
    /// What is added to a total, half a rupee up: -49 to 50 paise.
    pub fn rounding_paise(self, total_paise: i64) -> i64 {
        let paise = total_paise.rem_euclid(100);
        match self {
            Self::None => 0,
            Self::Rupee if paise < 50 => -paise,
            Self::Rupee => 100 - paise,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_rupee_is_rounded_up() {
        for (total, rounding) in [(0, 0), (100, 0), (149, -49), (150, 50), (199, 1), (49, -49), (50, 50)] {
            assert_eq!(RoundInvoices::Rupee.rounding_paise(total), rounding, "{total}");
            assert_eq!(RoundInvoices::None.rounding_paise(total), 0);
        }
    }
}
