//! The visit is asked for.

use axum::Extension;
use axum::response::Response;
use chrono::NaiveTime;
use http::StatusCode;
use parlour_app::bookings::{self, BookingRequest, StaffPreference};
use parlour_app::leads::capture_new_customer;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::parse_time;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::limits::OverLimit;
use parlour_http::request::OptionalText;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Customer;
use parlour_store::bookings::booking_records;

use super::choice::Choice;
use super::review::{MAX_NOTE_CHARS, REVIEW_PATH, Review, ReviewState, render};
use parlour_web::form::FormState;
use parlour_web::kept_note::{self, WRITER_FIELD};
use parlour_web::page::{PageContext, see_other};

request_shape! {
    struct NoteForm {
        note: OptionalText<MAX_NOTE_CHARS>,
    }
}

/// A form of which everything could be read.
struct Submitted<'a> {
    form: &'a FormBody,
    fields: &'a Fields,
    note: Option<String>,
    /// Whether the customer asks too often. A form that has worked already is still answered with its visit.
    is_over_limit: bool,
}

pub(super) async fn submit(page: PageContext, over_limit: Option<Extension<OverLimit>>, form: FormBody) -> HttpResult {
    let fields = form.fields();
    let mut choice = Choice::of_page(&page, &form.0.bytes);
    // The button of a time that is free instead.
    choice.time = parse_time(fields.form_text("nearest")).or(choice.time);
    let Some(caller) = page.caller.clone() else {
        let response = PageContext::sign_in_first(&choice.address(REVIEW_PATH));
        return Ok(with_note_kept(response, &fields));
    };
    let review = match Review::read(&page, choice).await? {
        Ok(review) => review,
        Err(response) => return Ok(with_note_kept(response, &fields)),
    };
    let note = match form.parse::<NoteForm>() {
        Ok(NoteForm { note }) => note,
        Err(error) => {
            let state = ReviewState { form: FormState::refused(&fields, &["note"], &error), ..ReviewState::default() };
            return render(&page, StatusCode::UNPROCESSABLE_ENTITY, &review, state).await;
        }
    };
    if shown_total(&fields).is_some_and(|shown| shown != review.basket.price_paise) {
        let text = page.texts.booking().price_changed();
        return render(&page, StatusCode::CONFLICT, &review, refused(&fields, text)).await;
    }
    let submitted = Submitted { form: &form, fields: &fields, note, is_over_limit: over_limit.is_some() };
    match ask(&page, &caller, &review, &submitted).await {
        Ok(path) => {
            let mut response = see_other(&path, None);
            kept_note::clear(&page.headers, response.headers_mut());
            Ok(response)
        }
        Err(error) => answer_refusal(&page, &caller, review, &submitted, error).await,
    }
}

fn with_note_kept(mut response: Response, fields: &Fields) -> Response {
    kept_note::keep(response.headers_mut(), fields.form_text(WRITER_FIELD), fields.form_text("note"));
    response
}

/// The sum that the visitor saw.
fn shown_total(fields: &Fields) -> Option<i64> {
    fields.form_text("total").parse().ok()
}

/// The form as it was typed, with a sentence above it.
fn refused(fields: &Fields, text: &str) -> ReviewState {
    let mut form = FormState::new(&[("note", fields.form_text("note"))]);
    form.refusal = Some(text.to_owned());
    ReviewState { form, ..ReviewState::default() }
}

/// Asks for the visit and returns the path of its page.
async fn ask(
    page: &PageContext,
    caller: &Customer,
    review: &Review,
    submitted: &Submitted<'_>,
) -> Result<String, HttpError> {
    let Review { choice, basket, day, time, .. } = review;
    let request = BookingRequest {
        branch_id: basket.branch.id.clone(),
        service_type: basket.service_type,
        booking_date: *day,
        start_time: *time,
        service_ids: basket.service_ids(),
        notes: submitted.note.clone(),
        lead_id: choice.lead_id.clone(),
        staff_preference: StaffPreference { staff_id: choice.with.person().cloned(), gender: choice.with.gender() },
    };
    let is_over_limit = submitted.is_over_limit;
    if !is_over_limit {
        page.state.app().availability_cache.prepare(&request.branch_id, request.booking_date, page.now()).await?;
    }
    let (customer, utm) = (caller.user().clone(), choice.utm.clone());
    let is_once_more = !submitted.fields.form_text("again").is_empty();
    let asked = caller.submit_once(submitted.form, move |tx, context| {
        if is_over_limit {
            return Err(HttpError::new(ErrorCode::RateLimited, "Too many requests. Please wait a little."));
        }
        let when = (request.booking_date, request.start_time);
        // Somebody who goes back and confirms again has a new form with a new key.
        if !is_once_more && booking_records::find_upcoming_at(tx, &customer, &request.branch_id, when)?.is_some() {
            return Err(HttpError::new(ErrorCode::Conflict, "You have a visit at this time already."));
        }
        let mut request = request.clone();
        if request.lead_id.is_none() {
            request.lead_id = capture_new_customer(tx, context, &customer, &utm)?;
        }
        let booking = bookings::request(tx, context, &customer, &request)?;
        Ok(format!("/visits/{}?new=1", booking.id.as_str()))
    });
    asked.await
}

async fn answer_refusal(
    page: &PageContext,
    caller: &Customer,
    review: Review,
    submitted: &Submitted<'_>,
    error: HttpError,
) -> HttpResult {
    let (fields, text) = (submitted.fields, page.texts.booking());
    match error.code() {
        ErrorCode::BookingSlotUnavailable => {
            let nearest = nearest_times(&error);
            let text = if nearest.is_empty() { text.day_taken() } else { text.time_taken() };
            let state = ReviewState { is_day_full: nearest.is_empty(), nearest, ..refused(fields, text) };
            render(page, StatusCode::CONFLICT, &review, state).await
        }
        ErrorCode::Conflict => {
            let Some(same) = find_same_visit(caller, &review).await? else { return Err(error) };
            let state = ReviewState { same_visit: Some(same), ..refused(fields, text.same_visit()) };
            render(page, StatusCode::CONFLICT, &review, state).await
        }
        ErrorCode::BusinessRule => {
            render(page, StatusCode::UNPROCESSABLE_ENTITY, &review, refused(fields, text.too_many_pending())).await
        }
        ErrorCode::RateLimited => {
            let state = refused(fields, page.texts.errors().too_many());
            render(page, StatusCode::TOO_MANY_REQUESTS, &review, state).await
        }
        ErrorCode::Unauthenticated => {
            let response = PageContext::sign_in_first(&review.choice.address(REVIEW_PATH));
            Ok(with_note_kept(response, fields))
        }
        // Something has changed since the check: the same check now finds it.
        ErrorCode::Validation => match Review::read(page, review.choice).await? {
            Err(response) => Ok(with_note_kept(response, fields)),
            Ok(_) => Err(error),
        },
        _ => Err(error),
    }
}

async fn find_same_visit(caller: &Customer, review: &Review) -> Result<Option<BookingId>, HttpError> {
    let (customer, branch) = (caller.user().clone(), review.basket.branch.id.clone());
    let when = (review.day, review.time);
    caller.read(move |conn, _| Ok(booking_records::find_upcoming_at(conn, &customer, &branch, when)?)).await
}

/// The times that are free instead, as the refusal names them.
pub(super) fn nearest_times(error: &HttpError) -> Vec<NaiveTime> {
    let named = error.details().and_then(|details| details.get("startTime"));
    named.into_iter().flatten().filter_map(|time| parse_time(time)).collect()
}
