//! The rows on the admin app: the bookings of a day, a page of customers, and completing bookings.

use anyhow::{Context, ensure};
use serde_json::json;

use crate::booking_customers::{CUSTOMER_COUNT, customer_email};
use crate::bookings::{BookingTemplate, days_ahead};
use crate::load::Request;
use crate::row::{Baseline, RowSpec};
use crate::salon::Salon;
use crate::servers::Server;

/// Receptionists who complete bookings in turn.
const RECEPTIONISTS: usize = 16;
/// The customer whose bookings fill the day.
const DAY_CUSTOMER: &str = "day-customer@bench.invalid";
const BOOKINGS_OF_DAY: usize = 60;
/// Confirmed bookings, each of which is completed once: more than can be completed in the measured time.
const CONFIRMED_BOOKINGS: usize = 100_000;
/// Notes of the bookings that are completed.
const NOTES: &str = "Completed by the benchmark";

pub(crate) fn row_specs(salon: &Salon, parlour: &Server, branch_id: &str) -> anyhow::Result<Vec<RowSpec>> {
    let sign_in = |index| salon.sign_in_at_desk(&format!("desk-{index}@bench.invalid"));
    let desk: Vec<String> = (0..RECEPTIONISTS).map(sign_in).collect::<Result<_, _>>()?;
    // Bookings are completed on another day, so that the list keeps its length.
    let (read_day, completion_day) = (days_ahead(300), days_ahead(301));
    let template = BookingTemplate::from_catalogue(parlour, branch_id)?;
    let day_customer = [salon.sign_in(DAY_CUSTOMER)?];
    for _ in 0..BOOKINGS_OF_DAY {
        parlour.json(&template.request(&read_day, "A quiet chair, please.").with_cookies(&day_customer))?;
    }
    let day = format!("/api/bookings?date={read_day}");
    let read = |name, path: &str| RowSpec {
        request: Request::get(path).with_cookies(&desk[..1]).for_admin_app(),
        ..RowSpec::read(name, path, None)
    };
    let day_row = read("GET /api/bookings?date= (60 bookings)", &day);
    let list = parlour.json(&day_row.request)?;
    let listed = list["data"]["bookings"].as_array().context("the response has no bookings")?;
    ensure!(listed.len() == BOOKINGS_OF_DAY, "the day has {} bookings", listed.len());
    let model = parlour.json(&template.request(&completion_day, "Model booking.").with_cookies(&day_customer))?;
    let model = model["data"]["id"].as_str().context("the booking has no id")?;
    insert_confirmed_bookings(salon, model)?;
    let complete = Request::post("/api/bookings/bench-{n}/complete", &json!({ "paymentMethod": "upi" }));
    Ok(vec![
        day_row,
        read("GET /api/customers (page of 20)", "/api/customers"),
        RowSpec {
            name: "POST /api/bookings/{id}/complete".to_owned(),
            meanwhile: None,
            baseline: Baseline::SameBytes,
            target: None,
            request: complete.with_cookies(&desk).for_admin_app(),
            status: 200,
            count_stored_sql: Some(format!(
                "select count(*) from bookings where notes = '{NOTES}' and status = 'completed'"
            )),
        },
    ])
}

/// Inserts confirmed bookings `bench-1`, `bench-2`, … that copy the model booking, for all customers in turn. They are
/// inserted by SQL, because requesting and approving them over HTTP would take longer than all measurements.
fn insert_confirmed_bookings(salon: &Salon, model: &str) -> anyhow::Result<()> {
    // Many customers, because completing two bookings of one customer at once would wait for a row lock.
    for index in 0..CUSTOMER_COUNT {
        salon.sign_in(&customer_email(index))?;
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
             (select u.id from users u where u.email_folded = 'customer-' || (n % {CUSTOMER_COUNT}) || '@bench.invalid'),
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
