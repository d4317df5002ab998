//! A form of a page: its first values, or what was typed and what is wrong with it.
//!
//! A form has one life: its extractor `FormBody` decodes it, [`SubmittedForm::write`] carries it out once, and
//! [`FormOutcome::answer`] redirects with a message or shows the page again.

mod changed_meanwhile;
mod field_error_text;
mod rupees;
mod submit;

use http::StatusCode;
use parlour_http::error::{FieldErrors, HttpError, is_inside};
use parlour_http::request::FormValues;
use parlour_http::sessions::FormRefusal;
use parlour_texts::Texts;

pub use changed_meanwhile::{ChangedMeanwhile, ChangedOrRefused};
pub use field_error_text::field_error_text;
pub use rupees::{Rupees, RupeesAboveZero};
pub use submit::{FormOutcome, SubmittedForm};

/// The values and errors of a form, as the page shows them.
#[derive(Debug, Clone, Default)]
pub struct FormState {
    values: FormValues,
    /// Whole sentences, in the order of the fields.
    errors: Vec<(String, String)>,
    /// What is wrong with the whole, such as a time that was taken meanwhile.
    pub refusal: Option<String>,
    /// The status of the page with this form.
    pub status: StatusCode,
}

/// What the page of a form says about a refusal.
#[derive(Debug)]
pub enum ShownRefusal {
    /// Beside their fields.
    Fields(FieldErrors),
    /// Something has changed, or somebody else was faster.
    Conflict(String),
    /// A rule that what was typed breaks as a whole.
    Rule(String),
    /// The form cannot be shown again: an error page says it.
    ErrorPage,
}

/// A refusal of a use case, as pages word it.
pub trait PageRefusal: Into<HttpError> {
    /// What the page of the form says.
    fn shown(&self, texts: Texts) -> ShownRefusal;
}

/// The labels of a form without fields.
pub fn no_fields(_: &str, _: Texts) -> &'static str {
    ""
}

impl FormState {
    /// A form that is shown the first time.
    pub fn new<N: Into<String>, V: Into<String>>(values: impl IntoIterator<Item = (N, V)>) -> Self {
        Self { values: FormValues::new(values), ..Self::default() }
    }

    /// A form that is shown again with what was typed, and nothing wrong.
    pub fn typed(values: &FormValues) -> Self {
        Self { values: values.clone(), ..Self::default() }
    }

    /// A form with what was typed, and why nothing was done. `label` names a field to people. The error is for an error
    /// page.
    pub fn refused<R: PageRefusal, L: AsRef<str>>(
        values: &FormValues,
        refusal: FormRefusal<R>,
        texts: Texts,
        label: impl Fn(&str, Texts) -> L,
    ) -> Result<Self, HttpError> {
        let refusal = match refusal {
            FormRefusal::InvalidFields(errors) => return Ok(Self::invalid(values, &errors, texts, label)),
            FormRefusal::SentBefore(_) => return Ok(Self::sent_before(values, texts)),
            FormRefusal::ByUseCase(refusal) => refusal,
        };
        match refusal.shown(texts) {
            ShownRefusal::Fields(errors) => Ok(Self::invalid(values, &errors, texts, label)),
            ShownRefusal::Conflict(sentence) => Ok(Self::refused_as(values, StatusCode::CONFLICT, sentence)),
            ShownRefusal::Rule(sentence) => Ok(Self::refused_as(values, StatusCode::UNPROCESSABLE_ENTITY, sentence)),
            ShownRefusal::ErrorPage => Err(refusal.into()),
        }
    }

    /// A form with what was typed, and what is wrong with its fields. `label` names a field to people.
    pub fn invalid<L: AsRef<str>>(
        values: &FormValues,
        errors: &FieldErrors,
        texts: Texts,
        label: impl Fn(&str, Texts) -> L,
    ) -> Self {
        let error = |(path, error)| (str::to_owned(path), field_error_text(error, label(path, texts).as_ref(), texts));
        let errors = errors.iter().map(error).collect();
        Self { values: values.clone(), errors, refusal: None, status: StatusCode::UNPROCESSABLE_ENTITY }
    }

    /// A form with what was typed, and a sentence above it.
    pub fn refused_as(values: &FormValues, status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { values: values.clone(), errors: Vec::new(), refusal: Some(sentence.into()), status }
    }

    /// A form that has worked already, and was changed since then.
    pub fn sent_before(values: &FormValues, texts: Texts) -> Self {
        Self::refused_as(values, StatusCode::UNPROCESSABLE_ENTITY, texts.frame().sent_before())
    }

    /// The same form with other values, and what is wrong.
    #[must_use]
    pub fn with_values<N: Into<String>, V: Into<String>>(self, values: impl IntoIterator<Item = (N, V)>) -> Self {
        Self { values: FormValues::new(values), ..self }
    }

    /// The value of a text field.
    pub fn value(&self, name: &str) -> &str {
        self.values.text(name)
    }

    /// All that was typed, or is shown first.
    pub fn all_values(&self) -> &FormValues {
        &self.values
    }

    /// Every value of a field.
    pub fn values(&self, name: &str) -> Vec<&str> {
        self.values.texts(name)
    }

    /// Whether this choice or checkbox is ticked.
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.values.has(name, value)
    }

    /// What is wrong with a field, or with an entry or field inside it.
    pub fn error(&self, name: &str) -> Option<&str> {
        self.errors.iter().find(|(path, _)| is_inside(path, name)).map(|(_, sentence)| sentence.as_str())
    }

    /// Every wrong field once, for the summary above the form.
    pub fn errors(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_first = |at: usize, path: &String| self.errors.iter().take(at).all(|(earlier, _)| earlier != path);
        let errors = self.errors.iter().enumerate();
        errors.filter_map(move |(at, (path, text))| is_first(at, path).then_some((path.as_str(), text.as_str())))
    }

    /// How many fields are wrong.
    pub fn error_count(&self) -> usize {
        self.errors().count()
    }

    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// The id of the error of a field. `prefix` begins the id of the field; it is `f` where a page has one form.
    pub fn error_id(&self, prefix: &str, name: &str) -> String {
        if prefix == "f" { format!("e-{name}") } else { format!("e-{prefix}-{name}") }
    }

    pub fn is_refused(&self) -> bool {
        self.refusal.is_some() || !self.errors.is_empty()
    }
}
