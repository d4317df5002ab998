//! `/bookings`: every booking, by status, type, branch, days, number and name.

use askama::Template;
use parlour_db::cursor::ListCursor;
use parlour_domain::booking::BookingStatus;
use parlour_domain::service::ServiceType;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::bookings::desk_coming::{self, ComingBookingCursor};
use parlour_store::bookings::desk_list::DeskBookingCursor;
use parlour_store::bookings::desk_pages;

use super::asked::{ALL_BRANCHES, Asked};
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::named_booking::staff_names;
use crate::status::DeskStatus;
use parlour_texts::{BookingsTexts, Texts};
use parlour_web::format;
use parlour_web::page::TextContext;
use parlour_web::page_size::PageSize;

const PAGE_SIZE: PageSize = PageSize(25);
pub(super) const LIST_PATH: &str = "/bookings";
pub(super) const FILE_PATH: &str = "/bookings.csv";

#[derive(Template)]
#[template(path = "bookings/list.html")]
pub(crate) struct ListPage {
    pub(crate) frame: DeskFrame,
    pub(crate) asked: Asked,
    /// Value, name and whether it is chosen.
    pub(crate) statuses: Vec<(&'static str, &'static str, bool)>,
    pub(crate) kinds: Vec<(&'static str, &'static str, bool)>,
    pub(crate) branches: Vec<(String, String, bool)>,
    pub(crate) rows: Vec<BookingRow>,
    pub(crate) sum: String,
    pub(crate) empty: String,
    pub(crate) is_later_page: bool,
    pub(crate) order: &'static str,
    /// What is over, from the list of what comes.
    pub(crate) earlier: Option<String>,
    pub(crate) first: String,
    pub(crate) next: Option<String>,
    pub(crate) file: String,
}

pub(crate) struct BookingRow {
    pub(crate) path: String,
    pub(crate) number: String,
    pub(crate) day: String,
    pub(crate) time: String,
    pub(crate) customer: String,
    pub(crate) customer_path: String,
    pub(crate) guest: Option<String>,
    pub(crate) is_walkin: bool,
    pub(crate) services: String,
    pub(crate) people: String,
    pub(crate) total: String,
    pub(crate) status: DeskStatus,
    /// Whether it does not take place.
    pub(crate) is_void: bool,
}

pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let asked = Asked::read(&page);
    // An address that is not ours shows the first page.
    let after = page.parameter("after").filter(|text| !text.contains('\0')).unwrap_or_default();
    let is_coming = asked.is_of_coming();
    let part = if asked.days.is_wrong() {
        ListPart::default()
    } else {
        ListPart::read(&page, &asked, &after, PAGE_SIZE).await?
    };
    let ListPart { mut found, is_later: is_later_page, end } = part;
    page.translate_names(&mut found).await?;
    let next = end.map(|end| asked.address(LIST_PATH, Some(&end)));
    let texts = page.texts;
    let text = texts.bookings();
    let context = page.text_context();
    let sum = found.iter().filter(|desk| !is_void(desk.booking.status)).map(|desk| desk.booking.total_amount_paise);
    page.show_with(
        asked.days.status(),
        &ListPage {
            frame: page.desk_frame(text.title(), Place::Bookings),
            statuses: statuses(asked.status, texts),
            kinds: kinds(asked.service_type, text),
            branches: branches(&page, &asked),
            sum: format::money(sum.sum()),
            rows: found.into_iter().map(|desk| BookingRow::new(desk, context)).collect(),
            empty: empty_text(&asked, text),
            is_later_page,
            order: if is_coming { text.next_first() } else { text.text() },
            earlier: is_coming.then(|| asked.earlier_address(LIST_PATH, page.today())),
            first: asked.address(LIST_PATH, None),
            next,
            file: asked.address(FILE_PATH, None),
            asked,
        },
    )
}

/// A part of the list that is asked for.
#[derive(Default)]
pub(super) struct ListPart {
    pub(super) found: Vec<DeskBooking>,
    /// Whether another part comes before it.
    is_later: bool,
    /// Where the next part begins, if more follow.
    pub(super) end: Option<String>,
}

