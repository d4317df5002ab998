//! The booking is booked, or begins.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::availability::{FreeStaffMember, FreeStaffQuery, find_free_people};
use parlour_app::bookings::{BookingRequest, DeskRequest, RequestRefusal, book_at_desk, start};
use parlour_app::customers::{NewCustomer, add};
use parlour_app::request_context::RequestContext;
use parlour_domain::auth::role::Role;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::starts_to_offer;
use parlour_domain::booking::check_not_too_far_ahead;
use parlour_domain::ids::{BookingId, ServiceId, StaffId, UserId};
use parlour_domain::ist::{Timestamp, parse_time};
use parlour_domain::phone::Phone;
use parlour_domain::service::ServiceType;
use parlour_domain::text::{limited_text, optional_name};
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, Receptionist};
use parlour_http::shapes::bookings::{MAX_GUEST_NAME_LENGTH, MAX_NOTES_LENGTH};
use parlour_store::bookings::{booking_records, last_booking};
use parlour_store::{Conn, Tx};

use super::book_refusal::BookRefusal;
use super::customers::find_name_with_phone;
use super::draft::BookingDraft;
use super::times::current_start;
use super::view::{Refused, View};
use crate::booking::{Question, SheetRefusal, ask_about_new, is_sure};
use crate::desk::DeskPage;
use parlour_texts::{NewBookingTexts, Texts};
use parlour_web::cache::current_catalogue;
use parlour_web::flash::{Flash, kept_answer, see_other_after};

const MAX_NAME_CHARS: usize = 120;

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let form = form.for_one_booking();
    let mut draft = BookingDraft::read(&form.values);
    if let Some(nearest) = parse_time(form.text("nearest")) {
        draft.take_time(nearest);
    }
    let requested = read_booking(&page, &form, &draft).await?;
    let flash = requested.as_ref().map_or(Flash::BookingBooked, |requested| requested.flash(page.today()));
    if let Ok(RequestedBooking { staff: None, booking, .. }) = &requested {
        page.state.app().availability_cache.prepare(&booking.branch_id, booking.booking_date, page.now()).await?;
    }
    let is_sure = is_sure(&form);
    let booked = page.form(&form, label).write(requested, move |tx, context, requested| {
        let path = book(tx, context, requested, is_sure)?;
        Ok::<_, BookRefusal>(kept_answer(context.now, &path))
    });
    let booked = booked.await?;
    let nearest = match &booked.result {
        Err(FormRefusal::ByUseCase(BookRefusal::Request(RequestRefusal::SlotUnavailable(nearest)))) => {
            starts_to_offer(nearest, draft.wall_time())
        }
        _ => Vec::new(),
    };
    let sent = match &booked.result {
        Err(FormRefusal::SentBefore(kept)) => Some(path_of(kept).to_owned()),
        _ => None,
    };
    let question = match &booked.result {
        Err(FormRefusal::ByUseCase(BookRefusal::Asked(SheetRefusal::AskFirst(ask)))) => {
            Some(Question::of_new(ask, draft.fields(), page.texts))
        }
        _ => None,
    };
    match booked.into_path_or_state()? {
        Ok(kept) => {
            let id = BookingId::new(path_of(&kept).trim_start_matches("/bookings/"));
            let flash = if waits(&page, &id).await? { Flash::BookingWaits } else { flash };
            Ok(see_other_after(&kept, flash, id.as_str()))
        }
        Err(state) => {
            let status = state.status;
            let view = View::read(&page, draft, Refused { form: state, nearest, sent, question }).await?;
            view.show(&page, status).await
        }
    }
}

/// The path in a kept answer.
fn path_of(kept: &str) -> &str {
    kept.split_once(' ').map_or(kept, |(_, path)| path)
}

/// Whether nobody was found for the visit that was booked.
async fn waits(page: &DeskPage<Receptionist>, id: &BookingId) -> Result<bool, HttpError> {
    let id = id.clone();
    let read = page.caller.read(move |conn, _| Ok(booking_records::find_booking(conn, &id)?));
    Ok(read.await?.is_some_and(|booking| booking.status == BookingStatus::Pending))
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.new_booking();
    match name {
        "customer" => text.label_customer(),
        "name" => text.label_name(),
        "phone" => text.label_phone(),
        "s" => text.label_services(),
        "staff" => text.label_person(),
        "day" => text.label_day(),
        "time" => text.label_start(),
        "guest" => text.label_guest(),
        "note" => text.label_note(),
        _ => text.label_branch(),
    }
}

