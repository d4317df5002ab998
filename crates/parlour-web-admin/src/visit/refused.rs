//! A form of the sheet that was refused: what was typed, what is wrong, and which times are free instead.

use chrono::NaiveTime;
use parlour_domain::ist::parse_time;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::fields::Fields;

use super::lines::LineRow;
use parlour_texts::DeskBookingTexts;
use parlour_web::form::FormState;

#[derive(Debug, Default)]
pub(super) struct Refused {
    /// The last part of the form's address; empty if nothing was refused.
    act: &'static str,
    form: FormState,
    pub(super) nearest: Vec<NaiveTime>,
    lines: Option<Vec<[String; 3]>>,
}

impl Refused {
    pub(super) fn new(act: &'static str, names: &[&str], typed: &Fields, error: &HttpError) -> Self {
        let is_taken = error.code() == ErrorCode::BookingSlotUnavailable;
        let times = error.details().and_then(|details| details.get("startTime")).filter(|_| is_taken);
        let nearest = times.into_iter().flatten().filter_map(|time| parse_time(time)).collect();
        // The times are no field errors.
        let plain = HttpError::new(error.code(), error.message().to_owned());
        let form = FormState::refused(typed, names, if is_taken { &plain } else { error });
        let lines = (act == "lines").then(|| typed_lines(typed));
        Self { act, form, nearest, lines }
    }

    /// Without the typed lines: what is there now must be seen first.
    pub(super) fn with_lines_of_now(self) -> Self {
        Self { lines: None, ..self }
    }

    /// With another sentence.
    pub(super) fn saying(mut self, sentence: String) -> Self {
        self.form.refusal = Some(sentence);
        self
    }

    pub(super) fn is_of(&self, act: &str) -> bool {
        self.act == act
    }

    /// What the button of a nearest time does: a request is not moved, its customer is asked.
    pub(super) fn nearest_act(&self) -> &'static str {
        if self.act == "approve" { "offer" } else { self.act }
    }

    /// What was typed into the refused form.
    pub(super) fn typed(&self, name: &str) -> &str {
        self.form.value(name)
    }

    pub(super) fn is_refused(&self) -> bool {
        self.form.is_refused()
    }

    pub(super) fn sentence(&self) -> Option<&str> {
        self.form.refusal.as_deref()
    }

    /// What was typed into a field of this act.
    pub(super) fn value(&self, act: &str, name: &str) -> Option<&str> {
        self.is_of(act).then(|| self.form.value(name)).filter(|value| !value.is_empty())
    }

    pub(super) fn error(&self, act: &str, name: &str) -> Option<&str> {
        if self.is_of(act) { self.form.error(name) } else { None }
    }

    /// The attributes of a field with an error.
    pub(super) fn wrong(&self, act: &str, name: &str) -> String {
        match self.error(act, name) {
            Some(_) => format!(" aria-invalid=\"true\" aria-describedby=\"e-{act}-{}\"", name.replace('.', "-")),
            None => String::new(),
        }
    }

    /// The id of a field, its name and what is wrong with it.
    pub(super) fn errors(&self, text: DeskBookingTexts) -> Vec<(String, String)> {
        let line = |name: &str, message: &str| {
            let (id, label) = field(self.act, name, text);
            (id, format!("{label} {message}"))
        };
        self.form.errors().map(|(name, message)| line(name, message)).collect()
    }

    pub(super) fn lines(&self) -> Option<Vec<LineRow>> {
        let row = |(values, number): (&[String; 3], usize)| {
            let [service, staff, minutes] = values.clone();
            LineRow { number, service, staff, minutes }
        };
        self.lines.as_ref().map(|lines| lines.iter().zip(1..).map(row).collect())
    }
}

/// The rows of the form as they were typed.
pub(super) fn typed_lines(typed: &Fields) -> Vec<[String; 3]> {
    let (services, staff, minutes) =
        (typed.form_texts("service"), typed.form_texts("staff"), typed.form_texts("minutes"));
    let text = |values: &[&str], at: usize| values.get(at).copied().unwrap_or_default().to_owned();
    (0..services.len()).map(|at| [text(&services, at), text(&staff, at), text(&minutes, at)]).collect()
}

/// The id of a field on the page and its label: `lines.2.serviceId` is the service of the third row.
fn field(act: &str, name: &str, text: DeskBookingTexts) -> (String, String) {
    let mut parts = name.split('.');
    if let (Some("lines"), Some(row), Some(part)) = (parts.next(), parts.next(), parts.next()) {
        let number = row.parse::<usize>().unwrap_or_default() + 1;
        let (id, label) = match part {
            "staffId" => ("staff", text.person_of(number)),
            "durationMinutes" => ("minutes", text.minutes_of(number)),
            _ => ("service", text.service_of(number)),
        };
        return (format!("{act}-{id}-{number}"), label);
    }
    let label = match name {
        "staffId" => text.person(),
        "bookingDate" => text.day(),
        "startTime" => text.time(),
        "content" => text.note(),
        "lines" => text.lines(),
        _ => text.reason(),
    };
    let id = if name == "lines" { format!("{act}-service-1") } else { format!("{act}-{name}") };
    (id, label.to_owned())
}
