//! Those who come: signed up one after the other over the years.

use std::sync::Arc;

use chrono::Days;
use parlour_domain::customer::Gender;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_store::scale::guests::{Guest, Note, Record, Standing};

use super::calendar::Calendar;
use super::houses::Chain;
use crate::demo::draws::Draws;
use crate::demo::names::Name;
use crate::demo::people;
use crate::demo::remarks::NOTES;

/// Numbers that nobody has, as in the demo salon.
const RANGES: [&str; 3] = ["99999", "98888", "90000"];

/// In the order in which they signed up, each some days before the visit that has the same place among all visits.
pub(super) fn invite(draws: &Draws, calendar: &Calendar, count: usize) -> Vec<Arc<Guest>> {
    let invite = |order: usize| {
        let day = calendar.day_of(order * calendar.visits / count).min(calendar.today);
        let since =
            Timestamp::ist_midnight(day - Days::new(10)).plus_millis(draws.number(9 * HOUR_MS, 22 * HOUR_MS));
        let gender = match draws.number(0, 100) {
            0..62 => Gender::Female,
            62..94 => Gender::Male,
            94..96 => Gender::Other,
            _ => Gender::Undisclosed,
        };
        let name = Name::draw(draws, gender);
        let email = people::address(&format!("{}.{}", name.dotted(), 1_000 + order));
        Arc::new(Guest {
            id: UserId::new(draws.id(since)),
            name: name.full().into(),
            email: email.as_str().to_owned(),
            phone: format!("+91{}{:05}", RANGES[order % 3], (order / 3 * 317 + 40_009) % 100_000),
            gender,
            date_of_birth: draws.today
                - Days::new(draws.days(18 * 366, 68 * 365).min(draws.days(18 * 366, 68 * 365))),
            since,
        })
    };
    (0..count).map(invite).collect()
}

/// What the desk knows of one of them in the end.
pub(super) fn record(draws: &Draws, chain: &Chain, guest: &Arc<Guest>, standing: Standing) -> Record {
    Record {
        profile_id: draws.id(guest.since),
        guest: Arc::clone(guest),
        standing,
        tag: draws.percent(8).then(|| draws.one_of(&chain.tags).clone()),
        note: draws
            .percent(30)
            .then(|| Note { id: draws.id(guest.since), content: draws.one_of::<&str>(&NOTES) }),
    }
}
