//! What a setting is, and the table of all of them.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::definitions::DEFINITIONS;

pub(super) const PREFIX: &str = "PARLOUR_";

/// The background jobs, as their routes name them.
pub(super) const JOBS: [&str; 19] = [
    "appointment-reminders",
    "membership-expiry",
    "birthday-emails",
    "lead-followups",
    "gems-expiry-reminder",
    "membership-usage-nudges",
    "daily-sales-report",
    "weekly-report",
    "nightly-sales-summary",
    "membership-auto-expire",
    "offer-auto-expire",
    "gems-auto-expire",
    "session-cleanup",
    "monthly-gst-summary",
    "post-service-followup",
    "stale-booking-alert",
    "noshow-check",
    "membership-expired-notice",
    "invoice-pdf",
];

/// One row of the table.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    /// The environment variable; without the prefix and in lower case, the key in `parlour.toml`.
    pub(super) name: Cow<'static, str>,
    pub(super) fallback: Fallback,
    pub(super) toml_type: TomlType,
    /// The value never appears in a message.
    pub(super) secret: bool,
    pub(super) meaning: Cow<'static, str>,
}

/// What holds when a setting is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fallback {
    /// This value, read as if it had been given.
    Value(&'static str),
    /// Something only the running server knows.
    Derived(&'static str),
    Unset,
}

/// What `parlour.toml` may hold besides text and numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TomlType {
    Text,
    List,
    Flag,
}

impl Setting {
    pub(super) const fn new(name: &'static str, fallback: Fallback, meaning: &'static str) -> Self {
        let (name, meaning) = (Cow::Borrowed(name), Cow::Borrowed(meaning));
        Self { name, fallback, toml_type: TomlType::Text, secret: false, meaning }
    }

    pub(super) const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    pub(super) const fn with_toml_type(mut self, toml_type: TomlType) -> Self {
        self.toml_type = toml_type;
        self
    }

    fn heartbeat(job: &str) -> Self {
        let meaning = if job == "invoice-pdf" {
            "accepted for consistency; `invoice-pdf` has no heartbeat because it does not run on a schedule"
                .into()
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

pub(super) fn heartbeat_name(job: &str) -> String {
    format!("{PREFIX}HEARTBEAT_{}", job.to_uppercase().replace('-', "_"))
}

static TABLE: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let heartbeats = JOBS.iter().map(|job| Setting::heartbeat(job));
    DEFINITIONS.iter().cloned().chain(heartbeats).collect()
});

/// Every setting there is, in the order of the reference.
pub(super) fn settings() -> &'static [Setting] {
    &TABLE
}

/// A setting and its place in the table.
pub(super) fn find_setting(name: &str) -> Option<(usize, &'static Setting)> {
    settings().iter().enumerate().find(|(_, setting)| setting.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_well_formed() {
        let mut names: Vec<_> = settings().iter().map(|setting| &setting.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "a name stands twice");
        for name in names {
            let rest = name.strip_prefix(PREFIX).unwrap();
            assert!(rest.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'), "{name}");
        }
    }

    #[test]
    fn every_job_has_its_heartbeat() {
        let (_, setting) = find_setting("PARLOUR_HEARTBEAT_DAILY_SALES_REPORT").unwrap();
        assert_eq!(setting.key(), "heartbeat_daily_sales_report");
        assert!(setting.secret && setting.meaning.contains("`daily-sales-report`"));
        let heartbeats = settings().iter().filter(|s| s.name.starts_with("PARLOUR_HEARTBEAT_"));
        assert_eq!(heartbeats.count(), 19);
    }

    #[test]
    fn a_job_that_sends_no_heartbeat_says_so() {
        let (_, setting) = find_setting("PARLOUR_HEARTBEAT_INVOICE_PDF").unwrap();
        assert!(setting.meaning.contains("no heartbeat"));
    }
}
