//! Reads settings one by one and collects all problems instead of stopping at the first.

use std::collections::BTreeSet;

use super::error::SettingsError;
use super::setting::{Fallback, Setting};
use super::sources::{GivenValue, Sources};
use super::table;
use super::values::Expected;

/// A problem with a setting.
#[derive(Debug)]
struct Problem {
    /// Index of the setting in the table: problems are reported in that order.
    index: usize,
    line: String,
}

#[derive(Debug)]
pub(super) struct SettingsReader {
    sources: Sources,
    problems: Vec<Problem>,
    /// Names of all settings that were read, given or not.
    pub(super) requested: BTreeSet<String>,
}

impl SettingsReader {
    pub(super) fn new(sources: Sources) -> Self {
        Self { sources, problems: Vec::new(), requested: BTreeSet::new() }
    }

    pub(super) fn is_given(&self, name: &str) -> bool {
        self.sources.given.contains_key(name)
    }

    /// Returns the given value or the default. `None` means that a problem was recorded.
    pub(super) fn required<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Result<T, Expected>) -> Option<T> {
        if self.is_given(name) {
            return self.optional(name, parse);
        }
        self.requested.insert(name.to_owned());
        let fallback = table::find_setting(name).map(|(_, setting)| setting.fallback);
        let value = match fallback {
            Some(Fallback::Value(text)) => parse(text).ok(),
            _ => None,
        };
        if value.is_none() {
            self.add_problem(name, "must be set (it has no default)");
        }
        value
    }

    /// Returns the given value if it is given and valid.
    pub(super) fn optional<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Result<T, Expected>) -> Option<T> {
        self.requested.insert(name.to_owned());
        let value = self.sources.given.get(name).map(|given| given.value.clone())?;
        self.parse_or_add_problem(name, &value, parse)
    }

    /// Returns the valid items of a comma-separated list.
    pub(super) fn list<T>(&mut self, name: &str, parse: impl Fn(&str) -> Result<T, Expected>) -> Vec<T> {
        self.requested.insert(name.to_owned());
        let given = self.sources.given.get(name).map(|given| given.value.clone());
        let given = given.unwrap_or_default();
        let items = given.split(',').map(str::trim).filter(|item| !item.is_empty());
        items.filter_map(|item| self.parse_or_add_problem(name, item, &parse)).collect()
    }

    fn parse_or_add_problem<T>(
        &mut self,
        name: &str,
        value: &str,
        parse: impl FnOnce(&str) -> Result<T, Expected>,
    ) -> Option<T> {
        parse(value)
            .map_err(|expected| {
                let setting = table::find_setting(name).map(|(_, setting)| setting);
                let line = format!("{} is not {expected}", quoted_value(setting, value));
                self.add_problem(name, &line);
            })
            .ok()
    }

    /// Records a problem if `name` is given without `other`, which it depends on.
    pub(super) fn require_other(&mut self, name: &str, other: &str) {
        if self.is_given(name) && !self.is_given(other) {
            self.add_problem(name, &format!("{other} must be set as well"));
        }
    }

    /// Records a problem if only one of two settings is given that depend on each other.
    pub(super) fn require_both(&mut self, one: &str, other: &str) {
        self.require_other(one, other);
        self.require_other(other, one);
    }

    pub(super) fn add_problem(&mut self, name: &str, why: &str) {
        let index = table::find_setting(name).map_or(0, |(index, _)| index);
        let given = self.sources.given.get(name);
        let display_name = given.map_or(name, |GivenValue { display_name, .. }| display_name);
        self.problems.push(Problem { index, line: format!("{display_name}: {why}") });
    }

    /// Returns all problems as one error: unknown settings first, then the others in the order of the table.
    pub(super) fn finish(mut self) -> Result<(), SettingsError> {
        let unread = self.sources.given.keys().filter(|name| !self.requested.contains(**name));
        for name in unread.copied().collect::<Vec<_>>() {
            self.add_problem(name, "is listed in the table of settings but is never read (a bug in Parlour)");
        }
        self.problems.sort_by_key(|problem| problem.index);
        let mut lines = self.sources.problems;
        lines.extend(self.problems.into_iter().map(|problem| problem.line));
        SettingsError::fail_if_any(lines)
    }
}

