//! The table of all settings.

use std::sync::LazyLock;

use parlour_domain::job::Job;

use super::definitions::DEFINITIONS;
use super::setting::Setting;

static TABLE: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let heartbeats = Job::contract_jobs().map(Setting::heartbeat);
    DEFINITIONS.iter().cloned().chain(heartbeats).collect()
});

/// Returns all settings in the order of the reference.
pub(super) fn settings() -> &'static [Setting] {
    &TABLE
}

/// Returns a setting and its index in the table.
pub(super) fn find_setting(name: &str) -> Option<(usize, &'static Setting)> {
    settings().iter().enumerate().find(|(_, setting)| setting.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::setting::PREFIX;

    #[test]
    fn names_are_unique_and_well_formed() {
        let mut names: Vec<_> = settings().iter().map(|setting| &setting.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "a name is listed twice");
        for name in names {
            let rest = name.strip_prefix(PREFIX).unwrap();
            assert!(rest.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'), "{name}");
        }
    }

    #[test]
    fn every_job_has_its_heartbeat() {
        let (_, setting) = find_setting("PARLOUR_HEARTBEAT_DAILY_SALES_REPORT").unwrap();
        assert_eq!(setting.key(), "heartbeat_daily_sales_report");
        assert!(setting.is_secret && setting.meaning.contains("`daily-sales-report`"));
        let heartbeats = settings().iter().filter(|s| s.name.starts_with("PARLOUR_HEARTBEAT_"));
        assert_eq!(heartbeats.count(), 19);
    }

    #[test]
    fn a_job_that_sends_no_heartbeat_says_so() {
        let (_, setting) = find_setting("PARLOUR_HEARTBEAT_INVOICE_PDF").unwrap();
        assert!(setting.meaning.contains("no heartbeat"));
    }
}
