//! The visit is booked, or begins.

use chrono::{NaiveDate, NaiveTime};
use http::StatusCode;
use parlour_app::availability::{FreeStaffQuery, NotFreeReason, find_free_staff};
use parlour_app::bookings::{BookingRequest, DeskRequest, StaffPreference, book_at_desk, start};
use parlour_app::customers::{NewCustomer, add};
use parlour_domain::auth::role::Role;
use parlour_domain::booking::check_not_too_far_ahead;
use parlour_domain::ids::{ServiceId, StaffId, UserId};
use parlour_domain::ist::{Timestamp, parse_time};
use parlour_domain::phone::Phone;
use parlour_domain::service::ServiceType;
use parlour_domain::text::optional_name;
use parlour_http::error::{ErrorCode, FieldErrors, HttpError, to_field_errors};
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::Conn;

use super::choice::Choice;
use super::customers::find_name_with_phone;
use super::times::{current_start, is_live};
use super::view::{MAX_GUEST_CHARS, MAX_NOTE_CHARS, Refused, View};
use crate::desk::{DeskPage, refused_status};
use parlour_texts::NewBookingTexts;
use parlour_web::cache::current_catalogue;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

const MAX_NAME_CHARS: usize = 120;

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let mut choice = Choice::read(&form.0.bytes);
    if let Some(nearest) = parse_time(form.fields().form_text("nearest")) {
        choice.take_time(nearest);
    }
    let booked = match read_visit(&page, &form, &choice).await {
        Ok(visit) => book(&page, &form, visit).await,
        Err(error) => Err(error),
    };
    match booked {
        Ok((path, flash)) => Ok(see_other(&path, Some(flash))),
        Err(error) => answer_refusal(&page, &form, choice, error).await,
    }
}

async fn answer_refusal(
    page: &DeskPage<Receptionist>,
    form: &FormBody,
    choice: Choice,
    error: HttpError,
) -> HttpResult {
    let Some(status) = refused_status(&error) else { return Err(error) };
    let refused = if error.code() == ErrorCode::BookingSlotUnavailable {
        let mut form = FormState::default();
        form.refusal = Some(error.message().to_owned());
        let named = error.details().and_then(|details| details.get("startTime"));
        let nearest = named.into_iter().flatten().filter_map(|time| parse_time(time)).collect();
        Refused { form, nearest }
    } else {
        let error = with_names_of_form(error);
        Refused { form: FormState::refused(&form.fields(), &[], &error), nearest: Vec::new() }
    };
    let status = if refused.form.errors().next().is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { status };
    let view = View::read(page, choice, refused).await?;
    page.show_with(status, &view.page(page))
}

/// The fields have short names here, which stand in addresses.
fn with_names_of_form(error: HttpError) -> HttpError {
    let Some(details) = error.details().filter(|details| !details.is_empty()) else { return error };
    let mut renamed = FieldErrors::new();
    for (path, messages) in details {
        let name = match path.split('.').next().unwrap_or(path) {
            "serviceIds" | "serviceType" => "s",
            "staffId" => "staff",
            "bookingDate" => "day",
            "startTime" => "time",
            "customerId" => "customer",
            "branchId" => "at",
            "guestName" => "guest",
            "notes" => "note",
            other => other,
        };
        renamed.entry(name.to_owned()).or_default().extend(messages.iter().cloned());
    }
    HttpError::invalid(renamed)
}

/// Whom the visit is for.
#[derive(Debug, Clone)]
enum Who {
    Known(UserId),
    New { customer: NewCustomer, is_other_person: bool },
}

/// A visit of which every field could be read.
#[derive(Debug, Clone)]
struct Visit {
    who: Who,
    booking: BookingRequest,
    staff: Option<StaffId>,
    guest_name: Option<String>,
    is_walkin: bool,
    /// Whether it begins at once.
    is_now: bool,
    is_live: bool,
}

async fn read_visit(page: &DeskPage<Receptionist>, form: &FormBody, choice: &Choice) -> Result<Visit, HttpError> {
    let text = page.texts.new_booking();
    let branch = page.salon.branch(&choice.branch).or(page.branch.as_ref()).cloned();
    let catalogue = current_catalogue(&page.state).await?;
    let known = |id: &ServiceId| catalogue.find(|service| service.id == *id);
    // A service that is not offered any more is refused by the use case, whatever its type.
    let mut types = choice.services.iter().filter_map(known).map(|(group, _)| group.category.service_type);
    let service_type = types.next().unwrap_or(ServiceType::Salon);
    let mut fields = form.fields();
    let who = read_customer(&mut fields, choice, text);
    if choice.services.is_empty() {
        fields.add_error::<()>("s", text.must_be_chosen());
    } else if types.any(|other| other != service_type) {
        fields.add_error::<()>("s", text.services_apart());
    }
    let is_now = choice.is_now();
    let date = read_day(&mut fields, choice, (page.now(), page.role()), text);
    let start_time = if is_now { Some(current_start(page.now())) } else { read_time(&mut fields, choice, text) };
    let guest_name = read_name(&mut fields, "guest", &choice.guest, MAX_GUEST_CHARS, text);
    let notes = read_text(&mut fields, "note", &choice.note, MAX_NOTE_CHARS, text);
    let branch = branch.ok_or_else(|| HttpError::not_found("A branch"))?;
    let is_live = is_live(&branch);
    fields.build(|| {
        let booking = BookingRequest {
            branch_id: branch.id,
            service_type,
            booking_date: date?,
            start_time: start_time?,
            service_ids: choice.service_ids(),
            notes,
            lead_id: choice.lead_id(),
            staff_preference: StaffPreference::default(),
        };
        let staff = choice.staff_id();
        Some(Visit { who: who?, booking, staff, guest_name, is_walkin: choice.is_walkin, is_now, is_live })
    })
}

