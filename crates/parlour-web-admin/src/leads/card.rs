//! A lead as lanes and list show it.

use parlour_domain::ids::UserId;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::lead::{LeadStatus, days_since_capture, is_stale};
use parlour_domain::phone::Phone;
use parlour_domain::text::first_letters;
use parlour_store::leads::desk_leads::DeskLead;
use parlour_store::leads::lead_records::Lead;

use crate::status::avatar_class;
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::lead_status::lead_status_word;
use parlour_web::page::{TextContext, encode};

/// A column of the board: called and to call again are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    New,
    Called,
    Booked,
    Came,
    Lost,
}

impl Lane {
    pub(super) const ALL: [Self; 5] = [Self::New, Self::Called, Self::Booked, Self::Came, Self::Lost];

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lane| lane.value() == text)
    }

    /// In addresses and ids.
    pub(super) fn value(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Called => "called",
            Self::Booked => "booked",
            Self::Came => "came",
            Self::Lost => "lost",
        }
    }

    pub(super) fn statuses(self) -> &'static [LeadStatus] {
        match self {
            Self::New => &[LeadStatus::New],
            Self::Called => &[LeadStatus::Contacted, LeadStatus::FollowUp],
            Self::Booked => &[LeadStatus::Booked],
            Self::Came => &[LeadStatus::Won],
            Self::Lost => &[LeadStatus::Lost],
        }
    }

    /// Separated by spaces, for the script.
    pub(super) fn status_values(self) -> String {
        self.statuses().iter().map(|status| status.as_str()).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn word(self, texts: Texts) -> &'static str {
        let place = Self::ALL.iter().position(|lane| *lane == self);
        place.and_then(|place| texts.leads().lanes().get(place).copied()).unwrap_or_default()
    }
}

/// A status that the menu offers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    pub(super) status: LeadStatus,
    pub(super) word: &'static str,
}

impl Move {
    /// Every status that may follow. Losing a lead comes last.
    pub(super) fn all_from(status: LeadStatus, texts: Texts) -> Vec<Self> {
        let moves = LeadStatus::ALL.iter().copied().zip(texts.leads().moves());
        moves.filter(|(next, _)| status.can_become(*next)).map(|(status, word)| Self { status, word }).collect()
    }

    pub(super) fn is_lost(&self) -> bool {
        self.status == LeadStatus::Lost
    }
}

/// Somebody of the team.
#[derive(Debug, Clone)]
pub(super) struct Who {
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) class: &'static str,
}

impl Who {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), initials: format::initials(name), class: avatar_class(name) }
    }
}

#[derive(Debug)]
pub(super) struct LeadCard {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) phone: String,
    pub(super) call: String,
    pub(super) service: Option<String>,
    pub(super) source: String,
    pub(super) status: &'static str,
    /// As forms send it.
    pub(super) status_value: &'static str,
    pub(super) is_follow_up: bool,
    /// How long it has waited, when the booking is, what it brought, or why it was lost.
    pub(super) tag: String,
    pub(super) is_stale: bool,
    pub(super) who: Option<Who>,
    pub(super) is_mine: bool,
    pub(super) moves: Vec<Move>,
    /// Changes with what is shown.
    pub(super) version: String,
}

impl LeadCard {
    pub(super) fn new(found: DeskLead, me: &UserId, context: TextContext) -> Self {
        let texts = context.texts;
        let tag = tag(&found, context);
        let lead = found.lead;
        let is_stale = is_stale(lead.status, lead.created_at, lead.last_contacted_at, context.now);
        let who = found.assigned_to_name.as_deref().map(Who::new);
        let initials = who.as_ref().map_or("", |who| who.initials.as_str());
        Self {
            version: format!("{}/{tag}/{is_stale}/{initials}", lead.updated_at.millis()),
            source: source_line(&lead, texts),
            phone: format::phone(&lead.phone),
            call: format::tel_link(lead.phone.as_str()),
            status: lead_status_word(lead.status, texts),
            status_value: lead.status.as_str(),
            is_follow_up: lead.status == LeadStatus::FollowUp,
            is_mine: lead.assigned_to.as_ref() == Some(me),
            moves: Move::all_from(lead.status, texts),
            id: lead.id.as_str().to_owned(),
            name: lead.name,
            service: found.service_name,
            tag,
            is_stale,
            who,
        }
    }
}

impl LeadCard {
    /// Whether it is neither won nor lost.
    pub(super) fn is_open(&self) -> bool {
        !self.moves.is_empty()
    }
}

fn tag(found: &DeskLead, context: TextContext) -> String {
    let (lead, texts) = (&found.lead, context.texts);
    let booking = found.booking_date.zip(found.booking_start);
    match (lead.status, booking, found.booking_paise, &found.lost_reason) {
        (LeadStatus::Booked, Some((date, start)), _, _) => {
            let day = texts.format_relative_day(date, context.today());
            texts.formats().day_and_time(&day, &texts.format_short_time(start))
        }
        (LeadStatus::Won, _, Some(paise), _) => format::money(paise),
        (LeadStatus::Lost, _, _, Some(reason)) => shorten(reason),
        _ => age(lead.created_at, context),
    }
}

/// A card has little room.
fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 24;
    if text.chars().count() <= MAX_CHARS {
        return text.to_owned();
    }
    format!("{}…", first_letters(text, MAX_CHARS - 1).trim_end())
}

/// `2 h ago`, `6 days`.
fn age(since: Timestamp, context: TextContext) -> String {
    let text = context.texts.leads();
    match days_since_capture(since, context.now) {
        0 => recent(since, context),
        days => text.days(days),
    }
}

/// `2 h ago`, `6 days ago`.
pub(super) fn ago(since: Timestamp, context: TextContext) -> String {
    match days_since_capture(since, context.now) {
        0 => recent(since, context),
        days => context.texts.leads().days_ago(days),
    }
}

fn recent(since: Timestamp, context: TextContext) -> String {
    let text = context.texts.leads();
    match context.now.millis_since(since) / HOUR_MS {
        ..=0 => text.just_now().to_owned(),
        hours => text.hours_ago(hours),
    }
}

/// `Advert, Festive colour`. At the desk somebody may have asked how they heard of us.
pub(super) fn source_line(lead: &Lead, texts: Texts) -> String {
    let sources = &texts.leads().sources();
    let known = sources.iter().find(|(value, _)| *value == lead.source).map(|(_, text)| *text);
    let source = lead.utm_source.as_deref().or(known).unwrap_or(&lead.source);
    match &lead.utm_campaign {
        Some(campaign) => format!("{source}, {campaign}"),
        None => source.to_owned(),
    }
}

/// Opens a chat with a greeting that is not sent yet.
pub(super) fn whatsapp_link(phone: &Phone, greeting: &str) -> String {
    let digits = phone.as_str().trim_start_matches('+');
    format!("https://wa.me/{digits}?text={}", encode(greeting).replace('+', "%20"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greeting_is_part_of_the_link_to_a_chat() {
        let phone = Phone::parse("98450 12345").unwrap();
        assert_eq!(whatsapp_link(&phone, "Hello Asha, hi"), "https://wa.me/919845012345?text=Hello%20Asha%2C%20hi");
    }

    #[test]
    fn a_long_reason_is_cut() {
        assert_eq!(shorten("Too far away"), "Too far away");
        assert_eq!(shorten(&"a".repeat(30)), format!("{}…", "a".repeat(23)));
    }
}
