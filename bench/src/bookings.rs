//! The rows about bookings on the customer app.

use anyhow::{Context, ensure};
use chrono::Days;
use parlour_integrations::clock::Clock;
use serde_json::{Value, json};

use crate::booking_customers::{BOOKING_NOTES, CUSTOMER_COUNT, customer_email};
use crate::load::Request;
use crate::row::{Baseline, RowSpec, Target};
use crate::salon::{SQLITE, Salon};
use crate::servers::Server;

/// The customer whose list of bookings is read.
const REGULAR_CUSTOMER: &str = "regular@bench.invalid";
const BOOKINGS_OF_REGULAR: u64 = 50;

/// What all bookings of the benchmark contain: two services at a branch with open availability.
#[derive(Debug)]
pub(crate) struct BookingTemplate {
    branch_id: String,
    service_ids: Vec<Value>,
}

impl BookingTemplate {
    pub(crate) fn from_catalogue(parlour: &Server, branch_id: &str) -> anyhow::Result<Self> {
        let catalogue = parlour.json(&Request::get("/api/services"))?;
        let categories = catalogue["data"]["categories"].as_array().context("the catalogue has no categories")?;
        let services = categories
            .iter()
            .filter(|category| category["serviceType"] == "salon")
            .filter_map(|category| category["services"].as_array())
            .flatten();
        let service_ids = services.take(2).map(|service| service["id"].clone()).collect();
        Ok(Self { branch_id: branch_id.to_owned(), service_ids })
    }

    pub(crate) fn request(&self, date: &str, notes: &str) -> Request {
        let body = json!({
            "branchId": self.branch_id, "serviceType": "salon", "bookingDate": date, "startTime": "11:30",
            "serviceIds": self.service_ids, "notes": notes,
        });
        Request::post("/api/bookings", &body)
    }
}

pub(crate) fn row_specs(salon: &Salon, parlour: &Server, branch_id: &str) -> anyhow::Result<Vec<RowSpec>> {
    let on_sqlite = salon.engine == SQLITE;
    let target = |sqlite, postgres| Some(if on_sqlite { sqlite } else { postgres });
    let template = BookingTemplate::from_catalogue(parlour, branch_id)?;
    let regular = [salon.sign_in(REGULAR_CUSTOMER)?];
    let booking = book_for_regular(parlour, &template, &regular)?;
    let path = format!("/api/bookings/{}", booking["id"].as_str().context("the booking has no id")?);
    let customers: Vec<String> =
        (0..CUSTOMER_COUNT).map(|index| salon.sign_in(&customer_email(index))).collect::<Result<_, _>>()?;
    let read = |name, path: &str, target| RowSpec {
        request: Request::get(path).with_cookies(&regular),
        ..RowSpec::read(name, path, target)
    };
    Ok(vec![
        read("GET /api/bookings/{id}", &path, target(0.30, 0.15)),
        read("GET /api/bookings (50 bookings)", "/api/bookings", target(0.20, 0.12)),
        RowSpec {
            name: "POST /api/bookings".to_owned(),
            meanwhile: None,
            baseline: if on_sqlite { Baseline::SameBytes } else { Baseline::Pgbench(booking) },
            target: target(0.10, 0.5).map(Target::RatioAtLeast),
            request: template.request(&days_ahead(400), BOOKING_NOTES).with_cookies(&customers),
            status: 201,
            count_stored_sql: Some(format!("select count(*) from bookings where notes = '{BOOKING_NOTES}'")),
        },
    ])
}

/// Makes the bookings of the regular customer over HTTP and returns the latest.
fn book_for_regular(parlour: &Server, template: &BookingTemplate, regular: &[String]) -> anyhow::Result<Value> {
    for index in 0..BOOKINGS_OF_REGULAR {
        let request = template
            .request(&days_ahead(310 + index), "A quiet chair, please, and coffee without sugar.")
            .with_cookies(regular);
        parlour.body(&request)?;
    }
    let list = parlour.json(&Request::get("/api/bookings").with_cookies(regular))?;
    let bookings = list["data"]["bookings"].as_array().context("the response has no bookings")?;
    ensure!(bookings.len() as u64 == BOOKINGS_OF_REGULAR, "{} bookings are in the list", bookings.len());
    let services = |booking: &Value| booking["services"].as_array().map(Vec::len);
    ensure!(bookings.iter().all(|booking| services(booking) == Some(2)), "a booking lacks a service");
    Ok(bookings[0].clone())
}

/// A day in the future; customers can book two years ahead.
pub(crate) fn days_ahead(days: u64) -> String {
    let today = Clock::real().now().ist_date();
    today.checked_add_days(Days::new(days)).unwrap_or(today).to_string()
}

/// Returns the id of the first branch of the demo salon, which has open availability.
pub(crate) fn first_branch_id(parlour: &Server) -> anyhow::Result<String> {
    let branches = parlour.json(&Request::get("/api/branches"))?;
    let id = branches["data"]["branches"][0]["id"].as_str().context("the demo salon has no branch")?;
    Ok(id.to_owned())
}