/// Whom the booking is for.
#[derive(Debug, Clone)]
enum Who {
    Known(UserId),
    New { customer: NewCustomer, is_other_person: bool },
}

/// A booking of which every field could be read.
#[derive(Debug, Clone)]
struct RequestedBooking {
    who: Who,
    booking: BookingRequest,
    staff: Option<StaffId>,
    guest_name: Option<String>,
    is_walkin: bool,
    /// Whether it begins at once.
    is_now: bool,
}

impl RequestedBooking {
    /// What the page of the new booking says first.
    fn flash(&self, today: NaiveDate) -> Flash {
        if self.booking.booking_date < today {
            Flash::BookingEntered
        } else if self.is_now {
            Flash::WalkInStarted
        } else {
            Flash::BookingBooked
        }
    }
}

async fn read_booking(
    page: &DeskPage<Receptionist>,
    form: &FormBody,
    draft: &BookingDraft,
) -> Result<Result<RequestedBooking, FieldErrors>, HttpError> {
    let text = page.texts.new_booking();
    let branch = page.salon.branch(&draft.branch).or(page.branch.as_ref()).cloned();
    let catalogue = current_catalogue(&page.state).await?;
    let known = |id: &ServiceId| catalogue.find(|service| service.id == *id);
    // A service that is not offered any more is refused by the use case, whatever its type.
    let mut types = draft.services.iter().filter_map(known).map(|(group, _)| group.category.service_type);
    let service_type = types.next().unwrap_or(ServiceType::Salon);
    let mut fields = form.fields();
    let who = read_customer(&mut fields, draft);
    if draft.services.is_empty() {
        fields.add_error::<()>("s", FieldError::NotChosen);
    } else if types.any(|other| other != service_type) {
        fields.add_error::<()>("s", FieldError::Sentence(text.services_apart().to_owned()));
    }
    let is_now = draft.is_now();
    let date = read_day(&mut fields, draft, (page.now(), page.role()), text);
    let start_time = if is_now { Some(current_start(page.now())) } else { read_time(&mut fields, draft) };
    let guest_name = read_name(&mut fields, "guest", &draft.guest, MAX_GUEST_NAME_LENGTH);
    let notes = read_text(&mut fields, "note", &draft.note, MAX_NOTES_LENGTH);
    let branch = branch.ok_or_else(|| HttpError::not_found("A branch"))?;
    Ok(fields.finish(|| {
        let booking = BookingRequest {
            branch_id: branch.id,
            service_type,
            booking_date: date?,
            start_time: start_time?,
            service_ids: draft.service_ids(),
            notes,
            lead_id: draft.lead_id(),
            wish: draft.wish(),
            promised_offer_id: None,
        };
        let staff = draft.staff_id();
        Some(RequestedBooking { who: who?, booking, staff, guest_name, is_walkin: draft.is_walkin, is_now })
    }))
}

fn read_customer(fields: &mut Fields, draft: &BookingDraft) -> Option<Who> {
    if draft.customer.is_empty() {
        return fields.add_error("customer", FieldError::NotChosen);
    }
    if !draft.is_new_customer() {
        return Some(Who::Known(UserId::new(&draft.customer)));
    }
    let name = read_name(fields, "name", &draft.name, MAX_NAME_CHARS);
    if draft.name.is_empty() {
        fields.add_error::<()>("name", FieldError::Required);
    }
    let phone = match Phone::parse(&draft.phone) {
        Ok(phone) => Some(phone),
        Err(_) if draft.phone.is_empty() => fields.add_error("phone", FieldError::Required),
        Err(refusal) => fields.add_error("phone", refusal),
    };
    let customer = NewCustomer { name: name?, phone: phone?, email: None, gender: None, date_of_birth: None };
    Some(Who::New { customer, is_other_person: draft.is_other_person })
}

