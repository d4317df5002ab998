//! Imports past and future bookings.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::{
    BookingRequest, DeskRequest, PastBooking, PastOutcome, RequestRefusal, StaffWish, book_at_desk, record_past,
};
use parlour_app::request_context::RequestContext;
use parlour_domain::billing::money::parse_rupees;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::booking::{BookingStatus, booking_end};
use parlour_domain::ids::{BookingId, BranchId, StaffId, UserId};
use parlour_domain::import::parse_time_cell;
use parlour_domain::ist::Timestamp;
use parlour_domain::report::period::is_reportable_date;
use parlour_domain::text::{fold_case, required_text, slug};
use parlour_store::catalogue::catalogue_records::{self, BookableService};
use parlour_store::import_export::imports;
use parlour_store::{Conn, DbError, Tx};

use super::column::{Column, date_column, optional_column, required_column};
use super::customer_cells::find_customer;
use super::imported_row::{RowOutcome, SOURCE_ID};
use super::sheet::{CellError, RowParser, SheetRow};

pub(super) const COLUMNS: &[Column] = &[
    date_column("date", true),
    required_column("startTime"),
    required_column("services"),
    optional_column("customerSourceId"),
    optional_column("customerEmail"),
    optional_column("customerPhone"),
    optional_column("customerName"),
    optional_column("branchCode"),
    optional_column("staff"),
    optional_column("status"),
    optional_column("amount"),
    optional_column("notes"),
    optional_column("wishedStaff"),
    optional_column("wishedStaffGender"),
    optional_column(SOURCE_ID),
];

pub(super) const EXAMPLE: &str = "\
date,startTime,services,customerPhone,customerName,branchCode,staff,status,amount
2026-01-15,9:30,Hair Cut; Hair Spa,98450 12345,Asha Rao,BLR,Meena Iyer,completed,\"2,300\"";

pub(super) const IDENTITY_COLUMNS: &[&str] = &[
    "date",
    "startTime",
    "services",
    "customerSourceId",
    "customerEmail",
    "customerPhone",
    "customerName",
    "branchCode",
];

/// A row whose customer, branch, staff and services are known.
struct ParsedBooking {
    date: NaiveDate,
    start: NaiveTime,
    services: Vec<BookableService>,
    customer: UserId,
    branch: (BranchId, String),
    staff: Option<StaffId>,
    status: Option<BookingStatus>,
    amount_paise: Option<i64>,
    notes: Option<String>,
    wish: StaffWish,
}

pub(super) fn import_row(tx: &mut Tx<'_>, context: &RequestContext, row: &SheetRow) -> Result<RowOutcome, DbError> {
    let booking = match parse_row(tx, row)? {
        Ok(booking) => booking,
        Err(errors) => return Ok(RowOutcome::Refused(errors)),
    };
    let imported = if Timestamp::from_ist(booking.date, booking.start) <= context.now {
        import_past_booking(tx, context, booking)?
    } else {
        import_future_booking(tx, context, booking)?
    };
    Ok(match imported {
        Ok(id) => RowOutcome::Imported(id.to_string()),
        Err(errors) => RowOutcome::Refused(errors),
    })
}

type BookingImport = Result<BookingId, Vec<CellError>>;

fn import_past_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    parsed: ParsedBooking,
) -> Result<BookingImport, DbError> {
    let outcome = match parsed.status {
        None | Some(BookingStatus::Completed) => PastOutcome::Completed,
        Some(BookingStatus::Cancelled) => PastOutcome::Cancelled,
        Some(BookingStatus::NoShow) => PastOutcome::NoShow,
        Some(
            BookingStatus::Pending | BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Rejected,
        ) => return Ok(cell_error("status", "must be completed, cancelled or no_show: the visit is over")),
    };
    let minutes = parsed.services.iter().map(|service| service.duration_minutes).sum();
    let end_time = match booking_end(parsed.start, minutes) {
        Ok(end) => end,
        Err(refusal) => return Ok(cell_error("startTime", refusal.to_string())),
    };
    let (branch_id, branch_code) = parsed.branch;
    let past = PastBooking {
        customer_id: parsed.customer,
        branch_id,
        branch_code,
        service_type: parsed.services[0].service_type,
        booking_date: parsed.date,
        start_time: parsed.start,
        end_time,
        services: parsed.services,
        amount_paise: parsed.amount_paise,
        staff_id: parsed.staff,
        outcome,
        notes: parsed.notes,
        wish: parsed.wish,
    };
    record_past(tx, context, &past).map(Ok)
}

