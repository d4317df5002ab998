//! The app for the team.

mod board;
mod bookings;
mod checkout;
mod customers;
mod day_close;
mod frame;
mod invoices;
mod leads;
mod memberships;
mod new_booking;
mod own;
mod requests;
mod search;
mod visit;

pub use board::BoardDeskWords;
pub use bookings::BookingsDeskWords;
pub use checkout::CheckoutDeskWords;
pub use customers::CustomersDeskWords;
pub use day_close::DayCloseDeskWords;
pub use frame::DeskFrameWords;
pub use invoices::InvoicesDeskWords;
pub use leads::LeadsDeskWords;
pub use memberships::MembershipsDeskWords;
pub use new_booking::NewBookingDeskWords;
pub use own::{OwnDayWords, OwnDeskWords, OwnFeedWords, OwnLeaveWords, OwnMeWords};
pub use requests::RequestsDeskWords;
pub use search::SearchDeskWords;
pub use visit::{StepWords, VisitDeskWords};

#[derive(Debug)]
pub struct DeskWords {
    pub title: &'static str,
    pub sign_in_title: &'static str,
    pub sign_in_text: &'static str,
    pub sign_in_button: &'static str,
    pub signed_in: fn(&str) -> String,
    pub api: &'static str,
    pub frame: DeskFrameWords,
    pub board: BoardDeskWords,
    pub requests: RequestsDeskWords,
    pub visit: VisitDeskWords,
    pub new_booking: NewBookingDeskWords,
    pub bookings: BookingsDeskWords,
    pub checkout: CheckoutDeskWords,
    pub invoices: InvoicesDeskWords,
    pub day_close: DayCloseDeskWords,
    pub customers: CustomersDeskWords,
    pub leads: LeadsDeskWords,
    pub memberships: MembershipsDeskWords,
    pub own: OwnDeskWords,
    pub search: SearchDeskWords,
}

pub const ENGLISH: DeskWords = DeskWords {
    title: "Desk",
    sign_in_title: "Good to see you.",
    sign_in_text: "For the team. Sign in with the account that your manager added.",
    sign_in_button: "Continue with Google",
    signed_in: |name| format!("Signed in as {name}."),
    api: "Interface for programs",
    frame: frame::ENGLISH,
    board: board::ENGLISH,
    requests: requests::ENGLISH,
    visit: visit::ENGLISH,
    new_booking: new_booking::ENGLISH,
    bookings: bookings::ENGLISH,
    checkout: checkout::ENGLISH,
    invoices: invoices::ENGLISH,
    day_close: day_close::ENGLISH,
    customers: customers::ENGLISH,
    leads: leads::ENGLISH,
    memberships: memberships::ENGLISH,
    own: own::ENGLISH,
    search: search::ENGLISH,
};
