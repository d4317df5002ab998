//! The rows on bookings: who asks, what they have booked already, and what they book.

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::load::{self, Request};
use crate::rows::{Baseline, RowSpec};
use crate::salon::{SQLITE, Salon};
use crate::servers::Server;

/// As many as there are connections: somebody who books twice at once would wait for themselves.
pub(crate) const CUSTOMERS: usize = load::CONNECTIONS;
/// Who has as many bookings as the contract's list is measured with.
const REGULAR_CUSTOMER: &str = "regular@bench.invalid";
const BOOKINGS_OF_REGULAR: usize = 50;
/// Nothing else in the salon has these notes.
pub(crate) const NOTES: &str = "Asked for by the benchmark";

/// What every booking of the benchmark is for: two services at the branch that takes every request.
#[derive(Debug)]
pub(crate) struct BookingTemplate {
    branch_id: String,
    service_ids: Vec<Value>,
}

impl BookingTemplate {
    pub(crate) fn from_catalogue(parlour: &Server, branch_id: &str) -> anyhow::Result<Self> {
        let catalogue = json(parlour, &Request::get("/api/services"))?;
        let categories = catalogue["data"]["categories"].as_array().context("there are categories")?;
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
    let path = format!("/api/bookings/{}", booking["id"].as_str().context("a booking has an id")?);
    let customers: Vec<String> =
        (0..CUSTOMERS).map(|index| salon.sign_in(&customer_email(index))).collect::<Result<_, _>>()?;
    let read = |name, path: &str, target| RowSpec {
        request: Request::get(path).by(&regular),
        ..RowSpec::read(name, path, target)
    };
    Ok(vec![
        read("GET /api/bookings/{id}", &path, target(0.30, 0.15)),
        read("GET /api/bookings, 50 of them", "/api/bookings", target(0.20, 0.12)),
        RowSpec {
            name: "POST /api/bookings",
            baseline: if on_sqlite { Baseline::SameBytes } else { Baseline::Pgbench(booking) },
            target: target(0.10, 0.5),
            request: template.request("2099-12-31", NOTES).by(&customers),
            status: 201,
            stored: Some(format!("select count(*) from bookings where notes = '{NOTES}'")),
        },
    ])
}

/// The e-mail of one of the many who book.
pub(crate) fn customer_email(index: usize) -> String {
    format!("customer-{index}@bench.invalid")
}

/// Over HTTP, as everyone books; returns the last.
fn book_for_regular(
    parlour: &Server,
    template: &BookingTemplate,
    regular: &[String],
) -> anyhow::Result<Value> {
    for index in 0..BOOKINGS_OF_REGULAR {
        let date = format!("2099-{:02}-{:02}", 1 + index / 28, 1 + index % 28);
        let request = template.request(&date, "A quiet chair, please, and coffee without sugar.").by(regular);
        parlour.answer(&request)?;
    }
    let list = json(parlour, &Request::get("/api/bookings").by(regular))?;
    let bookings = list["data"]["bookings"].as_array().context("there are bookings")?;
    ensure!(bookings.len() == BOOKINGS_OF_REGULAR, "{} bookings are in the list", bookings.len());
    let services = |booking: &Value| booking["services"].as_array().map(Vec::len);
    ensure!(bookings.iter().all(|booking| services(booking) == Some(2)), "a booking lacks a service");
    Ok(bookings[0].clone())
}

pub(crate) fn json(parlour: &Server, request: &Request) -> anyhow::Result<Value> {
    Ok(serde_json::from_slice(&parlour.answer(request)?)?)
}