/// Books as the desk does, at current prices.
fn import_future_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    parsed: ParsedBooking,
) -> Result<BookingImport, DbError> {
    match (parsed.status, &parsed.staff) {
        (None | Some(BookingStatus::Confirmed), Some(_)) | (None | Some(BookingStatus::Pending), None) => {}
        (Some(BookingStatus::Confirmed), None) => {
            return Ok(cell_error("staff", "must be named for a confirmed visit"));
        }
        (Some(BookingStatus::Pending), Some(_)) => {
            return Ok(cell_error("staff", "must be empty for a pending visit"));
        }
        _ => return Ok(cell_error("status", "must be pending or confirmed: the visit is to come")),
    }
    let request = DeskRequest {
        customer_id: parsed.customer,
        booking: BookingRequest {
            branch_id: parsed.branch.0,
            service_type: parsed.services[0].service_type,
            booking_date: parsed.date,
            start_time: parsed.start,
            service_ids: parsed.services.into_iter().map(|service| service.id).enumerate().collect(),
            notes: parsed.notes,
            lead_id: None,
            wish: parsed.wish,
            promised_offer_id: None,
        },
        staff_id: parsed.staff,
        // It was agreed on where it was booked.
        against_wish: true,
        is_walkin: false,
        guest_name: None,
    };
    match book_at_desk(tx, context, &request) {
        Ok(booking) => Ok(Ok(booking.id)),
        Err(RequestRefusal::Db(error)) => Err(error),
        Err(RequestRefusal::InvalidFields(errors)) => {
            Ok(Err(errors.iter().map(|error| CellError { column: "", message: error.to_string() }).collect()))
        }
        Err(refusal) => Ok(cell_error("startTime", refusal.to_string())),
    }
}

fn cell_error<T>(column: &'static str, message: impl Into<String>) -> Result<T, Vec<CellError>> {
    Err(vec![CellError { column, message: message.into() }])
}

fn parse_row(conn: &mut Conn<'_>, row: &SheetRow) -> Result<Result<ParsedBooking, Vec<CellError>>, DbError> {
    let mut parser = RowParser::of(row);
    let date = parser.required_date("date");
    if date.is_some_and(|date| !is_reportable_date(date)) {
        parser.add_error("date", "must be from 2000 on");
    }
    let start = parser.required_column("startTime", |text| {
        parse_time_cell(text).ok_or("must be a time of day, such as 9:30 or 18:00")
    });
    let named = parser.required_column("services", parse_service_names);
    let status = parser.optional_column("status", |text| {
        BookingStatus::parse(&text.to_lowercase()).ok_or("must be a booking's status")
    });
    let amount_paise =
        parser.optional_column("amount", |text| parse_rupees(text).ok_or("must be rupees, such as 1499 or 1,499.50"));
    let notes = parser.optional_column("notes", |text| required_text(text, 1_000));
    let customer = find_customer(conn, row, &mut parser)?;
    let branch = imports::find_branch(conn, row.cell("branchCode"))?;
    if branch.is_none() {
        parser.add_error("branchCode", "is no branch of ours");
    }
    let staff = match &branch {
        Some((branch, _)) => find_staff(conn, row, "staff", branch, &mut parser)?,
        None => None,
    };
    let wish = match &branch {
        Some((branch, _)) => parse_wish(conn, row, branch, &mut parser)?,
        None => StaffWish::default(),
    };
    let services = find_services(conn, &named.unwrap_or_default(), &mut parser)?;
    let booking = (|| {
        let (date, start, customer, branch) = (date?, start?, customer?, branch?);
        Some(ParsedBooking { date, start, services, customer, branch, staff, status, amount_paise, notes, wish })
    })();
    Ok(parser.finish(booking))
}

/// Semicolons separate services, because names may contain commas.
fn parse_service_names(text: &str) -> Result<Vec<String>, &'static str> {
    let names: Vec<String> =
        text.split(';').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if names.is_empty() { Err("must name at least one") } else { Ok(names) }
}

fn find_services(
    conn: &mut Conn<'_>,
    names: &[String],
    parser: &mut RowParser<'_>,
) -> Result<Vec<BookableService>, DbError> {
    let mut found: Vec<BookableService> = Vec::new();
    for name in names {
        let service = match catalogue_records::service_by_slug(conn, &slug(name))? {
            Some(service) => catalogue_records::find_bookable_service(conn, &service.id)?,
            None => None,
        };
        match service {
            None => parser.add_error("services", format!("names {name}, which is no service of ours")),
            Some(service) if found.first().is_some_and(|first| first.service_type != service.service_type) => {
                parser.add_error("services", "must be all salon or all spa");
            }
            Some(service) if found.iter().any(|known| known.id == service.id) => {}
            Some(service) => found.push(service),
        }
    }
    Ok(found)
}

/// Whom the customer asked for.
fn parse_wish(
    conn: &mut Conn<'_>,
    row: &SheetRow,
    branch: &BranchId,
    parser: &mut RowParser<'_>,
) -> Result<StaffWish, DbError> {
    let staff_id = find_staff(conn, row, "wishedStaff", branch, parser)?;
    let gender = parser.optional_column("wishedStaffGender", |text| {
        WishedGender::parse(&text.to_lowercase()).ok_or("must be female or male")
    });
    if staff_id.is_some() && gender.is_some() {
        parser.add_error("wishedStaffGender", "must be empty where a person is asked for");
    }
    Ok(StaffWish { staff_id, gender: gender.map(WishedGender::gender), has_older_names: false })
}

fn find_staff(
    conn: &mut Conn<'_>,
    row: &SheetRow,
    column: &'static str,
    branch: &BranchId,
    parser: &mut RowParser<'_>,
) -> Result<Option<StaffId>, DbError> {
    let Some(name) = row.cell(column) else { return Ok(None) };
    let staff = imports::list_staff_names(conn, branch)?;
    let found = staff.into_iter().find(|(_, known)| fold_case(known) == fold_case(name));
    if found.is_none() {
        parser.add_error(column, "is nobody who works or worked at the branch");
    }
    Ok(found.map(|(id, _)| id))
}
