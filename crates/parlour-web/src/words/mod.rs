//! Every text of the pages, one struct per screen family and one value of it per language.
//!
//! A missing text or a misspelt name is a compile error. A text with values in it is a function.

mod account;
mod booking;
mod browse;
mod dates;
mod desk;
mod errors;
mod flash;
mod frame;
mod visits;

pub(crate) use account::{AccountWords, FieldWords, MeWords, PrivacySection};
pub(crate) use booking::BookingWords;
pub(crate) use browse::BrowseWords;
pub(crate) use dates::DateWords;
pub(crate) use desk::{
    BoardDeskWords, BookingsDeskWords, CheckoutDeskWords, CustomersDeskWords, DayCloseDeskWords, DeskFrameWords,
    DeskWords, MembershipsDeskWords, NewBookingDeskWords, OwnDayWords, OwnFeedWords, OwnLeaveWords, OwnMeWords,
    RequestsDeskWords, SearchDeskWords, StepWords, VisitDeskWords,
};
pub(crate) use errors::ErrorWords;
pub(crate) use flash::FlashWords;
pub(crate) use frame::FrameWords;
pub(crate) use visits::{OneVisitWords, TimelineWords, VisitWords};

/// All texts in one language.
#[derive(Debug)]
pub(crate) struct Words {
    /// For `lang` attributes: `en-IN`.
    pub(crate) tag: &'static str,
    pub(crate) dates: DateWords,
    pub(crate) frame: FrameWords,
    pub(crate) flash: FlashWords,
    pub(crate) errors: ErrorWords,
    pub(crate) browse: BrowseWords,
    pub(crate) booking: BookingWords,
    pub(crate) visits: VisitWords,
    pub(crate) account: AccountWords,
    pub(crate) desk: DeskWords,
}

impl Words {
    /// Whether a language tag such as `en`, `en-IN` or `EN-us` means this language.
    pub(crate) fn matches(&self, tag: &str) -> bool {
        let primary = |tag: &str| tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        primary(tag) == primary(self.tag)
    }
}

pub(crate) static ENGLISH: Words = Words {
    tag: "en-IN",
    dates: dates::ENGLISH,
    frame: frame::ENGLISH,
    flash: flash::ENGLISH,
    errors: errors::ENGLISH,
    browse: browse::ENGLISH,
    booking: booking::ENGLISH,
    visits: visits::ENGLISH,
    account: account::ENGLISH,
    desk: desk::ENGLISH,
};

/// The languages that a visitor can choose.
pub(crate) static ALL: [&Words; 1] = [&ENGLISH];
