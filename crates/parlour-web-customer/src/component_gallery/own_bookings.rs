//! The list of bookings, one booking in every status, and cancelling it.

use askama::Template;
use chrono::NaiveDate;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_domain::text::TextRefusal;
use parlour_http::error::FieldError;
use parlour_store::billing::invoices::BookingInvoice;
use parlour_store::bookings::booking_records::{
    Booking, BookingService, BookingServiceWithStaff, CustomerBooking, OfferedTime, ShownWish,
};
use parlour_store::bookings::customer_pages::BookingHistory;

use super::sample::{
    TEXTS, USER, at, context, days_ago, first_branch, frame, in_days, refused_form, refused_whole, today,
};
use super::screen::{Screen, state};
use crate::own_bookings::booking::{BookingPage, BookingView};
use crate::own_bookings::booking_parts::Badge;
use crate::own_bookings::booking_read::BookingRead;
use crate::own_bookings::cancel::{self, CancelPage, Possibility};
use crate::own_bookings::list::{BookAgainLink, BookingListPage, Card, Month, PhoneLink};
use parlour_web::form::FormState;
use parlour_web::format::{self, DateTile};
use parlour_web::page::Tab;

/// As a branch has it.
const PHONE: &str = "+918041234567";

const LIST: Screen = Screen {
    name: "visits",
    title: "Visits",
    address: "/visits",
    states: &[
        state("full", "Two to come, past ones of two months", || list(open_bookings(), past()).render()),
        state("nothing-planned", "Only past ones", || list(Vec::new(), past()).render()),
        state("empty", "None yet", || list(Vec::new(), Vec::new()).render()),
        state("older", "Further back", || {
            BookingListPage { is_continuation: true, ..list(Vec::new(), past()) }.render()
        }),
        state("no-older", "Beyond the last one", || {
            BookingListPage { is_continuation: true, older_path: None, ..list(Vec::new(), Vec::new()) }.render()
        }),
    ],
};

const BOOKING: Screen = Screen {
    name: "visit",
    title: "One visit",
    address: "/visits/1",
    states: &[
        state("new", "Right after it was asked for, with the switch for alerts", || {
            BookingPage { shows_push_switch: true, ..booking(&read(BookingStatus::Pending)) }.render()
        }),
        state("pending", "It waits for an answer", || booking(&read(BookingStatus::Pending)).render()),
        state("offered", "Another time is offered", || booking(&offered()).render()),
        state("offer-refused", "The offered time was taken meanwhile", || {
            let form = refused_whole(TEXTS.offered_time().taken());
            BookingPage { form, ..booking(&read(BookingStatus::Pending)) }.render()
        }),
        state("confirmed", "In two days", || booking(&read(BookingStatus::Confirmed)).render()),
        state("moved-twice", "It cannot be moved again", || {
            let mut read = read(BookingStatus::Confirmed);
            read.history.customer_reschedule_count = 2;
            read.found.booking.reschedule_count = 3;
            booking(&read).render()
        }),
        state("late", "Today, too late to cancel here", || {
            let mut read = read(BookingStatus::Confirmed);
            read.found.booking.booking_date = today();
            (read.found.booking.start_time, read.found.booking.end_time) = (at(12, 0), at(13, 45));
            booking(&read).render()
        }),
        state("expected", "Its time has begun and nobody came yet", || {
            let mut read = read(BookingStatus::Confirmed);
            read.found.booking.booking_date = today();
            (read.found.booking.start_time, read.found.booking.end_time) = (at(10, 30), at(12, 15));
            booking(&read).render()
        }),
        state("in-progress", "It has begun", || booking(&read(BookingStatus::InProgress)).render()),
        state("done", "It was paid, and gems were earned", || booking(&read(BookingStatus::Completed)).render()),
        state("membership", "It is paid with hours of a membership", || {
            let mut read = read(BookingStatus::Confirmed);
            read.found.booking.is_membership_session = true;
            read.found.booking.notes = None;
            booking(&read).render()
        }),
        state("cancelled", "Cancelled late, with a reason", || booking(&read(BookingStatus::Cancelled)).render()),
        state("rejected", "The salon could not take it", || booking(&read(BookingStatus::Rejected)).render()),
        state("no-show", "Nobody came", || booking(&read(BookingStatus::NoShow)).render()),
    ],
};

