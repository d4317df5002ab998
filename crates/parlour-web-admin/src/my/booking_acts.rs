//! The person who is signed in begins and ends the visits of their customers, from their day.

use parlour_app::bookings as use_cases;
use parlour_app::bookings::DeskRefusal;
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, UserId};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Staff;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;

use super::day;
use crate::desk::DeskPage;
use parlour_web::flash::Flash;
use parlour_web::form::no_fields;

const PATH: &str = "/my";

/// `/my/bookings/{id}/start`
pub(super) async fn start(page: DeskPage<Staff>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    change(&page, &form, Flash::OwnVisitStarted, move |tx, context, user| use_cases::start_own(tx, context, user, &id))
        .await
}

/// `/my/bookings/{id}/finished`
pub(super) async fn finish(page: DeskPage<Staff>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    change(&page, &form, Flash::OwnVisitFinished, move |tx, context, user| use_cases::finish(tx, context, user, &id))
        .await
}

/// `/my/bookings/{id}/go-on`
pub(super) async fn go_on(page: DeskPage<Staff>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    change(&page, &form, Flash::OwnVisitGoesOn, move |tx, context, user| {
        use_cases::take_back_finish(tx, context, user, &id)
    })
    .await
}

/// Back to the day, which says what was done, or why not.
async fn change(
    page: &DeskPage<Staff>,
    form: &FormBody,
    flash: Flash,
    write: impl Fn(&mut Tx<'_>, &RequestContext, &UserId) -> Result<Booking, DeskRefusal> + Send + 'static,
) -> HttpResult {
    let user = page.user().clone();
    let changed = page.form(form, no_fields).write(Ok(()), move |tx, context, ()| {
        write(tx, context, &user)?;
        Ok::<_, DeskRefusal>(PATH.to_owned())
    });
    changed.await?.answer(flash, |state| day::show_with(page, state)).await
}
