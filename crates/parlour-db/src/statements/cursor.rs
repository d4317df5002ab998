//! Where the next page of a list begins: the values that its last row is sorted by.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::{BookingId, InvoiceId, LeadId, MembershipId, OfferId};
use parlour_domain::ist::{Timestamp, parse_date, parse_time};

/// The place of a row in a list: the values that the list is sorted by.
pub trait ListCursor: Sized + Send + Sync + 'static {
    /// As it stands in the `cursor` of a page's address.
    fn to_text(&self) -> String;

    /// `None` where the text is not one of ours.
    fn from_text(text: &str) -> Option<Self>;
}

/// Where the next batch of a job begins: after the row with this time and id.
#[derive(Debug, Clone, Copy)]
pub struct BatchCursor<'a, T> {
    pub at: T,
    pub id: &'a str,
}

/// One value of a cursor.
pub trait CursorPart: Sized {
    fn to_text(&self) -> String;
    fn from_text(text: &str) -> Option<Self>;
}

impl CursorPart for NaiveDate {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        parse_date(text)
    }
}

impl CursorPart for NaiveTime {
    fn to_text(&self) -> String {
        self.format("%H:%M").to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        parse_time(text)
    }
}

impl CursorPart for Timestamp {
    fn to_text(&self) -> String {
        self.millis().to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        let at = Self::from_millis(text.parse().ok()?);
        // Others are beyond what Postgres can compare.
        (Self::from_millis(0)..=Self::FAR_FUTURE).contains(&at).then_some(at)
    }
}

impl CursorPart for String {
    fn to_text(&self) -> String {
        self.clone()
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

macro_rules! id_parts {
    ($($id:ty),*) => {$(
        impl CursorPart for $id {
            fn to_text(&self) -> String {
                self.as_str().to_owned()
            }

            fn from_text(text: &str) -> Option<Self> {
                Some(Self::new(text))
            }
        }
    )*};
}
id_parts! { BookingId, InvoiceId, LeadId, MembershipId, OfferId }

/// Makes a struct a cursor: its fields in order, an id last, which alone may hold spaces.
#[macro_export]
macro_rules! cursor {
    ($type:ident { $($field:ident),+ }) => {
        impl $crate::cursor::ListCursor for $type {
            fn to_text(&self) -> String {
                [$($crate::cursor::CursorPart::to_text(&self.$field)),+].join(" ")
            }

            fn from_text(text: &str) -> Option<Self> {
                let mut parts = text.splitn([$(stringify!($field)),+].len(), ' ');
                Some(Self { $($field: $crate::cursor::CursorPart::from_text(parts.next()?)?),+ })
            }
        }
    };
}
