//! `/requests/declined?at=`: what was declined today, for somebody who calls and asks again.

use askama::Template;
use parlour_domain::ist::Timestamp;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::bookings::desk_requests;
use parlour_store::branches::branch_records::Branch;

use crate::booking::{book_again_path, day_and_range};
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::no_branch;
use parlour_web::page::{TextContext, encode};

/// Of a day; older ones are among the bookings.
const SHOWN: i64 = 50;

#[derive(Template)]
#[template(path = "requests/declined.html")]
struct DeclinedPage {
    frame: DeskFrame,
    /// The address of the requests that wait.
    requests: String,
    declined: Vec<DeclinedRequest>,
}

#[derive(Debug)]
struct DeclinedRequest {
    path: String,
    name: String,
    /// The wished time and the services.
    what: String,
    reason: Option<String>,
    when: String,
    /// A new booking for the same customer and services.
    again: String,
}

pub(super) fn path(branch: &Branch) -> String {
    format!("/requests/declined?at={}", branch.id)
}

pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let Some(branch) = page.any_branch().cloned() else {
        return no_branch::show(&page, page.texts.requests().declined(), Place::Requests);
    };
    let (id, since) = (branch.id.clone(), Timestamp::ist_midnight(page.today()));
    let mut found = page.caller.read(move |conn, _| Ok(desk_requests::list_declined(conn, &id, since, SHOWN)?)).await?;
    page.translate_names(&mut found).await?;
    let here = path(&branch);
    let shown = DeclinedPage {
        frame: page.desk_frame(page.texts.requests().declined(), Place::Requests),
        requests: format!("/requests?at={}", branch.id),
        declined: found.iter().map(|found| DeclinedRequest::new(found, &here, page.text_context())).collect(),
    };
    page.show(&shown)
}

impl DeclinedRequest {
    fn new(found: &DeskBooking, here: &str, context: TextContext) -> Self {
        let (booking, text) = (&found.booking, context.texts.requests());
        let services: Vec<&str> =
            booking.services.iter().map(|line| line.service.service_name_snapshot.as_str()).collect();
        let wished = day_and_range(booking.booking_date, (booking.start_time, booking.end_time), context);
        let at = booking.rejected_at.unwrap_or(booking.updated_at).ist_time();
        Self {
            path: format!("/bookings/{}?back={}", booking.id, encode(here)),
            name: found.customer_name.clone(),
            what: format!("{wished}, {}", services.join(", ")),
            reason: booking.rejection_reason.clone().filter(|reason| !reason.is_empty()),
            when: text.declined_at(&context.texts.format_time(at)),
            again: book_again_path(booking),
        }
    }
}
