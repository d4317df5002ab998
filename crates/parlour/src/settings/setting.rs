//! What a setting is.

use std::borrow::Cow;

use parlour_domain::job::Job;

pub(super) const PREFIX: &str = "PARLOUR_";

/// A setting: its name, its default and its description.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    /// Name of the environment variable. Without the prefix and in lower case it is the key in `parlour.toml`.
    pub(super) name: Cow<'static, str>,
    pub(super) fallback: Fallback,
    pub(super) toml_type: TomlType,
    /// Whether messages must not contain the value.
    pub(super) is_secret: bool,
    pub(super) meaning: Cow<'static, str>,
}

/// The value of a setting that is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fallback {
    /// This text is parsed like a given value.
    Value(&'static str),
    /// The running server determines the value; the text describes it.
    Derived(&'static str),
    Unset,
}

/// The type of a value in `parlour.toml`. Strings and numbers are always accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TomlType {
    Text,
    List,
    Flag,
}

impl Setting {
    pub(super) const fn new(name: &'static str, fallback: Fallback, meaning: &'static str) -> Self {
        let (name, meaning) = (Cow::Borrowed(name), Cow::Borrowed(meaning));
        Self { name, fallback, toml_type: TomlType::Text, is_secret: false, meaning }
    }

    pub(super) const fn secret(mut self) -> Self {
        self.is_secret = true;
        self
    }

    pub(super) const fn with_toml_type(mut self, toml_type: TomlType) -> Self {
        self.toml_type = toml_type;
        self
    }

    /// Describes the heartbeat URL of a job.
    pub(super) fn heartbeat(job: Job) -> Self {
        let meaning = if job == Job::InvoicePdf {
            "accepted for consistency; `invoice-pdf` has no heartbeat because it does not run on a schedule".into()
        } else {
            format!("URL pinged after `{job}`; `/fail` is appended on failure")
        };
        Self {
            name: heartbeat_name(job).into(),
            meaning: meaning.into(),
            ..Self::new("", Fallback::Unset, "").secret()
        }
    }

    /// The key in `parlour.toml`.
    pub(super) fn key(&self) -> String {
        self.name.trim_start_matches(PREFIX).to_lowercase()
    }
}

/// Name of the setting with the heartbeat URL of a job.
pub(super) fn heartbeat_name(job: Job) -> String {
    format!("{PREFIX}HEARTBEAT_{}", job.as_str().to_uppercase().replace('-', "_"))
}