fn read_customer(fields: &mut Fields, choice: &Choice, text: NewBookingTexts) -> Option<Who> {
    if choice.customer.is_empty() {
        return fields.add_error("customer", text.must_be_chosen());
    }
    if !choice.is_new_customer() {
        return Some(Who::Known(UserId::new(&choice.customer)));
    }
    let name = read_name(fields, "name", &choice.name, MAX_NAME_CHARS, text);
    if choice.name.is_empty() {
        fields.add_error::<()>("name", text.must_be_given());
    }
    let phone = match Phone::parse(&choice.phone) {
        Ok(phone) => Some(phone),
        Err(_) if choice.phone.is_empty() => fields.add_error("phone", text.must_be_given()),
        Err(refusal) => fields.add_error("phone", refusal),
    };
    let customer = NewCustomer { name: name?, phone: phone?, email: None, gender: None, date_of_birth: None };
    Some(Who::New { customer, is_other_person: choice.is_other_person })
}

fn read_day(
    fields: &mut Fields,
    choice: &Choice,
    (now, role): (Timestamp, Role),
    text: NewBookingTexts,
) -> Option<NaiveDate> {
    let today = now.ist_date();
    let date = choice.date(today);
    // A year with a digit too many, or 9999.
    if let Some(Err(refusal)) = date.map(|date| check_not_too_far_ahead(date, now)) {
        return fields.add_error("day", refusal);
    }
    match date {
        None => fields.add_error("day", text.not_a_day()),
        Some(date) if date < today && role < Role::Manager => fields.add_error("day", text.past_by_receptionist()),
        date => date,
    }
}

fn read_time(fields: &mut Fields, choice: &Choice, text: NewBookingTexts) -> Option<NaiveTime> {
    match choice.wall_time() {
        None if choice.time.is_empty() && choice.other_time.is_empty() => {
            fields.add_error("time", text.must_be_chosen())
        }
        None => fields.add_error("time", text.not_a_time()),
        time => time,
    }
}

fn read_text(fields: &mut Fields, name: &str, typed: &str, most: usize, text: NewBookingTexts) -> Option<String> {
    if typed.chars().count() > most {
        return fields.add_error(name, text.too_long(most));
    }
    (!typed.is_empty()).then(|| typed.to_owned())
}

fn read_name(fields: &mut Fields, name: &str, typed: &str, most: usize, text: NewBookingTexts) -> Option<String> {
    let text = read_text(fields, name, typed, most, text)?;
    optional_name(&text, most).map_or_else(|refusal| fields.add_error(name, refusal), Some)
}

/// The path of the new visit, and what its page says first.
async fn book(page: &DeskPage<Receptionist>, form: &FormBody, visit: Visit) -> Result<(String, Flash), HttpError> {
    let flash = if visit.booking.booking_date < page.today() {
        Flash::VisitEntered
    } else if visit.is_now {
        Flash::WalkInStarted
    } else if visit.staff.is_some() {
        Flash::VisitBooked
    } else {
        Flash::VisitWaits
    };
    if visit.staff.is_none() {
        let (branch, date) = (&visit.booking.branch_id, visit.booking.booking_date);
        page.state.app().availability_cache.prepare(branch, date, page.now()).await?;
    }
    let text = page.texts.new_booking();
    let booked = page.caller.submit_once(form, move |tx, context| {
        let customer_id = match &visit.who {
            Who::Known(id) => id.clone(),
            Who::New { customer, is_other_person } => {
                if !is_other_person && let Some(name) = find_name_with_phone(tx, &customer.phone)? {
                    return Err(HttpError::new(ErrorCode::Conflict, text.same_phone_of(&name)));
                }
                add(tx, context, customer)?.id
            }
        };
        let staff_id = match &visit.staff {
            None if visit.is_now => Some(find_free_person(tx, &visit, context.now, text)?),
            staff => staff.clone(),
        };
        let request = DeskRequest {
            customer_id,
            booking: visit.booking.clone(),
            staff_id,
            is_walkin: visit.is_walkin,
            guest_name: visit.guest_name.clone(),
        };
        let booking = book_at_desk(tx, context, &request)?;
        if visit.is_now {
            start(tx, context, &booking.id)?;
        }
        Ok(format!("/bookings/{}", booking.id.as_str()))
    });
    Ok((booked.await?, flash))
}

/// Who begins with somebody who walks in and wants nobody in particular. An open branch may keep no roster; then
/// nobody seems to be at work, and the first who does such services is chosen.
fn find_free_person(
    conn: &mut Conn<'_>,
    visit: &Visit,
    now: Timestamp,
    text: NewBookingTexts,
) -> Result<StaffId, HttpError> {
    let BookingRequest { branch_id, booking_date, start_time, service_ids, .. } = &visit.booking;
    let query = FreeStaffQuery {
        branch_id: branch_id.clone(),
        date: *booking_date,
        start_time: *start_time,
        services: service_ids.clone(),
        except_booking: None,
    };
    let nobody = || HttpError::invalid_field("staff", text.nobody_free());
    let mut staff = match find_free_staff(conn, &query, now)? {
        Ok(staff) => staff,
        Err(errors) => return Err(HttpError::invalid(to_field_errors(&errors))),
    };
    staff.retain(|member| member.reason != Some(NotFreeReason::OtherServiceType));
    let has_roster = staff.iter().any(|member| member.reason != Some(NotFreeReason::NotAtWork));
    let first = staff.into_iter().find(|member| member.free || (!has_roster && !visit.is_live));
    first.map(|member| member.id).ok_or_else(nobody)
}
