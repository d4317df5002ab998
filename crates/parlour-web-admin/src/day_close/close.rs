//! `POST /day-close`: the cash was counted, and the day is closed after it was asked once more.

use parlour_app::day_close as use_cases;
use parlour_app::day_close::{CloseDayRefusal, NewDayClose};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::request::{Int, OptionalText, RequestShape, ValueRule};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, Receptionist};
use parlour_store::billing::day_closes::DayClose;

use super::confirm;
use super::day::Day;
use super::denominations::{DENOMINATIONS_PAISE, count_field};
use super::view::{label, show_with};
use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, Rupees};
use parlour_web::format;
use parlour_web::page::see_other;

const MAX_COUNT_OF_ONE: i64 = 100_000;

request_shape! {
    struct CloseForm {
        float: Rupees,
        counted: Option<Rupees>,
        note: OptionalText<500>,
    }
}

/// A difference of more than this is explained in the note.
const MAX_UNEXPLAINED_PAISE: i64 = 10_000;

/// Why the day was not closed by the form.
#[derive(Debug)]
enum CloseFormRefusal {
    /// The difference is not explained.
    NoNote(i64),
    /// Nobody was asked whether to close with this, which would be stored.
    NotConfirmed(Box<DayClose>),
    Close(CloseDayRefusal),
}

impl From<CloseDayRefusal> for CloseFormRefusal {
    fn from(refusal: CloseDayRefusal) -> Self {
        Self::Close(refusal)
    }
}

/// The first time the page asks whether to close with these sums; the answer names the difference that it was asked for.
pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let day = Day::of_form(&page, &form)?;
    if !form.text("again").is_empty() {
        return show_with(&page, &day, Some(FormState::typed(&form.values))).await;
    }
    let confirmed: Option<i64> = form.text("sure").parse().ok();
    let (user, path) = (page.user().clone(), day.path());
    let closed = page.form(&form, label).write(read_form(&form, &day, page.texts), move |tx, context, new| {
        let close = use_cases::close(tx, context, &user, new)?;
        check(close, confirmed)?;
        Ok::<_, CloseFormRefusal>(path.clone())
    });
    let state = match closed.await?.result {
        Ok(path) => return Ok(see_other(&path, Some(Flash::DayClosed))),
        Err(FormRefusal::InvalidFields(errors)) => FormState::invalid(&form.values, &errors, page.texts, label),
        Err(FormRefusal::SentBefore(_)) => FormState::sent_before(&form.values, page.texts),
        Err(FormRefusal::ByUseCase(CloseFormRefusal::NotConfirmed(close))) => {
            return confirm::show(&page, &day, &form, &close, confirmed.is_some()).await;
        }
        Err(FormRefusal::ByUseCase(CloseFormRefusal::NoNote(difference))) => {
            let sentence = page.texts.day_close().needs_note(&format::money(difference));
            let errors = FieldErrors::of_field("note", FieldError::Sentence(sentence));
            FormState::invalid(&form.values, &errors, page.texts, label)
        }
        Err(FormRefusal::ByUseCase(CloseFormRefusal::Close(refusal))) => {
            FormState::refused(&form.values, FormRefusal::ByUseCase(refusal), page.texts, label)?
        }
    };
    show_with(&page, &day, Some(state)).await
}

/// An error undoes the close.
fn check(close: DayClose, confirmed: Option<i64>) -> Result<(), CloseFormRefusal> {
    let difference = close.difference_paise;
    if difference.abs() > MAX_UNEXPLAINED_PAISE && close.note.is_none() {
        return Err(CloseFormRefusal::NoNote(difference));
    }
    if confirmed == Some(difference) { Ok(()) } else { Err(CloseFormRefusal::NotConfirmed(Box::new(close))) }
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
