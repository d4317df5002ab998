//! Visits that another system knew: those that are over, and those to come.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{BookingStatus, visit_end};
use parlour_domain::email::Email;
use parlour_domain::ids::{BookingId, BranchId, StaffId, UserId};
use parlour_domain::import::ImportKind;
use parlour_domain::ist::{Timestamp, parse_date, parse_time};
use parlour_domain::money::parse_rupees;
use parlour_domain::period::is_reported;
use parlour_domain::phone::Phone;
use parlour_domain::text::{filled, folded, slug};
use parlour_store::catalogue::{self, Bookable};
use parlour_store::{Conn, DbError, Tx, imports, users};

use super::sheet::{Cells, optional, required};
use super::{CellComplaint, Column, Outcome, SOURCE_ID, SheetRow, source_id_key};
use crate::bookings::{
    BookingRequest, DeskRequest, PastVisit, RequestRefusal, StaffWish, book_at_desk, record_past,
};
use crate::occasion::Occasion;

pub(super) const COLUMNS: &[Column] = &[
    required("date"),
    required("startTime"),
    required("services"),
    optional("customerSourceId"),
    optional("customerEmail"),
    optional("customerPhone"),
    optional("customerName"),
    optional("branchCode"),
    optional("staff"),
    optional("status"),
    optional("amount"),
    optional("notes"),
    optional(SOURCE_ID),
];

pub(super) const IDENTITY: &[&str] = &[
    "date",
    "startTime",
    "services",
    "customerSourceId",
    "customerEmail",
    "customerPhone",
    "customerName",
    "branchCode",
];

/// What a row says, with everything that it names found.
struct Visit {
    date: NaiveDate,
    start: NaiveTime,
    services: Vec<Bookable>,
    customer: UserId,
    branch: (BranchId, String),
    staff: Option<StaffId>,
    status: Option<BookingStatus>,
    amount_paise: Option<i64>,
    notes: Option<String>,
}

pub(super) fn take_in(tx: &mut Tx<'_>, occasion: &Occasion, row: &SheetRow) -> Result<Outcome, DbError> {
    let visit = match read(tx, row)? {
        Ok(visit) => visit,
        Err(complaints) => return Ok(Outcome::Refused(complaints)),
    };
    let taken = if Timestamp::from_ist(visit.date, visit.start) <= occasion.now {
        over(tx, occasion, visit)?
    } else {
        to_come(tx, occasion, visit)?
    };
    Ok(match taken {
        Ok(id) => Outcome::Became(id.to_string()),
        Err(complaints) => Outcome::Refused(complaints),
    })
}

type Taken = Result<BookingId, Vec<CellComplaint>>;

fn over(tx: &mut Tx<'_>, occasion: &Occasion, visit: Visit) -> Result<Taken, DbError> {
    let ended = visit.status.unwrap_or(BookingStatus::Completed);
    if !matches!(ended, BookingStatus::Completed | BookingStatus::Cancelled | BookingStatus::NoShow) {
        return Ok(wrong("status", "must be completed, cancelled or no_show: the visit is over"));
    }
    let minutes = visit.services.iter().map(|service| service.duration_minutes).sum();
    let end_time = match visit_end(visit.start, minutes) {
        Ok(end) => end,
        Err(refusal) => return Ok(wrong("startTime", refusal.to_string())),
    };
    let (branch_id, branch_code) = visit.branch;
    let past = PastVisit {
        customer_id: visit.customer,
        branch_id,
        branch_code,
        service_type: visit.services[0].service_type,
        booking_date: visit.date,
        start_time: visit.start,
        end_time,
        services: visit.services,
        amount_paise: visit.amount_paise,
        staff_id: visit.staff,
        ended,
        notes: visit.notes,
    };
    record_past(tx, occasion, &past).map(Ok)
}

/// Booked as the desk books it, at today's prices.
fn to_come(tx: &mut Tx<'_>, occasion: &Occasion, visit: Visit) -> Result<Taken, DbError> {
    match (visit.status, &visit.staff) {
        (None | Some(BookingStatus::Confirmed), Some(_)) | (None | Some(BookingStatus::Pending), None) => {}
        (Some(BookingStatus::Confirmed), None) => {
            return Ok(wrong("staff", "must be named for a confirmed visit"));
        }
        (Some(BookingStatus::Pending), Some(_)) => {
            return Ok(wrong("staff", "must be empty for a pending visit"));
        }
        _ => return Ok(wrong("status", "must be pending or confirmed: the visit is to come")),
    }
    let request = DeskRequest {
        customer_id: visit.customer,
        visit: BookingRequest {
            branch_id: visit.branch.0,
            service_type: visit.services[0].service_type,
            booking_date: visit.date,
            start_time: visit.start,
            service_ids: visit.services.into_iter().map(|service| service.id).enumerate().collect(),
            notes: visit.notes,
            lead_id: None,
            wish: StaffWish::default(),
        },
        staff_id: visit.staff,
        is_walkin: false,
    };
    match book_at_desk(tx, occasion, &request) {
        Ok(booking) => Ok(Ok(booking.id)),
        Err(RequestRefusal::Db(error)) => Err(error),
        Err(RequestRefusal::NotPossible(complaints)) => Ok(Err(complaints
            .iter()
            .map(|complaint| CellComplaint { column: "", message: complaint.to_string() })
            .collect())),
        Err(refusal) => Ok(wrong("startTime", refusal.to_string())),
    }
}

