//! The rows at the desk: a full day, a page of the directory, and visits that are over and paid.

use anyhow::{Context, ensure};
use serde_json::json;

use crate::bookings::{self, BookingTemplate, CUSTOMERS};
use crate::load::Request;
use crate::rows::{Baseline, RowSpec};
use crate::salon::Salon;
use crate::servers::Server;

/// Everyone's own requests come one after the other.
const RECEPTIONISTS: usize = 16;
/// Whose bookings fill the day.
const DAY_CUSTOMER: &str = "guest@bench.invalid";
const DAY: &str = "2098-06-15";
/// On which those are that are completed, so that the day keeps its length.
const COMPLETION_DAY: &str = "2098-06-16";
const BOOKINGS_OF_DAY: usize = 60;
/// Confirmed, each to be completed once: more than there is time for.
const CONFIRMED_BOOKINGS: usize = 100_000;
/// Nothing else in the salon has these notes.
const NOTES: &str = "Completed by the benchmark";

pub(crate) fn row_specs(salon: &Salon, parlour: &Server, branch_id: &str) -> anyhow::Result<Vec<RowSpec>> {
    let sign_in = |index| salon.sign_in_at_desk(&format!("desk-{index}@bench.invalid"));
    let desk: Vec<String> = (0..RECEPTIONISTS).map(sign_in).collect::<Result<_, _>>()?;
    let template = BookingTemplate::from_catalogue(parlour, branch_id)?;
    let day_customer = [salon.sign_in(DAY_CUSTOMER)?];
    for _ in 0..BOOKINGS_OF_DAY {
        bookings::json(parlour, &template.request(DAY, "A quiet chair, please.").by(&day_customer))?;
    }
    let day = format!("/api/bookings?date={DAY}");
    let read = |name, path: &str| RowSpec {
        request: Request::get(path).by(&desk[..1]).for_admin_app(),
        ..RowSpec::read(name, path, None)
    };
    let day_row = read("GET /api/bookings?date=, 60 of them", &day);
    let list = bookings::json(parlour, &day_row.request)?;
    let listed = list["data"]["bookings"].as_array().context("there are bookings")?;
    ensure!(listed.len() == BOOKINGS_OF_DAY, "{} bookings are in the day", listed.len());
    let model =
        bookings::json(parlour, &template.request(COMPLETION_DAY, "Somebody like her.").by(&day_customer))?;
    let model = model["data"]["id"].as_str().context("a booking has an id")?;
    insert_confirmed_bookings(salon, model)?;
    let complete = Request::post("/api/bookings/bench-{n}/complete", &json!({ "paymentMethod": "upi" }));
    Ok(vec![
        day_row,
        read("GET /api/customers, a page of 20", "/api/customers"),
        RowSpec {
            name: "POST /api/bookings/{id}/complete",
            baseline: Baseline::SameBytes,
            target: None,
            request: complete.by(&desk).for_admin_app(),
            status: 200,
            stored: Some(format!(
                "select count(*) from bookings where notes = '{NOTES}' and status = 'completed'"
            )),
        },
    ])
}

/// Bookings `bench-1` and on, like a model, of customers in turns. Past Parlour: asking for so many and approving them
/// would take longer than everything that is measured.
fn insert_confirmed_bookings(salon: &Salon, model: &str) -> anyhow::Result<()> {
    // Whoever is paid for twice at once waits for themselves.
    for index in 0..CUSTOMERS {
        salon.sign_in(&bookings::customer_email(index))?;
    }
    let numbers = format!(
        "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {CONFIRMED_BOOKINGS})"
    );
    salon.execute(&format!(
        "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
             end_time, total_amount_paise, total_duration_minutes, notes, requested_at, confirmed_at, created_at,
             updated_at)
         {numbers}
         select 'bench-' || n, 'BENCH-' || n, b.branch_id,
             (select u.id from users u where u.email_folded = 'customer-' || (n % {CUSTOMERS}) || '@bench.invalid'),
             'confirmed', b.service_type, b.booking_date, b.start_time, b.end_time, b.total_amount_paise,
             b.total_duration_minutes, '{NOTES}', b.requested_at, b.created_at, b.created_at, b.updated_at
         from numbers cross join bookings b where b.id = '{model}'"
    ))?;
    salon.execute(&format!(
        "insert into booking_services (id, booking_id, booking_date, service_id, staff_id, service_name_snapshot,
             price_at_booking_paise, duration_minutes, buffer_minutes, display_order)
         {numbers}
         select 'bench-' || n || '-' || s.display_order, 'bench-' || n, s.booking_date, s.service_id, s.staff_id,
             s.service_name_snapshot, s.price_at_booking_paise, s.duration_minutes, s.buffer_minutes, s.display_order
         from numbers cross join booking_services s where s.booking_id = '{model}'"
    ))
}
