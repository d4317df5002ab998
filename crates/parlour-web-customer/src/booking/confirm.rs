//! The booking is asked for.

use axum::Extension;
use axum::response::Response;
use chrono::NaiveTime;
use http::StatusCode;
use parlour_app::bookings::{self, BookingRequest, RequestRefusal, StaffWish};
use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_app::leads::{CaptureLeadRefusal, capture_new_customer};
use parlour_app::offers::has_offer_already;
use parlour_app::request_context::RequestContext;
use parlour_domain::booking::availability::starts_to_offer;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::parse_time;
use parlour_domain::lead::Utm;
use parlour_http::form::FormBody;
use parlour_http::limits::OverLimit;
use parlour_http::request::OptionalText;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::FormRefusal;
use parlour_http::shapes::bookings::MAX_NOTES_LENGTH;
use parlour_store::bookings::booking_records::{self, BookingService};
use parlour_store::{Conn, DbError, Tx};

use super::calendar_view::ends_at;
use super::choice::BookingChoice;
use super::review::{REVIEW_PATH, Review, ReviewState, show_with};
use parlour_texts::Texts;
use parlour_web::form::FormState;
use parlour_web::kept_note::{self, WRITER_FIELD};
use parlour_web::page::{PageContext, see_other};

/// What the address of a visit begins with.
const VISITS: &str = "/visits/";

request_shape! {
    struct NoteForm {
        note: OptionalText<MAX_NOTES_LENGTH>,
    }
}

