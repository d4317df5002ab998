//! A message on the page after a redirect, such as "Your booking was cancelled".

use http::header::{HeaderMap, HeaderValue};
use parlour_http::cookies;

use crate::words::Words;

const FLASH_COOKIE: &str = "__Host-parlour-flash";
/// Long enough for the redirect.
const FLASH_SECONDS: i64 = 60;

macro_rules! flashes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $word:ident;)*) => {
        /// What the next page says.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Flash {
            $($(#[$doc])* $name,)*
        }

        impl Flash {
            fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            fn parse(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$name),)*
                    _ => None,
                }
            }

            pub fn message(self, words: &Words) -> &'static str {
                match self {
                    $(Self::$name => words.flash.$word,)*
                }
            }
        }
    };
}

flashes! {
    BookingMoved = "booking-moved", booking_moved;
    BookingCancelled = "booking-cancelled", booking_cancelled;
    TimeAccepted = "time-accepted", time_accepted;
    TimeDeclined = "time-declined", time_declined;
    ProfileSaved = "profile-saved", profile_saved;
    ConsentsSaved = "consents-saved", consents_saved;
    AllRead = "all-read", all_read;
    LeaveAsked = "leave-asked", leave_asked;
    LeaveWithdrawn = "leave-withdrawn", leave_withdrawn;
    SignedOut = "signed-out", signed_out;
    OthersSignedIn = "others-signed-in", others_signed_in;
    DeviceSignedOut = "device-signed-out", device_signed_out;
    CalendarOff = "calendar-off", calendar_off;
    Erased = "erased", erased;
    ChooseServices = "choose-services", choose_services;
    ChooseTime = "choose-time", choose_time;
    ServicesGone = "services-gone", services_gone;
    SalonAndSpa = "salon-and-spa", salon_and_spa;
    TooManyServices = "too-many-services", too_many_services;
    BranchGone = "branch-gone", branch_gone;
    NotDoneHere = "not-done-here", not_done_here;
    PersonGone = "person-gone", person_gone;
    TimeGone = "time-gone", time_gone;
    LeadMoved = "lead-moved", lead_moved;
    LeadAssigned = "lead-assigned", lead_assigned;
    LeadNoted = "lead-noted", lead_noted;
    LeadAdded = "lead-added", lead_added;
    MembershipSold = "membership-sold", membership_sold;
    SessionRecorded = "session-recorded", session_recorded;
    SessionReversed = "session-reversed", session_reversed;
    MembershipCancelled = "membership-cancelled", membership_cancelled;
    VisitBooked = "visit-booked", visit_booked;
    VisitWaits = "visit-waits", visit_waits;
    VisitEntered = "visit-entered", visit_entered;
    WalkInStarted = "walk-in-started", walk_in_started;
    CustomerAdded = "customer-added", customer_added;
    CustomerSaved = "customer-saved", customer_saved;
    CustomersMerged = "customers-merged", customers_merged;
    CustomerErased = "customer-erased", customer_erased;
    TagAdded = "tag-added", tag_added;
    TagRemoved = "tag-removed", tag_removed;
    NoteSaved = "note-saved", note_saved;
    NotePinned = "note-pinned", note_pinned;
    NoteUnpinned = "note-unpinned", note_unpinned;
    GemsChanged = "gems-changed", gems_changed;
    NoshowsSaved = "noshows-saved", noshows_saved;
    InvoiceSent = "invoice-sent", invoice_sent;
    PaymentsCorrected = "payments-corrected", payments_corrected;
    CreditNoteIssued = "credit-note-issued", credit_note_issued;
    DayClosed = "day-closed", day_closed;
    DayReopened = "day-reopened", day_reopened;
    CashRecorded = "cash-recorded", cash_recorded;
    VisitPlaced = "visit-placed", visit_placed;
    BoardArrived = "board-arrived", board_arrived;
    BoardStarted = "board-started", board_started;
    BoardNoShow = "board-no-show", board_no_show;
    BoardApproved = "board-approved", board_approved;
    TimeBlocked = "time-blocked", time_blocked;
    TimeGivenBack = "time-given-back", time_given_back;
    VisitApproved = "visit-approved", visit_approved;
    VisitArrived = "visit-arrived", visit_arrived;
    VisitStarted = "visit-started", visit_started;
    VisitUndone = "visit-undone", visit_undone;
    VisitReopened = "visit-reopened", visit_reopened;
    VisitAssigned = "visit-assigned", visit_assigned;
    VisitLinesChanged = "visit-lines-changed", visit_lines_changed;
    VisitMoved = "visit-moved", visit_moved;
    VisitOffered = "visit-offered", visit_offered;
    VisitCancelled = "visit-cancelled", visit_cancelled;
    VisitNoShow = "visit-no-show", visit_no_show;
    VisitRejected = "visit-rejected", visit_rejected;
    VisitNoteAdded = "visit-note-added", visit_note_added;
}

/// The message that the previous page left, if any.
pub fn read(headers: &HeaderMap) -> Option<Flash> {
    cookies::read(headers, FLASH_COOKIE).and_then(Flash::parse)
}

pub fn set(flash: Flash) -> HeaderValue {
    cookies::set(FLASH_COOKIE, flash.as_str(), FLASH_SECONDS)
}

pub fn clear() -> HeaderValue {
    cookies::clear(FLASH_COOKIE)
}
