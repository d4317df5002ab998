//! The form of a session: up to three services, who did them, and how long they took.

use parlour_app::memberships::{NewSession, SessionFieldError, SessionLine, SessionRefusal};
use parlour_domain::ids::{BranchId, MembershipId, ServiceId, StaffId};
use parlour_domain::ist::parse_date;
use parlour_domain::membership::MAX_SESSION_MINUTES;
use parlour_domain::service::ServiceType;
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::state::HttpState;
use parlour_store::catalogue::catalogue_records::Service;

use parlour_texts::MembershipsTexts;
use parlour_web::cache::Catalogue;
use parlour_web::form::FormState;

/// Sessions with more services are rare; they are recorded in two.
pub(super) const MAX_LINES: usize = 3;

/// The fields of the lines with the names that their errors have.
pub(super) fn line_names(index: usize) -> [String; 3] {
    ["service", "staff", "minutes"].map(|name| format!("{name}{index}"))
}

fn field_names() -> Vec<String> {
    (0..MAX_LINES).flat_map(line_names).chain(["bookingDate".to_owned()]).collect()
}

pub(super) fn refused(form: &FormBody, error: &HttpError) -> FormState {
    let names = field_names();
    FormState::refused(&form.fields(), &names.iter().map(String::as_str).collect::<Vec<_>>(), error)
}

/// What was typed so far.
pub(super) fn kept(form: &FormBody) -> FormState {
    let names = field_names();
    FormState::kept(&form.fields(), &names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// How many minutes the chosen services take together.
pub(super) fn typed_minutes(form: &FormState, catalogue: &Catalogue) -> i64 {
    let of_line = |index| {
        let [service, _, minutes] = line_names(index);
        let usual = || catalogue.find(|known| known.id.as_str() == form.value(&service));
        let typed = form.value(&minutes).parse().ok().filter(|minutes| (1..=MAX_SESSION_MINUTES).contains(minutes));
        let is_chosen = !form.value(&service).is_empty();
        typed.or_else(|| usual().map(|(_, known)| known.duration_minutes)).filter(|_| is_chosen).unwrap_or_default()
    };
    (0..MAX_LINES).map(of_line).sum()
}

/// Spa services: hours pay for those.
pub(super) fn spa_services(catalogue: &Catalogue) -> impl Iterator<Item = &Service> {
    let spa = catalogue.categories.iter().filter(|group| group.category.service_type == ServiceType::Spa);
    spa.flat_map(|group| &group.services)
}

/// What the form says, or every wrong field. With the line of the form that each line of the session comes from.
pub(super) fn read(
    form: &FormBody,
    membership_id: MembershipId,
    branch_id: Option<BranchId>,
    (state, catalogue, text): (&HttpState, &Catalogue, MembershipsTexts),
) -> Result<(NewSession, Vec<usize>), HttpError> {
    let mut fields = form.fields();
    let booking_date = fields.optional("bookingDate", |typed| {
        let date = parse_date(typed).ok_or("must be a date")?;
        if date > state.today() { Err(text.in_future()) } else { Ok(date) }
    });
    let (mut lines, mut places) = (Vec::new(), Vec::new());
    for index in 0..MAX_LINES {
        let is_blank = line_names(index).iter().all(|name| fields.form_text(name).is_empty());
        if index > 0 && is_blank {
            continue;
        }
        if let Some(line) = read_line(&mut fields, index, catalogue, text) {
            lines.push(line);
            places.push(index);
        }
    }
    let session = fields.build(|| Some(NewSession { membership_id, lines, booking_date, branch_id }))?;
    Ok((session, places))
}

fn read_line(fields: &mut Fields, index: usize, catalogue: &Catalogue, text: MembershipsTexts) -> Option<SessionLine> {
    let [service_name, staff_name, minutes_name] = line_names(index);
    let service = required(fields, &service_name, text);
    let staff = required(fields, &staff_name, text);
    let minutes = fields.optional(&minutes_name, |text| {
        let minutes = text.parse::<i64>().ok().filter(|minutes| (1..=MAX_SESSION_MINUTES).contains(minutes));
        minutes.ok_or_else(|| format!("must be a whole number from 1 to {MAX_SESSION_MINUTES}"))
    });
    if fields.has_error(&minutes_name) {
        return None;
    }
    let service = ServiceId::new(service?);
    let usual = || catalogue.find(|known| known.id == service).map(|(_, known)| known.duration_minutes);
    let minutes = minutes.or_else(usual).or_else(|| fields.add_error(&minutes_name, text.is_required()))?;
    Some(SessionLine { service_id: service, staff_id: StaffId::new(staff?), duration_minutes: minutes })
}

fn required(fields: &mut Fields, name: &str, text: MembershipsTexts) -> Option<String> {
    if fields.form_text(name).is_empty() {
        return fields.add_error(name, text.is_required());
    }
    fields.optional(name, |text| Ok::<_, String>(text.to_owned()))
}

/// A refusal with the names of the form's fields.
pub(super) fn named_refusal(refusal: SessionRefusal, places: &[usize]) -> HttpError {
    let SessionRefusal::InvalidFields(errors) = refusal else { return refusal.into() };
    let place = |line: usize| places.get(line).copied().unwrap_or(line);
    let mut named = FieldErrors::new();
    for error in errors {
        let name = match error {
            SessionFieldError::UnknownBranch => "branchId".to_owned(),
            SessionFieldError::UnknownService(line) => format!("service{}", place(line)),
            SessionFieldError::UnknownStaff(line) => format!("staff{}", place(line)),
        };
        named.entry(name).or_default().push(error.to_string());
    }
    HttpError::invalid(named)
}
