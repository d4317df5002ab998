//! The names of what the salon sells, for readers of Hindi.
//!
//! Categories, services, offers and tiers have a name in Hindi where the salon has given one.
//!
//! Bookings, memberships and notifications keep what a service, a tier or an offer was called. Pages and messages in Hindi show
//! its name in Hindi, as long as something of that English name is there and has one. Documents, reports and files do not.

use std::collections::HashMap;

use parlour_domain::notification::message::{BookingFacts, EndingMembership, NotificationMessage};
use parlour_store::bookings::assigned_bookings::{AssignedBooking, AssignedBookingService};
use parlour_store::bookings::booking_records::{Booking, BookingService, BookingServiceWithStaff, CustomerBooking};
use parlour_store::bookings::calendar_feeds::{CalendarBooking, CalendarBookingService};
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::catalogue::catalogue_records::{Category, Service};
use parlour_store::catalogue::hindi_names;
use parlour_store::gems::gems_accounts::RedeemableService;
use parlour_store::leads::desk_leads::DeskLead;
use parlour_store::leads::lead_records::LeadWithNames;
use parlour_store::memberships::membership_records::{
    ListedMembership, Membership, MembershipWithCustomer, SessionService,
};
use parlour_store::memberships::tiers::Tier;
use parlour_store::notifications::notification_records::{
    NotificationContent, OutgoingNotification, StoredNotification,
};
use parlour_store::offers::offer_records::Offer;
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

/// Names in Hindi by those in English.
#[derive(Debug, Default)]
pub struct HindiNames {
    services: HashMap<String, String>,
    offers: HashMap<String, String>,
    tiers: HashMap<String, String>,
}

impl HindiNames {
    pub fn read(conn: &mut Conn<'_>) -> Result<Self, DbError> {
        Ok(Self {
            services: hindi_names::list_service_names(conn)?.into_iter().collect(),
            offers: hindi_names::list_offer_names(conn)?.into_iter().collect(),
            tiers: hindi_names::list_tier_names(conn)?.into_iter().collect(),
        })
    }

    pub fn translate_service(&self, name: &mut String) {
        translate(&self.services, name);
    }

    pub fn translate_offer(&self, name: &mut String) {
        translate(&self.offers, name);
    }

    pub fn translate_tier(&self, name: &mut String) {
        translate(&self.tiers, name);
    }
}

fn translate(names: &HashMap<String, String>, name: &mut String) {
    if let Some(in_hindi) = names.get(name.as_str()) {
        name.clone_from(in_hindi);
    }
}

/// What the salon names and describes in English, and perhaps in Hindi.
pub trait Described {
    fn name_in(&self, texts: Texts) -> &str;

    /// Empty if it has none.
    fn description_in(&self, texts: Texts) -> &str;
}

macro_rules! described {
    ($($record:ty;)*) => {$(
        impl Described for $record {
            fn name_in(&self, texts: Texts) -> &str {
                texts.choose(&self.name, self.name_hi.as_deref())
            }

            fn description_in(&self, texts: Texts) -> &str {
                texts.choose(&self.description, self.description_hi.as_deref())
            }
        }
    )*};
}

described! {
    Category;
    Service;
    Tier;
}

impl Described for Offer {
    fn name_in(&self, texts: Texts) -> &str {
        texts.choose(&self.name, self.name_hi.as_deref())
    }

    fn description_in(&self, texts: Texts) -> &str {
        texts.choose(self.description.as_deref().unwrap_or_default(), self.description_hi.as_deref())
    }
}

/// A record with names of what the salon sells.
pub trait NamedInEnglish {
    /// Puts its names in Hindi, where they have one.
    fn translate(&mut self, names: &HindiNames);
}

/// Puts the names of what was read in Hindi, if the reader reads these texts in Hindi.
pub fn translate_for(conn: &mut Conn<'_>, texts: Texts, read: &mut impl NamedInEnglish) -> Result<(), DbError> {
    if texts.are_hindi() {
        read.translate(&HindiNames::read(conn)?);
    }
    Ok(())
}

impl<T: NamedInEnglish> NamedInEnglish for Option<T> {
    fn translate(&mut self, names: &HindiNames) {
        if let Some(record) = self {
            record.translate(names);
        }
    }
}

impl<T: NamedInEnglish> NamedInEnglish for Vec<T> {
    fn translate(&mut self, names: &HindiNames) {
        for record in self {
            record.translate(names);
        }
    }
}

impl<S: NamedInEnglish> NamedInEnglish for Booking<S> {
    fn translate(&mut self, names: &HindiNames) {
        self.services.translate(names);
    }
}

/// Records whose names are those of records inside them.
macro_rules! named_by {
    ($($record:ty: $inner:ident;)*) => {$(
        impl NamedInEnglish for $record {
            fn translate(&mut self, names: &HindiNames) {
                self.$inner.translate(names);
            }
        }
    )*};
}

named_by! {
    AssignedBooking: services;
    BookingServiceWithStaff: service;
    CalendarBooking: services;
    CustomerBooking: booking;
    DeskBooking: booking;
    MembershipWithCustomer: membership;
    OutgoingNotification: content;
    StoredNotification: content;
}

