//! `POST /day-close/{id}/reopen`: a manager opens a closed day again, or on the same day whoever closed it without a
//! difference.

use parlour_app::day_close as use_cases;
use parlour_app::day_close::ReopenDayRefusal;
use parlour_domain::ids::DayCloseId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::Text;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::day::Day;
use super::view::{label, show_with};
use crate::desk::DeskPage;
use parlour_web::flash::Flash;

request_shape! {
    struct ReopenForm {
        why: Text<500>,
    }
}

pub(super) async fn submit(page: DeskPage<Receptionist>, PathId(id): PathId<DayCloseId>, form: FormBody) -> HttpResult {
    check_authority(&page, &id).await?;
    let day = Day::of_form(&page, &form)?;
    let path = day.path();
    let reopened = page.form(&form, label).write(form.parse::<ReopenForm>(), move |tx, context, ReopenForm { why }| {
        use_cases::reopen(tx, context, &id, why)?;
        Ok::<_, ReopenDayRefusal>(path.clone())
    });
    reopened.await?.answer(Flash::DayReopened, |state| show_with(&page, &day, Some(state))).await
}

/// Before the form is looked at: users who may not do this are refused whatever they send.
async fn check_authority(page: &DeskPage<Receptionist>, id: &DayCloseId) -> Result<(), HttpError> {
    let (id, user, role) = (id.clone(), page.user().clone(), page.role());
    page.caller
        .read(move |conn, context| {
            use_cases::check_authority(conn, &id, (&user, role), context.now.ist_date())?;
            Ok(())
        })
        .await
}