impl ListPart {
    /// From where another one ended; the first one if that is nowhere.
    pub(super) async fn read(
        page: &DeskPage<Receptionist>,
        asked: &Asked,
        after: &str,
        size: PageSize,
    ) -> Result<Self, HttpError> {
        let limit = size.rows_to_read();
        if asked.is_of_coming() {
            let after = ComingBookingCursor::from_text(after);
            let is_later = after.is_some();
            let mut found = read_coming(page, asked, after, limit).await?;
            let end = size.cut(&mut found).map(|last| ComingBookingCursor::of(last).to_text());
            return Ok(Self { found, is_later, end });
        }
        let after = DeskBookingCursor::from_text(after);
        let is_later = after.is_some();
        let mut found = read_page(page, asked, after, limit).await?;
        let end = size.cut(&mut found).map(|last| DeskBookingCursor::of(last).to_text());
        Ok(Self { found, is_later, end })
    }
}

async fn read_coming(
    page: &DeskPage<Receptionist>,
    asked: &Asked,
    after: Option<ComingBookingCursor>,
    limit: i64,
) -> Result<Vec<DeskBooking>, HttpError> {
    let (branch, now) = (asked.branch.clone(), page.now());
    let read = page.caller.read(move |conn, _| {
        let found = desk_coming::page(conn, branch.as_ref(), now, after.as_ref(), limit)?;
        Ok(found.into_iter().map(|desk| desk.shown_at(now)).collect())
    });
    read.await
}

async fn read_page(
    page: &DeskPage<Receptionist>,
    asked: &Asked,
    after: Option<DeskBookingCursor>,
    limit: i64,
) -> Result<Vec<DeskBooking>, HttpError> {
    let (search, now) = (asked.search(), page.now());
    let read = page.caller.read(move |conn, _| {
        let found = desk_pages::page(conn, &search, after.as_ref(), limit)?;
        Ok(found.into_iter().map(|desk| desk.shown_at(now)).collect())
    });
    read.await
}

fn is_void(status: BookingStatus) -> bool {
    matches!(status, BookingStatus::Cancelled | BookingStatus::Rejected | BookingStatus::NoShow)
}

fn empty_text(asked: &Asked, text: BookingsTexts) -> String {
    if !asked.text.is_empty() {
        text.empty_search(&asked.text)
    } else if asked.is_filtered() {
        text.empty_filtered().to_owned()
    } else {
        text.empty().to_owned()
    }
}

fn statuses(chosen: Option<BookingStatus>, texts: Texts) -> Vec<(&'static str, &'static str, bool)> {
    let option = |status: &BookingStatus| {
        (status.as_str(), DeskStatus::of_status(*status).word(texts.desk_status()), chosen == Some(*status))
    };
    BookingStatus::ALL.iter().map(option).collect()
}

fn kinds(chosen: Option<ServiceType>, text: BookingsTexts) -> Vec<(&'static str, &'static str, bool)> {
    let name = |kind: ServiceType| match kind {
        ServiceType::Salon => text.salon(),
        ServiceType::Spa => text.spa(),
    };
    ServiceType::ALL.iter().map(|kind| (kind.as_str(), name(*kind), chosen == Some(*kind))).collect()
}

/// Empty where there is one branch.
fn branches(page: &DeskPage<Receptionist>, asked: &Asked) -> Vec<(String, String, bool)> {
    let known = &page.salon.branches;
    if known.len() < 2 {
        return Vec::new();
    }
    let whole = (ALL_BRANCHES.to_owned(), page.texts.bookings().all_branches().to_owned(), asked.branch.is_none());
    let each = known
        .iter()
        .map(|branch| (branch.id.as_str().to_owned(), branch.name.clone(), asked.branch.as_ref() == Some(&branch.id)));
    [whole].into_iter().chain(each).collect()
}

pub(super) fn service_names(desk: &DeskBooking) -> String {
    let names = desk.booking.services.iter().map(|line| line.service.service_name_snapshot.as_str());
    names.collect::<Vec<_>>().join(", ")
}

impl BookingRow {
    fn new(desk: DeskBooking, context: TextContext) -> Self {
        let (texts, booking) = (context.texts, &desk.booking);
        let text = texts.bookings();
        let people = staff_names(booking);
        Self {
            path: format!("/bookings/{}", booking.id.as_str()),
            number: booking.booking_number.clone(),
            day: texts.format_day(booking.booking_date, context.today()),
            time: texts.format_time(booking.start_time),
            customer_path: format!("/customers/{}", booking.customer_id.as_str()),
            guest: desk.guest_name.as_deref().map(|name| text.guest(name)),
            is_walkin: booking.is_walkin,
            services: service_names(&desk),
            people: if people.is_empty() { text.nobody().to_owned() } else { people.join(", ") },
            total: format::money(booking.total_amount_paise),
            status: DeskStatus::of(&desk),
            is_void: is_void(booking.status),
            customer: desk.customer_name,
        }
    }
}