/// Records that keep the name of a service.
macro_rules! names_service {
    ($($record:ty: $name:ident;)*) => {$(
        impl NamedInEnglish for $record {
            fn translate(&mut self, names: &HindiNames) {
                names.translate_service(&mut self.$name);
            }
        }
    )*};
}

names_service! {
    AssignedBookingService: service_name_snapshot;
    BookingService: service_name_snapshot;
    CalendarBookingService: name;
    RedeemableService: name;
    SessionService: service_name_snapshot;
}

impl NamedInEnglish for DeskLead {
    fn translate(&mut self, names: &HindiNames) {
        self.service_name.iter_mut().for_each(|name| names.translate_service(name));
    }
}

impl NamedInEnglish for LeadWithNames {
    fn translate(&mut self, names: &HindiNames) {
        self.service_name.iter_mut().for_each(|name| names.translate_service(name));
    }
}

impl NamedInEnglish for Membership {
    fn translate(&mut self, names: &HindiNames) {
        names.translate_tier(&mut self.tier_name_snapshot);
    }
}

impl NamedInEnglish for ListedMembership {
    fn translate(&mut self, names: &HindiNames) {
        self.membership.translate(names);
        names.translate_tier(&mut self.tier_name);
    }
}

/// What has a name in Hindi of its own.
macro_rules! named_in_both {
    ($($record:ty;)*) => {$(
        impl NamedInEnglish for $record {
            fn translate(&mut self, _: &HindiNames) {
                if let Some(in_hindi) = &self.name_hi {
                    self.name.clone_from(in_hindi);
                }
            }
        }
    )*};
}

named_in_both! {
    Offer;
    Service;
    Tier;
}

impl NamedInEnglish for NotificationContent {
    fn translate(&mut self, names: &HindiNames) {
        match self {
            Self::Message(message) => message.translate(names),
            Self::WrittenText { .. } | Self::Unknown => {}
        }
    }
}

impl NamedInEnglish for NotificationMessage {
    fn translate(&mut self, names: &HindiNames) {
        match self {
            Self::RequestReceived(booking)
            | Self::CustomerCancelled(booking)
            | Self::CustomerRescheduled(booking)
            | Self::RequestUnanswered(booking)
            | Self::PossibleNoshow(booking)
            | Self::OfferedTimeAccepted(booking)
            | Self::OfferedTimeDeclined(booking)
            | Self::BookingConfirmed(booking)
            | Self::BookingRejected { booking, .. }
            | Self::BookingCancelled(booking)
            | Self::BookingRescheduled(booking)
            | Self::BookingChanged(booking)
            | Self::BookingRestored(booking)
            | Self::RequestRestored(booking) => booking.translate(names),
            Self::MembershipCreated { tier, .. }
            | Self::MembershipEndsIn30Days(EndingMembership { tier, .. })
            | Self::MembershipEndsIn7Days(EndingMembership { tier, .. })
            | Self::MembershipEndsTomorrow(EndingMembership { tier, .. })
            | Self::MembershipEnded { tier, .. }
            | Self::MembershipHoursLeft { tier, .. } => names.translate_tier(tier),
            Self::LeadWaiting { service, .. } => service.iter_mut().for_each(|name| names.translate_service(name)),
            Self::TimeOffered { .. }
            | Self::AppointmentWithinDay(_)
            | Self::AppointmentWithinHour(_)
            | Self::ReviewRequested { .. }
            | Self::InvoiceReady { .. }
            | Self::GemsExpireSoon { .. }
            | Self::GemsExpired { .. }
            | Self::BirthdayOffer
            | Self::LeaveRequested { .. } => {}
        }
    }
}

impl NamedInEnglish for BookingFacts {
    fn translate(&mut self, names: &HindiNames) {
        self.services.iter_mut().for_each(|name| names.translate_service(name));
    }
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, NaiveTime};

    use super::*;

    #[test]
    fn a_message_names_services_and_tiers_in_hindi_where_they_have_a_name() {
        let pair = |english: &str, hindi: &str| HashMap::from([(english.to_owned(), hindi.to_owned())]);
        let names =
            HindiNames {
                services: pair("Facial", "फेशियल"), tiers: pair("Gold", "गोल्ड"), ..HindiNames::default()
            };
        let mut confirmed = NotificationMessage::BookingConfirmed(BookingFacts {
            number: "Facial".to_owned(),
            date: NaiveDate::default(),
            start: NaiveTime::default(),
            services: vec!["Facial".to_owned(), "Gold".to_owned()],
        });
        confirmed.translate(&names);
        let NotificationMessage::BookingConfirmed(booking) = confirmed else { panic!("another message") };
        assert_eq!(
            (booking.number.as_str(), booking.services),
            ("Facial", vec!["फेशियल".to_owned(), "Gold".to_owned()])
        );
        let mut ended = NotificationMessage::MembershipEnded {
            number: "M-1".to_owned(),
            tier: "Gold".to_owned(),
            last_day: NaiveDate::default(),
        };
        ended.translate(&names);
        assert!(matches!(ended, NotificationMessage::MembershipEnded { tier, .. } if tier == "गोल्ड"));
    }
}
