//! A table of a report.

use chrono::NaiveDate;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(String),
    Integer(i64),
    /// Paise, shown in rupees.
    Rupees(i64),
    /// Hundredths of a per cent.
    Percent(i64),
    Day(NaiveDate),
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Empty if there is no value.
    pub fn optional(text: Option<&str>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    pub columns: &'static [&'static str],
    /// Each row has as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
}