/// Returns the value as a message may quote it: secrets and URLs with a password are hidden, long values are cut.
fn quoted_value(setting: Option<&Setting>, value: &str) -> String {
    let is_secret = setting.is_none_or(|setting| setting.is_secret);
    if is_secret || (value.contains("//") && value.contains('@')) {
        return "the value".to_owned();
    }
    let start: String = value.chars().take(80).collect();
    if start.len() < value.len() { format!("{start:?}…") } else { format!("{value:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::values;

    fn reader(variables: &[(&str, &str)]) -> SettingsReader {
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        SettingsReader::new(Sources::collect_from(variables, None).unwrap())
    }

    fn line(reader: SettingsReader) -> String {
        reader.finish().unwrap_err().to_string()
    }

    #[test]
    fn a_bad_value_names_the_setting_the_value_and_what_is_expected() {
        let mut reader = reader(&[("PARLOUR_CUSTOMER_ADDR", "abc")]);
        assert_eq!(reader.required("PARLOUR_CUSTOMER_ADDR", values::parse_socket_address), None);
        assert_eq!(line(reader), r#"PARLOUR_CUSTOMER_ADDR: "abc" is not an address such as 127.0.0.1:3000"#);
    }

    #[test]
    fn a_list_names_the_item_that_is_wrong() {
        let mut reader = reader(&[("PARLOUR_TRUSTED_PROXIES", "::1, proxy,,10.0.0.0/8,")]);
        assert_eq!(reader.list("PARLOUR_TRUSTED_PROXIES", values::parse_address_range).len(), 2);
        assert!(line(reader).starts_with(r#"PARLOUR_TRUSTED_PROXIES: "proxy" is not an address"#));
    }

    #[test]
    fn passwords_in_web_addresses_are_not_quoted() {
        let mut reader = reader(&[("PARLOUR_QUEUE_URL", "https://me:hunter2@queue.example")]);
        assert_eq!(reader.optional("PARLOUR_QUEUE_URL", values::parse_web_url), None);
        assert_eq!(line(reader), "PARLOUR_QUEUE_URL: the value is not a web address such as https://example.com");
    }

    #[test]
    fn a_bad_value_stays_on_one_line_and_is_cut() {
        let long = format!("a\n{}", "b".repeat(500));
        let mut reader = reader(&[("PARLOUR_LOG_FORMAT", &long)]);
        reader.optional("PARLOUR_LOG_FORMAT", values::parse_log_format);
        let line = line(reader);
        assert!(line.len() < 150 && !line.contains('\n') && line.contains(r"a\nb"), "{line}");
    }

    #[test]
    fn problems_are_in_table_order_after_unknown_names() {
        let mut first = reader(&[]);
        first.add_problem("PARLOUR_GST_RATE", "late");
        first.add_problem("PARLOUR_ENV", "early");
        assert_eq!(line(first), "PARLOUR_ENV: early; PARLOUR_GST_RATE: late");
        let mut second = reader(&[("PARLOUR_WALLPAPER", "blue")]);
        second.add_problem("PARLOUR_ENV", "early");
        assert!(line(second).starts_with("PARLOUR_WALLPAPER: "));
    }

    #[test]
    fn a_setting_that_nothing_reads_is_a_problem() {
        let line = line(reader(&[("PARLOUR_LOG", "info")]));
        assert_eq!(line, "PARLOUR_LOG: is listed in the table of settings but is never read (a bug in Parlour)");
    }

    #[test]
    fn a_required_setting_without_default_is_refused() {
        let mut reader = reader(&[]);
        assert_eq!(reader.required("PARLOUR_METRICS_ADDR", values::parse_socket_address), None);
        assert_eq!(line(reader), "PARLOUR_METRICS_ADDR: must be set (it has no default)");
    }
}
