//! The notes and coins that are counted.

/// Notes and coins, in paise.
pub(super) const DENOMINATIONS_PAISE: [i64; 9] = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100];

/// The name of the field that says how many of a note or coin there are.
pub(super) fn count_field(worth_paise: i64) -> String {
    format!("piece-{}", worth_paise / 100)
}
