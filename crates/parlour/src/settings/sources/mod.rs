//! The sources of settings: the environment and `parlour.toml`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use toml::{Table, Value};

use super::error::SettingsError;
use super::setting::{PREFIX, Setting, TomlType};
use super::suggestion::nearest_name;
use super::table;

/// A value that is given for a setting.
#[derive(Debug)]
pub(super) struct GivenValue {
    pub(super) value: String,
    /// The setting as the source names it: `PARLOUR_LOG`, or `log in parlour.toml`.
    pub(super) display_name: String,
}

/// All given values by the name of the setting, and a line for each entry that cannot be used.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) given: BTreeMap<&'static str, GivenValue>,
    pub(super) problems: Vec<String>,
}

impl Sources {
    /// Reads the file first, so that the environment overrides it. An empty value counts as not given.
    pub(super) fn collect_from(
        environment: impl IntoIterator<Item = (String, String)>,
        file: Option<(&Path, &str)>,
    ) -> Result<Self, SettingsError> {
        let mut sources = Self::default();
        if let Some((path, text)) = file {
            sources.add_file(path, text)?;
        }
        let mut variables: Vec<_> = environment.into_iter().collect();
        variables.sort_unstable();
        for (name, value) in variables {
            if name.starts_with(PREFIX) && !value.trim().is_empty() {
                sources.add_variable(name, &value);
            }
        }
        Ok(sources)
    }

    fn add_variable(&mut self, name: String, value: &str) {
        match table::find_setting(&name) {
            Some((_, setting)) => self.add(setting, value, name),
            None => self.problems.push(unknown_variable_message(&name)),
        }
    }

    fn add_file(&mut self, path: &Path, text: &str) -> Result<(), SettingsError> {
        let table: Table =
            text.parse().map_err(|error| SettingsError::from_line(invalid_toml_message(path, text, &error)))?;
        for (key, value) in table {
            let display_name = format!("{} in {}", key.escape_debug(), path.display());
            match table::settings().iter().find(|setting| setting.key() == key) {
                None => self.problems.push(unknown_key_message(&display_name, &key)),
                Some(setting) => match toml_value_as_text(setting.toml_type, value) {
                    Ok(value) => self.add(setting, &value, display_name),
                    Err(expected) => self.problems.push(format!("{display_name}: {expected}")),
                },
            }
        }
        Ok(())
    }

    fn add(&mut self, setting: &'static Setting, value: &str, display_name: String) {
        let value = value.trim().to_owned();
        if !value.is_empty() {
            self.given.insert(&setting.name, GivenValue { value, display_name });
        }
    }
}

fn unknown_variable_message(name: &str) -> String {
    let names = table::settings().iter().map(|setting| &*setting.name);
    // Compared without the common prefix, which would make all names similar.
    let names = names.map(|name| name.trim_start_matches(PREFIX));
    let nearest = nearest_name(&name[PREFIX.len()..].to_uppercase(), names);
    let hint = nearest.map(|nearest| format!("did you mean {PREFIX}{nearest}?"));
    unknown_setting_message(&name.escape_debug().to_string(), hint)
}

fn unknown_key_message(display_name: &str, key: &str) -> String {
    let keys: Vec<_> = table::settings().iter().map(Setting::key).collect();
    let typed = key.to_lowercase();
    let typed = typed.trim_start_matches(&PREFIX.to_lowercase());
    let nearest = nearest_name(typed, keys.iter().map(String::as_str));
    unknown_setting_message(display_name, nearest.map(|nearest| format!("did you mean {nearest}?")))
}

fn unknown_setting_message(display_name: &str, hint: Option<String>) -> String {
    let hint = hint.unwrap_or_else(|| "see docs/settings.md for all settings".to_owned());
    format!("{display_name}: unknown setting; {hint}")
}

/// Returns the message of the parser without its excerpt of the file, which may contain a password.
fn invalid_toml_message(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let why = error.message().replace('\n', ", ");
    format!("{}, line {line}: invalid TOML: {why}", path.display())
}

fn toml_value_as_text(toml_type: TomlType, value: Value) -> Result<String, &'static str> {
    match (toml_type, value) {
        (_, Value::String(text)) => Ok(text),
        (_, Value::Integer(number)) => Ok(number.to_string()),
        (_, Value::Float(number)) => Ok(number.to_string()),
        (_, Value::Datetime(instant)) => Ok(instant.to_string()),
        (TomlType::Flag, Value::Boolean(flag)) => Ok(flag.to_string()),
        (TomlType::List, Value::Array(items)) => {
            let texts: Option<Vec<_>> = items.iter().map(Value::as_str).collect();
            texts.map(|texts| texts.join(",")).ok_or("expected a list of strings")
        }
        (TomlType::Text, _) => Err("expected a string"),
        (TomlType::List, _) => Err("expected a list of strings"),
        (TomlType::Flag, _) => Err("expected true or false"),
    }
}

/// Returns the variables that start with `PARLOUR_` as text.
pub(super) fn own_variables_as_text(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<Vec<(String, String)>, SettingsError> {
    let own = variables.filter(|(name, _)| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()));
    let texts = own.map(|(name, value)| match (name.into_string(), value.into_string()) {
        (Ok(name), Ok(value)) => Ok((name, value)),
        (name, _) => {
            let name = name.unwrap_or_else(|name| name.to_string_lossy().into_owned());
            Err(SettingsError::from_line(format!("{}: not valid UTF-8", name.escape_debug())))
        }
    });
    texts.collect()
}

/// Returns the path and text of the file, or `None` if it does not exist.
pub(super) fn read_if_present(path: &Path) -> Result<Option<(PathBuf, String)>, SettingsError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some((path.to_owned(), text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SettingsError::from_line(format!("{}: cannot be read: {error}", path.display()))),
    }
}

#[cfg(test)]
mod tests;
