//! `POST /day-close/{id}/reopen`: a manager opens a closed day again, or whoever closed it on the same day.

use parlour_app::day_close as use_cases;
use parlour_domain::ids::DayCloseId;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::day::Day;
use super::view;
use crate::desk::DeskPage;
use crate::invoices::parts::read_reason;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

const MAX_REASON_CHARS: usize = 500;

pub(super) async fn submit(page: DeskPage<Receptionist>, PathId(id): PathId<DayCloseId>, form: FormBody) -> HttpResult {
    check_authority(&page, &id).await?;
    let day = Day::of_form(&page, &form.fields())?;
    let mut fields = form.fields();
    let reason = read_reason(&mut fields, "why", MAX_REASON_CHARS, page.texts);
    let reopened = match fields.build(|| reason) {
        Ok(reason) => reopen(&page, &day, &form, (id, reason)).await,
        Err(error) => Err(error),
    };
    match reopened {
        Ok(path) => Ok(see_other(&path, Some(Flash::DayReopened))),
        Err(error) => {
            let (status, error) = view::refusal(error)?;
            let state = FormState::refused(&form.fields(), &["why"], &error);
            view::answer(&page, &day, status, Some(state)).await
        }
    }
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

async fn reopen(
    page: &DeskPage<Receptionist>,
    day: &Day,
    form: &FormBody,
    (id, reason): (DayCloseId, String),
) -> Result<String, HttpError> {
    let path = day.path();
    page.caller
        .submit_once(form, move |tx, context| {
            use_cases::reopen(tx, context, &id, &reason)?;
            Ok(path.clone())
        })
        .await
}
