//! `POST /day-close/movements`: cash is put into the drawer or taken out, apart from sales.

use std::num::NonZeroI64;

use parlour_app::day_close as use_cases;
use parlour_app::day_close::{NewCashMovement, RecordMovementRefusal};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::form::FormBody;
use parlour_http::request::{RequestShape, Text};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::day::Day;
use super::view::{label, show_with};
use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::RupeesAboveZero;

request_shape! {
    struct MovementForm {
        amount: RupeesAboveZero,
        reason: Text<500>,
    }
}

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let day = Day::of_form(&page, &form)?;
    // It counts today, whatever day the page showed.
    let (user, path) = (page.user().clone(), day.path_of(day.today));
    let recorded = page.form(&form, label).create(read_form(&form, &day, page.texts), move |tx, context, new| {
        use_cases::record_movement(tx, context, &user, new)?;
        Ok::<_, RecordMovementRefusal>(path.clone())
    });
    recorded.await?.answer(Flash::CashRecorded, |state| show_with(&page, &day, Some(state))).await
}

fn read_form(form: &FormBody, day: &Day, texts: Texts) -> Result<NewCashMovement, FieldErrors> {
    let mut fields = form.fields();
    let sign = match form.text("direction") {
        "in" => Some(1),
        "out" => Some(-1),
        _ => fields.add_error("direction", FieldError::Sentence(texts.day_close().choose_direction().to_owned())),
    };
    let readable = MovementForm::read(&mut fields);
    fields.finish(|| {
        let MovementForm { amount, reason } = MovementForm::complete(readable)?;
        let amount_paise = NonZeroI64::new(amount * sign?)?;
        Some(NewCashMovement { branch_id: day.branch.id.clone(), amount_paise, reason })
    })
}
