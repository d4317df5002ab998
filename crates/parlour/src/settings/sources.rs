//! Where settings are written: the environment, and `parlour.toml`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use toml::{Table, Value};

use super::error::SettingsError;
use super::nearest::nearest;
use super::table::{self, PREFIX, Setting, Shape};

/// What someone wrote for a setting.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) value: String,
    /// The setting as its writer knows it: `PARLOUR_LOG`, or `log in parlour.toml`.
    pub(super) written_as: String,
}

/// What was written, by the names of the table; and a line for each thing that cannot be used.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) given: BTreeMap<&'static str, Given>,
    pub(super) problems: Vec<String>,
}

impl Sources {
    /// The file first, so that the environment wins. Empty values count as not written.
    pub(super) fn gather(
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
        match table::find(&name) {
            Some((_, setting)) => self.add(setting, value, name),
            None => self.problems.push(unknown_variable(&name)),
        }
    }

    fn add_file(&mut self, path: &Path, text: &str) -> Result<(), SettingsError> {
        let table: Table = text.parse().map_err(|error| SettingsError::one(not_toml(path, text, &error)))?;
        for (key, value) in table {
            let written_as = format!("{} in {}", key.escape_debug(), path.display());
            match table::settings().iter().find(|setting| setting.key() == key) {
                None => self.problems.push(unknown_key(&written_as, &key)),
                Some(setting) => match as_text(setting.shape, value) {
                    Ok(value) => self.add(setting, &value, written_as),
                    Err(expected) => self.problems.push(format!("{written_as}: {expected}")),
                },
            }
        }
        Ok(())
    }

    fn add(&mut self, setting: &'static Setting, value: &str, written_as: String) {
        let value = value.trim().to_owned();
        if !value.is_empty() {
            self.given.insert(&setting.name, Given { value, written_as });
        }
    }
}

fn unknown_variable(name: &str) -> String {
    let names = table::settings().iter().map(|setting| &*setting.name);
    // Without the prefix, which every name shares and which would make all of them near.
    let names = names.map(|name| name.trim_start_matches(PREFIX));
    let meant = nearest(&name[PREFIX.len()..].to_uppercase(), names);
    let hint = meant.map(|meant| format!("did you mean {PREFIX}{meant}?"));
    unknown(&name.escape_debug().to_string(), hint)
}

fn unknown_key(written_as: &str, key: &str) -> String {
    let keys: Vec<_> = table::settings().iter().map(Setting::key).collect();
    let typed = key.to_lowercase();
    let typed = typed.trim_start_matches(&PREFIX.to_lowercase());
    let meant = nearest(typed, keys.iter().map(String::as_str));
    unknown(written_as, meant.map(|meant| format!("did you mean {meant}?")))
}

fn unknown(written_as: &str, hint: Option<String>) -> String {
    let hint = hint.unwrap_or_else(|| "docs/settings.md lists them all".to_owned());
    format!("{written_as}: there is no such setting; {hint}")
}

/// The parser's message without its picture of the line, which may show a password.
fn not_toml(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let why = error.message().replace('\n', ", ");
    format!("{}, line {line}: this is not TOML: {why}", path.display())
}

fn as_text(shape: Shape, value: Value) -> Result<String, &'static str> {
    match (shape, value) {
        (_, Value::String(text)) => Ok(text),
        (_, Value::Integer(number)) => Ok(number.to_string()),
        (_, Value::Float(number)) => Ok(number.to_string()),
        (_, Value::Datetime(instant)) => Ok(instant.to_string()),
        (Shape::Flag, Value::Boolean(flag)) => Ok(flag.to_string()),
        (Shape::List, Value::Array(items)) => {
            let texts: Option<Vec<_>> = items.iter().map(Value::as_str).collect();
            texts.map(|texts| texts.join(",")).ok_or("expected a list of texts in quotes")
        }
        (Shape::Text, _) => Err("expected a text in quotes"),
        (Shape::List, _) => Err("expected a list of texts in quotes"),
        (Shape::Flag, _) => Err("expected true or false"),
    }
}

/// Our variables among those of the process, as text.
pub(super) fn readable(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<Vec<(String, String)>, SettingsError> {
    let ours = variables.filter(|(name, _)| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()));
    let texts = ours.map(|(name, value)| match (name.into_string(), value.into_string()) {
        (Ok(name), Ok(value)) => Ok((name, value)),
        (name, _) => {
            let name = name.unwrap_or_else(|name| name.to_string_lossy().into_owned());
            Err(SettingsError::one(format!("{}: this is not UTF-8 text", name.escape_debug())))
        }
    });
    texts.collect()
}

/// The file's text, if there is such a file.
pub(super) fn read_if_present(path: &Path) -> Result<Option<(PathBuf, String)>, SettingsError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some((path.to_owned(), text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SettingsError::one(format!("{}: cannot be read: {error}", path.display()))),
    }
}

#[cfg(test)]
mod tests;
