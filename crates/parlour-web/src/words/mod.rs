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

pub use account::{AccountWords, FieldWords, MeWords, PrivacySection};
pub use booking::BookingWords;
pub use browse::BrowseWords;
pub use dates::DateWords;
pub use desk::{
    BoardDeskWords, BookingsDeskWords, CheckoutDeskWords, CustomersDeskWords, DayCloseDeskWords, DeskFrameWords,
    DeskWords, MembershipsDeskWords, NewBookingDeskWords, OwnDayWords, OwnFeedWords, OwnLeaveWords, OwnMeWords,
    RequestsDeskWords, SearchDeskWords, StepWords, VisitDeskWords,
};
pub use errors::ErrorWords;
pub use flash::FlashWords;
pub use frame::FrameWords;
pub use visits::{OneVisitWords, TimelineWords, VisitWords};

/// All texts in one language.
#[derive(Debug)]
pub struct Words {
    /// For `lang` attributes: `en-IN`.
    pub tag: &'static str,
    pub dates: DateWords,
    pub frame: FrameWords,
    pub flash: FlashWords,
    pub errors: ErrorWords,
    pub browse: BrowseWords,
    pub booking: BookingWords,
    pub visits: VisitWords,
    pub account: AccountWords,
    pub desk: DeskWords,
}

impl Words {
    /// Whether a language tag such as `en`, `en-IN` or `EN-us` means this language.
    pub fn matches(&self, tag: &str) -> bool {
        let primary = |tag: &str| tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        primary(tag) == primary(self.tag)
    }
}

pub static ENGLISH: Words = Words {
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
pub static ALL: [&Words; 1] = [&ENGLISH];
