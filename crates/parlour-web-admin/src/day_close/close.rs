//! `POST /day-close`: the cash was counted, and the day is closed.

use parlour_app::day_close as use_cases;
use parlour_app::day_close::{CloseDayRefusal, NewDayClose};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::request::{Int, OptionalText, RequestShape, ValueRule};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::day::Day;
use super::denominations::{DENOMINATIONS_PAISE, count_field};
use super::view::{label, show_with};
use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::Rupees;
use parlour_web::format;

const MAX_COUNT_OF_ONE: i64 = 100_000;

request_shape! {
    struct CloseForm {
        float: Rupees,
        counted: Option<Rupees>,
        note: OptionalText<500>,
    }
}

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let day = Day::of_form(&page, &form)?;
    let (user, path) = (page.user().clone(), day.path());
    let closed = page.form(&form, label).write(read_form(&form, &day, page.texts), move |tx, context, new| {
        use_cases::close(tx, context, &user, new)?;
        Ok::<_, CloseDayRefusal>(path.clone())
    });
    closed.await?.answer(Flash::DayClosed, |state| show_with(&page, &day, Some(state))).await
}

fn read_form(form: &FormBody, day: &Day, texts: Texts) -> Result<NewDayClose, FieldErrors> {
    let mut fields = form.fields();
    let readable = CloseForm::read(&mut fields);
    let counted = read_counted(&mut fields, readable.counted, texts);
    fields.finish(|| {
        Some(NewDayClose {
            branch_id: day.branch.id.clone(),
            date: day.date,
            opening_float_paise: readable.float?,
            counted_cash_paise: counted?,
            note: readable.note,
        })
    })
}

/// The sum that was typed, or that of the notes and coins. Both must agree: otherwise one of them is a mistake.
fn read_counted(fields: &mut Fields, typed: Option<i64>, texts: Texts) -> Option<i64> {
    let mut sum = None;
    for worth in DENOMINATIONS_PAISE {
        if let Some(count) = <Int<0, MAX_COUNT_OF_ONE> as ValueRule>::read(fields, &count_field(worth)) {
            sum = Some(sum.unwrap_or(0) + count * worth);
        }
    }
    if fields.has_error("counted") || DENOMINATIONS_PAISE.iter().any(|worth| fields.has_error(&count_field(*worth))) {
        return None;
    }
    match (typed, sum) {
        (Some(typed), Some(sum)) if typed != sum => {
            let sentence = texts.day_close().does_not_match(&format::money(sum));
            fields.add_error("counted", FieldError::Sentence(sentence))
        }
        (None, None) => fields.add_error("counted", FieldError::Required),
        (typed, sum) => typed.or(sum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_http::request::FormValues;
    use parlour_http::request::TextRule;

    fn counted(form: &str) -> (Option<i64>, bool) {
        let mut fields = FormValues::decode(form.as_bytes()).fields();
        let typed = fields.optional("counted", Rupees::parse);
        (read_counted(&mut fields, typed, Texts::ENGLISH), fields.has_error("counted"))
    }

    #[test]
    fn notes_and_coins_are_the_sum_unless_one_is_typed() {
        assert_eq!(counted("piece-500=17&piece-2=10&piece-1=&counted="), (Some(852_000), false));
        assert_eq!(counted("counted=1,200.50"), (Some(120_050), false));
        assert_eq!(counted("counted=500&piece-500=1"), (Some(50_000), false));
        assert_eq!(counted("counted=501&piece-500=1"), (None, true));
        assert_eq!(counted("counted=&piece-500="), (None, true));
        assert_eq!(counted("counted=0"), (Some(0), false));
        assert_eq!(counted("piece-500=-1").0, None);
    }
}
