//! 300 customers who signed up during the past year.

use chrono::{Datelike, Days, NaiveDate};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::{Gender, Language, PRIVACY_NOTICE_VERSION, may_consent_to_marketing};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use parlour_store::Tx;
use parlour_store::customers::consents::{self, Consent, MARKETING_PURPOSE};
use parlour_store::customers::profiles::{self, Profile};

use super::names::Name;
use super::random::DemoRandom;
use super::refusal::DemoRefusal;
use super::user_accounts::{self, DemoUser};

const CUSTOMER_COUNT: u64 = 300;

/// Customers with special properties, by the order in which they signed up.
const SIGN_IN_CUSTOMER: u64 = 60;
const BORN_TODAY: [u64; 4] = [21, 96, 171, 246];
const BORN_TOMORROW: [u64; 3] = [46, 121, 196];
const MINORS: [u64; 6] = [34, 89, 145, 202, 261, 291];
/// Has a birthday today and has not consented to marketing.
const DECLINES_MARKETING: u64 = 171;

/// Names in other writing systems: order, name, mailbox and gender.
const NAMES_IN_OTHER_WRITING_SYSTEMS: [(u64, &str, &str, Gender); 4] = [
    (12, "आशा कुलकर्णी", "asha.kulkarni", Gender::Female),
    (77, "ಚೈತ್ರಾ ಗೌಡ", "chaitra.gowda", Gender::Female),
    (158, "யாழினி முருகேசன்", "yazhini.murugesan", Gender::Female),
    (233, "অনির্বাণ মিত্র", "anirban.mitra", Gender::Male),
];

#[derive(Debug)]
pub(super) struct DemoCustomer {
    pub(super) id: UserId,
    pub(super) since: Timestamp,
}

/// Returns the customer that the sign-in page lists first.
pub(super) fn sign_in_customer(customers: &[DemoCustomer]) -> &DemoCustomer {
    let index = usize::try_from(SIGN_IN_CUSTOMER).unwrap_or_default();
    &customers[index.min(customers.len() - 1)]
}