const CANCEL: Screen = Screen {
    name: "cancel",
    title: "Cancel a visit",
    address: "/visits/1/cancel",
    states: &[
        state("open", "A confirmed visit", || cancel(FormState::default()).render()),
        state("withdraw", "A request", || {
            let title = TEXTS.cancel_booking().withdraw_title();
            CancelPage { is_request: true, title, ..cancel(FormState::default()) }.render()
        }),
        state("late", "It begins soon, and was moved twice", || {
            CancelPage { is_late: true, can_be_moved: false, ..cancel(FormState::default()) }.render()
        }),
        state("errors", "Reason and text are wrong", || {
            let errors =
                [("reason", FieldError::NotAChoice(String::new())), ("text", TextRefusal::TooLong(500).into())];
            cancel(refused_form("reason=&text=A+very+long+story", errors, cancel::label)).render()
        }),
        state("too-late", "By phone only", || {
            let title = TEXTS.cancel_booking().too_late_title();
            CancelPage { possibility: Possibility::TooLate, title, ..cancel(FormState::default()) }.render()
        }),
        state("over", "It took place already", || {
            let title = TEXTS.cancel_booking().over_title();
            CancelPage { possibility: Possibility::Over, title, ..cancel(FormState::default()) }.render()
        }),
    ],
};

pub(super) const SCREENS: &[Screen] = &[LIST, BOOKING, CANCEL];

/// Every status, as a badge says it.
pub(super) fn badges() -> Vec<Badge> {
    let status = |status| Badge::of(&read(status).found.booking, context().now, TEXTS);
    vec![
        status(BookingStatus::Pending),
        Badge::of(&offered().found.booking, context().now, TEXTS),
        status(BookingStatus::Confirmed),
        status(BookingStatus::InProgress),
        status(BookingStatus::Completed),
        status(BookingStatus::Cancelled),
        status(BookingStatus::Rejected),
        status(BookingStatus::NoShow),
    ]
}

/// The page's own view of a booking, from a made-up record.
pub(super) fn view(read: &BookingRead) -> BookingView {
    BookingView::new(read, context(), "/book/time")
}

fn booking(read: &BookingRead) -> BookingPage {
    let view = view(read);
    BookingPage {
        frame: frame(view.title.clone(), Tab::Bookings),
        view,
        form: FormState::default(),
        shows_push_switch: false,
        user_id: USER.to_owned(),
    }
}

pub(super) fn offered() -> BookingRead {
    let mut read = read(BookingStatus::Pending);
    read.found.booking.offered_time = Some(OfferedTime {
        booking_date: in_days(2),
        start_time: at(17, 15),
        staff_id: StaffId::new("meera"),
        staff_name: "Meera".to_owned(),
        expires_at: Timestamp::from_ist(today(), at(18, 0)),
        number: 1,
    });
    read
}

pub(super) fn read(status: BookingStatus) -> BookingRead {
    let moment = |days, hour, minute| Some(Timestamp::from_ist(days_ago(days), at(hour, minute)));
    let is = |wanted: BookingStatus| status == wanted;
    let is_past = !status.is_upcoming();
    let line = |slug: &str, name: &str, rupees: i64, minutes| BookingServiceWithStaff {
        service: BookingService {
            id: slug.to_owned(),
            booking_id: BookingId::new("1"),
            service_id: ServiceId::new(slug),
            staff_id: None,
            service_name_snapshot: name.to_owned(),
            price_at_booking_paise: rupees * 100,
            duration_minutes: minutes,
            display_order: 0,
        },
        staff_name: (!is(BookingStatus::Pending)).then(|| "Meera".to_owned()),
    };
    let booking = Booking {
        id: BookingId::new("1"),
        booking_number: "BK-IND-2611-H-00042".to_owned(),
        branch_id: BranchId::new("indiranagar"),
        customer_id: UserId::new(USER),
        status,
        service_type: ServiceType::Salon,
        booking_date: match status {
            BookingStatus::InProgress => today(),
            _ if is_past => days_ago(2),
            _ => in_days(2),
        },
        start_time: if is(BookingStatus::InProgress) { at(10, 15) } else { at(16, 30) },
        end_time: if is(BookingStatus::InProgress) { at(12, 0) } else { at(18, 15) },
        total_amount_paise: 180_000,
        total_duration_minutes: 105,
        notes: Some("Please mind my left shoulder.".to_owned()),
        is_walkin: false,
        is_membership_session: false,
        offer_id: None,
        spa_membership_id: None,
        confirmed_at: moment(4, 9, 20).filter(|_| !is(BookingStatus::Pending) && !is(BookingStatus::Rejected)),
        completed_at: moment(2, 18, 25).filter(|_| is(BookingStatus::Completed)),
        cancelled_at: moment(2, 14, 10).filter(|_| is(BookingStatus::Cancelled)),
        rejected_at: moment(3, 11, 0).filter(|_| is(BookingStatus::Rejected)),
        cancellation_reason: is(BookingStatus::Cancelled).then(|| "My plans changed: a train is late".to_owned()),
        rejection_reason: is(BookingStatus::Rejected).then(|| "Our pedicure chair is being repaired".to_owned()),
        reschedule_count: 0,
        created_at: Timestamp::from_ist(days_ago(4), at(8, 55)),
        updated_at: Timestamp::from_ist(days_ago(4), at(9, 20)),
        wished_staff_id: None,
        wished_staff_gender: None,
        offered_time: None,
        promised_offer_id: None,
        arrived_at: None,
        finished_at: None,
        undo_count: 0,
        services: vec![line("haircut", "Haircut and blow-dry", 950, 60), line("pedicure", "Classic pedicure", 850, 45)],
    };
    let started_at = match status {
        BookingStatus::InProgress => moment(0, 10, 20),
        BookingStatus::Completed => moment(2, 16, 35),
        _ => None,
    };
    BookingRead {
        found: CustomerBooking { booking, branch_name: "Aangan Indiranagar".to_owned(), wish: ShownWish::default() },
        history: BookingHistory {
            customer_reschedule_count: 0,
            is_late_cancellation: is(BookingStatus::Cancelled),
            started_at,
            noshow_at: moment(2, 17, 0).filter(|_| is(BookingStatus::NoShow)),
        },
        invoice: is(BookingStatus::Completed).then(|| BookingInvoice {
            id: InvoiceId::new("1"),
            invoice_number: "IND/26-27/000418".to_owned(),
            total_amount_paise: 180_000,
            gems_earned: 18,
        }),
        branch: Some(first_branch()),
        promise: None,
    }
}

