//! `POST /day-close/movements`: cash is put into the drawer or taken out, apart from sales.

use std::num::NonZeroI64;

use parlour_app::day_close as use_cases;
use parlour_app::day_close::NewCashMovement;
use parlour_http::error::HttpError;
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::day::Day;
use super::view;
use crate::desk::DeskPage;
use crate::invoices::parts::{read_reason, read_rupees};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

const MAX_REASON_CHARS: usize = 500;

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let day = Day::of_form(&page, &form.fields())?;
    let recorded = match read_form(form.fields(), &day, page.texts) {
        Ok(new) => record(&page, &day, &form, new).await,
        Err(error) => Err(error),
    };
    match recorded {
        Ok(path) => Ok(see_other(&path, Some(Flash::CashRecorded))),
        Err(error) => {
            let (status, error) = view::refusal(error)?;
            let state = FormState::refused(&form.fields(), &["direction", "amount", "reason"], &error);
            view::answer(&page, &day, status, Some(state)).await
        }
    }
}

async fn record(
    page: &DeskPage<Receptionist>,
    day: &Day,
    form: &FormBody,
    new: NewCashMovement,
) -> Result<String, HttpError> {
    // It counts today, whatever day the page showed.
    let (user, path) = (page.user().clone(), day.path_of(day.today));
    page.caller
        .submit_once(form, move |tx, context| {
            use_cases::record_movement(tx, context, &user, &new)?;
            Ok(path.clone())
        })
        .await
}

fn read_form(mut fields: Fields, day: &Day, texts: Texts) -> Result<NewCashMovement, HttpError> {
    let (text, amounts) = (texts.day_close(), texts.invoices());
    let sign = match fields.form_text("direction") {
        "in" => Some(1),
        "out" => Some(-1),
        _ => fields.add_error("direction", text.choose_direction()),
    };
    let amount = read_rupees(&mut fields, "amount", texts);
    if fields.form_text("amount").is_empty() {
        fields.add_error::<()>("amount", amounts.is_required());
    } else if amount == Some(0) {
        fields.add_error::<()>("amount", amounts.not_zero());
    }
    let reason = read_reason(&mut fields, "reason", MAX_REASON_CHARS, texts);
    fields.build(|| {
        let amount_paise = NonZeroI64::new(amount? * sign?)?;
        Some(NewCashMovement { branch_id: day.branch.id.clone(), amount_paise, reason: reason? })
    })
}
