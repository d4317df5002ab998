//! Promotional offers.

use chrono::NaiveDate;

use crate::billing::money::rounded_share;
use crate::ids::ServiceId;
use crate::string_enum::string_enum;

string_enum! {
    OfferType {
        Percentage = "percentage",
        Flat = "flat",
        ComboPrice = "combo_price",
    }
}

string_enum! {
    /// Where an offer stands on a day, in the order in which managers see them.
    OfferState {
        Running = "running",
        Coming = "coming",
        Past = "past",
        Off = "off",
    }
}

/// The discount of an offer. After a change, the value that its type needs may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferDiscount {
    pub offer_type: OfferType,
    pub percentage: Option<i64>,
    pub amount_paise: Option<i64>,
    pub combo_price_paise: Option<i64>,
}

/// Whether an offer is valid on a day: it is active, and the day is between its dates, both inclusive.
pub fn is_running_on(is_active: bool, (start, end): (NaiveDate, NaiveDate), today: NaiveDate) -> bool {
    is_active && (start..=end).contains(&today)
}

impl OfferState {
    pub fn on(today: NaiveDate, is_active: bool, (start, end): (NaiveDate, NaiveDate)) -> Self {
        if !is_active {
            Self::Off
        } else if today < start {
            Self::Coming
        } else if today > end {
            Self::Past
        } else {
            Self::Running
        }
    }
}

/// Something sold at a price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedLine {
    pub service_id: ServiceId,
    pub price_paise: i64,
}

/// Why an offer that runs does not apply to a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfferMismatch {
    #[error("offers are for salon bookings")]
    SpaBooking,
    #[error("the booking has none of its services")]
    OtherServices,
    #[error("the booking has only some of the services of the combo")]
    IncompleteCombo,
    #[error("the offer has no discount")]
    NoDiscount,
    #[error("the customer used an offer today")]
    UsedToday,
}

/// The discount of each line. A discount is never negative, and never more than the price of the lines that the offer
/// applies to.
pub fn discounts_by_line(
    lines: &[PricedLine],
    offer: &OfferDiscount,
    applies_to: &[ServiceId],
) -> Result<Vec<i64>, OfferMismatch> {
    let applies = |line: &PricedLine| applies_to.contains(&line.service_id);
    let is_combo = offer.offer_type == OfferType::ComboPrice;
    let weight = |(at, line): (usize, &PricedLine)| {
        let is_included = applies(line) && (!is_combo || is_dearest_of_its_service(lines, at));
        if is_included { line.price_paise } else { 0 }
    };
    let weights: Vec<i64> = lines.iter().enumerate().map(weight).collect();
    if !lines.iter().any(applies) {
        return Err(OfferMismatch::OtherServices);
    }
    let sum: i64 = weights.iter().sum();
    let given = |figure: Option<i64>| figure.ok_or(OfferMismatch::NoDiscount);
    let less = match offer.offer_type {
        OfferType::Percentage => rounded_share(sum, given(offer.percentage)?.clamp(0, 100), 100),
        OfferType::Flat => given(offer.amount_paise)?.max(0),
        OfferType::ComboPrice => {
            let has_all = applies_to.iter().all(|id| lines.iter().any(|line| line.service_id == *id));
            if !has_all {
                return Err(OfferMismatch::IncompleteCombo);
            }
            sum - given(offer.combo_price_paise)?.max(0)
        }
    };
    Ok(crate::billing::money::allocate_by_weight(less.clamp(0, sum), &weights))
}