fn list(open_bookings: Vec<Card>, months: Vec<Month>) -> BookingListPage {
    let text = TEXTS.booking_list();
    BookingListPage {
        frame: frame(text.title(), Tab::Bookings),
        older_path: (!months.is_empty()).then(|| "/screens/visits/older".to_owned()),
        open_bookings,
        months,
        is_continuation: false,
        phone: Some(PhoneLink { link: format::tel_link(PHONE), text: text.or_call(&format::full_number(PHONE)) }),
    }
}

fn card(date: NaiveDate, badge: usize, total: &str) -> Card {
    Card {
        path: "/visits/1".to_owned(),
        date_tile: DateTile::of(date, today(), TEXTS),
        services: "Haircut and blow-dry, Classic pedicure".to_owned(),
        when: TEXTS.formats().day_and_time(&TEXTS.format_relative_day(date, today()), "4:30 – 6:15 pm"),
        staff_and_branch: "with Meera, Aangan Indiranagar".to_owned(),
        badge: badges().swap_remove(badge),
        total: total.to_owned(),
        book_again: None,
    }
}

fn open_bookings() -> Vec<Card> {
    vec![card(in_days(1), 1, "₹1,800"), card(in_days(2), 2, "₹1,800"), card(in_days(15), 0, "1 h 15 min")]
}

fn past() -> Vec<Month> {
    let past = |days, badge, total: &str| Card {
        book_again: Some(BookAgainLink {
            path: "/book/time".to_owned(),
            label: TEXTS.booking_list().book_again_label("Haircut and blow-dry, Classic pedicure"),
        }),
        ..card(days_ago(days), badge, total)
    };
    vec![
        Month {
            title: TEXTS.format_month(days_ago(9)),
            bookings: vec![past(4, 4, "₹1,800"), past(9, 5, "₹1,800"), past(13, 7, "₹950")],
        },
        Month {
            title: TEXTS.format_month(days_ago(33)),
            bookings: vec![past(33, 4, "1 h 15 min"), past(40, 6, "₹12,400")],
        },
    ]
}

fn cancel(form: FormState) -> CancelPage {
    let text = TEXTS.cancel_booking();
    CancelPage {
        frame: frame(text.title(), Tab::Bookings),
        path: "/visits/1".to_owned(),
        title: text.title(),
        what: "Wed 18 Nov, 4:30 pm, Haircut and blow-dry, Classic pedicure".to_owned(),
        possibility: Possibility::Open,
        is_request: false,
        is_late: false,
        can_be_moved: true,
        phone: Some((format::tel_link(PHONE), text.call(&format::full_number(PHONE)))),
        form,
    }
}
