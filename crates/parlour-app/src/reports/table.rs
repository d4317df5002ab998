//! Figures in rows and columns.

use chrono::NaiveDate;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    Nothing,
    Text(String),
    Whole(i64),
    /// Paise, shown in rupees.
    Rupees(i64),
    /// Hundredths of a per cent.
    Percent(i64),
    Day(NaiveDate),
}

impl Entry {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// What may be missing.
    pub fn optional(text: Option<&str>) -> Self {
        text.map_or(Self::Nothing, Self::text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    pub columns: &'static [&'static str],
    /// As many entries in each as there are columns.
    pub rows: Vec<Vec<Entry>>,
}