fn read_day(
    fields: &mut Fields,
    draft: &BookingDraft,
    (now, role): (Timestamp, Role),
    text: NewBookingTexts,
) -> Option<NaiveDate> {
    let today = now.ist_date();
    let date = draft.date(today);
    // A year with a digit too many, or 9999.
    if let Some(Err(refusal)) = date.map(|date| check_not_too_far_ahead(date, now)) {
        return fields.add_error("day", refusal);
    }
    match date {
        None => fields.add_error("day", FieldError::NotADate),
        Some(date) if date < today && role < Role::Manager => {
            fields.add_error("day", FieldError::Sentence(text.past_by_receptionist().to_owned()))
        }
        date => date,
    }
}

fn read_time(fields: &mut Fields, draft: &BookingDraft) -> Option<NaiveTime> {
    match draft.wall_time() {
        None if draft.time.is_empty() && draft.other_time.is_empty() => fields.add_error("time", FieldError::NotChosen),
        None => fields.add_error("time", FieldError::NotATime),
        time => time,
    }
}

fn read_text(fields: &mut Fields, name: &str, typed: &str, most: usize) -> Option<String> {
    let text = limited_text(typed, most).map_or_else(|refusal| fields.add_error(name, refusal), Some)?;
    (!text.is_empty()).then_some(text)
}

fn read_name(fields: &mut Fields, name: &str, typed: &str, most: usize) -> Option<String> {
    let text = read_text(fields, name, typed, most)?;
    optional_name(&text, most).map_or_else(|refusal| fields.add_error(name, refusal), Some)
}

/// Books the booking, and returns the path of its page. Unless the desk is sure, it is asked about what speaks against it.
fn book(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    requested: &RequestedBooking,
    is_sure: bool,
) -> Result<String, BookRefusal> {
    let customer_id = match &requested.who {
        Who::Known(id) => id.clone(),
        Who::New { customer, is_other_person } => {
            if !is_other_person && let Some(name) = find_name_with_phone(tx, &customer.phone)? {
                return Err(BookRefusal::SamePhone(name));
            }
            add(tx, context, customer)?.id
        }
    };
    let staff_id = match &requested.staff {
        Some(staff) => Some(staff.clone()),
        None => find_free_person(tx, requested, &customer_id, context.now)?,
    };
    if staff_id.is_none() && requested.is_now {
        return Err(BookRefusal::NobodyFree);
    }
    let request = DeskRequest {
        customer_id,
        booking: requested.booking.clone(),
        staff_id,
        // The form asks for a person or for a gender, so the two cannot differ.
        against_wish: false,
        is_walkin: requested.is_walkin,
        guest_name: requested.guest_name.clone(),
    };
    let booking = book_at_desk(tx, context, &request)?;
    if requested.is_now {
        start(tx, context, &booking.id)?;
    }
    if !is_sure {
        ask_about_new(tx, &booking, requested.is_now, context.now)?;
    }
    Ok(format!("/bookings/{}", booking.id.as_str()))
}

/// Who does a visit for which nobody is named: the first of those who are proposed and free.
fn find_free_person(
    conn: &mut Conn<'_>,
    requested: &RequestedBooking,
    customer: &UserId,
    now: Timestamp,
) -> Result<Option<StaffId>, BookRefusal> {
    let BookingRequest { branch_id, booking_date, start_time, service_ids, wish, .. } = &requested.booking;
    // Who did a visit that is over is named, and who walks in and waits is looked after by whoever has time then.
    if *booking_date < now.ist_date() || (requested.is_walkin && !requested.is_now) {
        return Ok(None);
    }
    let query = FreeStaffQuery {
        branch_id: branch_id.clone(),
        date: *booking_date,
        start_time: *start_time,
        services: service_ids.clone(),
        except_booking: None,
    };
    let found = find_free_people(conn, &query, &[*start_time], now)?.map_err(RequestRefusal::InvalidFields)?;
    let mut people: Vec<FreeStaffMember> = found.into_iter().flat_map(|(_, people)| people).collect();
    people.retain(|member| wish.gender.is_none_or(|gender| gender == member.gender));
    let last = last_booking::find_last_staff(conn, customer)?;
    let first = people.iter().find(|member| Some(&member.id) == last.as_ref()).or_else(|| people.first());
    Ok(first.map(|member| member.id.clone()))
}
