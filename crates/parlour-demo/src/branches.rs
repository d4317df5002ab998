//! The branches of the demo salon: two that are operational and one that opens soon.

use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::booking::opening_hours::{OpeningHours, WeeklyHours};
use parlour_domain::branch::AvailabilityMode;
use parlour_domain::ids::{BranchId, HolidayId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::DeskMembershipTerms;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::branches::holidays::{self, HolidayRow};
use parlour_store::{DbError, Tx};

use super::random::{DemoRandom, full_hour};

/// First 14 characters of the GSTINs. 29 is Karnataka; a PAN with the digits 0000 is never issued.
const REGISTRATIONS: [&str; 2] = ["29PRLCP0000X1Z", "29PRLCP0000X2Z"];

#[derive(Debug)]
pub(super) struct DemoBranches {
    /// The branch with open availability: it accepts requests for any time.
    pub(super) primary: BranchId,
    /// The branch with live availability: it offers only free times of its staff.
    pub(super) live: BranchId,
}

pub(super) fn insert_branches(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<DemoBranches, DbError> {
    let primary = Branch {
        is_primary: true,
        address: "No. 18, 2nd Floor, 11th Main Road, 4th Block, Jayanagar, Bengaluru, Karnataka 560011".into(),
        phone: Some("+919000010001".into()),
        gstin: Some(with_gstin_check_character(REGISTRATIONS[0])),
        ..new_branch(random, random.business_time_days_ago(900), "BLR", 1, "Parlour Jayanagar")
    };
    let live = Branch {
        address: "No. 7, Double Road, 1st Stage, Indiranagar, Bengaluru, Karnataka 560038".into(),
        phone: Some("+919000010002".into()),
        gstin: Some(with_gstin_check_character(REGISTRATIONS[1])),
        availability_mode: AvailabilityMode::Live,
        hours: Some(hours_with_short_sunday()),
        max_pending_per_customer: Some(3),
        desk_discount_percent: 10,
        round_invoices: RoundInvoices::Rupee,
        upi_id: Some("parlour.indiranagar@demobank".into()),
        upi_name: Some("Parlour Indiranagar".into()),
        ..new_branch(random, random.business_time_days_ago(420), "IND", 2, "Parlour Indiranagar")
    };
    let coming = Branch {
        address: "Shop 3, Ground Floor, ITPL Main Road, Whitefield, Bengaluru, Karnataka 560066".into(),
        status: "coming_soon".into(),
        ..new_branch(random, random.business_time_days_ago(25), "WHF", 3, "Parlour Whitefield")
    };
    for branch in [&primary, &live, &coming] {
        branch_records::insert(tx, branch)?;
    }
    // Not a festival, because the demo can start on any date.
    let announced_at = random.business_time_days_ago(15);
    let cleaning = HolidayRow {
        id: HolidayId::new(random.id(announced_at)),
        branch_id: live.id.clone(),
        date: random.date_in_days(12),
        name: "Annual deep cleaning".into(),
        created_at: announced_at,
    };
    holidays::insert(tx, &cleaning)?;
    Ok(DemoBranches { primary: primary.id, live: live.id })
}

/// From 10:00 to 21:00, on Sundays from 11:00 to 18:00.
fn hours_with_short_sunday() -> WeeklyHours {
    let mut week = [Some(OpeningHours { opens_at: full_hour(10), closes_at: full_hour(21) }); 7];
    week[6] = Some(OpeningHours { opens_at: full_hour(11), closes_at: full_hour(18) });
    WeeklyHours::new(week)
}

/// A branch with the values that all branches share.
pub(super) fn new_branch(random: &DemoRandom, created_at: Timestamp, code: &str, number: i64, name: &str) -> Branch {
    Branch {
        id: BranchId::new(random.id(created_at)),
        code: code.into(),
        number,
        name: name.into(),
        address: String::new(),
        phone: None,
        gstin: None,
        gst_registered: true,
        status: "operational".into(),
        is_primary: false,
        opens_at: full_hour(10),
        closes_at: full_hour(21),
        hours: None,
        availability_mode: AvailabilityMode::Open,
        cancel_window_minutes: None,
        hold_minutes: 30,
        max_pending_per_customer: None,
        desk_discount_percent: 0,
        desk_membership_terms: DeskMembershipTerms::Tier,
        round_invoices: RoundInvoices::None,
        upi_id: None,
        upi_name: None,
        logo_url: None,
        created_at,
        updated_at: created_at,
    }
}

/// Appends the check character to the first 14 characters of a GSTIN: every second value is doubled, and the base-36
/// digits of each product are added.
pub(super) fn with_gstin_check_character(first_fourteen: &str) -> String {
    let sum: u32 = first_fourteen
        .chars()
        .zip([1, 2].into_iter().cycle())
        .map(|(character, weight)| {
            let product = character.to_digit(36).unwrap_or_default() * weight;
            product / 36 + product % 36
        })
        .sum();
    let check = char::from_digit((36 - sum % 36) % 36, 36).unwrap_or_default();
    format!("{first_fourteen}{}", check.to_ascii_uppercase())
}