pub(super) fn insert_customers(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<Vec<DemoCustomer>, DemoRefusal> {
    let mut previous_name = None;
    (0..CUSTOMER_COUNT)
        .map(|order| {
            // From a year ago until yesterday, in order.
            let since = random.days_ago(365 - order * 364 / (CUSTOMER_COUNT - 1), 9..22);
            let Person { gender, name, mailbox } = random_person(random, order, &mut previous_name);
            let user = DemoUser { name: &name, mailbox: &mailbox, role: Role::Customer, since };
            let id = user_accounts::insert_user(tx, random, &user)?;
            let mut profile = new_profile(random, order, &id, since);
            profile.gender = Some(gender);
            let given_consents = random_consents(random, order, &mut profile);
            profiles::insert(tx, &profile)?;
            for consent in &given_consents {
                consents::insert_consent(tx, &random.id(consent.recorded_at), &id, consent)?;
            }
            Ok(DemoCustomer { id, since })
        })
        .collect()
}

struct Person {
    gender: Gender,
    name: String,
    mailbox: String,
}

/// `previous_name` is the previous random name: a minor gets the surname of the customer before.
fn random_person(random: &DemoRandom, order: u64, previous_name: &mut Option<Name>) -> Person {
    if order == SIGN_IN_CUSTOMER {
        // The first name in the alphabet: the sign-in page lists only a few customers, by name.
        return Person { gender: Gender::Female, name: "Aadhya Rao".into(), mailbox: "customer".into() };
    }
    if let Some((_, name, mailbox, gender)) =
        NAMES_IN_OTHER_WRITING_SYSTEMS.iter().find(|(customer, ..)| *customer == order)
    {
        return Person { gender: *gender, name: (*name).into(), mailbox: format!("{mailbox}.{order}") };
    }
    let gender = random.customer_gender();
    let name = match *previous_name {
        Some(elder) if MINORS.contains(&order) => elder.relative(random, gender),
        _ => Name::random(random, gender),
    };
    *previous_name = Some(name);
    Person { gender, name: name.full(), mailbox: format!("{}.{order}", name.dotted()) }
}

fn new_profile(random: &DemoRandom, order: u64, user: &UserId, since: Timestamp) -> Profile {
    let (acquisition_source, [utm_source, utm_medium, utm_campaign]) = random_acquisition(random, order);
    Profile {
        id: random.id(since),
        user_id: user.clone(),
        phone: Some(phone_number(order)),
        gender: None,
        date_of_birth: Some(random_date_of_birth(random, order)),
        marketing_consent: false,
        marketing_consent_at: None,
        appointment_reminders_enabled: !random.percent_chance(6),
        membership_alerts_enabled: !random.percent_chance(8),
        language: if order % 7 == 3 { Language::Hindi } else { Language::English },
        acquisition_source: acquisition_source.map(Into::into),
        utm_campaign: utm_campaign.map(Into::into),
        utm_medium: utm_medium.map(Into::into),
        utm_source: utm_source.map(Into::into),
        // Updated later by the bookings of the history.
        first_visit_at: None,
        last_visit_at: None,
        total_visits: 0,
        total_spent_paise: 0,
        noshow_count: 0,
        late_cancellation_count: 0,
        consecutive_completed_bookings: 0,
        booking_requires_approval: false,
        created_at: since,
        updated_at: since,
    }
}

/// A unique phone number, except for minors, who share the number of the customer before: families share phones.
fn phone_number(order: u64) -> Phone {
    let owner = if MINORS.contains(&order) { order - 1 } else { order };
    Phone::from_stored(format!("+9199999{:05}", (owner * 317 + 10_007) % 100_000))
}

fn random_date_of_birth(random: &DemoRandom, order: u64) -> NaiveDate {
    if BORN_TODAY.contains(&order) {
        return same_day_years_before(random.today, random.number(21, 49));
    }
    if BORN_TOMORROW.contains(&order) {
        return same_day_years_before(random.date_in_days(1), random.number(21, 49));
    }
    let is_minor = MINORS.contains(&order);
    random.today - Days::new(if is_minor { random.days(13 * 366, 17 * 365) } else { random.adult_age_days() })
}

/// The same month and day that many years before. For 29 February it may be a few years earlier.
fn same_day_years_before(date: NaiveDate, years: i64) -> NaiveDate {
    let year = date.year() - i32::try_from(years).unwrap_or_default();
    (0..8).find_map(|earlier| date.with_year(year - earlier)).unwrap_or(date)
}

/// A third of the customers has a source and a campaign, another third only a source.
fn random_acquisition(random: &DemoRandom, order: u64) -> (Option<&'static str>, [Option<&'static str>; 3]) {
    const CAMPAIGNS: [(&str, [Option<&str>; 3]); 4] = [
        ("instagram", [Some("instagram"), Some("paid_social"), Some("glow-month")]),
        ("meta_ad", [Some("facebook"), Some("paid_social"), Some("bridal-season")]),
        ("google_ad", [Some("google"), Some("cpc"), Some("salon-near-me")]),
        ("newsletter", [Some("newsletter"), Some("email"), Some("indiranagar-opening")]),
    ];
    match order % 3 {
        0 => {
            let (source, campaign) = *random.one_of(&CAMPAIGNS);
            (Some(source), campaign)
        }
        1 => (Some(*random.one_of(&["walk_in", "friend", "google_maps", "neighbourhood"])), [None; 3]),
        _ => (None, [None; 3]),
    }
}

/// The marketing consents that a customer gave or withdrew. The profile gets the last one.
fn random_consents(random: &DemoRandom, order: u64, profile: &mut Profile) -> Vec<Consent> {
    let has_birthday = BORN_TODAY.contains(&order) || BORN_TOMORROW.contains(&order);
    let is_fixed = has_birthday || order == SIGN_IN_CUSTOMER;
    let first = if is_fixed { order != DECLINES_MARKETING } else { random.percent_chance(68) };
    let mut decisions = vec![(profile.created_at, first)];
    if !is_fixed && random.percent_chance(9) {
        let changed_at = random.later_than(profile.created_at);
        if changed_at > profile.created_at {
            decisions.push((changed_at, !first));
        }
    }
    let mut given_before = None;
    let mut given_consents = Vec::new();
    for (recorded_at, agreed) in decisions {
        let given = agreed && may_consent_to_marketing(profile.date_of_birth, recorded_at.ist_date());
        if given_before != Some(given) {
            given_consents.push(Consent {
                purpose: MARKETING_PURPOSE.to_owned(),
                given,
                notice_version: PRIVACY_NOTICE_VERSION.to_owned(),
                recorded_at,
            });
            profile.marketing_consent = given;
            profile.marketing_consent_at = given.then_some(recorded_at);
            profile.updated_at = recorded_at;
        }
        given_before = Some(given);
    }
    given_consents
}
