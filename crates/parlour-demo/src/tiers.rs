//! Membership tiers: packages of spa hours.

use parlour_domain::ids::TierId;
use parlour_domain::membership::MEMBERSHIP_SAC;
use parlour_domain::text::slug;
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::{DbError, Tx};

use super::hindi::in_hindi;
use super::random::DemoRandom;

/// Name, description, hours, price in rupees and validity in days.
const TIERS: [(&str, &str, i64, i64, i64); 5] = [
    ("Silver", "Ten spa hours for half a year: a massage every fortnight.", 10, 18_000, 180),
    ("Gold", "Twenty-four spa hours, two for every month of a year.", 24, 39_000, 365),
    ("Platinum", "Fifty spa hours for a year, enough for a couple to share the habit.", 50, 75_000, 365),
    ("Weekday Ease", "Six hours within three months, for those who can come on weekdays.", 6, 10_500, 90),
    (NO_LONGER_SOLD, "Sold in the opening year only.", 100, 120_000, 730),
];
const NO_LONGER_SOLD: &str = "Founders' Circle";

pub(super) fn insert_tiers(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<(), DbError> {
    for (display_order, (name, description, hours, rupees, validity_days)) in (1_i64..).zip(TIERS) {
        let since = random.business_time_days_ago(700);
        let (name_hi, description_hi) = in_hindi(name);
        let tier = Tier {
            id: TierId::new(random.id(since)),
            name: name.into(),
            slug: slug(name),
            description: description.into(),
            name_hi,
            description_hi,
            default_hours_minutes: hours * 60,
            default_price_paise: rupees * 100,
            default_validity_days: validity_days,
            sac_code: MEMBERSHIP_SAC.into(),
            is_active: name != NO_LONGER_SOLD,
            display_order,
            created_at: since,
            updated_at: since,
        };
        tiers::insert(tx, &tier)?;
    }
    Ok(())
}
