//! Leads of the past sixty days, in every status.

use parlour_domain::customer::Gender;
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::lead::LeadStatus::{self, Booked, Contacted, FollowUp, Lost, New, Won};
use parlour_domain::lead::{NewLead, Utm};
use parlour_domain::phone::Phone;
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::leads::lead_records;
use parlour_store::{DbError, Tx};

use super::names::Name;
use super::random::DemoRandom;
use super::user_accounts::{self, DemoTeam};

/// The status changes of some leads, and for each of these leads the day it was captured and the day of its last change,
/// in days before today. A status becomes stale after some days, so each status that can has both recent and old leads.
type LeadHistory = (&'static [LeadStatus], &'static [(u64, u64)]);

const LEAD_HISTORIES: [LeadHistory; 9] = [
    (&[], &[(1, 1), (1, 1), (1, 1), (2, 2), (3, 3), (6, 6), (11, 11), (19, 19), (33, 33)]),
    (&[Contacted], &[(2, 1), (2, 1), (3, 2), (4, 2), (6, 5), (9, 7), (14, 13), (22, 20), (40, 38)]),
    (&[Contacted, FollowUp], &[(3, 1), (5, 1), (8, 1), (9, 4), (13, 6), (18, 12), (25, 20), (31, 27), (52, 44)]),
    (&[Contacted, Booked], &[(3, 1), (7, 4), (15, 12), (23, 20)]),
    (&[Contacted, FollowUp, Booked], &[(6, 2), (11, 5), (21, 14), (34, 29)]),
    (&[Contacted, Booked, Won], &[(9, 3), (17, 8), (30, 22), (45, 36), (57, 50)]),
    (&[Contacted, FollowUp, Booked, Won], &[(16, 6), (28, 15), (42, 30), (59, 47)]),
    (&[Contacted, Lost], &[(5, 2), (12, 9), (24, 22), (37, 35), (49, 46)]),
    (&[Contacted, FollowUp, Lost], &[(10, 4), (20, 13), (36, 26), (58, 49)]),
];

const LOSS_REASONS: [&str; 5] = [
    "Lost: found the price too high for bridal make-up.",
    "Lost: moved to Mysuru, too far.",
    "Lost: three calls, no answer.",
    "Lost: booked a salon closer to home.",
    "Lost: clicked by mistake, asked not to be called again.",
];

pub(super) fn insert_leads(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    services: &[Service],
    team: &DemoTeam,
) -> Result<(), DbError> {
    let mut order = 0;
    for (steps, days) in LEAD_HISTORIES {
        for &(captured, last_step) in days {
            let at = match captured {
                // Late yesterday evening, so that the lead is not stale today.
                1 => random.days_ago(1, 21..24),
                _ => random.days_ago(captured, 8..23),
            };
            let id = LeadId::new(random.id(at));
            lead_records::insert(tx, &id, &new_lead(random, order, services), at)?;
            let times = step_times(random, steps.len(), captured, last_step, at);
            let lead = DemoLead { id: &id, order, receptionist: &team.receptionist };
            insert_steps(tx, random, &lead, steps.iter().copied().zip(times))?;
            order += 1;
        }
    }
    Ok(())
}

/// Returns the time of each step, spread over the days between capture and last step, in business hours.
fn step_times(random: &DemoRandom, steps: usize, captured: u64, last: u64, captured_at: Timestamp) -> Vec<Timestamp> {
    let mut previous = captured_at;
    (1..=u64::try_from(steps).unwrap_or_default())
        .map(|step| {
            let day = captured - (captured - last) * step / u64::try_from(steps).unwrap_or(1);
            let earliest = previous.plus_millis(20 * MINUTE_MS);
            previous = random.business_time_days_ago(day).max(earliest);
            previous
        })
        .collect()
}

/// An inserted lead and the receptionist who works on it.
struct DemoLead<'a> {
    id: &'a LeadId,
    order: usize,
    receptionist: &'a UserId,
}

/// Inserts the status changes of a lead, some of them with a note.
fn insert_steps(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    lead: &DemoLead<'_>,
    steps: impl Iterator<Item = (LeadStatus, Timestamp)>,
) -> Result<(), DbError> {
    for (step, (status, at)) in steps.enumerate() {
        // Two of three leads are assigned to the receptionist.
        if step == 0 && !lead.order.is_multiple_of(3) {
            lead_records::assign(tx, lead.id, Some(lead.receptionist), at)?;
        }
        lead_records::set_stage(tx, lead.id, status, at)?;
        // Every step is a conversation.
        lead_records::set_last_contact(tx, lead.id, at)?;
        let note = match status {
            // The contract requires a reason, which is stored as a note.
            Lost => Some(*random.one_of(&LOSS_REASONS)),
            Contacted if random.percent_chance(50) => Some(*random.one_of(&[
                "Called, wants to know about packages for two.",
                "Spoke in Hindi, asked for a call after six.",
                "Sent the price list.",
            ])),
            FollowUp => Some("Will decide after talking to family; call again."),
            Booked if random.percent_chance(40) => Some("Booked by phone for the weekend."),
            New | Contacted | Booked | Won => None,
        };
        if let Some(content) = note {
            lead_records::insert_note(tx, &random.id(at), lead.id, lead.receptionist, content, at)?;
        }
    }
    Ok(())
}

fn new_lead(random: &DemoRandom, order: usize, services: &[Service]) -> NewLead {
    let gender = if random.percent_chance(75) { Gender::Female } else { Gender::Male };
    let name = Name::random(random, gender);
    let (source, utm) = random.one_of(&CAMPAIGNS);
    let [utm_source, medium, campaign, content, term] = utm.map(|text| text.map(str::to_owned));
    NewLead {
        phone: Phone::from_stored(format!("+9198888{:05}", (order * 733 + 20_011) % 100_000)),
        email: random
            .percent_chance(55)
            .then(|| user_accounts::demo_email_address(&format!("{}.lead{order}", name.dotted()))),
        name: name.full(),
        service_interested_id: random.percent_chance(80).then(|| random.one_of(services).id.clone()),
        source: (*source).to_owned(),
        utm: Utm { source: utm_source, medium, campaign, content, term },
    }
}

/// The source of a lead, and source, medium, name, content and term of its campaign.
const CAMPAIGNS: [(&str, [Option<&str>; 5]); 8] = [
    ("meta_ad", [Some("facebook"), Some("paid_social"), Some("bridal-season"), Some("carousel-a"), None]),
    ("meta_ad", [Some("instagram"), Some("paid_social"), Some("bridal-season"), Some("reel-mehendi"), None]),
    ("meta_ad", [Some("instagram"), Some("paid_social"), Some("glow-month"), Some("story-gold"), None]),
    ("meta_ad", [Some("facebook"), Some("paid_social"), Some("spa-weekend"), Some("image-b"), None]),
    ("google_ad", [Some("google"), Some("cpc"), Some("salon-near-me"), None, Some("salon indiranagar")]),
    ("google_ad", [Some("google"), Some("cpc"), Some("spa-weekend"), None, Some("ayurvedic massage bengaluru")]),
    ("website", [None; 5]),
    ("phone_call", [None; 5]),
];
