//! The settings reference, written from the table.

use std::fmt::Write as _;

use super::Settings;
use super::table::{Fallback, PREFIX, Setting, settings};

const INTRODUCTION: &str = "\
# Settings

Written by `make gen` from `crates/parlour/src/settings/`; do not edit.

Every setting is an environment variable, or the same key in lower case without the prefix in an
optional `parlour.toml` beside the process: `PARLOUR_CUSTOMER_ADDR=127.0.0.1:3000` or
`customer_addr = \"127.0.0.1:3000\"`. The environment wins; an empty value counts as unset. Lists are
comma-separated, in `parlour.toml` also arrays. A bad or unknown setting stops the start with one
line. The values of those marked secret are never printed.

| setting | default | meaning |
|---|---|---|
";

impl Settings {
    /// The text of `docs/settings.md`.
    pub(crate) fn reference_markdown() -> String {
        let mut page = INTRODUCTION.to_owned();
        for setting in settings() {
            let secret = if setting.secret { " (secret)" } else { "" };
            let (name, default, meaning) = (&setting.name, default_text(setting), &setting.meaning);
            // Writing to a String cannot fail.
            let _ = writeln!(page, "| `{name}` | {default} | {meaning}{secret} |");
        }
        let _ = write!(page, "\nNames that begin with `{PREFIX}` belong to this table alone.\n");
        page
    }
}

fn default_text(setting: &Setting) -> String {
    match setting.fallback {
        Fallback::Value(value) => format!("`{value}`"),
        Fallback::Derived(words) => words.to_owned(),
        Fallback::Unset => "unset".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_has_one_whole_row_for_each_setting() {
        let page = Settings::reference_markdown();
        let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `PARLOUR_")).collect();
        assert_eq!(rows.len(), settings().len());
        assert!(rows.iter().all(|row| row.matches('|').count() == 4), "a meaning holds a bar");
        assert!(
            rows.contains(&"| `PARLOUR_MEMBERSHIP_PREFIX` | `PRL` | first part of a membership number |")
        );
        assert!(
            rows.contains(&"| `PARLOUR_CHAT_WEBHOOK_URL` | unset | incoming webhook for reports (secret) |")
        );
    }
}
