//! The error that stops Parlour at start: one line that names every invalid setting.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingsError(Vec<String>);

impl SettingsError {
    pub(super) fn from_line(line: String) -> Self {
        Self(vec![line])
    }

    /// Fails if there is at least one line.
    pub(super) fn fail_if_any(lines: Vec<String>) -> Result<(), Self> {
        if lines.is_empty() { Ok(()) } else { Err(Self(lines)) }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.join("; "))
    }
}

impl std::error::Error for SettingsError {}

#[cfg(test)]
mod tests {
    use super::SettingsError;

    #[test]
    fn several_problems_make_one_line() {
        let lines = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        assert!(SettingsError::fail_if_any(lines(&[])).is_ok());
        let one = SettingsError::fail_if_any(lines(&["a is wrong"])).unwrap_err();
        assert_eq!(one.to_string(), "a is wrong");
        let three = SettingsError::fail_if_any(lines(&["a is wrong", "b", "c"])).unwrap_err();
        assert_eq!(three.to_string(), "a is wrong; b; c");
    }
}