/// Why a booking was not asked for.
#[derive(Debug, thiserror::Error)]
enum AskRefusal {
    #[error("the customer asks too often")]
    OverLimit,
    #[error("the customer has a booking at this time already")]
    OtherBooking(OtherBooking),
    #[error("the customer has an offer for another visit of that day")]
    OfferTaken,
    #[error(transparent)]
    Lead(#[from] CaptureLeadRefusal),
    #[error(transparent)]
    Request(#[from] RequestRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A visit that the customer has at that time.
#[derive(Debug)]
struct OtherBooking {
    id: BookingId,
    services: Vec<BookingService>,
    starts: NaiveTime,
    /// Whether it is at the same branch and begins at the same time.
    is_same: bool,
}

impl NamedInEnglish for OtherBooking {
    fn translate(&mut self, names: &HindiNames) {
        self.services.translate(names);
    }
}

/// The label of the only field that is typed.
pub(crate) fn label(_: &str, texts: Texts) -> &'static str {
    texts.booking().note_name()
}

pub(super) async fn submit(page: PageContext, over_limit: Option<Extension<OverLimit>>, form: FormBody) -> HttpResult {
    let form = form.for_one_booking();
    let mut choice = BookingChoice::of_page(&page, &form.values);
    // The button of a time that is free instead.
    choice.time = parse_time(form.text("nearest")).or(choice.time);
    let sign_in = |choice: &BookingChoice| PageContext::redirect_to_sign_in(&choice.address(REVIEW_PATH));
    let Some(caller) = page.caller.as_ref() else { return Ok(with_note_kept(sign_in(&choice), &form)) };
    let review = match Review::read(&page, choice).await? {
        Ok(review) => review,
        Err(response) => return Ok(with_note_kept(response, &form)),
    };
    // The sum that the visitor saw.
    let shown_total: Option<i64> = form.text("total").parse().ok();
    if shown_total.is_some_and(|shown| shown != review.basket.price_paise) {
        let text = page.texts.booking().price_changed();
        return show_with(&page, &review, FormState::refused_as(&form.values, StatusCode::CONFLICT, text).into());
    }
    // What the offer took off that the visitor saw.
    let shown_less: Option<i64> = form.text("less").parse().ok();
    let less = review.chosen_offer().map(|offer| offer.less_paise);
    if shown_less.is_some() && shown_less != less {
        let is_lost = less.is_none();
        let text = if is_lost { page.texts.promised_offer().lost() } else { page.texts.booking().price_changed() };
        return show_with(&page, &review, FormState::refused_as(&form.values, StatusCode::CONFLICT, text).into());
    }
    let asked = Asked {
        request: review.request(),
        ends: ends_at(review.time, review.basket.minutes),
        is_offer_shown: shown_less.is_some(),
        utm: review.choice.utm.clone(),
        customer: caller.user().clone(),
        is_once_more: !form.text("again").is_empty(),
        is_over_limit: over_limit.is_some(),
    };
    if !asked.is_over_limit {
        let (branch, day) = (&asked.request.branch_id, asked.request.booking_date);
        page.state.app().availability_cache.prepare(branch, day, page.now()).await?;
    }
    let answered = page.form_of(caller, &form, label);
    let answered =
        answered.write_if_signed_in(form.parse(), move |tx, context, note: &NoteForm| asked.ask(tx, context, note));
    let Some(answered) = answered.await? else { return Ok(with_note_kept(sign_in(&review.choice), &form)) };
    match answered.result {
        Ok(path) => {
            let mut response = see_other(&path, None);
            kept_note::clear(&page.headers, response.headers_mut());
            Ok(response)
        }
        Err(FormRefusal::InvalidFields(errors)) => {
            show_with(&page, &review, FormState::invalid(&form.values, &errors, page.texts, label).into())
        }
        Err(FormRefusal::SentBefore(path)) => {
            let text = page.texts.booking();
            let state = FormState::refused_as(&form.values, StatusCode::UNPROCESSABLE_ENTITY, text.sent_before());
            let sent = path.strip_prefix(VISITS).and_then(|rest| rest.split('?').next()).map(BookingId::new);
            let other_booking = sent.map(|id| (id, text.once_more()));
            show_with(&page, &review, ReviewState { other_booking, ..ReviewState::from(state) })
        }
        Err(FormRefusal::ByUseCase(refusal)) => answer_refusal(&page, review, &form, refusal).await,
    }
}

fn with_note_kept(mut response: Response, form: &FormBody) -> Response {
    kept_note::keep(response.headers_mut(), form.text(WRITER_FIELD), form.text("note"));
    response
}

/// What a booking is asked for with, besides the note.
struct Asked {
    request: BookingRequest,
    ends: NaiveTime,
    /// Whether the customer saw what the offer takes off.
    is_offer_shown: bool,
    utm: Utm,
    customer: UserId,
    /// Although the customer has a booking at this time.
    is_once_more: bool,
    /// Whether the customer asks too often. A form that has worked already is still answered with its booking.
    is_over_limit: bool,
}

impl Asked {
    /// Asks for the booking and returns the path of its page.
    fn ask(&self, tx: &mut Tx<'_>, context: &RequestContext, note: &NoteForm) -> Result<String, AskRefusal> {
        if self.is_over_limit {
            return Err(AskRefusal::OverLimit);
        }
        let (customer, mut request) = (&self.customer, self.request.clone());
        // Somebody who goes back and confirms again has a new form with a new key.
        if !self.is_once_more
            && let Some(other) = self.find_other_booking(tx)?
        {
            return Err(AskRefusal::OtherBooking(other));
        }
        if self.is_offer_shown && has_offer_already(tx, customer, request.booking_date, context.now)? {
            return Err(AskRefusal::OfferTaken);
        }
        if request.lead_id.is_none() {
            request.lead_id = capture_new_customer(tx, context, customer, &self.utm)?;
        }
        request.notes.clone_from(&note.note);
        let booking = bookings::request(tx, context, customer, &request)?;
        Ok(format!("{VISITS}{}?new=1", booking.id.as_str()))
    }

    fn find_other_booking(&self, conn: &mut Conn<'_>) -> Result<Option<OtherBooking>, DbError> {
        let (customer, request) = (&self.customer, &self.request);
        let time = (request.start_time, self.ends);
        let found = booking_records::find_upcoming_during(conn, customer, request.booking_date, time)?;
        let Some(id) = found else { return Ok(None) };
        let Some(other) = booking_records::find_own_booking(conn, &id, customer)? else { return Ok(None) };
        let is_same = (&other.branch_id, other.start_time) == (&request.branch_id, request.start_time);
        Ok(Some(OtherBooking { id, services: other.services, starts: other.start_time, is_same }))
    }
}

impl Review {
    /// Without a note.
    fn request(&self) -> BookingRequest {
        let Self { choice, basket, day, time, .. } = self;
        BookingRequest {
            branch_id: basket.branch.id.clone(),
            service_type: basket.service_type,
            booking_date: *day,
            start_time: *time,
            service_ids: basket.service_ids(),
            notes: None,
            lead_id: choice.lead_id.clone(),
            wish: StaffWish {
                staff_id: choice.with.person().cloned(),
                gender: choice.with.gender(),
                has_older_names: false,
            },
            promised_offer_id: self.chosen_offer().map(|offer| offer.id.clone()),
        }
    }
}

async fn answer_refusal(page: &PageContext, mut review: Review, form: &FormBody, refusal: AskRefusal) -> HttpResult {
    let text = page.texts.booking();
    let refused = |status, text: &str| ReviewState::from(FormState::refused_as(&form.values, status, text));
    let conflict = |text: &str| refused(StatusCode::CONFLICT, text);
    let state = match refusal {
        AskRefusal::OverLimit => refused(StatusCode::TOO_MANY_REQUESTS, page.texts.errors().too_many()),
        AskRefusal::OtherBooking(OtherBooking { id, is_same: true, .. }) => {
            ReviewState { other_booking: Some((id, text.once_more())), ..conflict(text.same_visit()) }
        }
        AskRefusal::OtherBooking(mut other) => {
            page.translate_names(&mut other).await?;
            let services: Vec<&str> = other.services.iter().map(|line| line.service_name_snapshot.as_str()).collect();
            let sentence = text.other_visit(&services.join(", "), &page.texts.format_time(other.starts));
            ReviewState { other_booking: Some((other.id, text.book_both())), ..conflict(&sentence) }
        }
        AskRefusal::OfferTaken => {
            review.has_offer_already = true;
            conflict(page.texts.promised_offer().lost())
        }
        AskRefusal::Request(RequestRefusal::SlotUnavailable(nearest)) if nearest.is_empty() => {
            ReviewState { is_day_full: true, ..conflict(text.day_taken()) }
        }
        AskRefusal::Request(RequestRefusal::SlotUnavailable(nearest)) => {
            let nearest = starts_to_offer(&nearest, review.choice.time);
            ReviewState { nearest, ..conflict(text.time_taken()) }
        }
        AskRefusal::Request(RequestRefusal::TooManyPending) => {
            refused(StatusCode::UNPROCESSABLE_ENTITY, text.too_many_pending())
        }
        // Something has changed since the check: the same check now finds it.
        AskRefusal::Request(refusal @ RequestRefusal::InvalidFields(_)) => {
            return match Review::read(page, review.choice).await? {
                Err(response) => Ok(with_note_kept(response, form)),
                Ok(_) => Err(refusal.into()),
            };
        }
        AskRefusal::Request(
            refusal @ (RequestRefusal::AgainstWish(_) | RequestRefusal::PastDayByReceptionist | RequestRefusal::Db(_)),
        ) => {
            return Err(refusal.into());
        }
        AskRefusal::Lead(refusal) => return Err(refusal.into()),
        AskRefusal::Db(error) => return Err(error.into()),
    };
    show_with(page, &review, state)
}