fn wrong<T>(column: &'static str, message: impl Into<String>) -> Result<T, Vec<CellComplaint>> {
    Err(vec![CellComplaint { column, message: message.into() }])
}

fn read(conn: &mut Conn<'_>, row: &SheetRow) -> Result<Result<Visit, Vec<CellComplaint>>, DbError> {
    let mut cells = Cells::of(row);
    let date = cells.required("date", |text| {
        parse_date(text)
            .filter(|date| is_reported(*date))
            .ok_or("must be a real date from 2000 on, written YYYY-MM-DD")
    });
    let start =
        cells.required("startTime", |text| parse_time(text).ok_or("must be a time of day, written HH:mm"));
    let named = cells.required("services", names);
    let status = cells.optional("status", |text| {
        BookingStatus::parse(&text.to_lowercase()).ok_or("must be a booking's status")
    });
    let amount_paise =
        cells.optional("amount", |text| parse_rupees(text).ok_or("must be rupees, such as 1499 or 1,499.50"));
    let notes = cells.optional("notes", |text| filled(text, 1_000));
    let customer = find_customer(conn, row, &mut cells)?;
    let branch = imports::branch(conn, row.cell("branchCode"))?;
    if branch.is_none() {
        cells.complain("branchCode", "is no branch of ours");
    }
    let staff = match &branch {
        Some((branch, _)) => find_staff(conn, row, branch, &mut cells)?,
        None => None,
    };
    let services = find_services(conn, &named.unwrap_or_default(), &mut cells)?;
    let visit = (|| {
        let (date, start, customer, branch) = (date?, start?, customer?, branch?);
        Some(Visit { date, start, services, customer, branch, staff, status, amount_paise, notes })
    })();
    Ok(cells.build(visit))
}

/// Several are parted by semicolons: names have commas in them.
fn names(text: &str) -> Result<Vec<String>, &'static str> {
    let names: Vec<String> =
        text.split(';').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if names.is_empty() { Err("must name at least one") } else { Ok(names) }
}

fn find_services(
    conn: &mut Conn<'_>,
    names: &[String],
    cells: &mut Cells<'_>,
) -> Result<Vec<Bookable>, DbError> {
    let mut found: Vec<Bookable> = Vec::new();
    for name in names {
        let service = match catalogue::service_by_slug(conn, &slug(name))? {
            Some(service) => catalogue::bookable(conn, &service.id)?,
            None => None,
        };
        match service {
            None => cells.complain("services", format!("names {name}, which is no service of ours")),
            Some(service)
                if found.first().is_some_and(|first| first.service_type != service.service_type) =>
            {
                cells.complain("services", "must be all salon or all spa");
            }
            Some(service) if found.iter().any(|known| known.id == service.id) => {}
            Some(service) => found.push(service),
        }
    }
    Ok(found)
}

fn find_staff(
    conn: &mut Conn<'_>,
    row: &SheetRow,
    branch: &BranchId,
    cells: &mut Cells<'_>,
) -> Result<Option<StaffId>, DbError> {
    let Some(name) = row.cell("staff") else { return Ok(None) };
    let staff = imports::staff(conn, branch)?;
    let found = staff.into_iter().find(|(_, known)| folded(known) == folded(name));
    if found.is_none() {
        cells.complain("staff", "is nobody who works or worked at the branch");
    }
    Ok(found.map(|(id, _)| id))
}

/// By the key in the other system, by e-mail, or by phone; a name tells apart those who share a phone.
fn find_customer(
    conn: &mut Conn<'_>,
    row: &SheetRow,
    cells: &mut Cells<'_>,
) -> Result<Option<UserId>, DbError> {
    if let Some(id) = row.cell("customerSourceId") {
        let found = imports::record(conn, ImportKind::Customers, &source_id_key(id))?;
        if found.is_none() {
            cells.complain("customerSourceId", "is the sourceId of no customer who was imported");
        }
        return Ok(found.map(UserId::new));
    }
    if row.cell("customerEmail").is_some() {
        let Some(email) = cells.optional("customerEmail", Email::parse) else { return Ok(None) };
        let found = users::by_email(conn, &email)?;
        if found.is_none() {
            cells.complain("customerEmail", "is no customer's");
        }
        return Ok(found.map(|user| user.id));
    }
    let Some(phone) = cells.required("customerPhone", Phone::parse) else { return Ok(None) };
    let mut sharing = imports::customers(conn, &phone)?;
    if let Some(name) = row.cell("customerName") {
        sharing.retain(|(_, known)| folded(known) == folded(name));
    }
    match sharing.len() {
        1 => return Ok(sharing.pop().map(|(id, _)| id)),
        0 => cells.complain("customerPhone", "is no customer's"),
        _ => cells.complain("customerName", "must tell who of those with this phone it is"),
    }
    Ok(None)
}
