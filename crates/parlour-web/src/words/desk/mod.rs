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

pub(crate) use board::BoardDeskWords;
pub(crate) use bookings::BookingsDeskWords;
pub(crate) use checkout::CheckoutDeskWords;
pub(crate) use customers::CustomersDeskWords;
pub(crate) use day_close::DayCloseDeskWords;
pub(crate) use frame::DeskFrameWords;
pub(crate) use invoices::InvoicesDeskWords;
pub(crate) use leads::LeadsDeskWords;
pub(crate) use memberships::MembershipsDeskWords;
pub(crate) use new_booking::NewBookingDeskWords;
pub(crate) use own::{OwnDayWords, OwnDeskWords, OwnFeedWords, OwnLeaveWords, OwnMeWords};
pub(crate) use requests::RequestsDeskWords;
pub(crate) use search::SearchDeskWords;
pub(crate) use visit::{StepWords, VisitDeskWords};

#[derive(Debug)]
pub(crate) struct DeskWords {
    pub(crate) title: &'static str,
    pub(crate) sign_in_title: &'static str,
    pub(crate) sign_in_text: &'static str,
    pub(crate) sign_in_button: &'static str,
    pub(crate) signed_in: fn(&str) -> String,
    pub(crate) api: &'static str,
    pub(crate) frame: DeskFrameWords,
    pub(crate) board: BoardDeskWords,
    pub(crate) requests: RequestsDeskWords,
    pub(crate) visit: VisitDeskWords,
    pub(crate) new_booking: NewBookingDeskWords,
    pub(crate) bookings: BookingsDeskWords,
    pub(crate) checkout: CheckoutDeskWords,
    pub(crate) invoices: InvoicesDeskWords,
    pub(crate) day_close: DayCloseDeskWords,
    pub(crate) customers: CustomersDeskWords,
    pub(crate) leads: LeadsDeskWords,
    pub(crate) memberships: MembershipsDeskWords,
    pub(crate) own: OwnDeskWords,
    pub(crate) search: SearchDeskWords,
}

pub(super) const ENGLISH: DeskWords = DeskWords {
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
