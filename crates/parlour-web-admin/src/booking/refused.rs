//! A form of the sheet that was refused: what was typed, what is wrong, and which times are free instead.

use chrono::NaiveTime;
use http::StatusCode;
use parlour_app::bookings::DeskRefusal;
use parlour_domain::booking::availability::starts_to_offer;
use parlour_domain::ist::parse_time;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::request::FormValues;
use parlour_http::sessions::FormRefusal;

use super::lines::LineRow;
use super::question::Question;
use super::read::BookingRead;
use super::sheet_refusal::SheetRefusal;
use crate::status::DeskStatus;
use parlour_texts::Texts;
use parlour_web::form::FormState;

#[derive(Debug, Default)]
pub(super) struct RefusedForm {
    /// The name of the form; empty if nothing was refused.
    name: &'static str,
    pub(super) state: FormState,
    pub(super) nearest: Vec<NaiveTime>,
    /// What does it all the same.
    pub(super) question: Option<Question>,
    /// The typed lines, unless what is there now must be seen first.
    lines: Option<Vec<[String; 3]>>,
}

impl RefusedForm {
    pub(super) fn new(
        name: &'static str,
        form: &FormBody,
        refusal: FormRefusal<SheetRefusal>,
        read: &BookingRead,
        texts: Texts,
    ) -> Result<Self, HttpError> {
        let mut nearest = Vec::new();
        let mut lines = (name == "lines").then(|| typed_lines(&form.values));
        let mut answered_meanwhile = None;
        match &refusal {
            FormRefusal::ByUseCase(SheetRefusal::Desk(DeskRefusal::SlotUnavailable(free))) => {
                let refused = parse_time(form.text("startTime")).unwrap_or(read.found.booking.start_time);
                nearest = starts_to_offer(free, Some(refused));
            }
            FormRefusal::ByUseCase(SheetRefusal::ChangedMeanwhile) => lines = None,
            // Two people answer the same request.
            FormRefusal::ByUseCase(SheetRefusal::Desk(DeskRefusal::WrongStatus(_)))
                if matches!(name, "approve" | "reject" | "offer") =>
            {
                let word = DeskStatus::of(&read.found).word(texts.desk_status()).to_lowercase();
                answered_meanwhile = Some(texts.desk_booking().answered_meanwhile(&word));
            }
            _ => {}
        }
        let question = Question::of(&refusal, &form.values, texts);
        let state = match answered_meanwhile {
            Some(sentence) => FormState::refused_as(&form.values, StatusCode::CONFLICT, sentence),
            None => FormState::refused(&form.values, refusal, texts, label)?,
        };
        Ok(Self { name, state, nearest, question, lines })
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn is_of(&self, name: &str) -> bool {
        self.name == name
    }

    /// The form of a nearest time: a request is not moved, its customer is asked.
    pub(super) fn nearest_form(&self) -> &'static str {
        if self.name == "approve" { "offer" } else { self.name }
    }

    /// The id of each wrong field, and what is wrong with it.
    pub(super) fn errors(&self) -> Vec<(String, &str)> {
        self.state.errors().map(|(path, sentence)| (field_id(self.name, path), sentence)).collect()
    }

    pub(super) fn lines(&self) -> Option<Vec<LineRow>> {
        let row = |(values, number): (&[String; 3], usize)| {
            let [service, staff, minutes] = values.clone();
            LineRow { number, service, staff, minutes }
        };
        self.lines.as_ref().map(|lines| lines.iter().zip(1..).map(row).collect())
    }
}

/// The rows of the form as they were typed: service, person and minutes.
pub(super) fn typed_lines(values: &FormValues) -> Vec<[String; 3]> {
    let (services, staff, minutes) = (values.texts("service"), values.texts("staff"), values.texts("minutes"));
    let text = |values: &[&str], at: usize| values.get(at).copied().unwrap_or_default().to_owned();
    (0..services.len()).map(|at| [text(&services, at), text(&staff, at), text(&minutes, at)]).collect()
}

/// The number of the row and the field of it that a path leads to: `lines.2.serviceId` is the service of the third row.
fn line_field(path: &str) -> Option<(usize, &str)> {
    let (row, field) = path.strip_prefix("lines.")?.split_once('.')?;
    Some((row.parse::<usize>().ok()? + 1, field))
}

fn field_id(form: &str, path: &str) -> String {
    match line_field(path) {
        Some((number, "staffId")) => format!("{form}-staff-{number}"),
        Some((number, "durationMinutes")) => format!("{form}-minutes-{number}"),
        Some((number, _)) => format!("{form}-service-{number}"),
        None if path == "lines" => format!("{form}-service-1"),
        None => format!("{form}-{path}"),
    }
}

/// The label of a field.
pub(super) fn label(path: &str, texts: Texts) -> String {
    let text = texts.desk_booking();
    match line_field(path) {
        Some((number, "staffId")) => return text.person_of(number),
        Some((number, "durationMinutes")) => return text.minutes_of(number),
        Some((number, _)) => return text.service_of(number),
        None => {}
    }
    let label = match path {
        "staffId" => text.person(),
        "bookingDate" => text.day(),
        "startTime" | "slot" => text.time(),
        "content" => text.note(),
        "tellCustomer" => text.tell(),
        "lines" => text.lines(),
        _ => text.reason(),
    };
    label.to_owned()
}
