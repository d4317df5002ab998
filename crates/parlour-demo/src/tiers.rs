//! Membership tiers: packages of spa hours.

use parlour_domain::ids::TierId;
use parlour_domain::text::slug;
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::{DbError, Tx};

use super::random::DemoRandom;

struct TierSpec {
    name: &'static str,
    description: &'static str,
    hours: i64,
    rupees: i64,
    validity_days: i64,
    is_active: bool,
}

const TIERS: [TierSpec; 5] = [
    TierSpec {
        name: "Silver",
        description: "Ten spa hours for half a year: a massage every fortnight.",
        hours: 10,
        rupees: 18_000,
        validity_days: 180,
        is_active: true,
    },
    TierSpec {
        name: "Gold",
        description: "Twenty-four spa hours, two for every month of a year.",
        hours: 24,
        rupees: 39_000,
        validity_days: 365,
        is_active: true,
    },
    TierSpec {
        name: "Platinum",
        description: "Fifty spa hours for a year, enough for a couple to share the habit.",
        hours: 50,
        rupees: 75_000,
        validity_days: 365,
        is_active: true,
    },
    TierSpec {
        name: "Weekday Ease",
        description: "Six hours within three months, for those who can come on weekdays.",
        hours: 6,
        rupees: 10_500,
        validity_days: 90,
        is_active: true,
    },
    TierSpec {
        name: "Founders' Circle",
        description: "Sold in the opening year only.",
        hours: 100,
        rupees: 120_000,
        validity_days: 730,
        is_active: false,
    },
];

pub(super) fn insert_tiers(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<(), DbError> {
    for (display_order, spec) in (1_i64..).zip(&TIERS) {
        let since = random.business_time_days_ago(700);
        let tier = Tier {
            id: TierId::new(random.id(since)),
            name: spec.name.into(),
            slug: slug(spec.name),
            description: spec.description.into(),
            default_hours_minutes: spec.hours * 60,
            default_price_paise: spec.rupees * 100,
            default_validity_days: spec.validity_days,
            is_active: spec.is_active,
            display_order,
            created_at: since,
            updated_at: since,
        };
        tiers::insert(tx, &tier)?;
    }
    Ok(())
}
