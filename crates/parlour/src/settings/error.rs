//! The error that stops Parlour at start: one line, however many settings are invalid.

use std::fmt;

/// The first problem, and the number of further ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingsError {
    first: String,
    more: usize,
}

impl SettingsError {
    pub(super) fn from_line(line: String) -> Self {
        Self { first: line, more: 0 }
    }

    /// Fails if there is at least one line.
    pub(super) fn fail_if_any(lines: Vec<String>) -> Result<(), Self> {
        let more = lines.len().saturating_sub(1);
        match lines.into_iter().next() {
            Some(first) => Err(Self { first, more }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.first)?;
        if self.more > 0 {
            write!(out, " (and {} more)", self.more)?;
        }
        Ok(())
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
        assert_eq!(three.to_string(), "a is wrong (and 2 more)");
    }
}
