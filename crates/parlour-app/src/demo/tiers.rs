//! Packages of spa hours.

use parlour_domain::ids::TierId;
use parlour_domain::text::slug;
use parlour_store::tiers::{self, Tier};
use parlour_store::{DbError, Tx};

use super::draws::Draws;

struct Package {
    name: &'static str,
    description: &'static str,
    hours: i64,
    rupees: i64,
    validity_days: i64,
    is_active: bool,
}

const PACKAGES: [Package; 5] = [
    Package {
        name: "Silver",
        description: "Ten spa hours for half a year: a massage every fortnight.",
        hours: 10,
        rupees: 18_000,
        validity_days: 180,
        is_active: true,
    },
    Package {
        name: "Gold",
        description: "Twenty-four spa hours, two for every month of a year.",
        hours: 24,
        rupees: 39_000,
        validity_days: 365,
        is_active: true,
    },
    Package {
        name: "Platinum",
        description: "Fifty spa hours for a year, enough for a couple to share the habit.",
        hours: 50,
        rupees: 75_000,
        validity_days: 365,
        is_active: true,
    },
    Package {
        name: "Weekday Ease",
        description: "Six hours within three months, for those who can come on weekdays.",
        hours: 6,
        rupees: 10_500,
        validity_days: 90,
        is_active: true,
    },
    Package {
        name: "Founders' Circle",
        description: "Sold in the opening year only.",
        hours: 100,
        rupees: 120_000,
        validity_days: 730,
        is_active: false,
    },
];

pub(super) fn list(tx: &mut Tx<'_>, draws: &Draws) -> Result<(), DbError> {
    for (display_order, package) in (1_i64..).zip(&PACKAGES) {
        let since = draws.business_hours(700);
        let tier = Tier {
            id: TierId::new(draws.id(since)),
            name: package.name.into(),
            slug: slug(package.name),
            description: package.description.into(),
            default_hours_minutes: package.hours * 60,
            default_price_paise: package.rupees * 100,
            default_validity_days: package.validity_days,
            is_active: package.is_active,
            display_order,
            created_at: since,
            updated_at: since,
        };
        tiers::insert(tx, &tier)?;
    }
    Ok(())
}
