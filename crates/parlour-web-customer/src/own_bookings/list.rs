//! The customer's bookings: open ones, then past ones by month.

use askama::Template;
use chrono::{Datelike, NaiveDate};
use parlour_db::cursor::ListCursor;
use parlour_http::respond::HttpResult;
use parlour_store::bookings::booking_records::CustomerBooking;
use parlour_store::bookings::customer_pages::{self, PastBookingCursor};

use super::booking_parts::{Badge, book_again_path, booking_path, is_over, service_names, staff_names};
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::format::{self, DateTile};
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab, encode};
use parlour_web::page_size::PageSize;

/// How many past bookings a page shows.
const PAGE_SIZE: PageSize = PageSize(20);

#[derive(Template)]
#[template(path = "bookings.html")]
pub(crate) struct BookingListPage {
    pub(crate) frame: Frame,
    /// Pending, confirmed or in progress.
    pub(crate) open_bookings: Vec<Card>,
    pub(crate) months: Vec<Month>,
    /// Whether this page continues the list; then it shows past bookings only.
    pub(crate) is_continuation: bool,
    pub(crate) older_path: Option<String>,
    pub(crate) phone: Option<PhoneLink>,
}

pub(crate) struct Month {
    pub(crate) title: String,
    pub(crate) bookings: Vec<Card>,
}

pub(crate) struct Card {
    pub(crate) path: String,
    pub(crate) date_tile: DateTile,
    pub(crate) services: String,
    pub(crate) when: String,
    pub(crate) staff_and_branch: String,
    pub(crate) badge: Badge,
    pub(crate) total: String,
    pub(crate) book_again: Option<BookAgainLink>,
}

pub(crate) struct BookAgainLink {
    pub(crate) path: String,
    pub(crate) label: String,
}

pub(crate) struct PhoneLink {
    pub(crate) link: String,
    pub(crate) text: String,
}

/// `/visits`
pub(super) async fn show(page: SignedInPage) -> HttpResult {
    // An address that is not ours shows the first page.
    let after = page.parameter("older").and_then(|text| PastBookingCursor::from_text(&text));
    let (user, from) = (page.signed_in_user.id.clone(), after.clone());
    let (mut open_bookings, mut past) = page
        .caller
        .read(move |conn, _| {
            let open_bookings = match &from {
                Some(_) => Vec::new(),
                None => customer_pages::list_open_bookings(conn, &user)?,
            };
            Ok((open_bookings, customer_pages::past_page(conn, &user, from.as_ref(), PAGE_SIZE.rows_to_read())?))
        })
        .await?;
    page.translate_names(&mut open_bookings).await?;
    page.translate_names(&mut past).await?;
    // The next one first; what nobody has completed yet comes last.
    let now = page.now();
    open_bookings.sort_by_key(|found| is_over(&found.booking, now));
    let older_path = PAGE_SIZE.cut(&mut past).map(|last| {
        let cursor = PastBookingCursor::of(last).to_text();
        format!("/visits?older={}", encode(&cursor))
    });
    let catalogue = current_catalogue(&page.state).await?;
    let card = |found: &CustomerBooking, is_past: bool| Card::new(found, &page, is_past.then_some(&*catalogue));
    let texts = page.texts;
    let phone = page.salon.phone.as_ref();
    page.render(&BookingListPage {
        frame: page.frame(texts.booking_list().title(), Tab::Bookings),
        open_bookings: open_bookings.iter().map(|found| card(found, false)).collect(),
        months: by_month(&past, |found| card(found, true), |date| texts.format_month(date)),
        is_continuation: after.is_some(),
        older_path,
        phone: phone.map(|phone| PhoneLink {
            link: format::tel_link(phone),
            text: texts.booking_list().or_call(&format::full_number(phone)),
        }),
    })
}

fn by_month(
    bookings: &[CustomerBooking],
    card: impl Fn(&CustomerBooking) -> Card,
    title: impl Fn(NaiveDate) -> String,
) -> Vec<Month> {
    let month_of = |found: &CustomerBooking| (found.booking.booking_date.year(), found.booking.booking_date.month());
    let months = bookings.chunk_by(|one, next| month_of(one) == month_of(next));
    let month = |bookings: &[CustomerBooking]| {
        let title = bookings.first().map(|first| title(first.booking.booking_date)).unwrap_or_default();
        Month { title, bookings: bookings.iter().map(&card).collect() }
    };
    months.map(month).collect()
}

impl Card {
    /// `catalogue` is given for past bookings: they can be booked again.
    fn new(found: &CustomerBooking, page: &PageContext, catalogue: Option<&Catalogue>) -> Self {
        let (booking, texts) = (&found.booking, page.texts);
        let services = service_names(booking);
        let day = texts.format_relative_day(booking.booking_date, page.today());
        let range = texts.format_time_range(booking.start_time, booking.end_time);
        let with = staff_names(booking).map(|name| texts.booking_list().with(&name));
        Self {
            path: booking_path(&booking.id),
            date_tile: DateTile::of(booking.booking_date, page.today(), texts),
            when: texts.formats().day_and_time(&day, &range),
            staff_and_branch: with
                .map_or_else(|| found.branch_name.clone(), |with| format!("{with}, {}", found.branch_name)),
            badge: Badge::of(booking, page.now(), texts),
            // A membership session costs hours, not money.
            total: if booking.is_membership_session {
                texts.format_minutes(booking.total_duration_minutes)
            } else {
                format::money(booking.total_amount_paise)
            },
            book_again: catalogue.map(|catalogue| BookAgainLink {
                path: book_again_path(found, &page.salon, catalogue),
                label: texts.booking_list().book_again_label(&services),
            }),
            services,
        }
    }
}
