//! Loyalty gems: earned with what is paid, good for a year, spent oldest first.

use crate::ist::Timestamp;
use crate::string_enum::string_enum;

const PAISE_PER_GEM: i64 = 10_000;
const VALIDITY_DAYS: i64 = 365;

string_enum! {
    GemsTransactionType {
        Earned = "earned",
        Redeemed = "redeemed",
        Expired = "expired",
        Adjusted = "adjusted",
    }
}

/// One gem for every whole 100 INR of a service invoice.
pub fn gems_earned(total_paise: i64) -> i64 {
    total_paise.max(0) / PAISE_PER_GEM
}

/// The time from which gems earned at `earned_at` cannot be spent any more.
pub fn gems_expire_at(earned_at: Timestamp) -> Timestamp {
    earned_at.plus_days(VALIDITY_DAYS)
}

/// The unspent gems of one transaction that added gems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GemsLot {
    /// The transaction that added the gems.
    pub transaction_id: String,
    pub remaining: i64,
    pub earned_at: Timestamp,
    /// None for an adjustment, which never expires.
    pub expires_at: Option<Timestamp>,
}

impl GemsLot {
    fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= now)
    }
}

/// A number of gems that is taken out of one lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LotWithdrawal<'l> {
    pub lot: &'l GemsLot,
    pub gems: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are not enough gems")]
pub struct NotEnoughGems;

/// How many gems to take from which lots: the oldest lot first, whether earned or adjusted; of two lots with
/// the same time, the one with the smaller id. Nothing is taken from expired lots, even if the nightly job has
/// not removed them yet.
pub fn withdraw_oldest_first(
    lots: &[GemsLot],
    amount: i64,
    now: Timestamp,
) -> Result<Vec<LotWithdrawal<'_>>, NotEnoughGems> {
    let mut oldest_first: Vec<&GemsLot> = lots.iter().filter(|lot| !lot.is_expired(now)).collect();
    oldest_first.sort_by_key(|lot| (lot.earned_at, &lot.transaction_id));
    let mut outstanding = amount;
    let mut withdrawals = Vec::new();
    for lot in oldest_first {
        let gems = lot.remaining.min(outstanding);
        if gems > 0 {
            withdrawals.push(LotWithdrawal { lot, gems });
            outstanding -= gems;
        }
    }
    if outstanding > 0 { Err(NotEnoughGems) } else { Ok(withdrawals) }
}

/// The sum of all gems that can be spent now. Expired lots do not count.
pub fn spendable_gems(lots: &[GemsLot], now: Timestamp) -> i64 {
    lots.iter().filter(|lot| !lot.is_expired(now)).map(|lot| lot.remaining).sum()
}

/// What to take from the lots that have expired: all their remaining gems.
pub fn withdraw_expired(lots: &[GemsLot], now: Timestamp) -> Vec<LotWithdrawal<'_>> {
    let due = lots.iter().filter(|lot| lot.remaining > 0 && lot.is_expired(now));
    due.map(|lot| LotWithdrawal { lot, gems: lot.remaining }).collect()
}

/// How many gems to take from which lots when a credit note reverses earned gems. `kept` of them did not expire. They
/// come from the lot itself, then from the oldest other lots; less than `kept` if the balance is smaller.
pub fn withdraw_reversed_gain<'l>(
    lots: &'l [GemsLot],
    gain: &str,
    kept: i64,
    now: Timestamp,
) -> Vec<LotWithdrawal<'l>> {
    let gain_lot = lots.iter().find(|lot| lot.transaction_id == gain);
    let mut others: Vec<&GemsLot> =
        lots.iter().filter(|lot| lot.transaction_id != gain && !lot.is_expired(now)).collect();
    others.sort_by_key(|lot| (lot.earned_at, &lot.transaction_id));
    let mut outstanding = kept;
    let mut withdrawals = Vec::new();
    for lot in gain_lot.into_iter().chain(others) {
        let gems = lot.remaining.min(outstanding);
        if gems > 0 {
            withdrawals.push(LotWithdrawal { lot, gems });
            outstanding -= gems;
        }
    }
    withdrawals
}

