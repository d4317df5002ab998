//! `POST /day-close`: the cash was counted, and the day is closed.

use parlour_app::day_close as use_cases;
use parlour_app::day_close::NewDayClose;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_http::error::HttpError;
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::cash_pieces::{PIECES_PAISE, piece_name};
use super::day::Day;
use super::view;
use crate::desk::DeskPage;
use crate::invoices::parts::{read_rupees, read_text};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::see_other;

const MAX_PIECES: i64 = 100_000;
const MAX_NOTE_CHARS: usize = 500;

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let day = Day::of_form(&page, &form.fields())?;
    let closed = match read_form(form.fields(), &day, page.texts) {
        Ok(new) => close(&page, &day, &form, new).await,
        Err(error) => Err(error),
    };
    match closed {
        Ok(path) => Ok(see_other(&path, Some(Flash::DayClosed))),
        Err(error) => {
            let (status, error) = view::refusal(error)?;
            let pieces = PIECES_PAISE.map(piece_name);
            let names: Vec<&str> =
                ["float", "counted", "note"].into_iter().chain(pieces.iter().map(String::as_str)).collect();
            let state = FormState::refused(&form.fields(), &names, &error);
            view::answer(&page, &day, status, Some(state)).await
        }
    }
}

async fn close(
    page: &DeskPage<Receptionist>,
    day: &Day,
    form: &FormBody,
    new: NewDayClose,
) -> Result<String, HttpError> {
    let (user, path) = (page.user().clone(), day.path());
    page.caller
        .submit_once(form, move |tx, context| {
            use_cases::close(tx, context, &user, &new)?;
            Ok(path.clone())
        })
        .await
}

fn read_form(mut fields: Fields, day: &Day, texts: Texts) -> Result<NewDayClose, HttpError> {
    let float = read_rupees(&mut fields, "float", texts);
    if fields.form_text("float").is_empty() {
        fields.add_error::<()>("float", texts.invoices().is_required());
    }
    let counted = read_counted(&mut fields, texts);
    let note = read_text(&mut fields, "note", MAX_NOTE_CHARS, texts);
    fields.build(|| {
        Some(NewDayClose {
            branch_id: day.branch.id.clone(),
            date: day.date,
            opening_float_paise: float?,
            counted_cash_paise: counted?,
            note,
        })
    })
}

/// The sum that was typed, or that of the notes and coins. Both must agree: otherwise one of them is a mistake.
fn read_counted(fields: &mut Fields, texts: Texts) -> Option<i64> {
    let text = texts.day_close();
    let typed = read_rupees(fields, "counted", texts);
    let mut sum = None;
    for worth in PIECES_PAISE {
        let is_count = |typed: &str| typed.parse::<i64>().ok().filter(|count| (0..=MAX_PIECES).contains(count));
        let count = fields.optional(&piece_name(worth), |typed| is_count(typed).ok_or(text.not_a_count()));
        if let Some(count) = count {
            sum = Some(sum.unwrap_or(0) + count * worth);
        }
    }
    if fields.has_error("counted") || PIECES_PAISE.iter().any(|worth| fields.has_error(&piece_name(*worth))) {
        return None;
    }
    match (typed, sum) {
        (Some(typed), Some(sum)) if typed != sum => {
            fields.add_error("counted", text.does_not_match(&format::money(sum)))
        }
        (None, None) => fields.add_error("counted", texts.invoices().is_required()),
        (typed, sum) => typed.or(sum).filter(|counted| *counted <= MAX_PAISE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_texts::Texts;

    fn counted(form: &str) -> (Option<i64>, bool) {
        let mut fields = Fields::from_form(form.as_bytes());
        (read_counted(&mut fields, Texts::ENGLISH), fields.has_error("counted"))
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
