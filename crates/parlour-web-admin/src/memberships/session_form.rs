//! The form of a session: up to three services, who did them, and how long they took.

use chrono::NaiveDate;
use parlour_app::memberships::{NewSession, SessionFieldError, SessionLine};
use parlour_domain::ids::{MembershipId, ServiceId, StaffId};
use parlour_domain::membership::MAX_SESSION_MINUTES;
use parlour_domain::service::ServiceType;
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::request::{Int, RequestField, TextRule, ValueRule};
use parlour_store::catalogue::catalogue_records::Service;

use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::cache::Catalogue;
use parlour_web::form::FormState;

/// Sessions with more services are rare; they are recorded in two.
pub(super) const MAX_LINES: usize = 3;

/// The fields of the lines with the names that their errors have.
pub(super) fn line_names(index: usize) -> [String; 3] {
    ["service", "staff", "minutes"].map(|name| format!("{name}{index}"))
}

/// The label of a field, without the number of its line.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.memberships();
    match name.trim_end_matches(|character: char| character.is_ascii_digit()) {
        "service" => text.service(),
        "staff" => text.person(),
        "minutes" => text.minutes(),
        "branchId" => text.branch(),
        _ => text.day(),
    }
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

/// What the form says: a session, and the line of the form that each of its lines comes from.
pub(super) struct TypedSession {
    pub(super) session: NewSession,
    places: Vec<usize>,
}

impl TypedSession {
    /// What the form says, or every wrong field.
    pub(super) fn read<R>(
        form: &FormBody,
        membership_id: MembershipId,
        page: &DeskPage<R>,
        catalogue: &Catalogue,
    ) -> Result<Self, FieldErrors> {
        let mut fields = form.fields();
        let booking_date = fields.optional("bookingDate", <NaiveDate as TextRule>::parse);
        if booking_date.is_some_and(|date| date > page.today()) {
            let sentence = page.texts.memberships().in_future().to_owned();
            fields.add_error::<()>("bookingDate", FieldError::Sentence(sentence));
        }
        let (mut lines, mut places) = (Vec::new(), Vec::new());
        for index in 0..MAX_LINES {
            let is_blank = line_names(index).iter().all(|name| form.text(name).is_empty());
            if index > 0 && is_blank {
                continue;
            }
            if let Some(line) = read_line(&mut fields, index, catalogue) {
                lines.push(line);
                places.push(index);
            }
        }
        let branch_id = page.branch.as_ref().map(|branch| branch.id.clone());
        let session = NewSession { membership_id, lines, booking_date, branch_id };
        fields.finish(|| Some(Self { session, places }))
    }

    /// The errors of the use case with the names of the form's fields.
    pub(super) fn named_errors(&self, errors: Vec<SessionFieldError>) -> FieldErrors {
        let place = |line: usize| self.places.get(line).copied().unwrap_or(line);
        let mut named = FieldErrors::default();
        for error in errors {
            let name = match error {
                SessionFieldError::UnknownBranch => "branchId".to_owned(),
                SessionFieldError::UnknownService(line) => format!("service{}", place(line)),
                SessionFieldError::UnknownStaff(line) => format!("staff{}", place(line)),
            };
            named.add(name, error);
        }
        named
    }
}

fn read_line(fields: &mut Fields, index: usize, catalogue: &Catalogue) -> Option<SessionLine> {
    let [service_name, staff_name, minutes_name] = line_names(index);
    let service_id = <ServiceId as RequestField>::read(fields, &service_name);
    let staff_id = <StaffId as RequestField>::read(fields, &staff_name);
    let minutes = <Int<1, MAX_SESSION_MINUTES> as ValueRule>::read(fields, &minutes_name);
    if fields.has_error(&minutes_name) {
        return None;
    }
    let service_id = service_id?;
    let usual = || catalogue.find(|known| known.id == service_id).map(|(_, known)| known.duration_minutes);
    let minutes = minutes.or_else(usual).or_else(|| fields.add_error(&minutes_name, FieldError::Required))?;
    Some(SessionLine { service_id, staff_id: staff_id?, duration_minutes: minutes })
}