/// A combo takes each of its services once: of several lines of one service the dearest, of equal ones the first.
fn is_dearest_of_its_service(lines: &[PricedLine], at: usize) -> bool {
    let price = lines[at].price_paise;
    let is_before = |(other, line): (usize, &PricedLine)| {
        line.service_id == lines[at].service_id
            && (line.price_paise > price || (line.price_paise == price && other < at))
    };
    !lines.iter().enumerate().any(is_before)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(prices: &[i64]) -> Vec<PricedLine> {
        let line = |(at, price): (usize, &i64)| PricedLine { service_id: id(at), price_paise: *price };
        prices.iter().enumerate().map(line).collect()
    }

    fn id(at: usize) -> ServiceId {
        ServiceId::new(at.to_string())
    }

    fn percentage(percentage: i64) -> OfferDiscount {
        OfferDiscount {
            offer_type: OfferType::Percentage,
            percentage: Some(percentage),
            amount_paise: None,
            combo_price_paise: None,
        }
    }

    fn flat(paise: i64) -> OfferDiscount {
        OfferDiscount { offer_type: OfferType::Flat, amount_paise: Some(paise), ..percentage(0) }
    }

    fn combo(paise: i64) -> OfferDiscount {
        OfferDiscount { offer_type: OfferType::ComboPrice, combo_price_paise: Some(paise), ..percentage(0) }
    }

    fn total(offer: &OfferDiscount, prices: &[i64], applies_to: &[usize]) -> Option<i64> {
        let applies_to: Vec<ServiceId> = applies_to.iter().map(|at| id(*at)).collect();
        discounts_by_line(&lines(prices), offer, &applies_to).map(|parts| parts.iter().sum()).ok()
    }

    #[test]
    fn an_offer_runs_from_its_first_day_through_its_last() {
        let day = |typed| crate::ist::parse_date(typed).unwrap();
        let dates = (day("2027-03-01"), day("2027-03-31"));
        for (today, runs) in [("2027-02-28", false), ("2027-03-01", true), ("2027-03-31", true), ("2027-04-01", false)]
        {
            assert_eq!(is_running_on(true, dates, day(today)), runs, "{today}");
            assert!(!is_running_on(false, dates, day(today)));
        }
    }

    #[test]
    fn a_percentage_is_of_what_it_applies_to_and_halves_round_up() {
        assert_eq!(total(&percentage(15), &[333, 1_000], &[0]), Some(50));
        assert_eq!(total(&percentage(100), &[333, 1_000], &[0, 1]), Some(1_333));
        assert_eq!(total(&percentage(15), &[333, 1_000], &[7]), None);
    }

    #[test]
    fn a_flat_discount_is_at_most_what_it_applies_to() {
        assert_eq!(total(&flat(200), &[500, 1_000], &[0]), Some(200));
        assert_eq!(total(&flat(900), &[500, 1_000], &[0]), Some(500));
    }

    #[test]
    fn combo_needs_all_services_and_never_costs_more() {
        assert_eq!(total(&combo(1_200), &[500, 1_000, 70], &[0, 1]), Some(300));
        assert_eq!(total(&combo(1_600), &[500, 1_000], &[0, 1]), Some(0));
        assert_eq!(total(&combo(1_200), &[500, 70], &[0, 2]), None);
    }

    #[test]
    fn a_combo_takes_each_service_once() {
        let line = |at, price_paise| PricedLine { service_id: id(at), price_paise };
        let twice = [line(0, 500), line(1, 1_000), line(0, 700), line(0, 700)];
        let applies_to = [id(0), id(1)];
        assert_eq!(discounts_by_line(&twice, &combo(1_500), &applies_to), Ok(vec![0, 117, 83, 0]));
        assert_eq!(discounts_by_line(&twice, &flat(290), &applies_to), Ok(vec![50, 100, 70, 70]));
        assert_eq!(discounts_by_line(&twice, &percentage(10), &applies_to), Ok(vec![50, 100, 70, 70]));
    }

    #[test]
    fn each_mismatch_has_its_own_reason() {
        let reason = |offer: &OfferDiscount, applies_to: &[usize]| {
            let applies_to: Vec<ServiceId> = applies_to.iter().map(|at| id(*at)).collect();
            discounts_by_line(&lines(&[500]), offer, &applies_to).unwrap_err()
        };
        assert_eq!(reason(&percentage(5), &[1]), OfferMismatch::OtherServices);
        assert_eq!(reason(&combo(5), &[0, 1]), OfferMismatch::IncompleteCombo);
        assert_eq!(reason(&OfferDiscount { amount_paise: None, ..flat(5) }, &[0]), OfferMismatch::NoDiscount);
    }

    #[test]
    fn offer_without_its_amount_applies_to_nothing() {
        assert_eq!(total(&OfferDiscount { percentage: None, ..percentage(5) }, &[500], &[0]), None);
        assert_eq!(total(&OfferDiscount { amount_paise: None, ..flat(5) }, &[500], &[0]), None);
        assert_eq!(total(&OfferDiscount { combo_price_paise: None, ..combo(5) }, &[500], &[0]), None);
    }

    proptest! {
        #[test]
        fn no_line_costs_less_than_nothing_or_more_than_before(
            prices in prop::collection::vec(0_i64..=10_000_000_000, 1..20),
            figure in 0_i64..=10_000_000_000,
            kind in 0_usize..3,
        ) {
            let offer = [percentage(figure % 101), flat(figure), combo(figure)][kind];
            let everything: Vec<ServiceId> = (0..prices.len()).map(id).collect();
            let parts = discounts_by_line(&lines(&prices), &offer, &everything).unwrap();
            for (part, price) in parts.iter().zip(&prices) {
                prop_assert!((0..=*price).contains(part), "{part} of {price}");
            }
        }
    }
}