/// What a service costs, and what it costs in gems where they can pay for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GemsPrice {
    pub price_paise: i64,
    pub gems: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedeemRefusal {
    #[error("gems can pay for none of these")]
    NothingRedeemable,
    #[error("there are too few gems for any of these")]
    TooFew,
}

/// The index of the most expensive service that the balance can pay for; the first one of equal prices.
pub fn most_expensive_covered(services: &[GemsPrice], balance: i64) -> Result<usize, RedeemRefusal> {
    let mut redeemable: Vec<(usize, i64)> =
        services.iter().enumerate().filter_map(|(at, service)| Some((at, service.gems?))).collect();
    if redeemable.is_empty() {
        return Err(RedeemRefusal::NothingRedeemable);
    }
    redeemable.sort_by_key(|(at, _)| std::cmp::Reverse(services[*at].price_paise));
    let covered = redeemable.into_iter().find(|(_, gems)| *gems <= balance);
    covered.map(|(at, _)| at).ok_or(RedeemRefusal::TooFew)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::DAY_MS;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    fn lot(id: &str, remaining: i64, earned_at: &str) -> GemsLot {
        let earned_at = at(earned_at);
        GemsLot { transaction_id: id.to_owned(), remaining, earned_at, expires_at: Some(gems_expire_at(earned_at)) }
    }

    fn names<'l>(withdrawals: &[LotWithdrawal<'l>]) -> Vec<(&'l str, i64)> {
        withdrawals.iter().map(|share| (share.lot.transaction_id.as_str(), share.gems)).collect()
    }

    #[test]
    fn gems_pay_for_the_most_expensive_covered_service() {
        let price = |price_paise, gems| GemsPrice { price_paise, gems };
        let services = [price(300, Some(30)), price(1_200, Some(120)), price(2_500, None), price(900, Some(90))];
        assert_eq!(most_expensive_covered(&services, 120), Ok(1));
        assert_eq!(most_expensive_covered(&services, 119), Ok(3));
        assert_eq!(most_expensive_covered(&services, 30), Ok(0));
        assert_eq!(most_expensive_covered(&services, 29), Err(RedeemRefusal::TooFew));
        assert_eq!(most_expensive_covered(&services[2..3], 999), Err(RedeemRefusal::NothingRedeemable));
    }

    #[test]
    fn a_gem_is_earned_with_every_whole_hundred() {
        for (paise, gems) in [
            (-1, 0),
            (-10_000, 0),
            (0, 0),
            (9_999, 0),
            (10_000, 1),
            (19_999, 1),
            (20_000, 2),
            (123_456, 12),
            (10_000_000_000, 1_000_000),
            (i64::MAX, i64::MAX / 10_000),
            (i64::MIN, 0),
        ] {
            assert_eq!(gems_earned(paise), gems, "{paise}");
        }
    }

    #[test]
    fn gems_are_good_for_365_days_also_over_a_leap_day() {
        for (earned, ends) in [
            ("2026-03-01T04:30:00.000Z", "2027-03-01T04:30:00.000Z"),
            ("2027-03-01T04:30:00.001Z", "2028-02-29T04:30:00.001Z"),
            ("2028-02-29T18:29:59.999Z", "2029-02-28T18:29:59.999Z"),
        ] {
            assert_eq!(gems_expire_at(at(earned)), at(ends));
        }
    }

    #[test]
    fn oldest_lots_are_used_first() {
        let now = at("2027-03-01T00:00:00Z");
        let mut adjusted = lot("adjusted", 5, "2026-06-01T00:00:00Z");
        adjusted.expires_at = None;
        let lots = [
            lot("young", 10, "2027-01-01T00:00:00Z"),
            lot("b-same", 3, "2026-05-01T00:00:00Z"),
            adjusted,
            lot("a-same", 2, "2026-05-01T00:00:00Z"),
            lot("spent", 0, "2026-04-01T00:00:00Z"),
        ];
        assert_eq!(names(&withdraw_oldest_first(&lots, 1, now).unwrap()), [("a-same", 1)]);
        assert_eq!(names(&withdraw_oldest_first(&lots, 5, now).unwrap()), [("a-same", 2), ("b-same", 3)]);
        let most = [("a-same", 2), ("b-same", 3), ("adjusted", 5), ("young", 1)];
        assert_eq!(names(&withdraw_oldest_first(&lots, 11, now).unwrap()), most);
        assert!(withdraw_oldest_first(&lots, 20, now).is_ok());
        assert_eq!(withdraw_oldest_first(&lots, 21, now), Err(NotEnoughGems));
        assert_eq!(withdraw_oldest_first(&[], 1, now), Err(NotEnoughGems));
    }

    #[test]
    fn expired_lots_give_nothing() {
        let lots = [lot("old", 7, "2026-03-01T00:00:00.000Z"), lot("young", 2, "2026-03-01T00:00:00.001Z")];
        let (before, then) = (at("2027-02-28T23:59:59.999Z"), at("2027-03-01T00:00:00.000Z"));
        assert_eq!(names(&withdraw_expired(&lots, before)), []);
        assert_eq!(names(&withdraw_oldest_first(&lots, 8, before).unwrap()), [("old", 7), ("young", 1)]);
        assert_eq!(names(&withdraw_expired(&lots, then)), [("old", 7)]);
        assert_eq!(names(&withdraw_oldest_first(&lots, 2, then).unwrap()), [("young", 2)]);
        assert_eq!(withdraw_oldest_first(&lots, 3, then), Err(NotEnoughGems));
    }

    #[test]
    fn reversal_uses_own_lot_then_oldest_lots() {
        let now = at("2027-03-01T00:00:00Z");
        let lots = [
            lot("due", 50, "2026-03-01T00:00:00Z"),
            lot("oldest", 4, "2026-05-01T00:00:00Z"),
            lot("gain", 7, "2026-06-01T00:00:00Z"),
            lot("youngest", 9, "2026-07-01T00:00:00Z"),
        ];
        let taken = |gain, kept| names(&withdraw_reversed_gain(&lots, gain, kept, now));
        assert_eq!(taken("gain", 7), [("gain", 7)]);
        assert_eq!(taken("gain", 10), [("gain", 7), ("oldest", 3)]);
        assert_eq!(taken("gain", 12), [("gain", 7), ("oldest", 4), ("youngest", 1)]);
        assert_eq!(taken("gain", 99), [("gain", 7), ("oldest", 4), ("youngest", 9)]);
        assert_eq!(taken("spent", 5), [("oldest", 4), ("gain", 1)]);
        assert_eq!(taken("due", 51), [("due", 50), ("oldest", 1)], "it is not lost yet");
        assert_eq!(taken("gain", 0), []);
    }

    #[test]
    fn adjustments_never_expire() {
        let mut adjusted = lot("adjusted", 5, "1990-01-01T00:00:00Z");
        adjusted.expires_at = None;
        assert_eq!(withdraw_expired(&[adjusted], at("9999-01-01T00:00:00Z")), []);
    }

    prop_compose! {
        /// Close enough together that many come at the same instant, in no order of their ids.
        fn any_lots()(
            drawn in prop::collection::vec((0..10_u8, 0..500_i64, 0..40_i64, any::<bool>()), 0..30)
        ) -> Vec<GemsLot> {
            let lots = drawn.into_iter().enumerate().map(|(nth, (id, remaining, day, expires))| {
                let earned_at = Timestamp::from_millis(1_700_000_000_000 + day * DAY_MS);
                let expires_at = expires.then(|| gems_expire_at(earned_at));
                GemsLot { transaction_id: format!("{id}-{nth}"), remaining, earned_at, expires_at }
            });
            lots.collect()
        }
    }

    fn age(lot: &GemsLot) -> (Timestamp, &str) {
        (lot.earned_at, &lot.transaction_id)
    }

    proptest! {
        #[test]
        fn withdrawals_sum_to_the_amount_oldest_first(
            lots in any_lots(), amount in 0..6_000_i64, day in 0..500_i64
        ) {
            let now = Timestamp::from_millis(1_700_000_000_000 + day * DAY_MS);
            let is_good = |lot: &&GemsLot| lot.expires_at.is_none_or(|at| now < at);
            let spendable = spendable_gems(&lots, now);
            prop_assert_eq!(spendable, lots.iter().filter(is_good).map(|lot| lot.remaining).sum::<i64>());
            match withdraw_oldest_first(&lots, amount, now) {
                Err(NotEnoughGems) => prop_assert!(amount > spendable),
                Ok(withdrawals) => {
                    prop_assert!(amount <= spendable);
                    prop_assert_eq!(withdrawals.iter().map(|share| share.gems).sum::<i64>(), amount);
                    prop_assert!(withdrawals.iter().all(|share| (1..=share.lot.remaining).contains(&share.gems)));
                    prop_assert!(withdrawals.iter().all(|share| is_good(&share.lot)));
                    prop_assert!(withdrawals.is_sorted_by_key(|share| age(share.lot)));
                    // All but the youngest give all they have, and nothing older is passed over.
                    if let Some((last, others)) = withdrawals.split_last() {
                        prop_assert!(others.iter().all(|share| share.gems == share.lot.remaining));
                        let older = lots.iter().filter(is_good).filter(|lot| age(lot) < age(last.lot));
                        let older: i64 = older.map(|lot| lot.remaining).sum();
                        prop_assert_eq!(older, others.iter().map(|share| share.gems).sum::<i64>());
                    }
                }
            }
        }

        #[test]
        fn reversal_never_exceeds_the_lots(
            lots in any_lots(), gain in 0..30_usize, kept in 0..6_000_i64, day in 0..500_i64
        ) {
            let now = Timestamp::from_millis(1_700_000_000_000 + day * DAY_MS);
            let gain = lots.get(gain).map_or("gone", |lot| lot.transaction_id.as_str());
            let withdrawals = withdraw_reversed_gain(&lots, gain, kept, now);
            prop_assert!(withdrawals.iter().all(|share| (1..=share.lot.remaining).contains(&share.gems)));
            let counts = |lot: &&GemsLot| lot.transaction_id == gain || lot.expires_at.is_none_or(|at| now < at);
            let there: i64 = lots.iter().filter(counts).map(|lot| lot.remaining).sum();
            prop_assert_eq!(withdrawals.iter().map(|share| share.gems).sum::<i64>(), kept.min(there));
        }

        #[test]
        fn lot_is_either_spendable_or_expired(
            lots in any_lots(), day in 0..500_i64
        ) {
            let now = Timestamp::from_millis(1_700_000_000_000 + day * DAY_MS);
            let gone: i64 = withdraw_expired(&lots, now).iter().map(|share| share.gems).sum();
            let all: i64 = lots.iter().map(|lot| lot.remaining).sum();
            prop_assert!(withdraw_oldest_first(&lots, all - gone, now).is_ok());
            prop_assert_eq!(withdraw_oldest_first(&lots, all - gone + 1, now), Err(NotEnoughGems));
        }

        #[test]
        fn more_paid_never_earns_less(paid in 0..10_000_000_000_i64, more in 0..10_000_000_000_i64) {
            let (least, most) = (gems_earned(paid), gems_earned(paid + more));
            prop_assert!(least <= most);
            prop_assert!(least * 10_000 <= paid && paid < (least + 1) * 10_000);
        }
    }
}
