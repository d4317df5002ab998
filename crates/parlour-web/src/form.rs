//! A form that is shown again with what was typed and what is wrong with it.

use parlour_http::error::HttpError;
use parlour_http::fields::Fields;

/// The values and errors of a form. A new form has its first values and no errors.
#[derive(Debug, Default)]
pub struct FormState {
    values: Vec<(String, String)>,
    /// In the order of the fields.
    errors: Vec<(String, Vec<String>)>,
    /// What is wrong with the whole, such as a time that was taken meanwhile.
    pub refusal: Option<String>,
}

impl FormState {
    /// A form that is shown the first time.
    pub fn new(values: &[(&str, &str)]) -> Self {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { values, ..Self::default() }
    }

    /// A form that is shown again with what was typed, and nothing wrong.
    pub fn kept(typed: &Fields, names: &[&str]) -> Self {
        let of_name = |name: &&str| {
            typed.form_texts(name).into_iter().map(|value| ((*name).to_owned(), value.to_owned())).collect::<Vec<_>>()
        };
        Self { values: names.iter().flat_map(of_name).collect(), ..Self::default() }
    }

    /// A form that was refused: with what was typed, and the errors beside their fields.
    pub fn refused(typed: &Fields, names: &[&str], error: &HttpError) -> Self {
        let mut errors: Vec<_> = error.details().cloned().unwrap_or_default().into_iter().collect();
        // A path may lead to an entry of a field.
        let place = |path: &str| names.iter().position(|name| path.split('.').next() == Some(name));
        errors.sort_by_key(|(path, _)| place(path).unwrap_or(names.len()));
        let refusal = errors.is_empty().then(|| error.message().to_owned());
        Self { errors, refusal, ..Self::kept(typed, names) }
    }

    /// The value of a text field.
    pub fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(given, _)| given == name).map_or("", |(_, value)| value)
    }

    /// Whether this choice or checkbox is ticked.
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.values.iter().any(|(given, typed)| given == name && typed == value)
    }

    /// What is wrong with a field, or with an entry or field inside it.
    pub fn error(&self, name: &str) -> Option<&str> {
        let of_field =
            |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.errors
            .iter()
            .find(|(path, _)| of_field(path))
            .and_then(|(_, messages)| messages.first())
            .map(String::as_str)
    }

    /// Every field error, for the summary above the form.
    pub fn errors(&self) -> impl Iterator<Item = (&str, &str)> {
        self.errors.iter().filter_map(|(name, messages)| Some((name.as_str(), messages.first()?.as_str())))
    }

    pub fn is_refused(&self) -> bool {
        self.refusal.is_some() || !self.errors.is_empty()
    }
}
